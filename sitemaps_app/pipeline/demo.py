"""The demo: a dozen sites, each honest or wrong in a known way, walked through sixty days of the real road over real HTTP."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connections
from django.utils import timezone

from sitemaps_app.demo.plans import PLANS, demo_worlds
from sitemaps_app.demo.server import DemoWeb, named_origin
from sitemaps_app.models import Check, Site
from sitemaps_app.pipeline import leases
from sitemaps_app.pipeline.context import CheckLimits
from sitemaps_app.pipeline.leases import Lease
from sitemaps_app.pipeline.live import check_live, fetch_policy, local_politeness
from sitemaps_app.pipeline.site_report import SiteReport, report_site
from sitemaps_app.pipeline.sites import add_site

DAYS = 60
PANEL = 40
PAGES_A_DAY = 16
CHECK_HOUR = 6


@dataclass(frozen=True, slots=True)
class DemoStep:
    """One day of one demo site walked."""

    name: str
    day: int
    total: int


def demo_begin(now: datetime, days: int = DAYS) -> datetime:
    """Day 0 of the demo's worlds: so many days before today's check."""
    return now.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=days)


def prepare_demo(*, now: datetime, days: int = DAYS) -> tuple[str, ...]:
    """Add the demo sites that are not there yet, at day 0; the names of those that are to be walked."""
    begin = demo_begin(now, days)
    fresh = []
    for plan in PLANS:
        added = add_site(named_origin(plan.name), now=begin, due=False)
        if added.site is not None and added.created:
            Site.objects.filter(pk=added.site.pk).update(is_demo=True, panel_size=PANEL, pages_per_check=PAGES_A_DAY, created_at=begin)
        if added.site is not None and added.site.current_snapshot_id is None:
            fresh.append(plan.name)
    return tuple(fresh)


def walk_demo(*, now: datetime, days: int = DAYS, processes: int = 2) -> Iterator[DemoStep]:
    """Walk all demo sites that have no history yet from day 0 to today, one check a day; yields after each day of each site.

    Each site belongs to one process; a site that has been walked before is left alone, so a walk that was stopped can be started again.
    """
    names = prepare_demo(now=now, days=days)
    if not names:
        return
    connections.close_all()
    context = multiprocessing.get_context("fork")
    queue: multiprocessing.Queue[DemoStep | None] = context.Queue()
    shares = [names[place::processes] for place in range(processes)]
    workers = [context.Process(target=_walk_share, args=(share, now, days, queue), daemon=True) for share in shares if share]
    for worker in workers:
        worker.start()
    running = len(workers)
    while running:
        step = queue.get()
        if step is None:
            running -= 1
        else:
            yield step
    for worker in workers:
        worker.join()


def _walk_share(names: tuple[str, ...], now: datetime, days: int, queue: multiprocessing.Queue[DemoStep | None]) -> None:
    try:
        with DemoWeb(demo_worlds(demo_begin(now, days))) as web:
            for name in names:
                for day in range(days + 1):
                    _check_on(web, name, min(demo_begin(now, days) + timedelta(days=day, hours=CHECK_HOUR), now))
                    queue.put(DemoStep(name, day, days + 1))
    finally:
        queue.put(None)


def _check_on(web: DemoWeb, name: str, at: datetime) -> None:
    """One check of one demo site at a date, through the demo's proxy and the same door as any other site."""
    site = Site.objects.get(origin=named_origin(name))
    lease = leases.take(site.pk, wall=timezone.now(), seconds=settings.LASTMOD_LEASE_SECONDS)
    if lease is not None:
        check_demo(lease, web, now=at)


def check_demo(lease: Lease, web: DemoWeb, *, now: datetime) -> Check | None:
    """Check a demo site under a lease with the demo web that is running here, at the date `now`."""
    site = Site.objects.get(pk=lease.site_id)
    web.set_now(now)
    return check_live(
        lease,
        now=now,
        wall=timezone.now,
        clock=lambda: now,
        politeness=local_politeness(waits=False),
        limits=CheckLimits(),
        policy=replace(fetch_policy(site), proxy=web.proxy),
    )


def check_demo_now(lease: Lease, *, now: datetime) -> Check | None:
    """A worker's regular check of a demo site: the demo web runs for as long as it takes, so demo sites live on after the walk."""
    site = Site.objects.filter(pk=lease.site_id).first()
    if site is None:
        return None
    with DemoWeb(demo_worlds(site.created_at)) as web:
        return check_demo(lease, web, now=now)


def demo_reports() -> tuple[SiteReport, ...]:
    """The reports of all demo sites, in the order of their plans."""
    rows = {site.origin: site for site in Site.objects.filter(is_demo=True)}
    origins = [named_origin(plan.name) for plan in PLANS]
    return tuple(report_site(rows[origin]) for origin in origins if origin in rows)
