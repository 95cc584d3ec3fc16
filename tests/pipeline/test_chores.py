from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from sitemaps_app.pipeline import chores

NOW = datetime(2026, 11, 30, 3, 0, tzinfo=UTC)
DAY = timedelta(days=1)
pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_a_chore_is_done_by_one_machine_and_again_when_it_is_due() -> None:
    lease = chores.claim("prune", wall=NOW, seconds=60, every=DAY)
    assert lease is not None
    assert chores.claim("prune", wall=NOW, seconds=60, every=DAY) is None
    chores.finish(lease, wall=NOW)
    assert chores.claim("prune", wall=NOW + DAY - timedelta(seconds=1), seconds=60, every=DAY) is None
    assert chores.claim("prune", wall=NOW + timedelta(hours=1), seconds=60) is not None, "by hand, at any time"


def test_a_chore_that_is_due_is_claimed_a_day_later() -> None:
    lease = chores.claim("prune", wall=NOW, seconds=60)
    assert lease is not None
    chores.finish(lease, wall=NOW)
    assert chores.claim("prune", wall=NOW + DAY, seconds=60, every=DAY) is not None


def test_a_lost_machines_chore_is_free_when_its_lease_has_run_out_and_it_may_not_go_on() -> None:
    lost = chores.claim("prune", wall=NOW, seconds=60)
    assert lost is not None
    assert chores.renew(lost, wall=NOW + timedelta(seconds=30), seconds=60)
    later = NOW + timedelta(seconds=91)
    taken = chores.claim("prune", wall=later, seconds=60)
    assert taken is not None
    assert not chores.renew(lost, wall=later, seconds=60)
    chores.finish(lost, wall=later)
    chores.release(lost)
    assert chores.renew(taken, wall=later, seconds=60), "the lost one cannot end what is no longer its own"


def test_a_chore_that_was_given_back_is_still_due() -> None:
    lease = chores.claim("prune", wall=NOW, seconds=60, every=DAY)
    assert lease is not None
    chores.release(lease)
    assert chores.claim("prune", wall=NOW, seconds=60, every=DAY) is not None


@pytest.mark.django_db(transaction=True)
def test_of_machines_that_ask_at_once_one_gets_it() -> None:
    def ask(_number: int) -> bool:
        try:
            return chores.claim("prune", wall=NOW, seconds=60, every=DAY) is not None
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as machines:
        assert sum(machines.map(ask, range(8))) == 1
