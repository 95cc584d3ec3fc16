"""The comparisons of one site or section that can be used, told apart by what lastmod did, and how much each still counts.

Everything that a table or a posterior is made from stands here once: which comparisons are sound, how evidence ages, how many checks a gap
spans, and what part of the site's pages was seen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from scoring.distribution import movable
from scoring.evidence import Comparison, SnapshotStats
from scoring.thresholds import Thresholds

Floats = NDArray[np.float64]
SECONDS_PER_DAY = 86_400.0
# How often a site is checked is told from so many of its newest snapshots.
RECENT_CHECKS = 20
# Whatever a comparison claims, its gap is no longer than the web is likely to be looked at, and it stands for no more entries than exist.
LONGEST_GAP_DAYS = 36_525.0
LARGEST_WEIGHT = 1e12
# No inverse probability is below 1; squares of smaller ones than this leave the range of numbers.
SMALLEST_WEIGHT = 1e-9


@dataclass(frozen=True, slots=True)
class Members:
    """Comparisons of one kind, oldest or newest first as they came. `relevance` (0..1) is what each counts for now: less with age, and less
    if it is from before a change of the generator. `checks` is the number of checks (≥ 1) that each gap spans, `before_ageing` the mean of
    `relevance` without what age took."""

    comparisons: tuple[Comparison, ...]
    relevance: Floats
    checks: Floats
    before_ageing: float = 1.0

    @property
    def changed(self) -> Floats:
        """1 where the page changed, else 0."""
        return np.array([c.changed for c in self.comparisons], dtype=np.float64)

    @property
    def pages(self) -> list[int]:
        """The numbers of the pages."""
        return [c.page for c in self.comparisons]

    def kept(self, floor: float) -> float:
        """The share (0..1) of the information that is left; age alone leaves at least as much as `floor` comparisons hold."""
        if not self.comparisons:
            return 0.0
        return max(float(self.relevance.mean()), min(1.0, floor / len(self.comparisons)) * self.before_ageing)


@dataclass(frozen=True, slots=True)
class Sample:
    """`moved` and `unmoved` are of entries with a lastmod, `undated` of the others. `sampled_share` (0..1) is the share of the entries with
    lastmod whose pages were compared, 0 where that is not known."""

    moved: Members
    unmoved: Members
    undated: tuple[Comparison, ...]
    snapshots: tuple[SnapshotStats, ...]
    now: datetime
    half_life_days: float
    sampled_share: float


def sample(
    comparisons: Sequence[Comparison],
    snapshots: Sequence[SnapshotStats],
    *,
    now: datetime,
    thresholds: Thresholds,
    relevance: Sequence[float] | None = None,
) -> Sample:
    """Sort `comparisons` as they count at `now`; `snapshots` are of the same site or section, oldest first.

    `relevance` (0..1, one for each comparison) is multiplied with their ageing. Where lastmod is a date without time, what happened to a
    page within one day cannot be told from lastmod, and unmoved comparisons with shorter gaps are left out.
    """
    given = [1.0] * len(comparisons) if relevance is None else relevance
    usable = [(one, share) for c, share in zip(comparisons, given, strict=True) if share > 0.0 and (one := sound(c)) is not None]
    shortest = 1.0 if is_date_only(snapshots) else 0.0
    moved = [(c, share) for c, share in usable if c.has_lastmod and c.moves > 0]
    unmoved = [(c, share) for c, share in usable if c.has_lastmod and c.moves <= 0 and c.gap_days >= shortest]
    days = half_life(snapshots, thresholds)
    return Sample(
        moved=_members(moved, snapshots, now, days),
        unmoved=_members(unmoved, snapshots, now, days),
        undated=tuple(c for c, _ in usable if not c.has_lastmod),
        snapshots=tuple(snapshots),
        now=now,
        half_life_days=days,
        sampled_share=_sampled_share([c for c, _ in usable if c.has_lastmod], snapshots),
    )


def _members(
    chosen: Sequence[tuple[Comparison, float]], snapshots: Sequence[SnapshotStats], now: datetime, half_life_days: float
) -> Members:
    comparisons = tuple(c for c, _ in chosen)
    given = np.array([share for _, share in chosen], dtype=np.float64)
    aged = ageing([c.at for c in comparisons], now, half_life_days)
    return Members(comparisons, given * aged, _checks_passed(comparisons, snapshots), float(given.mean()) if chosen else 1.0)


def sound(one: Comparison) -> Comparison | None:
    """A comparison with finite gap (≥ 0) and finite weight (> 0), both bounded to what can be; None for another."""
    if not (isfinite(one.weight) and one.weight > 0.0 and isfinite(one.gap_days) and one.gap_days >= 0.0):
        return None
    if one.gap_days <= LONGEST_GAP_DAYS and SMALLEST_WEIGHT <= one.weight <= LARGEST_WEIGHT:
        return one
    return replace(one, gap_days=min(one.gap_days, LONGEST_GAP_DAYS), weight=min(max(one.weight, SMALLEST_WEIGHT), LARGEST_WEIGHT))


def check_days(snapshots: Sequence[SnapshotStats]) -> float:
    """Days between two of the newest checks, on average; 1 where there was only one."""
    recent = [s.taken_at for s in snapshots[-RECENT_CHECKS:]]
    days = (recent[-1] - recent[0]).total_seconds() / SECONDS_PER_DAY / (len(recent) - 1) if len(recent) > 1 else 0.0
    return days if days > 0.0 else 1.0


def half_life(snapshots: Sequence[SnapshotStats], thresholds: Thresholds) -> float:
    """Days after which evidence counts half. Where checks are rare (an archive with a few moments a year), nothing can be known to change
    faster than it is looked at: then it is a number of checks, at their mean distance, and not of days.
    """
    recent = [s.taken_at for s in snapshots[-RECENT_CHECKS:]]
    if len(recent) < 2:
        return thresholds.half_life_days
    between = (recent[-1] - recent[0]).total_seconds() / SECONDS_PER_DAY / (len(recent) - 1)
    return max(thresholds.half_life_days, thresholds.half_life_checks * between)


def ageing(times: Sequence[datetime], now: datetime, half_life_days: float) -> Floats:
    """What evidence of these `times` still counts (0..1), halved every `half_life_days`."""
    ages = np.array([max((now - at).total_seconds(), 0.0) / SECONDS_PER_DAY for at in times], dtype=np.float64)
    return np.exp2(-ages / half_life_days)


def _checks_passed(members: Sequence[Comparison], snapshots: Sequence[SnapshotStats]) -> Floats:
    """How many checks each gap spans, at least one: the gap over the time between the last two snapshots before its end."""
    times = [s.taken_at for s in snapshots]
    checks = np.ones(len(members), dtype=np.float64)
    for place, comparison in enumerate(members):
        newest = bisect_right(times, comparison.at) - 1
        if newest < 1:
            continue
        between = (times[newest] - times[newest - 1]).total_seconds() / SECONDS_PER_DAY
        if between > 0.0:
            checks[place] = max(1.0, comparison.gap_days / between)
    return checks


def _sampled_share(dated: Sequence[Comparison], snapshots: Sequence[SnapshotStats]) -> float:
    """The share of the entries with lastmod whose pages were compared; 0 where either number is not known."""
    entries = snapshots[-1].with_lastmod if snapshots else 0
    pages = {c.page for c in dated}
    return min(len(pages) / entries, 1.0) if entries > 0 and 0 not in pages else 0.0


def is_date_only(snapshots: Sequence[SnapshotStats]) -> bool:
    """Has lastmod no time of day on most entries of the newest snapshot?"""
    newest = snapshots[-1] if snapshots else None
    return newest is not None and newest.with_lastmod > 0 and newest.date_only >= 0.5 * newest.with_lastmod


def movable_at(snapshots: Sequence[SnapshotStats], now: datetime) -> list[SnapshotStats]:
    """The snapshots up to `now` with entries that could move."""
    return [s for s in snapshots if s.taken_at <= now and movable(s) > 0]
