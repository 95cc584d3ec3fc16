"""The broker dies during a check, and the worker that was at it goes on and takes new work."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from tests.end_to_end.person import until
from tests.end_to_end.test_the_running_product import PAGES, checked_site, html, product, rows, worker_of
from tests.loopback import Answer, LoopbackRequest
from tests.server.processes import descendants

pytestmark = pytest.mark.slow
URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://site.example/a</loc></url></urlset>'


def broker_of(server: int, *, other_than: int = 0) -> int:
    def look() -> int | None:
        lines = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in descendants(server) if Path(f"/proc/{pid}").exists()}
        return next((pid for pid, line in lines.items() if b"broker.conf" in line or b"broker.sock" in line if pid != other_than), None)

    return until(look, "the broker")


def test_a_killed_broker_stops_no_worker_and_doubles_nothing(data_dir: Path) -> None:
    gate, hanging = threading.Event(), threading.Event()
    with checked_site(gate) as site, product(data_dir) as (terminal, person):

        def gated(request: LoopbackRequest) -> Answer:
            hanging.set()
            gate.wait(7)
            return html(request.path)

        site.routes.update(dict.fromkeys(PAGES, gated))
        person.post("sites/add", sites=site.url("/"))
        until(lambda: hanging.is_set() or None, "the visit that hangs")
        worker, broker = worker_of(terminal.process.pid), broker_of(terminal.process.pid)
        os.kill(broker, signal.SIGKILL)
        broker_of(terminal.process.pid, other_than=broker)
        report = person.post("check-sitemap/", source="paste", text=URLSET).url
        until(lambda: True if "It lists 1 entry" in person.get(report.removeprefix(person.base)).text else None, "the new task's report")
        assert rows(data_dir, "select state from sitemaps_app_check") == [("running",)], "the check that was under way still is"
        gate.set()
        done = "select state, outcome from sitemaps_app_check order by id"
        until(lambda: True if rows(data_dir, done) == [("done", "ok")] else None, "the end of the check")
        assert worker_of(terminal.process.pid) == worker, "the worker was not started again"
        assert rows(data_dir, "select count(*), count(distinct page_id) from sitemaps_app_visit") == [(len(PAGES), len(PAGES))]
        assert sorted(request.path for request in site.requests if request.path in PAGES) == sorted(PAGES)
