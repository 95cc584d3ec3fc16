"""How far lastmod reaches: no entries, some of them, only recent ones; and whether the pages let themselves be compared."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from scoring.assessment import FailureMode
from scoring.case import Case
from scoring.evidence import SnapshotStats
from scoring.faults.fault import Fault, chance_above, percent

SECONDS_PER_DAY = 86_400.0
BY_CHANCE = 0.001
# The oldest date is about as old as entries stay; twice that leaves room for edits and for days with more or less news.
OLDEST_IN_STAYS = 2.0


def no_lastmod(case: Case) -> Fault | None:
    """Hardly any entry carries a lastmod. Decides the verdict."""
    share = case.lastmod_share
    if share is None or share >= case.thresholds.no_lastmod_share:
        return None
    return Fault(FailureMode.NO_LASTMOD, "no_lastmod", {"lastmod_percent": percent(share), "entries": case.entries}, decides=True)


def partial_coverage(case: Case) -> Fault | None:
    """A part of the entries carries no lastmod."""
    share = case.lastmod_share
    if share is None or share >= case.thresholds.full_coverage_share:
        return None
    return Fault(FailureMode.PARTIAL_COVERAGE, "partial_coverage", {"lastmod_percent": percent(share), "entries": case.entries})


def unverifiable(case: Case) -> Fault | None:
    """Most recent visits surely gave nothing to compare."""
    visits, unread = (sum(getattr(tally, name) for tally in case.sightings.visits) for name in ("visits", "unread"))
    if (
        visits < case.thresholds.min_comparisons
        or unread > visits
        or chance_above(0.5, unread, visits - unread) < case.thresholds.certainty
    ):
        return None
    worst = max(case.sightings.visits, key=lambda tally: tally.unread)
    return Fault(FailureMode.UNVERIFIABLE, "unverifiable", {"failed": unread, "visited": visits, "reason": worst.commonest})


def rolling_window(case: Case) -> Fault | None:
    """Entries leave by age, so soon that evidence of a page hardly outlives it.

    Three things together. Entries stay for less than the half-life of evidence (entries over entries that leave in a day). The oldest date
    is no older than twice that. And the oldest date advances at more reads than it would if entries left, or moved, at random: each read
    would then take the oldest one with the chance that any entry has.
    """
    reads = [s for s in case.snapshots if s.complete and s.entries and s.oldest is not None]
    pairs = [(a, b) for a, b in pairwise(reads) if b.vanished is not None and b.previous_at is not None]
    left = sum(b.vanished or 0 for _, b in pairs)
    if not left:
        return None
    days = (pairs[-1][1].taken_at - pairs[0][0].taken_at).total_seconds() / SECONDS_PER_DAY
    stay = days * sum(a.entries for a, _ in pairs) / len(pairs) / left
    newest = reads[-1]
    oldest_days = (newest.taken_at - newest.oldest).total_seconds() / SECONDS_PER_DAY if newest.oldest else 0.0
    if stay > case.thresholds.half_life_days or oldest_days > OLDEST_IN_STAYS * stay or not _leaves_by_age(pairs):
        return None
    return Fault(FailureMode.ROLLING_WINDOW, "rolling_window", {"days": round(stay, 1), "left": left, "reads": len(pairs)})


def _leaves_by_age(pairs: list[tuple[SnapshotStats, SnapshotStats]]) -> bool:
    advanced = sum(a.oldest is not None and b.oldest is not None and b.oldest > a.oldest for a, b in pairs)
    ways = np.zeros(len(pairs) + 1, dtype=np.float64)
    ways[0] = 1.0
    for a, b in pairs:
        chance = min(((b.vanished or 0) + (b.moved or 0)) / a.entries, 1.0)
        ways[1:] = ways[1:] * (1.0 - chance) + ways[:-1] * chance
        ways[0] *= 1.0 - chance
    return advanced > 0 and float(ways[advanced:].sum()) < BY_CHANCE
