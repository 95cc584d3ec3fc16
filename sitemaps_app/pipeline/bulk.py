"""Acts on many sites at once. The sites are given by their ids, so that an act is done to exactly those that a person has confirmed."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime

from django.db import transaction

from sitemaps_app.models import Site
from sitemaps_app.pipeline import sites as pipeline_sites
from sitemaps_app.pipeline.asking import ask, asked_at

_AT_ONCE = 500


def in_parts(ids: Collection[int]) -> Iterator[Sequence[int]]:
    """Parts that fit into one statement of every database."""
    listed = list(ids)
    for start in range(0, len(listed), _AT_ONCE):
        yield listed[start : start + _AT_ONCE]


def digest_of(ids: Iterable[int]) -> str:
    """What tells one set of sites from every other."""
    return hashlib.sha256(",".join(str(pk) for pk in sorted(ids)).encode()).hexdigest()[:32]


def check_all(ids: Collection[int], *, now: datetime) -> int:
    """Make sites due now and wake the tick; how many: paused ones, and those of which a check is at work, are left alone."""
    asked_for = asked_at(len(ids), now=now)
    with transaction.atomic():
        wanted = (Site.objects.filter(pk__in=part, paused=False) for part in in_parts(ids))
        asked = sum(ask(sites, now=now, asked=asked_for) for sites in wanted)
        transaction.on_commit(pipeline_sites.wake_tick)
    return asked


def pause_all(ids: Collection[int]) -> int:
    """Stop checking sites; how many were not paused before. A check that runs finds its lease gone and ends."""
    with transaction.atomic():
        running = (Site.objects.filter(pk__in=part, paused=False) for part in in_parts(ids))
        return sum(sites.update(paused=True, asked_at=None, lease_token="", lease_until=None) for sites in running)


def resume_all(ids: Collection[int], *, now: datetime) -> int:
    """Check paused sites again, from now on; how many were paused."""
    asked_for = asked_at(len(ids), now=now)
    with transaction.atomic():
        paused = (Site.objects.filter(pk__in=part, paused=True) for part in in_parts(ids))
        resumed = sum(sites.update(paused=False, next_check_at=now, asked_at=asked_for) for sites in paused)
        transaction.on_commit(pipeline_sites.wake_tick)
    return resumed


def set_interval(ids: Collection[int], seconds: int) -> int:
    """Let sites be checked every so many seconds, from their next check on; how many had another interval."""
    with transaction.atomic():
        others = (Site.objects.filter(pk__in=part).exclude(interval_seconds=seconds) for part in in_parts(ids))
        return sum(sites.update(interval_seconds=seconds) for sites in others)
