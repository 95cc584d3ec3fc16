from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from sitemaps_app.demo.plans import PLANS, demo_worlds
from sitemaps_app.demo.server import DemoWeb, named_origin
from sitemaps_app.models import Check, Comparison, Site
from sitemaps_app.pipeline import demo, leases, worker
from sitemaps_app.pipeline.deletion import delete_sites

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db(transaction=True)


def test_the_first_plan_adds_all_sites_and_walks_them_from_day_0_to_now() -> None:
    plan = demo.plan_demo(now=NOW, days=3)
    assert set(plan.dates) == {world.name for world in PLANS}
    assert plan.dates["accurate"] == tuple(datetime(2026, 2, day, 6, tzinfo=UTC) for day in (27, 28)) + tuple(
        datetime(2026, 3, day, 6, tzinfo=UTC) for day in (1, 2)
    )
    assert Site.objects.filter(is_demo=True).count() == len(PLANS)


def test_a_second_plan_goes_on_after_the_last_snapshot_of_each_site() -> None:
    plan = demo.plan_demo(now=NOW, days=2)
    with DemoWeb(demo_worlds(plan.begin)) as web:
        demo._check_on(web, "frozen", plan.dates["frozen"][0])
    again = demo.plan_demo(now=NOW, days=50)
    assert again.begin == plan.begin, "day 0 stays what it was"
    assert again.dates["frozen"] == plan.dates["frozen"][1:]
    assert again.dates["accurate"] == plan.dates["accurate"]


def test_a_worker_walks_a_demo_site_to_today_and_checks_it_on_its_own_from_then_on() -> None:
    demo.plan_demo(now=NOW, days=2)
    site = Site.objects.get(origin=named_origin("accurate"))
    for later, checks in ((timedelta(), 3), (timedelta(days=1), 4)):
        lease = leases.take(site.pk, wall=NOW + later, seconds=60)
        assert lease is not None
        done = worker.check_claimed(lease, wall=lambda later=later: NOW + later)  # type: ignore[misc]
        assert done is not None
        assert (done.outcome, done.at) == ("ok", NOW + later)
        assert Check.objects.count() == checks
    assert Comparison.objects.filter(site=site).exists()
    site.refresh_from_db()
    assert site.lease_token == ""


def test_a_demo_site_that_is_deleted_during_the_walk_is_left_out_of_it() -> None:
    plan = demo.plan_demo(now=NOW, days=2)
    delete_sites([Site.objects.get(origin=named_origin("frozen")).pk], now=NOW)
    with DemoWeb(demo_worlds(plan.begin)) as web:
        demo._check_on(web, "frozen", plan.dates["frozen"][0])
    assert not Check.objects.exists()


def test_asking_for_the_demo_makes_its_sites_due() -> None:
    demo.request_demo(now=NOW)
    assert Site.objects.filter(is_demo=True, next_check_at=NOW).count() == len(PLANS)


def test_a_second_walk_beside_the_first_ends_at_once() -> None:
    with demo.only_one_walk() as first:
        assert first
        assert list(demo.walk_demo(now=NOW, days=2)) == []
    assert not Site.objects.exists()


def test_a_walk_that_is_broken_off_leaves_its_site_due_until_it_has_reached_the_last_day() -> None:
    plan = demo.plan_demo(now=NOW, days=2)
    first, *_, last = plan.dates["frozen"]
    site = Site.objects.get(origin=named_origin("frozen"))
    with DemoWeb(demo_worlds(plan.begin)) as web:
        demo._check_on(web, "frozen", first)
        site.refresh_from_db()
        assert site.next_check_at is not None
        assert site.next_check_at <= timezone.now(), "a worker may go on at once"
        demo._check_on(web, "frozen", last, is_last=True)
    site.refresh_from_db()
    assert site.next_check_at is not None
    assert site.next_check_at > timezone.now()


def test_a_walk_leaves_out_the_days_that_a_worker_has_walked_meanwhile() -> None:
    plan = demo.plan_demo(now=NOW, days=2)
    first, second, *_ = plan.dates["frozen"]
    with DemoWeb(demo_worlds(plan.begin)) as web:
        demo._check_on(web, "frozen", second)
        demo._check_on(web, "frozen", first)
    assert [check.at for check in Check.objects.all()] == [second]
