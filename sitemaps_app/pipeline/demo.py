"""The demo: a dozen sites, each honest or wrong in a known way, walked through sixty days of the real road over real HTTP."""

from __future__ import annotations

import fcntl
import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from queue import Empty

from django.conf import settings
from django.db import connections
from django.utils import timezone

from sitemaps_app.demo.plans import PLANS, demo_worlds
from sitemaps_app.demo.server import DemoWeb, named_origin
from sitemaps_app.models import Check, Site
from sitemaps_app.pipeline import leases
from sitemaps_app.pipeline.context import CheckLimits
from sitemaps_app.pipeline.leases import Lease
from sitemaps_app.pipeline.live import check_live, fetch_policy, local_politeness, no_sleep
from sitemaps_app.pipeline.site_report import SiteReport, report_site
from sitemaps_app.pipeline.sites import add_site, wake_tick

DAYS = 60
PANEL = 40
PAGES_A_DAY = 16
CHECK_HOUR = 6
LOOK_SECONDS = 5.0
# A worker checks today anyway; the daily date before it is left out when it is as good as today.
NEARLY_A_DAY = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class DemoPlan:
    """What is left to walk: the day 0 of the demo's worlds, and for each site by name the dates at which it is still to be checked."""

    begin: datetime
    dates: dict[str, tuple[datetime, ...]]

    @property
    def total(self) -> int:
        """All checks that are left."""
        return sum(len(dates) for dates in self.dates.values())


def plan_demo(*, now: datetime, days: int = DAYS) -> DemoPlan:
    """Add the demo sites that are not there yet, and see what is left to walk: a walk that was stopped goes on where it stopped.

    Day 0 is `days` before `now` at the first walk, and stays what it was then.
    """
    first = Site.objects.filter(is_demo=True).order_by("created_at").first()
    begin = first.created_at if first else now.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=days)
    all_dates = _dates(begin, now)
    dates: dict[str, tuple[datetime, ...]] = {}
    for plan in PLANS:
        site = add_site(named_origin(plan.name), now=begin, due=False).site
        if site is None:
            continue
        Site.objects.filter(pk=site.pk).update(is_demo=True, panel_size=PANEL, pages_per_check=PAGES_A_DAY, created_at=begin)
        newest = site.current_snapshot.taken_at if site.current_snapshot else begin
        missing = tuple(at for at in all_dates if newest < at <= now)
        if missing:
            dates[plan.name] = missing
    return DemoPlan(begin, dates)


def request_demo(*, now: datetime) -> None:
    """Add the demo sites and make them due: the workers walk each from day 0 to today, and go on after whatever stops them."""
    plan = plan_demo(now=now)
    origins = [named_origin(name) for name in plan.dates]
    Site.objects.filter(origin__in=origins).update(next_check_at=now)
    wake_tick()


@contextmanager
def only_one_walk() -> Iterator[bool]:
    """False where another process walks the demo already; the lock ends with its process."""
    with (settings.LASTMOD_DATA_DIR / "demo.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


def walk_demo(*, now: datetime, days: int = DAYS, processes: int = 2) -> Iterator[tuple[str, int]]:
    """Walk all demo sites to `now`, one check a day; yields the site's name and the number of checks of the walk after each check.

    Each site belongs to one process. Raises RuntimeError where a process ended before its sites did.
    """
    with only_one_walk() as alone:
        plan = plan_demo(now=now, days=days) if alone else None
        if plan is not None and plan.dates:
            yield from _walk(plan, processes)


def _walk(plan: DemoPlan, processes: int) -> Iterator[tuple[str, int]]:
    connections.close_all()
    context = multiprocessing.get_context("fork")
    queue: multiprocessing.Queue[str] = context.Queue()
    names = list(plan.dates)
    shares = [names[place::processes] for place in range(processes)]
    workers = [context.Process(target=_walk_share, args=(plan, share, queue), daemon=True) for share in shares if share]
    for worker in workers:
        worker.start()
    done = 0
    while done < plan.total:
        try:
            name = queue.get(timeout=LOOK_SECONDS)
        except Empty:
            if not any(worker.is_alive() for worker in workers):
                raise RuntimeError(f"The walk of the demo ended after {done} of {plan.total} checks; the log says why.") from None
            continue
        done += 1
        yield name, plan.total
    for worker in workers:
        worker.join()


def _walk_share(plan: DemoPlan, names: list[str], queue: multiprocessing.Queue[str]) -> None:
    with DemoWeb(demo_worlds(plan.begin)) as web:
        for name in names:
            for at in plan.dates[name]:
                _check_on(web, name, at, is_last=at == plan.dates[name][-1])
                queue.put(name)


def _check_on(web: DemoWeb, name: str, at: datetime, *, is_last: bool = False) -> None:
    """One check of one demo site at a date, through the demo's proxy and the same door as any other; none of a deleted site.

    Where workers run, one of them may have walked the site beyond that date meanwhile.
    """
    site = Site.objects.filter(origin=named_origin(name)).select_related("current_snapshot").first()
    if site is None or (site.current_snapshot is not None and site.current_snapshot.taken_at >= at):
        return
    lease = leases.take(site.pk, wall=timezone.now(), seconds=settings.LASTMOD_LEASE_SECONDS)
    if lease is not None:
        check_demo(lease, web, now=at, is_last=is_last)


def check_demo(lease: Lease, web: DemoWeb, *, now: datetime, is_last: bool = True) -> Check | None:
    """Check a demo site under a lease with the demo web that is running here, at the date `now`.

    Where that is not the last date of the walk, the site stays due: whatever ends the walk, a worker goes on with it.
    """
    site = Site.objects.get(pk=lease.site_id)
    web.set_now(now)
    return check_live(
        lease,
        now=now,
        wall=timezone.now,
        clock=lambda: now,
        politeness=local_politeness(waits=False),
        sleep=no_sleep,
        limits=CheckLimits(),
        policy=replace(fetch_policy(site), proxy=web.proxy),
        stays_due=not is_last,
    )


def check_demo_now(lease: Lease, *, now: datetime) -> Check | None:
    """A worker's check of a demo site: the days that it lacks, then today. The demo web runs for as long as that takes.

    Every day is a check of its own with its own lease; a worker that dies leaves the site due, and the next one goes on.
    """
    site = Site.objects.filter(pk=lease.site_id).select_related("current_snapshot").first()
    if site is None:
        return None
    newest = site.current_snapshot.taken_at if site.current_snapshot else site.created_at
    dates = [at for at in _dates(site.created_at, now) if newest < at < now - NEARLY_A_DAY] + [now]
    held: Lease | None = lease
    done: Check | None = None
    with DemoWeb(demo_worlds(site.created_at)) as web:
        for at in dates:
            if held is None:
                break
            done = check_demo(held, web, now=at, is_last=at == now)
            held = leases.take(site.pk, wall=timezone.now(), seconds=settings.LASTMOD_LEASE_SECONDS) if at != now else None
    return done


def _dates(begin: datetime, now: datetime) -> list[datetime]:
    """The dates of the daily checks from day 0 to now."""
    return [begin + timedelta(days=day, hours=CHECK_HOUR) for day in range((now - begin).days + 1)]


def demo_reports() -> tuple[SiteReport, ...]:
    """The reports of all demo sites, in the order of their plans."""
    rows = {site.origin: site for site in Site.objects.filter(is_demo=True)}
    origins = [named_origin(plan.name) for plan in PLANS]
    return tuple(report_site(rows[origin]) for origin in origins if origin in rows)
