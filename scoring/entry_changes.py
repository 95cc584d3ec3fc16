"""Moments at which all entries of a sitemap did the same: other dates, another clock, another notation, other pages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scoring.change_kinds import ChangeKind, ChangePoint
from scoring.distribution import MODAL_SHARE, describe, movable
from scoring.evidence import SnapshotStats

BACKWARDS_SHARE = 0.5
# So many dates must have shifted by the same offset, of at least so many that could.
SHIFTED_SHARE, SHIFTED_LEAST = 0.9, 10
# A sitemap whose entries are so largely gone, and whose entries are so largely new, lists other pages.
REPLACED_SHARE, REPLACED_LEAST = 0.8, 10
FINE, COARSE = 0.1, 0.9
# Where only "some time of day" is known (counts of before precisions were told apart), it is no other precision than those.
SOME_TIME, TIMES = "time", frozenset({"time", "minute", "second", "subsecond"})


def jumps_back(snapshots: Sequence[SnapshotStats]) -> list[ChangePoint]:
    """Most dates fell back and stayed back; a fall undone by the next snapshot is two builds taking turns, not a new generator.

    Dates that all fell back by one offset of a time zone are another clock, and told as that.
    """
    found: list[ChangePoint] = []
    for stats, following in pairwise(snapshots):
        if not stats.backwards or stats.backwards < BACKWARDS_SHARE * movable(stats) or is_zone_shift(stats):
            continue
        restored = following.moved is not None and following.moved >= BACKWARDS_SHARE * stats.backwards
        if not restored:
            found.append(ChangePoint(stats.taken_at, ChangeKind.JUMPED_BACK, {"backwards": stats.backwards, "entries": stats.entries}))
    return found


def is_zone_shift(stats: SnapshotStats) -> bool:
    """Did nearly all dates shift by one and the same offset of a time zone, although they are not all the same date?"""
    if not stats.shifted or stats.shifted < SHIFTED_LEAST or stats.shifted < SHIFTED_SHARE * movable(stats):
        return False
    return describe(stats).modal_share < MODAL_SHARE


def zone_shifts(snapshots: Sequence[SnapshotStats]) -> list[ChangePoint]:
    """All dates shifted by the same offset: a clock, a time zone or daylight saving time, and no page."""
    return [
        ChangePoint(stats.taken_at, ChangeKind.ZONE_SHIFTED, {"hours": round(stats.shift_minutes / 60.0, 2), "count": stats.shifted or 0})
        for stats in snapshots
        if is_zone_shift(stats)
    ]


def replaced_urls(snapshots: Sequence[SnapshotStats]) -> list[ChangePoint]:
    """Most entries of the snapshot before are gone and most entries are new: a move to another scheme of addresses, or another site."""
    found: list[ChangePoint] = []
    for before, stats in pairwise(snapshots):
        gone, new = stats.vanished or 0, stats.appeared or 0
        if before.entries < REPLACED_LEAST or gone < REPLACED_SHARE * before.entries or new < REPLACED_SHARE * stats.entries:
            continue
        found.append(ChangePoint(stats.taken_at, ChangeKind.URLS_REPLACED, {"vanished": gone, "appeared": new, "entries": stats.entries}))
    return found


def notations(snapshots: Sequence[SnapshotStats]) -> list[ChangePoint]:
    """The precision of nearly all dates became another one and stays so; undone by the next snapshot, it is none."""
    written = [(stats, precision) for stats in snapshots if (precision := _precision(stats))]
    found: list[ChangePoint] = []
    current = written[0][1] if written else ""
    for place, (stats, precision) in enumerate(written):
        if _alike(precision, current):
            current = current if precision == SOME_TIME else precision
            continue
        following = written[place + 1][1] if place + 1 < len(written) else precision
        if _alike(following, precision):
            params = {"precision_before": current, "precision_after": precision}
            found.append(ChangePoint(stats.taken_at, ChangeKind.FORMAT_CHANGED, {**params}))
            current = precision
    return found


def _precision(stats: SnapshotStats) -> str:
    """The precision of nearly all dates, "" where they are mixed or there are none."""
    if stats.precision or not stats.with_lastmod:
        return stats.precision
    share = stats.date_only / stats.with_lastmod
    return "day" if share >= COARSE else SOME_TIME if share <= FINE else ""


def _alike(one: str, other: str) -> bool:
    return one == other or (SOME_TIME in (one, other) and {one, other} <= TIMES)
