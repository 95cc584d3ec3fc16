"""What a person waits for, and what nobody waits for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from sitemaps_app.models import Addition, Site
from sitemaps_app.pipeline import bulk, sites
from sitemaps_app.pipeline.adding import run_addition
from sitemaps_app.pipeline.asking import FEW, asked_at, lane_width
from sitemaps_app.pipeline.sites import Line
from tests import factories

NOW = datetime(2026, 3, 1, tzinfo=UTC)
pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def listed(count: int) -> None:
    addition = Addition.objects.create(owner=factories.person("editor"), ticket="t", created_at=NOW, touched_at=NOW, lines_total=count)
    run_addition(addition, [Line(number, f"s{number}.example") for number in range(1, count + 1)], now=NOW)


def checked(count: int) -> None:
    bulk.check_all([factories.site().pk for _ in range(count)], now=NOW)


def resumed(count: int) -> None:
    bulk.resume_all([factories.site(paused=True).pk for _ in range(count)], now=NOW)


@pytest.mark.parametrize("act", [listed, checked, resumed])
@pytest.mark.parametrize(("count", "waits"), [(1, True), (FEW, True), (FEW + 1, False)])
def test_who_wants_a_few_sites_checked_waits_for_them_and_who_wants_many_does_not(
    act: Callable[[int], None], count: int, *, waits: bool
) -> None:
    act(count)
    assert Site.objects.filter(asked_at=NOW).count() == (count if waits else 0)
    assert Site.objects.filter(next_check_at=NOW).count() == count


def test_one_site_that_is_added_checked_or_resumed_is_waited_for() -> None:
    added = sites.add_site("first.example", now=NOW).site
    checked, paused = factories.site(), factories.site(paused=True)
    sites.request_check(checked, now=NOW)
    sites.resume(paused, now=NOW)
    assert added is not None
    assert set(Site.objects.filter(asked_at=NOW)) == {added, checked, paused}
    assert sites.add_site("silent.example", now=NOW, due=False).site.asked_at is None  # type: ignore[union-attr]


def test_whoever_asks_without_end_joins_the_others_in_the_end() -> None:
    for _ in range(FEW):
        sites.request_check(factories.site(), now=NOW)
    late = factories.site()
    assert sites.request_check(late, now=NOW + timedelta(seconds=1))
    late.refresh_from_db()
    assert late.asked_at is None
    assert late.next_check_at == NOW + timedelta(seconds=1)
    assert asked_at(1, now=NOW) is None


@pytest.mark.parametrize(("threads", "width"), [(1, 1), (2, 1), (8, 4)])
def test_half_of_the_threads_are_left_to_what_nobody_waits_for(threads: int, width: int) -> None:
    assert lane_width(threads) == width
