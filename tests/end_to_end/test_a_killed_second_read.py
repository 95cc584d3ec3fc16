"""kill -9 between the two reads of a page: the real process, a real server, a real database."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.loopback import Answer, LoopbackRequest, LoopbackSite

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


def html(name: str, text: str) -> Answer:
    body = f"<html><head><title>{name}</title></head><body><main><h1>{name}</h1><p>{text}</p></main></body></html>"
    return Answer(headers={"Content-Type": "text/html; charset=utf-8"}, body=body.encode())


def start_check(site: LoopbackSite, data_dir: Path, now: str) -> subprocess.Popen[str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("LASTMOD_", "DJANGO_"))}
    own = {"LASTMOD_DATA_DIR": str(data_dir), "DATABASE_URL": f"sqlite:///{data_dir}/d.sqlite3"}
    command = [
        sys.executable,
        str(ROOT / "manage.py"),
        "check_site",
        site.url(),
        "--json",
        "--pages",
        "40",
        "--now",
        now,
        "--allow-network",
        "127.0.0.0/8",
    ]
    return subprocess.Popen(command, env=inherited | own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def rows(data_dir: Path, query: str) -> list[tuple[object, ...]]:
    database = sqlite3.connect(data_dir / "d.sqlite3")
    with database:
        found = database.execute(query).fetchall()
    database.close()
    return found


def test_a_check_killed_within_a_second_read_loses_no_change_and_counts_none_twice(data_dir: Path) -> None:
    with LoopbackSite() as site:
        entries = "".join(f"<url><loc>{site.url(f'/{name}')}</loc><lastmod>2026-02-01</lastmod></url>" for name in "abc")
        site.routes["/robots.txt"] = Answer(body=f"Sitemap: {site.url('/map.xml')}".encode())
        site.routes["/map.xml"] = Answer(body=f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'.encode())
        for name in "abc":
            site.routes[f"/{name}"] = html(name, f"This is what stands on the page {name}.")
        with start_check(site, data_dir, "2026-03-01T06:00:00Z") as first:
            assert first.communicate()[0]

        changed, asked = html("a", "A new boat came into the harbour this morning."), 0

        def kill_at_the_second_read(_request: LoopbackRequest) -> Answer:
            nonlocal asked
            asked += 1
            if asked == 2:
                os.kill(victim.pid, signal.SIGKILL)
            return changed

        site.routes["/a"] = kill_at_the_second_read
        with start_check(site, data_dir, "2026-03-02T06:00:00Z") as victim:
            victim.communicate()
        assert victim.returncode == -signal.SIGKILL
        assert rows(data_dir, "SELECT count(*) FROM sitemaps_app_comparison") == [(0,)]
        # The lease of a lost worker runs out by itself; nobody waits for that here.
        rows(data_dir, "UPDATE sitemaps_app_site SET lease_until = '2020-01-01 00:00:00'")
        with start_check(site, data_dir, "2026-03-02T06:20:00Z") as second:
            assert second.communicate()[0]

    query = "SELECT changed, confirmed FROM sitemaps_app_comparison c JOIN sitemaps_app_page p ON p.id = c.page_id WHERE p.url LIKE '%/a'"
    assert sorted(rows(data_dir, query)) == [(0, 0), (1, 1)]
    assert rows(data_dir, "SELECT count(*) FROM sitemaps_app_comparison WHERE changed") == [(1,)]
    assert rows(data_dir, "SELECT count(*), count(DISTINCT visit_id) FROM sitemaps_app_secondread WHERE reasons LIKE '%suspected%'") == [
        (1, 1)
    ]
