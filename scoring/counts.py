"""From comparisons to the weighted two-by-two table: moved or not, changed or not.

Weights are inverse inclusion probabilities (Horvitz and Thompson 1952), so their sums estimate numbers of the site's entries; the
amount of information in unequally weighted comparisons is at most Kish's effective sample size (Kish 1965, (sum w)^2 / sum w^2), and less
where comparisons of one page agree with each other (`clusters.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import log1p, sqrt

import numpy as np

from scoring.activity import moves_a_day
from scoring.assessment import Counts
from scoring.clusters import effective_trials
from scoring.distribution import movable
from scoring.evidence import Comparison, SnapshotStats, WatchedPage
from scoring.sample import Floats, Members, Sample, ageing, check_days, movable_at, sample
from scoring.thresholds import Thresholds

# A sample is unlike the site when its share of moves is so many standard errors and so many times away from the site's.
UNLIKE_ERRORS = 4.0
UNLIKE_RATIO = 3.0


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
    moved page, `moved_gap_days` the median time. `panel_share` is the share of the panel's entries that moves from one check to the next.
    """

    moved: Group
    unmoved: Group
    counts: Counts
    moved_share: float | None = None
    undated: int = 0
    undated_changed: int = 0
    moved_checks: float = 1.0
    moved_gap_days: float = 0.0
    panel_share: float | None = None

    @property
    def sampled_share(self) -> float | None:
        """The share that moves from one check to the next on the pages of the panel; by their visits alone where nobody watched them, None
        without those. Visits leave out moves of pages that were not due."""
        if self.panel_share is not None:
            return self.panel_share
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


def tabulate(comparisons: Sequence[Comparison], snapshots: Sequence[SnapshotStats], *, now: datetime, thresholds: Thresholds) -> Table:
    """Count `comparisons` as they weigh at `now`; `snapshots` are of the same site or section, oldest first."""
    return table_of(sample(comparisons, snapshots, now=now, thresholds=thresholds), thresholds)


def table_of(seen: Sample, thresholds: Thresholds, watched: Sequence[WatchedPage] = ()) -> Table:
    """Count a sample; `watched` are the pages of the panel it was drawn from."""
    moved = seen.moved.comparisons
    return Table(
        moved=_group(seen.moved, np.ones(len(moved), dtype=np.float64), seen.sampled_share, thresholds),
        unmoved=_group(seen.unmoved, seen.unmoved.checks, seen.sampled_share, thresholds),
        counts=_counts(moved, seen.unmoved.comparisons),
        moved_share=_moved_share(seen),
        undated=len(seen.undated),
        undated_changed=sum(c.changed for c in seen.undated),
        moved_checks=_mean_checks(seen.moved),
        moved_gap_days=float(np.median([c.gap_days for c in moved])) if moved else 0.0,
        panel_share=_panel_share(watched, check_days(seen.snapshots)),
    )


def _panel_share(watched: Sequence[WatchedPage], days_between: float) -> float | None:
    rate = moves_a_day(watched)
    return None if rate is None else min(rate * days_between, 1.0)


def _group(members: Members, checks: Floats, sampled: float, thresholds: Thresholds) -> Group:
    """Weighted trials. With weights w and c checks passed, the rate is sum(w d) / sum(w c), known as well as from as many equal checks
    as `effective_trials` finds. A page seen changed after many checks may have changed more than once: the factor
    -ln(1 - s) / s for the share s of visits with a change undoes that, for changes that come independently.
    """
    size = len(members.comparisons)
    if not size:
        return Group()
    changed = members.changed
    worth = np.array([c.weight for c in members.comparisons], dtype=np.float64) * members.relevance
    largest = float(worth.max())
    if not largest > 0.0:  # everything is so old that its weight underflowed
        return Group(size=size)
    worth /= largest  # squares of very large or small weights stay in range
    total, exposure = float(worth.sum()), float((worth * checks).sum())
    visit_share = float((worth * changed).sum()) / total
    repeats = 1.0 if exposure <= total * 1.000_001 else _repeats(visit_share)
    kept = members.kept(thresholds.ageing_floor)
    effective = effective_trials(changed, checks, worth, members.pages, sampled_share=sampled) * kept / repeats
    return Group(
        size=size,
        effective=effective,
        changed_share=min(repeats * visit_share * total / exposure, 1.0),
        weight=total * largest,
        exposure=exposure * largest,
        visit_share=visit_share,
    )


def _repeats(share: float) -> float:
    share = min(max(share, 1e-9), 0.95)
    return -log1p(-share) / share


def _mean_checks(members: Members) -> float:
    weights = np.array([c.weight for c in members.comparisons], dtype=np.float64)
    return float((weights * members.checks).sum() / weights.sum()) if members.comparisons else 1.0


def _moved_share(seen: Sample) -> float | None:
    compared = movable_at(seen.snapshots, seen.now)
    if not compared:
        return None
    aged = ageing([s.taken_at for s in compared], seen.now, seen.half_life_days)
    able = float((aged * np.array([movable(s) for s in compared], dtype=np.float64)).sum())
    return float((aged * np.array([s.moved or 0 for s in compared], dtype=np.float64)).sum()) / able if able > 0.0 else None


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
