"""Who works on which site: claims in the database, so that no broker message is needed to notice a lost worker.

A lease is a token with an end on the wall clock. Whoever holds the token renews it while working; when its holder dies, the lease runs out
and the site is due again at the next tick. A message that arrives twice finds its token gone and does nothing.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from sitemaps_app.models import Check, Site
from sitemaps_app.models.check import CheckState
from sitemaps_app.pipeline.heartbeat import heartbeat

# A lease is renewed this often within its term, so that one renewal may fail.
RENEWALS_A_TERM = 4
# A paused or deleted site stops being fetched within so many seconds.
LONGEST_UNNOTICED = 10.0
# How the token of a claim begins that waits in the queue for a worker; that of somebody who begins at once does not.
IN_QUEUE = "q"


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to check one site until it is released or runs out."""

    site_id: int
    token: str


def _free(wall: datetime) -> Q:
    return Q(lease_until__isnull=True) | Q(lease_until__lt=wall)


def take(site_id: int, *, wall: datetime, seconds: float) -> Lease | None:
    """Take the lease of one site, due or not. None where somebody else holds it or the site is gone."""
    token = secrets.token_hex(8)
    until = wall + timedelta(seconds=seconds)
    taken = Site.objects.filter(_free(wall), pk=site_id).update(lease_token=token, lease_until=until)
    return Lease(site_id, token) if taken else None


def claim_due_sites(*, wall: datetime, limit: int, seconds: float) -> tuple[Lease, ...]:
    """Claim up to `limit` sites whose next check is due, oldest first, in one short transaction.

    `seconds` has to cover the time in the queue; the worker that starts a check renews with its own, shorter term. Where the database
    knows SKIP LOCKED, several ticks at once share the work; SQLite serialises them by its write lock.
    """
    return _claim(_due(wall).order_by("next_check_at", "pk"), wall=wall, limit=limit, seconds=seconds)


def claim_asked_sites(*, wall: datetime, width: int, seconds: float) -> tuple[Lease, ...]:
    """Claim the sites whose check a person waits for, first asked first, as long as no more than `width` of them are queued or checked."""
    at_work = Site.objects.filter(asked_at__isnull=False, lease_until__gte=wall).count()
    asked = _due(wall).filter(asked_at__isnull=False).order_by("asked_at", "pk")
    return _claim(asked, wall=wall, limit=max(width - at_work, 0), seconds=seconds)


def _due(wall: datetime) -> QuerySet[Site]:
    return Site.objects.filter(_free(wall), paused=False, next_check_at__lte=wall)


def _claim(due: QuerySet[Site], *, wall: datetime, limit: int, seconds: float) -> tuple[Lease, ...]:
    with transaction.atomic():
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        leases = tuple(Lease(pk, IN_QUEUE + secrets.token_hex(8)) for pk in due.values_list("pk", flat=True)[:limit])
        until = wall + timedelta(seconds=seconds)
        for lease in leases:
            Site.objects.filter(pk=lease.site_id).update(lease_token=lease.token, lease_until=until)
        end_lost_checks(lease.site_id for lease in leases)
    return leases


def end_lost_checks(site_ids: Iterable[int]) -> None:
    """Close the checks of these sites that still seem to run: their workers are lost, since nobody held the sites."""
    lost = Check.objects.filter(site__in=list(site_ids), state=CheckState.RUNNING)
    lost.update(state=CheckState.INTERRUPTED, outcome="check_interrupted")


def renew(lease: Lease, *, wall: datetime, seconds: float) -> bool:
    """Move the end of a held lease. False when it is no longer ours (site deleted, lease run out and taken by another)."""
    until = wall + timedelta(seconds=seconds)
    return bool(Site.objects.filter(pk=lease.site_id, lease_token=lease.token).update(lease_until=until))


@contextmanager
def kept_alive(lease: Lease, *, wall: Callable[[], datetime], seconds: float) -> Iterator[threading.Event]:
    """Renew the lease beside the work, for work that waits long (a crawl-delay, a slow server); ends with the block or with the process.

    The event is set when the lease is lost: the site was paused, deleted or taken over, and the work is to end.
    """
    lost = threading.Event()
    often = min(seconds / RENEWALS_A_TERM, LONGEST_UNNOTICED)
    with heartbeat(lambda: renew(lease, wall=wall(), seconds=seconds), every=often, name=f"lease of site {lease.site_id}", lost=lost):
        yield lost


def release(lease: Lease) -> None:
    """Give the lease back; harmless when it is no longer ours."""
    Site.objects.filter(pk=lease.site_id, lease_token=lease.token).update(lease_token="", lease_until=None)


def give_up_claims() -> None:
    """Make every site that was claimed for a worker due again, in the queue or under way; its message does nothing then."""
    claimed = Site.objects.filter(lease_token__startswith=IN_QUEUE)
    with transaction.atomic():
        end_lost_checks(claimed.values_list("pk", flat=True))
        claimed.update(lease_token="", lease_until=None)


def leased_count(*, wall: datetime) -> int:
    """Sites that are queued or being checked now."""
    return Site.objects.filter(lease_until__gte=wall).count()
