"""Precision and recall of pairs of visits, by the design of the sample: "this is what we sampled".

Beside the event model (`event_model.py`), which takes out what gaps and silent changes do to these numbers; alone where that model has
nothing to say, since every entry moves at once or none does.

p, the share of moved pages that changed, and q, the share of unmoved pages that change from one check to the next, each get a
Jeffreys posterior Beta(hits + 1/2, misses + 1/2) on effective counts. With W_M and W_U the moved and unmoved entries per check,
precision = p and recall = W_M p / (W_M p + W_U q), the Horvitz-Thompson ratio; trust is their harmonic mean.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from scoring.assessment import Interval
from scoring.counts import Table
from scoring.sample import Floats
from scoring.thresholds import Thresholds

JEFFREYS = 0.5
# Where nearly all pages change between two visits, chance could explain everything; moves without one exception are still believed.
MOST_BY_CHANCE = 0.85


@dataclass(frozen=True, slots=True)
class ClassProbabilities:
    """Posterior probabilities of being at least trusted, at least useful, at least a hint; rising in this order."""

    trusted: float
    useful: float
    hint: float


@dataclass(frozen=True, slots=True)
class DesignEstimate:
    """What the comparisons say as they are. `precision` is None where nothing moved: there is no move that could be right or wrong.

    `chance` is the share (0..1) of pages that would have changed between the two visits of a moved page without any move; `classes` have it
    taken out of precision, `plain_classes` have not. `lift` is how many times likelier a moved page is to have changed than any page,
    `selectivity` the share (0..1) of the unchanged pages that lastmod lets rest; both None where nothing moved.
    """

    precision: Interval | None
    recall: Interval
    trust: Interval
    classes: ClassProbabilities
    chance: float
    plain_classes: ClassProbabilities
    lift: Interval | None = None
    selectivity: Interval | None = None


@dataclass(frozen=True, slots=True)
class _Draws:
    p: Floats
    q: Floats
    recall: Floats
    anything_moved: bool
    anything_unmoved: bool
    chance: float = 0.0
    moved_share: float = 0.0

    @property
    def trust(self) -> Floats:
        return 2.0 * self.p * self.recall / np.maximum(self.p + self.recall, 1e-12)


def design_estimate(table: Table, *, thresholds: Thresholds, seed: int) -> DesignEstimate:
    """Draw from the posterior of `table` and summarise. The result depends on nothing but the arguments; `seed` fixes the draws."""
    draws = _draw(table, size=thresholds.draws, seed=seed)
    moved, share = draws.anything_moved, draws.moved_share
    changed = np.maximum(share * draws.p + (1.0 - share) * draws.q, 1e-12)
    let_rest = 1.0 - share * (1.0 - draws.p) / np.maximum(1.0 - changed, 1e-12)
    return DesignEstimate(
        precision=_interval(draws.p) if moved else None,
        recall=_interval(draws.recall),
        trust=_interval(draws.trust),
        classes=_classes(draws, thresholds),
        chance=draws.chance,
        plain_classes=_classes(replace(draws, chance=0.0), thresholds),
        lift=_interval(draws.p / changed) if moved else None,
        selectivity=_interval(np.clip(let_rest, 0.0, 1.0)) if moved else None,
    )


def _draw(table: Table, *, size: int, seed: int) -> _Draws:
    rng = np.random.default_rng(seed)
    moved, unmoved = table.moved, table.unmoved
    p = rng.beta(moved.hits + JEFFREYS, moved.misses + JEFFREYS, size)
    q = rng.beta(unmoved.hits + JEFFREYS, unmoved.misses + JEFFREYS, size)
    moved_weight, unmoved_weight = _weights(table)
    if moved_weight <= 0.0:
        # Nothing moved anywhere: each silent change is one missed of those that recall is about.
        recall = rng.beta(JEFFREYS, unmoved.hits + JEFFREYS, size)
    elif unmoved_weight <= 0.0:
        recall = rng.beta(moved.hits + JEFFREYS, JEFFREYS, size)
    else:
        recall = moved_weight * p / np.maximum(moved_weight * p + unmoved_weight * q, 1e-300)
    share = moved_weight / max(moved_weight + unmoved_weight, 1e-300)
    return _Draws(p, q, recall, moved_weight > 0.0, unmoved_weight > 0.0, _chance(table), share)


def _chance(table: Table) -> float:
    """The share of pages that change between the two visits of a moved page whether or not their lastmod moves.

    The share of all entries that change from one check to the next is that of the moved ones and that of the others together; over k
    checks it is 1 - (1 - share)^k, for changes that come independently.
    """
    moved, unmoved = _weights(table)
    if moved <= 0.0:
        return 0.0
    share = (moved * table.moved.changed_share + unmoved * table.unmoved.changed_share) / (moved + unmoved)
    anyway: float = 1.0 - (1.0 - min(share, 1.0)) ** table.moved_checks
    return min(anyway, MOST_BY_CHANCE)


def _weights(table: Table) -> tuple[float, float]:
    """Moved and unmoved entries per check, up to a common factor: counted on all entries where possible, else by the sample."""
    moved, unmoved, share = table.moved.exposure, table.unmoved.exposure, table.moved_share
    # Snapshots that know of no move contradict comparisons that saw one (a partial read, an import); the sample then speaks.
    if share is None or table.is_sample_unlike_site or (share <= 0.0 < moved) or (share >= 1.0 and unmoved > 0.0):
        return moved, unmoved
    return share, 1.0 - share


def _classes(draws: _Draws, thresholds: Thresholds) -> ClassProbabilities:
    # Where a move tells a change with probability t, and c change anyway, t + (1 - t) c of the moved pages had changed (Abbott 1925).
    told = (draws.p - draws.chance) / (1.0 - draws.chance)
    trusted = (told >= thresholds.trusted_precision) & (draws.recall >= thresholds.trusted_recall)
    useful = trusted | ((told >= thresholds.useful_precision) & (draws.recall >= thresholds.useful_recall))
    # Where everything moves, lastmod selects nothing and cannot beat polling, however often a move happens to be right.
    selective = draws.anything_moved and draws.anything_unmoved
    hint = (draws.p >= thresholds.hint_precision) & (draws.recall >= thresholds.hint_recall)
    hint &= (draws.p >= thresholds.hint_lift * draws.q) & selective
    if not (draws.anything_moved or draws.anything_unmoved):
        hint = draws.recall >= thresholds.hint_recall  # nothing is known yet, not even whether it selects
    return ClassProbabilities(float(trusted.mean()), float(useful.mean()), float((useful | hint).mean()))


def _interval(values: Floats) -> Interval:
    low, median, high = np.quantile(values, (0.025, 0.5, 0.975))
    return Interval(float(low), float(median), float(high))
