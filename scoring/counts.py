"""From comparisons to the weighted two-by-two table: moved or not, changed or not.

Weights are inverse inclusion probabilities (Horvitz and Thompson 1952), so their sums estimate numbers of the site's entries; the
amount of information in unequally weighted comparisons is at most Kish's effective sample size (Kish 1965, (sum w)^2 / sum w^2), and less
where comparisons of one page agree with each other (`clusters.py`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import isfinite, log1p, sqrt

import numpy as np
from numpy.typing import NDArray

from scoring.assessment import Counts
from scoring.clusters import effective_trials
from scoring.distribution import movable
from scoring.evidence import Comparison, SnapshotStats
from scoring.thresholds import Thresholds

Floats = NDArray[np.float64]
SECONDS_PER_DAY = 86_400.0
# How often a site is checked is told from so many of its newest snapshots.
RECENT_CHECKS = 20
# A sample is unlike the site when its share of moves is so many standard errors and so many times away from the site's.
UNLIKE_ERRORS = 4.0
UNLIKE_RATIO = 3.0
# Whatever a comparison claims, its gap is no longer than the web is likely to be looked at, and it stands for no more entries than exist.
LONGEST_GAP_DAYS = 36_525.0
LARGEST_WEIGHT = 1e12
# No inverse probability is below 1; squares of smaller ones than this leave the range of numbers.
SMALLEST_WEIGHT = 1e-9


@dataclass(frozen=True, slots=True)
class Group:
    """The moved, or the unmoved, comparisons as so many equal trials, with the share of them in which the page changed.

    A trial of a moved page is one comparison. A trial of an unmoved page is one check of the site that it stayed unmoved through, since
    a silent change may have come in any of them. `visit_share` is the share per comparison, whatever its gap. `weight` is the number of
    entries that the comparisons stand for, `exposure` that of entries times checks.
    """

    size: int = 0
    effective: float = 0.0
    changed_share: float = 0.0
    weight: float = 0.0
    visit_share: float = 0.0
    exposure: float = 0.0

    @property
    def hits(self) -> float:
        """Effective trials in which the page changed."""
        return self.effective * self.changed_share

    @property
    def misses(self) -> float:
        """Effective trials in which the page stayed the same."""
        return self.effective * (1.0 - self.changed_share)

    def scaled(self, factor: float) -> Group:
        """The same group with `factor` times the evidence, for asking how many comparisons are missing."""
        return replace(self, size=round(self.size * factor), effective=self.effective * factor)


@dataclass(frozen=True, slots=True)
class Table:
    """Both groups, the raw counts, and what was seen of pages without a lastmod (they tell nothing about precision and recall).

    `moved_share` is the share of entries that moves from one check to the next, counted on all entries of the snapshots; None without
    snapshots to compare, when the weights of the groups must do. `moved_checks` is the mean number of checks between the two visits of a
    moved page, `moved_gap_days` the median time.
    """

    moved: Group
    unmoved: Group
    counts: Counts
    moved_share: float | None = None
    undated: int = 0
    undated_changed: int = 0
    moved_checks: float = 1.0
    moved_gap_days: float = 0.0

    @property
    def sampled_share(self) -> float | None:
        """The share that moves from one check to the next as the visited pages show it; None without comparisons."""
        seen = self.moved.exposure + self.unmoved.exposure
        return self.moved.exposure / seen if seen > 0.0 else None

    @property
    def is_sample_unlike_site(self) -> bool:
        """Do the visited pages move so much less than all entries that they cannot be a random part of them?

        Happens where only some pages can be visited: an archive that holds no listings, a robots.txt that forbids a folder. More moves than
        the site has are no sign of it, for moved pages are visited first, and to believe them would flatter recall.
        """
        share, sampled = self.moved_share, self.sampled_share
        if share is None or sampled is None or not 0.0 < share < 1.0:
            return False
        trials = self.moved.effective + self.unmoved.effective
        apart = share - sampled > UNLIKE_ERRORS * sqrt(share * (1.0 - share) / max(trials, 1.0))
        return apart and sampled < share / UNLIKE_RATIO


def tabulate(
    comparisons: Sequence[Comparison],
    snapshots: Sequence[SnapshotStats],
    *,
    now: datetime,
    thresholds: Thresholds,
) -> Table:
    """Count `comparisons` as they weigh at `now`; `snapshots` are of the same site or section, oldest first.

    Where lastmod is a date without time, what happened to a page within one day cannot be told from lastmod, and unmoved comparisons
    with shorter gaps are left out.
    """
    half_life = _half_life(snapshots, thresholds)
    usable = sound(comparisons)
    dated = [c for c in usable if c.has_lastmod]
    undated = [c for c in usable if not c.has_lastmod]
    moved = [c for c in dated if c.moves > 0]
    unmoved = [c for c in dated if c.moves <= 0]
    if _date_only(snapshots):
        unmoved = [c for c in unmoved if c.gap_days >= 1.0]
    sampled = _sampled_share(dated, snapshots)
    ages = [_ageing([c.at for c in members], now, half_life) for members in (moved, unmoved)]
    return Table(
        moved=_group(moved, np.ones(len(moved), dtype=np.float64), ages[0], sampled, thresholds),
        unmoved=_group(unmoved, _checks_passed(unmoved, snapshots), ages[1], sampled, thresholds),
        counts=_counts(moved, unmoved),
        moved_share=_moved_share(snapshots, now, half_life),
        undated=len(undated),
        undated_changed=sum(c.changed for c in undated),
        moved_checks=_mean_checks(moved, snapshots),
        moved_gap_days=float(np.median([c.gap_days for c in moved])) if moved else 0.0,
    )


def sound(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """Those with a finite gap of no less than zero and a finite weight above zero, both bounded to what can be."""
    return [
        c
        if c.gap_days <= LONGEST_GAP_DAYS and SMALLEST_WEIGHT <= c.weight <= LARGEST_WEIGHT
        else replace(c, gap_days=min(c.gap_days, LONGEST_GAP_DAYS), weight=min(max(c.weight, SMALLEST_WEIGHT), LARGEST_WEIGHT))
        for c in comparisons
        if isfinite(c.weight) and c.weight > 0.0 and isfinite(c.gap_days) and c.gap_days >= 0.0
    ]


def _sampled_share(dated: Sequence[Comparison], snapshots: Sequence[SnapshotStats]) -> float:
    """The share of the entries with lastmod whose pages were compared; 0 where either number is not known."""
    entries = snapshots[-1].with_lastmod if snapshots else 0
    pages = {c.page for c in dated}
    return min(len(pages) / entries, 1.0) if entries > 0 and 0 not in pages else 0.0


def _group(members: Sequence[Comparison], checks: Floats, ageing: Floats, sampled: float, thresholds: Thresholds) -> Group:
    """Weighted trials. With weights w and c checks passed, the rate is sum(w d) / sum(w c), known as well as from as many equal checks
    as `effective_trials` finds. A page seen changed after many checks may have changed more than once: the factor
    -ln(1 - s) / s for the share s of visits with a change undoes that, for changes that come independently.
    """
    if not members:
        return Group()
    changed = np.array([c.changed for c in members], dtype=np.float64)
    worth = np.array([c.weight for c in members], dtype=np.float64) * ageing
    largest = float(worth.max())
    if not largest > 0.0:  # everything is so old that its weight underflowed
        return Group(size=len(members))
    worth /= largest  # squares of very large or small weights stay in range
    total, exposure = float(worth.sum()), float((worth * checks).sum())
    visit_share = float((worth * changed).sum()) / total
    repeats = 1.0 if exposure <= total * 1.000_001 else _repeats(visit_share)
    kept = max(float(ageing.mean()), min(1.0, thresholds.ageing_floor / len(members)))
    effective = effective_trials(changed, checks, worth, [c.page for c in members], sampled_share=sampled) * kept / repeats
    return Group(
        size=len(members),
        effective=effective,
        changed_share=min(repeats * visit_share * total / exposure, 1.0),
        weight=total * largest,
        exposure=exposure * largest,
        visit_share=visit_share,
    )


def _repeats(share: float) -> float:
    share = min(max(share, 1e-9), 0.95)
    return -log1p(-share) / share


def _half_life(snapshots: Sequence[SnapshotStats], thresholds: Thresholds) -> float:
    """Days after which evidence counts half. Where checks are rare (an archive with a few moments a year), nothing can be known to change
    faster than it is looked at: then it is a number of checks, at their mean distance, and not of days.
    """
    recent = [s.taken_at for s in snapshots[-RECENT_CHECKS:]]
    if len(recent) < 2:
        return thresholds.half_life_days
    between = (recent[-1] - recent[0]).total_seconds() / SECONDS_PER_DAY / (len(recent) - 1)
    return max(thresholds.half_life_days, thresholds.half_life_checks * between)


def _ageing(times: Sequence[datetime], now: datetime, half_life_days: float) -> Floats:
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


def _mean_checks(members: Sequence[Comparison], snapshots: Sequence[SnapshotStats]) -> float:
    weights = np.array([c.weight for c in members], dtype=np.float64)
    return float((weights * _checks_passed(members, snapshots)).sum() / weights.sum()) if members else 1.0


def _moved_share(snapshots: Sequence[SnapshotStats], now: datetime, half_life_days: float) -> float | None:
    compared = [s for s in snapshots if s.taken_at <= now and movable(s) > 0]
    if not compared:
        return None
    ageing = _ageing([s.taken_at for s in compared], now, half_life_days)
    able = float((ageing * np.array([movable(s) for s in compared], dtype=np.float64)).sum())
    return float((ageing * np.array([s.moved or 0 for s in compared], dtype=np.float64)).sum()) / able if able > 0.0 else None


def _date_only(snapshots: Sequence[SnapshotStats]) -> bool:
    newest = snapshots[-1] if snapshots else None
    return newest is not None and newest.with_lastmod > 0 and newest.date_only >= 0.5 * newest.with_lastmod


def _counts(moved: Sequence[Comparison], unmoved: Sequence[Comparison]) -> Counts:
    return Counts(
        moved_changed=sum(c.changed for c in moved),
        moved_unchanged=sum(not c.changed for c in moved),
        unmoved_changed=sum(c.changed for c in unmoved),
        unmoved_unchanged=sum(not c.changed for c in unmoved),
        weighted_moved_changed=sum(c.weight for c in moved if c.changed),
        weighted_moved_unchanged=sum(c.weight for c in moved if not c.changed),
        weighted_unmoved_changed=sum(c.weight for c in unmoved if c.changed),
        weighted_unmoved_unchanged=sum(c.weight for c in unmoved if not c.changed),
    )
