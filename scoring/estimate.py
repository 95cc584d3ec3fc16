"""Precision, recall and trust of a site or section with the probabilities of the classes: which model speaks, and what it says.

The event model speaks wherever single moves can be right or wrong. Where every entry moves at every read, or none ever does, the precision
of an event is undefined, and the numbers are those of pairs of visits (`design.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from scoring.assessment import Interval
from scoring.counts import Table
from scoring.design import ClassProbabilities, DesignEstimate, design_estimate
from scoring.distribution import FULL_WAVE_SHARE
from scoring.event_model import Posterior, posterior
from scoring.observing import Observed
from scoring.sample import Floats
from scoring.thresholds import Thresholds


class Basis(StrEnum):
    """Whose numbers are shown."""

    EVENTS = "events"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the comparisons say. `precision` is None where nothing moved. `silent_rate` is in changes per page and day that no move tells
    of, `move_rate` in moves per page and day. `chance` is the share (0..1) of pages that change between the two visits of a moved page
    without any move. `disagrees` says that the numbers of pairs and those shown lie outside each other's intervals.
    """

    precision: Interval | None
    recall: Interval
    trust: Interval
    classes: ClassProbabilities
    basis: Basis
    design: DesignEstimate
    silent_rate: Interval | None = None
    move_rate: float = 0.0
    chance: float = 0.0
    disagrees: bool = False


def estimate(table: Table, observed: Observed, *, thresholds: Thresholds, seed: int) -> Estimate:
    """Both models on the same comparisons. The result depends on nothing but the arguments; `seed` fixes the draws of the design."""
    design = design_estimate(table, thresholds=thresholds, seed=seed)
    if not _single_moves(table, observed):
        basis = Basis.PAIRS
        return Estimate(design.precision, design.recall, design.trust, design.classes, basis, design, chance=design.chance)
    found = posterior(observed.events, move_rate=observed.move_rate, nuisance=observed.nuisance)
    precision, recall = _interval(found, found.precision), _interval(found, found.recall)
    silent = _interval(found, found.silent_rate)
    return Estimate(
        precision=precision,
        recall=recall,
        trust=_interval(found, found.trust),
        classes=classes_of(found, observed, thresholds),
        basis=Basis.EVENTS,
        design=design,
        silent_rate=silent,
        move_rate=observed.move_rate,
        chance=float(-np.expm1(-silent.median * table.moved_gap_days)),
        disagrees=_apart(precision, design.precision) or _apart(recall, design.recall),
    )


def classes_of(found: Posterior, observed: Observed, thresholds: Thresholds) -> ClassProbabilities:
    """The joint probabilities of precision and recall that make a class."""
    trusted = (found.precision >= thresholds.trusted_precision) & (found.recall >= thresholds.trusted_recall)
    useful = trusted | ((found.precision >= thresholds.useful_precision) & (found.recall >= thresholds.useful_recall))
    silent = -np.expm1(-found.silent_rate * observed.check_days)
    after_move = 1.0 - (1.0 - found.precision) * (1.0 - silent)
    hint = (found.precision >= thresholds.hint_precision) & (found.recall >= thresholds.hint_recall)
    hint &= after_move >= thresholds.hint_lift * silent
    return ClassProbabilities(found.probability(trusted), found.probability(useful), found.probability(useful | hint))


def _single_moves(table: Table, observed: Observed) -> bool:
    """Are there moves that could be right or wrong one by one?"""
    if observed.move_rate <= 0.0:
        return False
    share = table.sampled_share if table.moved_share is None else table.moved_share
    return share is not None and 0.0 < share < FULL_WAVE_SHARE


def _interval(found: Posterior, values: Floats) -> Interval:
    return Interval(*found.quantiles(values))


def _apart(shown: Interval, other: Interval | None) -> bool:
    """Do two estimates contradict each other: is each median outside the other's interval?"""
    if other is None:
        return False
    return not (other.low <= shown.median <= other.high) and not (shown.low <= other.median <= shown.high)
