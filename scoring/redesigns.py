"""Moments across which nearly all pages had changed: a new design, new markup. No page's lastmod is to blame.

Nobody announces a redesign in lastmod, and counting it page by page would cost an honest site its recall. So the check is dated and
told, and comparisons across it do not count. If pages go on to change like that, it was no single event, and they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import log

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaln

from scoring.assessment import Param
from scoring.change_kinds import ChangeKind, ChangePoint
from scoring.evidence import Comparison, SnapshotStats

LEAST_PAGES, NEARLY_ALL = 10, 0.9
# So many of the pages whose lastmod stayed must be among them: pages that moved were visited because they had changed.
LEAST_UNMOVED = 5
LOG_RARE = log(0.001)
LEAST_DAYS = 1e-6
SECONDS_PER_DAY = 86_400.0


class _Usual:
    """How often pages of one kind were found changed so far, and over what gaps."""

    def __init__(self) -> None:
        self._changed, self._count, self._days = 0, 0, 0.0

    def learn(self, comparisons: Sequence[Comparison]) -> None:
        self._changed += sum(c.changed for c in comparisons)
        self._count += len(comparisons)
        self._days += sum(c.gap_days for c in comparisons)

    def is_rare(self, comparisons: Sequence[Comparison]) -> bool:
        """Would so many of these have changed by chance less than once in a thousand?

        What is usual is known no better than the comparisons so far allow: the chance is the beta-binomial one after Jeffreys' prior, and
        what was seen over short gaps counts as so many fewer of gaps as long as these.
        """
        changed = [c for c in comparisons if c.changed]
        if not changed:
            return False
        gap = max(sum(c.gap_days for c in changed) / len(changed), LEAST_DAYS)
        hits, misses = self._changed + 0.5, max(min(self._days / gap, self._count) - self._changed, 0.0) + 0.5
        return float(betaln(hits + len(changed), misses) - betaln(hits, misses)) <= LOG_RARE


def redesigns(comparisons: Sequence[Comparison], snapshots: Sequence[SnapshotStats]) -> list[ChangePoint]:
    """Moments across which at least ten pages, nearly all that were visited before and after, had changed although that is rare here.

    Oldest first, each dated at the check that first showed it. Pages whose lastmod stayed must be among them, for moved ones were visited
    because they had changed; only where everything moves do those decide. Pages are visited over many checks, so what counts are all
    comparisons whose gap holds the moment. Without snapshots a day is a check.
    """
    ordered = sorted(comparisons, key=lambda c: c.at)
    found: list[ChangePoint] = []
    known_until = 0
    moved, unmoved = _Usual(), _Usual()
    for at in _moments(ordered, snapshots):
        before = [c for c in ordered[known_until:] if c.at < at]
        known_until += len(before)
        fresh = [c for c in before if not any(spans(c, change.at) for change in found)]
        moved.learn([c for c in fresh if _has_moved(c)])
        unmoved.learn([c for c in fresh if not _has_moved(c)])
        across = [c for c in ordered[known_until:] if spans(c, at)]
        after = [c for c in ordered[known_until:] if not spans(c, at)]
        rested = [c for c in across if not _has_moved(c)]
        told, usual = (rested, unmoved) if len(rested) >= LEAST_UNMOVED else ([c for c in across if _has_moved(c)], moved)
        goes_on = _nearly_all_changed([c for c in after if _has_moved(c) == _has_moved(told[0])], LEAST_UNMOVED) if told else True
        if not goes_on and _nearly_all_changed(told, 1) and usual.is_rare(told):
            numbers: dict[str, Param] = {"changed": sum(c.changed for c in across), "pages": len(across)}
            found.append(ChangePoint(at, ChangeKind.REDESIGNED, numbers))
    return found


def _moments(ordered: Sequence[Comparison], snapshots: Sequence[SnapshotStats]) -> list[datetime]:
    """The checks, oldest first, across which nearly all of at least ten comparisons show a change; of neighbours the one with the most.

    A comparison spans a moment if it began before and ended at it or later, so the numbers at all moments come from two sorted columns.
    """
    times = sorted({s.taken_at for s in snapshots} or {c.at.replace(hour=0, minute=0, second=0, microsecond=0) for c in ordered})
    if not times or not ordered:
        return []
    moments = np.array([at.timestamp() for at in times])
    ends = np.array([c.at.timestamp() for c in ordered])
    begins = ends - np.array([c.gap_days for c in ordered]) * SECONDS_PER_DAY
    changed = np.array([c.changed for c in ordered], dtype=np.bool_)
    rests = np.array([not _has_moved(c) for c in ordered], dtype=np.bool_)
    all_across = np.searchsorted(np.sort(begins), moments) - np.searchsorted(ends, moments)
    changed_across = np.searchsorted(np.sort(begins[changed]), moments) - np.searchsorted(ends[changed], moments)
    fit = (all_across >= LEAST_PAGES) & (changed_across >= NEARLY_ALL * all_across)
    best: list[datetime] = []
    for first, last in _runs(fit):
        place = last - int(np.argmax(changed_across[first : last + 1][::-1]))
        # Changes at any moment of the run beside those across its best one; many of them say that the pages change again and again. A page
        # that moved when it changed says nothing of that, unless all do.
        beside = changed & (ends >= moments[first]) & (begins < moments[last]) & ~((ends >= moments[place]) & (begins < moments[place]))
        across_at_rest = int((rests & (ends >= moments[place]) & (begins < moments[place])).sum())
        if int((beside & rests if across_at_rest >= LEAST_UNMOVED else beside).sum()) < LEAST_UNMOVED:
            best.append(times[place])
    return best


def _runs(fit: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and last place of each stretch that is true."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], fit, [False])).astype(np.int8)))
    return [(int(start), int(end) - 1) for start, end in edges.reshape(-1, 2)]


def _has_moved(one: Comparison) -> bool:
    return one.has_lastmod and one.moves > 0


def spans(one: Comparison, at: datetime) -> bool:
    """Was the page visited before `at`, and again then or later?"""
    return one.at >= at and one.at - timedelta(days=one.gap_days) < at


def _nearly_all_changed(comparisons: Sequence[Comparison], least: int) -> bool:
    return len(comparisons) >= least and sum(c.changed for c in comparisons) >= NEARLY_ALL * len(comparisons)
