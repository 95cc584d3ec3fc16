"""From comparisons to the weighted two-by-two table: moved or not, changed or not.

Weights are inverse inclusion probabilities (Horvitz and Thompson 1952), so their sums estimate numbers of the site's entries; the
amount of information in unequally weighted comparisons is Kish's effective sample size (Kish 1965, (sum w)^2 / sum w^2).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from scoring.assessment import Counts
from scoring.evidence import Comparison, SnapshotStats
from scoring.thresholds import Thresholds

Floats = NDArray[np.float64]
SECONDS_PER_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Group:
    """The moved, or the unmoved, comparisons: how many, worth how many equal ones, which share changed, standing for how many entries."""

    size: int = 0
    effective: float = 0.0
    changed_share: float = 0.0
    weight: float = 0.0

    @property
    def hits(self) -> float:
        """Effective comparisons whose page changed."""
        return self.effective * self.changed_share

    @property
    def misses(self) -> float:
        """Effective comparisons whose page stayed the same."""
        return self.effective * (1.0 - self.changed_share)

    def scaled(self, factor: float) -> Group:
        """The same group with `factor` times the evidence, for asking how many comparisons are missing."""
        return Group(round(self.size * factor), self.effective * factor, self.changed_share, self.weight)


@dataclass(frozen=True, slots=True)
class Table:
    """Both groups, the raw counts, and what was seen of pages without a lastmod (they tell nothing about precision and recall)."""

    moved: Group
    unmoved: Group
    counts: Counts
    undated: int = 0
    undated_changed: int = 0


def tabulate(
    comparisons: Sequence[Comparison],
    snapshots: Sequence[SnapshotStats],
    *,
    now: datetime,
    thresholds: Thresholds,
) -> Table:
    """Count `comparisons` that ended at or before `now`.

    A silent change stays visible until the page is visited again, so a page visited every tenth check would show it to ten checks'
    weights; the weight of an unmoved comparison is therefore scaled by (time since the check before) / (gap between the visits).
    A moved page is visited at its first move and counted once already. Where lastmod is a date without time, what happened to a page
    within one day cannot be told from lastmod, and unmoved comparisons with shorter gaps are left out.
    """
    usable = [c for c in comparisons if c.at <= now and _is_sound(c)]
    dated = [c for c in usable if c.has_lastmod]
    undated = [c for c in usable if not c.has_lastmod]
    moved = [c for c in dated if c.moves > 0]
    unmoved = [c for c in dated if c.moves <= 0]
    if _date_only(snapshots):
        unmoved = [c for c in unmoved if c.gap_days >= 1.0]
    moved_weights = np.array([c.weight for c in moved], dtype=np.float64)
    unmoved_weights = np.array([c.weight for c in unmoved], dtype=np.float64) * _round_shares(unmoved, snapshots)
    return Table(
        moved=_group(moved, moved_weights, now, thresholds),
        unmoved=_group(unmoved, unmoved_weights, now, thresholds),
        counts=_counts(moved, moved_weights, unmoved, unmoved_weights),
        undated=len(undated),
        undated_changed=sum(c.changed for c in undated),
    )


def _is_sound(comparison: Comparison) -> bool:
    return isfinite(comparison.weight) and comparison.weight > 0.0 and isfinite(comparison.gap_days) and comparison.gap_days >= 0.0


def _group(members: Sequence[Comparison], weights: Floats, now: datetime, thresholds: Thresholds) -> Group:
    if not members:
        return Group()
    ages = np.array([max((now - c.at).total_seconds(), 0.0) / SECONDS_PER_DAY for c in members], dtype=np.float64)
    ageing = np.exp2(-ages / thresholds.half_life_days)
    changed = np.array([c.changed for c in members], dtype=np.float64)
    worth = weights * ageing
    total = float(worth.sum())
    if not total > 0.0:  # everything is so old that its weight underflowed
        return Group(size=len(members))
    kish = total**2 / float((worth**2).sum())
    kept = max(float(ageing.mean()), min(1.0, thresholds.ageing_floor / len(members)))
    return Group(len(members), kish * kept, float((worth * changed).sum()) / total, total)


def _round_shares(members: Sequence[Comparison], snapshots: Sequence[SnapshotStats]) -> Floats:
    times = [s.taken_at for s in snapshots]
    shares = np.ones(len(members), dtype=np.float64)
    for place, comparison in enumerate(members):
        newest = bisect_right(times, comparison.at) - 1
        if newest < 1 or comparison.gap_days <= 0.0:
            continue
        since_check = (times[newest] - times[newest - 1]).total_seconds() / SECONDS_PER_DAY
        if since_check > 0.0:
            shares[place] = min(1.0, since_check / comparison.gap_days)
    return shares


def _date_only(snapshots: Sequence[SnapshotStats]) -> bool:
    newest = snapshots[-1] if snapshots else None
    return newest is not None and newest.with_lastmod > 0 and newest.date_only >= 0.5 * newest.with_lastmod


def _counts(moved: Sequence[Comparison], moved_weights: Floats, unmoved: Sequence[Comparison], unmoved_weights: Floats) -> Counts:
    moved_changed = np.array([c.changed for c in moved], dtype=np.bool_)
    unmoved_changed = np.array([c.changed for c in unmoved], dtype=np.bool_)
    return Counts(
        moved_changed=int(moved_changed.sum()),
        moved_unchanged=int((~moved_changed).sum()),
        unmoved_changed=int(unmoved_changed.sum()),
        unmoved_unchanged=int((~unmoved_changed).sum()),
        weighted_moved_changed=float(moved_weights[moved_changed].sum()),
        weighted_moved_unchanged=float(moved_weights[~moved_changed].sum()),
        weighted_unmoved_changed=float(unmoved_weights[unmoved_changed].sum()),
        weighted_unmoved_unchanged=float(unmoved_weights[~unmoved_changed].sum()),
    )
