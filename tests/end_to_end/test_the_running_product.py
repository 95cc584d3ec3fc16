"""Web, worker, tick and broker as real processes, a real web server to check, and a person in between."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.end_to_end.person import Person, until
from tests.loopback import Answer, LoopbackRequest, LoopbackSite
from tests.server.processes import descendants
from tests.server.test_supervisor import Terminal

ROOT = Path(__file__).parents[2]
PAGES = tuple(f"/page-{number}" for number in range(6))
pytestmark = pytest.mark.slow


def html(path: str) -> Answer:
    body = f"<html><head><title>{path}</title></head><body><main><h1>{path}</h1><p>What stands on {path} is told here.</p></main></body></html>"
    return Answer(headers={"Content-Type": "text/html; charset=utf-8"}, body=body.encode())


@contextmanager
def checked_site(gate: threading.Event) -> Iterator[LoopbackSite]:
    """A site of six pages; its fourth page is only answered when the gate is open."""
    with LoopbackSite({}) as site:

        def gated(request: LoopbackRequest) -> Answer:
            gate.wait(7)
            return html(request.path)

        entries = "".join(f"<url><loc>{site.url(path)}</loc><lastmod>2026-03-01</lastmod></url>" for path in PAGES)
        urlset = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'
        site.routes["/robots.txt"] = Answer(headers={"Content-Type": "text/plain"}, body=f"Sitemap: {site.url('/sitemap.xml')}".encode())
        site.routes["/sitemap.xml"] = Answer(headers={"Content-Type": "application/xml"}, body=urlset.encode())
        for path in PAGES:
            site.routes[path] = html(path)
        site.routes[PAGES[3]] = gated
        yield site


@contextmanager
def started(data_dir: Path, **more: str) -> Iterator[tuple[Terminal, str]]:
    """The product, and the address that it printed."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("LASTMOD_", "DJANGO_"))}
    own = {
        "LASTMOD_DATA_DIR": str(data_dir),
        "DATABASE_URL": f"sqlite:///{data_dir}/d.sqlite3",
        "LASTMOD_WEB_PROCESSES": "1",
        "LASTMOD_ALLOWED_NETWORKS": "127.0.0.0/8",
        "LASTMOD_POLITENESS_SECONDS": "0.01",
        "LASTMOD_LEASE_SECONDS": "10",
        "LASTMOD_FETCH_SECONDS": "8",
        "LASTMOD_TICK_SECONDS": "1",
        **more,
    }
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "serve", "--port", "0"],
        env=inherited | own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            terminal = Terminal(process)
            yield terminal, terminal.read_until(r"Lastmod Trust is at (http://127\.0\.0\.1:\d+/)")[1]
        finally:
            process.terminate()


@contextmanager
def product(data_dir: Path, **more: str) -> Iterator[tuple[Terminal, Person]]:
    with started(data_dir, **more) as (terminal, base):
        yield terminal, Person(base, terminal.read_until(rf"Make the first administrator at {base}(\S+)")[1])


def rows(data_dir: Path, query: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(f"file:{data_dir}/d.sqlite3?mode=ro", uri=True) as database:
        found = database.execute(query).fetchall()
    database.close()
    return found


def worker_of(server: int) -> int:
    def look() -> int | None:
        lines = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in descendants(server) if Path(f"/proc/{pid}").exists()}
        return next((pid for pid, line in lines.items() if b"celery" in line and b"worker" in line and b"undertaker" not in line), None)

    return until(look, "the worker")


def test_a_site_that_is_added_reaches_a_verdict_and_a_chart_and_a_killed_worker_loses_nothing(data_dir: Path) -> None:
    gate = threading.Event()
    with checked_site(gate) as site, product(data_dir) as (terminal, person):
        person.post("sites/add", sites=site.url("/"))
        host = site.url("/").removeprefix("http://").rstrip("/")
        until(lambda: rows(data_dir, "select 1 from sitemaps_app_snapshot") or None, "the snapshot")
        until(lambda: True if any(r.path == PAGES[3] for r in site.requests) else None, "the visit that hangs")
        before = rows(data_dir, "select id from sitemaps_app_visit")
        os.kill(worker_of(terminal.process.pid), signal.SIGKILL)
        gate.set()
        done = "select id, state, outcome from sitemaps_app_check order by id"
        until(lambda: True if ("done", "ok") in [row[1:] for row in rows(data_dir, done)] else None, "the check to be made again by itself")
        states = [row[1] for row in rows(data_dir, done)]
        assert states == ["interrupted", "done"]
        after = rows(data_dir, "select id from sitemaps_app_visit")
        assert set(before) <= set(after), "visits that were stored before the kill stay"
        assert rows(data_dir, "select count(distinct page_id) from sitemaps_app_visit") == [(len(PAGES),)]
        page = person.get(person.site_path(host))
        assert page.status_code == 200
        assert "<svg" in page.text
        assert "Not enough evidence" in page.text


def test_a_sitemap_is_checked_and_a_killed_worker_is_told_and_its_check_begun_again(data_dir: Path) -> None:
    gate = threading.Event()
    with checked_site(gate) as site, product(data_dir) as (terminal, person):
        urlset = site.routes["/sitemap.xml"]
        assert isinstance(urlset, Answer)

        def gated(_request: LoopbackRequest) -> Answer:
            gate.wait(7)
            return urlset

        site.routes["/slow.xml"] = gated
        report = person.post("check-sitemap/", source="address", address=site.url("/slow.xml")).url.removeprefix(person.base)
        until(lambda: True if site.requests else None, "the fetch that hangs")
        until(lambda: True if "The server has not answered in full yet" in person.get(report).text else None, "the progress")
        os.kill(worker_of(terminal.process.pid), signal.SIGKILL)
        gate.set()
        until(lambda: True if "Interrupted" in person.get(report).text else None, "the loss to be told")
        person.post(f"{report}/again")
        until(lambda: True if "The whole file was read. It lists 6 entries" in person.get(report).text else None, "the report")
        assert len(person.get(f"{report}/report.json").json()["entries"]) == len(PAGES)
