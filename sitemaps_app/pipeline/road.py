"""One site down the whole road: discover → snapshot → visit → assess, with a lease, an account and an end in every case."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sitemaps_app.models import Check, Site, Snapshot
from sitemaps_app.models.check import READ_OUTCOMES, CheckState
from sitemaps_app.network.exchange import Fetcher
from sitemaps_app.network.patience import AskedWait
from sitemaps_app.pipeline import leases
from sitemaps_app.pipeline.assess import assess_site
from sitemaps_app.pipeline.burst import pause_seconds
from sitemaps_app.pipeline.context import CheckContext, CheckLimits, LeaseLostError
from sitemaps_app.pipeline.discover import discover
from sitemaps_app.pipeline.happenings import tell_reachability
from sitemaps_app.pipeline.leases import Lease
from sitemaps_app.pipeline.second_look import look_again
from sitemaps_app.pipeline.snapshot import take_snapshot
from sitemaps_app.pipeline.visit import visit_pages

logger = logging.getLogger(__name__)

# A check that met a fault of ours or a site that does not answer is tried again sooner than the site's interval, but not in a loop.
RETRY_SECONDS = 3_600
TICK = timedelta(microseconds=1)
# How often within its term a lease is renewed; between renewals a stage may report progress as often as it likes.
RENEWALS_A_TERM = 30


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """How one site is to be checked.

    `now` is the date the check is about, `wall` reads the wall clock (leases), `lease_seconds` how long a silent worker keeps the site.
    `asked_to_wait` says at the end of the check for how long a host wants to be left alone: the next one is not planned before.
    `stays_due`: later dates of the same history are still to be checked, so the site is due again as soon as this one went well.
    The rest is handed to the stages: see `CheckContext`.
    """

    lease: Lease
    now: datetime
    fetcher: Fetcher
    wall: Callable[[], datetime]
    lease_seconds: float
    user_agent: str
    keep_pace: Callable[[float], None] = lambda _seconds: None
    asked_to_wait: Callable[[], AskedWait | None] = lambda: None
    limits: CheckLimits = field(default_factory=CheckLimits)
    universe: Collection[str] | None = None
    assess: bool = True
    file_fetcher: Fetcher | None = None
    keep_width: Callable[[int], None] = lambda _requests: None
    halt: Callable[[], None] = lambda: None
    wait: Callable[[float], None] | None = None
    stays_due: bool = False


def check(request: CheckRequest) -> Check | None:
    """Check one site once. Returns the finished Check row, or None where the lease was not ours (any more) and nothing is to be said.

    A fault of ours is recorded in the row, the site is put an hour ahead, and the exception goes on to the task's edge.
    """
    if not leases.renew(request.lease, wall=request.wall(), seconds=request.lease_seconds):
        return None
    context = _context(request)
    try:
        outcome = _walk(context, assess=request.assess)
    except LeaseLostError:
        _interrupt(context, request)
        logger.info("The check of site %s ended: it was paused, deleted or taken over.", request.lease.site_id)
        return None
    except Exception:
        if not Site.objects.filter(pk=request.lease.site_id).exists():
            _interrupt(context, request)
            logger.info("Site %s was deleted while it was checked.", request.lease.site_id)
            return None
        logger.exception("The check of site %s failed.", request.lease.site_id)
        _finish(context, request, CheckState.FAILED, "check_failed")
        raise
    _finish(context, request, CheckState.DONE, outcome)
    return context.check


def _context(request: CheckRequest) -> CheckContext:
    site = Site.objects.get(pk=request.lease.site_id)
    newest = Snapshot.objects.filter(site=site).order_by("-taken_at").values_list("taken_at", flat=True).first()
    # Two snapshots of one moment could not be told apart: a repeated check is put just after the one it repeats.
    now = max(request.now, newest + TICK) if newest else request.now
    leases.end_lost_checks([site.pk])
    row = Check.objects.create(site=site, at=now, began_at=request.wall())

    renewed = request.wall()

    def keep_lease() -> None:
        nonlocal renewed
        wall = request.wall()
        if wall - renewed < timedelta(seconds=request.lease_seconds / RENEWALS_A_TERM):
            return
        if not leases.renew(request.lease, wall=wall, seconds=request.lease_seconds):
            raise LeaseLostError(site.origin)
        renewed = wall

    return CheckContext(
        site=site,
        check=row,
        now=now,
        fetcher=request.fetcher,
        keep_lease=keep_lease,
        user_agent=request.user_agent,
        keep_pace=request.keep_pace,
        limits=request.limits,
        universe=request.universe,
        file_fetcher=request.file_fetcher,
        keep_width=request.keep_width,
        halt=request.halt,
        wait=request.wait,
        wall=request.wall,
    )


def _walk(context: CheckContext, *, assess: bool) -> str:
    """The stages in their order; the outcome is "ok", "partial" or the code of what ended the check."""
    discovery = discover(context)
    if discovery.failure:
        context.tell("check_stopped", reason=discovery.failure)
        tell_reachability(context.site, discovery.failure, now=context.now)
        return discovery.failure
    result = take_snapshot(context, discovery)
    if result.snapshot is None:
        tell_reachability(context.site, result.failure, now=context.now)
        return result.failure
    tell_reachability(context.site, result.failure, now=context.now)
    if not result.is_new:
        # Without a read of the sitemap nothing is known of moves: a page that is visited now would look as if its date had stood still.
        context.tell("visits_wait_for_sitemap")
        return result.failure
    visited = visit_pages(context, result.snapshot, discovery.robots, stale_keys=result.stale_keys)
    if not visited.waiting:
        look_again(context, result)
    if assess:
        assess_site(context)
    return visited.failure or ("ok" if result.snapshot.complete else "partial")


def _interrupt(context: CheckContext, request: CheckRequest) -> None:
    """Nobody goes on with the check. Its row is there also where the site is deleted, for that may be undone."""
    Check.objects.filter(pk=context.check.pk).update(state=CheckState.INTERRUPTED, outcome="check_interrupted", ended_at=request.wall())


def _finish(context: CheckContext, request: CheckRequest, state: CheckState, outcome: str) -> None:
    row, site = context.check, context.site
    wait = request.asked_to_wait()
    if wait is not None:
        context.tell("host_asked_to_wait", seconds=math.ceil(wait.seconds))
    row.state, row.outcome, row.ended_at = state, outcome, request.wall()
    row.save()
    well = outcome in READ_OUTCOMES
    pause = pause_seconds(site, now=context.now) if well else min(site.interval_seconds, RETRY_SECONDS)
    next_check_at = max(context.now, request.wall()) + timedelta(seconds=0.0 if well and request.stays_due else pause)
    Site.objects.filter(pk=site.pk, lease_token=request.lease.token).update(
        last_checked_at=context.now,
        last_outcome=outcome,
        next_check_at=max(next_check_at, wait.until) if wait else next_check_at,
        asked_at=None,
        lease_token="",
        lease_until=None,
    )
