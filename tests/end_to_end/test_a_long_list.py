"""Thousands of lines, the worker that adds them killed in the middle."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.end_to_end.person import until
from tests.end_to_end.test_the_running_product import product, rows, worker_of

pytestmark = pytest.mark.slow
LINES = 12_000
COUNT = "select count(*) from sitemaps_app_addedline"


def test_a_long_list_survives_its_worker_without_a_line_lost_or_doubled(data_dir: Path) -> None:
    # Addresses of this machine on which nothing listens: each check ends at once, and nobody outside is asked.
    lines = [f"http://127.77.{number // 250}.{number % 250 + 1}:9/" for number in range(LINES)]
    lines[10], lines[20] = "no address", lines[19]
    with product(data_dir, LASTMOD_LEASE_SECONDS="3600") as (terminal, person):
        page = person.post("sites/add", sites="\n".join(lines))
        assert "12,000 lines" in page.text or "of 12,000" in page.text
        until(lambda: True if rows(data_dir, COUNT) != [(0,)] else None, "the first part")
        os.kill(worker_of(terminal.process.pid), signal.SIGKILL)
        ((cut,),) = rows(data_dir, COUNT)
        assert cut < LINES, "the worker was killed in the middle"  # type: ignore[operator]
        done = "select 1 from sitemaps_app_addition where state = 'done'"
        until(lambda: rows(data_dir, done) or None, "the end of the list")
        told = rows(data_dir, "select outcome, count(*) from sitemaps_app_addedline group by outcome order by outcome")
        assert told == [("added", LINES - 2), ("duplicate", 1), ("refused", 1)]
        assert rows(data_dir, "select count(*), count(distinct origin) from sitemaps_app_site") == [(LINES - 2, LINES - 2)]
        assert rows(data_dir, "select count(*) from sitemaps_app_auditline where act = 'sites_added'") == [(1,)]
        assert "Refused" in person.get(page.url.removeprefix(person.base)).text
