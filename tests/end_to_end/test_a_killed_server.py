"""The whole server, or its worker, is killed while people wait for checks that run and checks that are queued."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
from pathlib import Path

import pytest

from tests.end_to_end.person import until
from tests.end_to_end.test_the_running_product import PAGES, checked_site, html, product, rows, started, worker_of
from tests.loopback import Answer, LoopbackRequest
from tests.server.test_supervisor import wait_for_undertaker

pytestmark = pytest.mark.slow
# One thread, so that the second site waits; leases that outlast the test, so that nothing is begun again because one ran out.
ONE_AT_ONCE = {"LASTMOD_FETCH_THREADS": "1", "LASTMOD_LEASE_SECONDS": "3600"}
CHECKS = "select site_id, state from sitemaps_app_check order by site_id, id"
CHECKED = [(1, "interrupted"), (1, "done"), (2, "done")]


def lose_the_message_of(site: int, data_dir: Path) -> None:
    """As if the site had been claimed for a worker, and its message were among what the broker had not written down yet."""
    with sqlite3.connect(data_dir / "d.sqlite3") as database:
        database.execute("update sitemaps_app_site set lease_token = 'queued', lease_until = '2999-01-01' where id = ?", [site])
    database.close()


def test_a_killed_server_begins_again_what_ran_and_what_waited_as_soon_as_it_is_back(data_dir: Path) -> None:
    gate = threading.Event()
    with checked_site(gate) as first, checked_site(gate) as second:
        with product(data_dir, **ONE_AT_ONCE) as (terminal, person):
            person.post("sites/add", sites=first.url("/"))
            until(lambda: True if any(r.path == PAGES[3] for r in first.requests) else None, "the visit that hangs")
            person.post("sites/add", sites=second.url("/"))
            assert "A check waits for a worker" in person.get("sites/2/").text
            terminal.process.kill()
            terminal.process.wait()
        wait_for_undertaker(data_dir)
        assert rows(data_dir, CHECKS) == [(1, "running")], "nobody had the time to say anything"
        lose_the_message_of(2, data_dir)
        gate.set()
        with started(data_dir, **ONE_AT_ONCE) as (_terminal, base):
            person.base = base
            until(lambda: True if rows(data_dir, CHECKS) == CHECKED else None, "both checks to be made by themselves")
            assert "Interrupted" in person.get("sites/1/checks").text
        visits = "select count(*), count(distinct page_id) from sitemaps_app_visit"
        assert rows(data_dir, visits) == [(2 * len(PAGES), 2 * len(PAGES))], "no visit is lost, none is made twice"


def test_a_killed_worker_leaves_what_ran_and_what_waited_to_the_next_one_at_once(data_dir: Path) -> None:
    gate = threading.Event()
    with checked_site(gate) as first, checked_site(gate) as second, product(data_dir, **ONE_AT_ONCE) as (terminal, person):
        person.post("sites/add", sites=first.url("/"))
        until(lambda: True if any(r.path == PAGES[3] for r in first.requests) else None, "the visit that hangs")
        person.post("sites/add", sites=second.url("/"))
        os.kill(worker_of(terminal.process.pid), signal.SIGKILL)
        gate.set()
        until(lambda: True if rows(data_dir, CHECKS) == CHECKED else None, "both checks to be made by themselves")


def test_a_killed_server_says_of_a_sitemap_that_was_read_that_it_was_interrupted(data_dir: Path) -> None:
    gate, hanging = threading.Event(), threading.Event()
    with checked_site(gate) as site:

        def gated(request: LoopbackRequest) -> Answer:
            hanging.set()
            gate.wait(7)
            return html(request.path)

        site.routes["/slow.xml"] = gated
        with product(data_dir, **ONE_AT_ONCE) as (terminal, person):
            report = person.post("check-sitemap/", source="address", address=site.url("/slow.xml")).url.removeprefix(person.base)
            until(lambda: hanging.is_set() or None, "the fetch that hangs")
            waits = person.post("check-sitemap/", source="address", address=site.url("/sitemap.xml")).url.removeprefix(person.base)
            terminal.process.kill()
            terminal.process.wait()
        wait_for_undertaker(data_dir)
        gate.set()
        with started(data_dir, **ONE_AT_ONCE) as (_terminal, base):
            person.base = base
            until(lambda: True if "Interrupted" in person.get(report).text else None, "the loss to be told")
            until(lambda: True if "It lists 6 entries" in person.get(waits).text else None, "the report of what waited")
            site.routes["/slow.xml"] = site.routes["/sitemap.xml"]
            person.post(f"{report}/again")
            until(lambda: True if "It lists 6 entries" in person.get(report).text else None, "the report")
