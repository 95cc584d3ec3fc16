"""Checks at which nearly all pages had changed at once: a new design, new markup. No page's lastmod is to blame.

Nobody announces a redesign in lastmod, and counting it page by page would cost an honest site its recall. So the check is dated and
told, and comparisons across it do not count. If the check before or the next one finds the same, it was no single event, and they do.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from math import expm1, log, log1p

from scoring.change_kinds import ChangeKind, ChangePoint
from scoring.evidence import Comparison, SnapshotStats

LEAST_PAGES, NEARLY_ALL = 10, 0.9
# So many of the pages whose lastmod stayed must be among them: pages that moved were visited because they had changed.
LEAST_UNMOVED = 5
# What is usual is known after so many earlier comparisons of the same kind.
KNOWN_AFTER = 10
LOG_RARE = log(0.001)
LEAST_DAYS = 1e-6


@dataclass(frozen=True, slots=True)
class _Check:
    """The comparisons that one check made."""

    at: datetime
    comparisons: tuple[Comparison, ...]

    def is_all_changed(self, least: int) -> bool:
        """Did nearly all pages change, of at least so many?"""
        return len(self.comparisons) >= least and _is_all_changed(self.comparisons)


class _Usual:
    """How often pages of one kind were found changed so far, and over what gaps."""

    def __init__(self) -> None:
        self._changed, self._count, self._days = 0, 0, 0.0

    def learn(self, comparisons: Sequence[Comparison]) -> None:
        self._changed += sum(c.changed for c in comparisons)
        self._count += len(comparisons)
        self._days += sum(c.gap_days for c in comparisons)

    def is_rare(self, comparisons: Sequence[Comparison]) -> bool:
        """Would so many of these have changed by chance less than once in a thousand? A long gap is allowed more than a short one."""
        if self._count < KNOWN_AFTER:
            return False
        same_a_day = log1p(-(self._changed + 0.5) / (self._count + 1.0)) / max(self._days / self._count, LEAST_DAYS)
        changed = [c for c in comparisons if c.changed]
        chances = (-expm1(same_a_day * max(c.gap_days, LEAST_DAYS)) for c in changed)
        return sum(log(max(chance, 1e-12)) for chance in chances) <= LOG_RARE


def redesigns(comparisons: Sequence[Comparison], snapshots: Sequence[SnapshotStats]) -> list[ChangePoint]:
    """Checks at which at least ten pages, nearly all that were visited, had changed although that is rare here, each dated at its snapshot.

    Oldest first. Pages whose lastmod stayed must be among them, for moved ones were visited because they had changed; only where everything
    moves do those decide. Without a snapshot before them comparisons of one day are one check.
    """
    found: list[ChangePoint] = []
    moved, unmoved = _Usual(), _Usual()
    checks = _checks(comparisons, snapshots)
    for before, check, following in zip([None, *checks], checks, [*checks[1:], None], strict=False):
        of_moved = [c for c in check.comparisons if c.has_lastmod and c.moves > 0]
        of_unmoved = [c for c in check.comparisons if not (c.has_lastmod and c.moves > 0)]
        usual, told = (unmoved, of_unmoved) if len(of_unmoved) >= LEAST_UNMOVED else (moved, of_moved)
        is_single = not any(other is not None and other.is_all_changed(LEAST_UNMOVED) for other in (before, following))
        if check.is_all_changed(LEAST_PAGES) and is_single and _is_all_changed(told) and usual.is_rare(told):
            changed = sum(c.changed for c in check.comparisons)
            found.append(ChangePoint(check.at, ChangeKind.REDESIGNED, {"changed": changed, "pages": len(check.comparisons)}))
        else:
            moved.learn(of_moved)
            unmoved.learn(of_unmoved)
    return found


def _is_all_changed(comparisons: Sequence[Comparison]) -> bool:
    return sum(c.changed for c in comparisons) >= NEARLY_ALL * len(comparisons)


def _checks(comparisons: Sequence[Comparison], snapshots: Sequence[SnapshotStats]) -> list[_Check]:
    times = sorted(s.taken_at for s in snapshots)

    def begin_of(one: Comparison) -> datetime:
        place = bisect_right(times, one.at) - 1
        return times[place] if place >= 0 else one.at.replace(hour=0, minute=0, second=0, microsecond=0)

    ordered = sorted(comparisons, key=lambda c: c.at)
    return [_Check(at, tuple(members)) for at, members in groupby(ordered, key=begin_of)]
