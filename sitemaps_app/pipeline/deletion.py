"""Deleting sites so that it can be undone: they are gone from every screen and check at once, and purged when the time to undo is over."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Count, Min

from sitemaps_app.models import Site
from sitemaps_app.pipeline import chores
from sitemaps_app.pipeline.bulk import in_parts
from sitemaps_app.pipeline.sites import delete_site
from sitemaps_app.pipeline.standing import leave_count
from sitemaps_app.pipeline.tags import forget_unused_tags

logger = logging.getLogger(__name__)
CHORE = "purge"
LEASE_SECONDS = 900.0


@dataclass(frozen=True, slots=True)
class Deletion:
    """One act of deleting: its token, when it was, until when it can be undone, how many sites, and the first of them."""

    token: str
    at: datetime
    undo_until: datetime
    sites: int
    first: str

    @property
    def others(self) -> int:
        """How many sites beside the first."""
        return self.sites - 1


@dataclass(frozen=True, slots=True)
class Undone:
    """The origins that are back, and those that are not since the same site was added again in the meantime."""

    back: tuple[str, ...]
    taken: tuple[str, ...]


def undo_time() -> timedelta:
    """How long a deletion can be undone."""
    return timedelta(days=settings.LASTMOD_UNDO_DAYS)


def delete_sites(ids: Collection[int], *, now: datetime) -> str:
    """Delete sites; the token with which the act can be undone. A check that runs finds its lease gone and ends."""
    token = secrets.token_hex(8)
    with transaction.atomic():
        for part in in_parts(ids):
            leave_count(Site.objects.filter(pk__in=part), now=now)
            Site.objects.filter(pk__in=part).update(deleted_at=now, deletion=token, lease_token="", lease_until=None)
    return token


def undo_deletion(token: str, *, now: datetime) -> Undone:
    """Bring back what one act deleted, as it was, where there is still time; nothing for an unknown token."""
    back, taken = [], []
    gone = Site.with_deleted.filter(deletion=token, deleted_at__gt=now - undo_time()) if token else Site.with_deleted.none()
    for site in gone.only("pk", "origin"):
        try:
            with transaction.atomic():
                Site.with_deleted.filter(pk=site.pk).update(deleted_at=None, deletion="")
                leave_count([site], now=now, sign=1)
            back.append(site.origin)
        except IntegrityError:
            taken.append(site.origin)
    return Undone(tuple(back), tuple(taken))


def recent_deletions(*, now: datetime, token: str = "", most: int = 50) -> list[Deletion]:
    """What can still be undone, the newest act first; or the one act of a token."""
    gone = Site.with_deleted.filter(deleted_at__gt=now - undo_time())
    if token:
        gone = gone.filter(deletion=token)
    acts = gone.order_by("-deleted_at").values_list("deletion", "deleted_at").annotate(Count("pk"), Min("origin"))
    return [Deletion(name, at, at + undo_time(), sites, first) for name, at, sites, first in acts[:most] if at]


def purge_deleted(*, now: datetime, keep_lease: Callable[[], None] = lambda: None) -> int:
    """Delete for good, with all rows and files, what can no longer be undone; the number of sites."""
    ids = list(Site.with_deleted.filter(deleted_at__lte=now - undo_time()).values_list("pk", flat=True))
    for pk in ids:
        keep_lease()
        site = Site.with_deleted.filter(pk=pk, deleted_at__isnull=False).first()
        if site is not None:
            delete_site(site)
    if ids:
        forget_unused_tags()
    return len(ids)


def purge_when_due(*, wall: Callable[[], datetime]) -> None:
    """Purge, on one machine at a time."""
    lease = chores.claim(CHORE, wall=wall(), seconds=LEASE_SECONDS)
    if lease is None:
        return
    try:
        purged = purge_deleted(now=wall(), keep_lease=lambda: _keep(lease, wall))
        chores.finish(lease, wall=wall())
    except LeaseGoneError:
        logger.warning("Another machine has taken over the purge of deleted sites.")
        return
    finally:
        chores.release(lease)
    if purged:
        logger.info("Purged %s deleted sites.", purged)


class LeaseGoneError(Exception):
    """Another machine has the chore now."""


def _keep(lease: chores.ChoreLease, wall: Callable[[], datetime]) -> None:
    if not chores.renew(lease, wall=wall(), seconds=LEASE_SECONDS):
        raise LeaseGoneError
