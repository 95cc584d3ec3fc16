"""Leases for work that one machine does for all: claimed in the database like sites, so that a lost worker's chore is free again."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from sitemaps_app.models.chore import Chore


@dataclass(frozen=True, slots=True)
class ChoreLease:
    """The right to do one chore until it is finished or the lease runs out."""

    name: str
    token: str


def claim(name: str, *, wall: datetime, seconds: float, every: timedelta | None = None) -> ChoreLease | None:
    """Claim a chore for so many seconds; None where another machine has it or, with `every`, where it was done less than that ago."""
    Chore.objects.get_or_create(name=name)
    free = Q(lease_until__isnull=True) | Q(lease_until__lt=wall)
    due = Q() if every is None else Q(last_done_at__isnull=True) | Q(last_done_at__lte=wall - every)
    token = secrets.token_hex(8)
    taken = Chore.objects.filter(free, due, name=name).update(lease_token=token, lease_until=wall + timedelta(seconds=seconds))
    return ChoreLease(name, token) if taken else None


def renew(lease: ChoreLease, *, wall: datetime, seconds: float) -> bool:
    """Move the end of a held lease; False when it ran out and another machine took it."""
    mine = Chore.objects.filter(name=lease.name, lease_token=lease.token)
    return bool(mine.update(lease_until=wall + timedelta(seconds=seconds)))


def finish(lease: ChoreLease, *, wall: datetime) -> None:
    """The chore is done; harmless when the lease is no longer ours."""
    Chore.objects.filter(name=lease.name, lease_token=lease.token).update(lease_token="", lease_until=None, last_done_at=wall)


def release(lease: ChoreLease) -> None:
    """Give the chore back undone, so that the next who asks may try."""
    Chore.objects.filter(name=lease.name, lease_token=lease.token).update(lease_token="", lease_until=None)
