"""What a person waits for, and what nobody waits for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from sitemaps_app.models import Addition, Site
from sitemaps_app.models.check import CheckState
from sitemaps_app.pipeline import adding_script, bulk, leases, sites
from sitemaps_app.pipeline.adding import run_addition
from sitemaps_app.pipeline.asking import FEW, FEW_OF_SCRIPTS, asked_at, lane_width
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
    (one,) = adding_script.add_sites([Line(1, "first.example")], now=NOW)
    added = one.site
    checked, paused = factories.site(), factories.site(paused=True)
    sites.request_check(checked, now=NOW)
    sites.resume(paused, now=NOW)
    assert added is not None
    assert set(Site.objects.filter(asked_at=NOW)) == {added, checked, paused}
    assert sites.add_site("silent.example", now=NOW, due=False).site.asked_at is None  # type: ignore[union-attr]


def test_a_script_leaves_places_to_people() -> None:
    adding_script.add_sites([Line(number, f"s{number}.example") for number in range(1, FEW_OF_SCRIPTS + 2)], now=NOW)
    assert not Site.objects.filter(asked_at__isnull=False).exists(), "more than a few at once are mass work"
    for _ in range(FEW):
        sites.request_check(factories.site(), now=NOW, by_hand=False)
    assert Site.objects.filter(asked_at__isnull=False).count() == FEW_OF_SCRIPTS
    mine = factories.site()
    sites.request_check(mine, now=NOW)
    mine.refresh_from_db()
    assert mine.asked_at == NOW


@pytest.mark.parametrize("pause", [sites.pause, lambda site: bulk.pause_all([site.pk])])
def test_nobody_waits_for_a_site_that_was_paused(pause: Callable[[Site], None]) -> None:
    for _ in range(FEW):
        site = factories.site()
        sites.request_check(site, now=NOW)
        pause(site)
    assert not Site.objects.filter(asked_at__isnull=False).exists()
    for site in Site.objects.all():
        sites.request_check(site, now=NOW)
    assert asked_at(1, now=NOW) == NOW, "a paused site takes no place, for it does not begin"


def test_who_asks_twice_keeps_the_first_place_also_where_all_places_are_taken() -> None:
    mine, *others = [factories.site() for _ in range(FEW)]
    assert sites.request_check(mine, now=NOW - timedelta(seconds=1))
    for site in (mine, *others):
        assert sites.request_check(site, now=NOW)
    assert sites.request_check(mine, now=NOW + timedelta(seconds=1))
    mine.refresh_from_db()
    assert mine.asked_at == NOW - timedelta(seconds=1)


def test_a_site_that_waits_in_the_queue_behind_mass_work_comes_in_front_when_somebody_asks_for_it() -> None:
    site = factories.site(next_check_at=NOW)
    (queued,) = leases.claim_due_sites(wall=NOW, limit=1, seconds=900)
    assert leases.claim_asked_sites(wall=NOW, width=4, seconds=900) == ()
    assert sites.request_check(site, now=NOW)
    (claimed,) = leases.claim_asked_sites(wall=NOW, width=4, seconds=900)
    assert claimed.site_id == site.pk
    assert not leases.renew(queued, wall=NOW, seconds=60), "the message that was sent first must do nothing"


def test_a_check_that_a_worker_has_begun_is_not_disturbed() -> None:
    site, taken = factories.site(next_check_at=NOW), factories.site()
    (begun,) = leases.claim_due_sites(wall=NOW, limit=1, seconds=900)
    factories.check(site, state=CheckState.RUNNING)
    leases.take(taken.pk, wall=NOW, seconds=60)
    assert not sites.request_check(site, now=NOW)
    assert not sites.request_check(taken, now=NOW)
    assert bulk.check_all([site.pk, taken.pk], now=NOW) == 0
    assert leases.renew(begun, wall=NOW, seconds=60)


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
