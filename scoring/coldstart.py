"""What one visit of each page tells, before any page was seen twice. Never more than a preliminary number.

Of pages whose own dates say "modified a day or more after publication" a change surely happened: lastmod that follows the
modification caught it, lastmod that stands at the publication missed it, lastmod newer than both moved without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.assessment import Interval
from scoring.design import JEFFREYS
from scoring.evidence import DateAgreement
from scoring.thresholds import Thresholds

DAY = 86_400.0
PSEUDO_VISITS = 5.0
SAME_SOURCE_SHARE = 0.95
SAME_INSTANT = 60.0
MIN_DATES = 5
MIN_EDITED = 5
PUBLISH_ONLY_RECALL = 0.2


@dataclass(frozen=True, slots=True)
class ColdStart:
    """Counts of first-visit dates. `agreeing` of `compared` match; of `edited` pages lastmod `captured` or `missed` the change."""

    compared: int = 0
    agreeing: int = 0
    identical: int = 0
    captured: int = 0
    missed: int = 0
    newer: int = 0

    @property
    def follows_lastmod(self) -> bool:
        """`date_modified` is lastmod in other words (one field feeds both), so their agreement proves nothing."""
        return self.compared >= MIN_DATES and self.identical >= SAME_SOURCE_SHARE * self.compared

    @property
    def edited(self) -> int:
        """Pages that were surely changed after publication and whose lastmod says one or the other."""
        return self.captured + self.missed


@dataclass(frozen=True, slots=True)
class Preliminary:
    """Posterior of the numbers from first visits, worth at most five comparisons."""

    precision: Interval
    recall: Interval
    trust: Interval


def read_dates(agreements: Sequence[DateAgreement]) -> ColdStart:
    """Sort the first-visit dates; agreement means within one day or one period of the coarser date."""
    compared = agreeing = identical = captured = missed = newer = 0
    for seen in agreements:
        if seen.lastmod is None or seen.date_modified is None:
            continue
        tolerance = max(DAY, seen.granularity_seconds)
        ahead = (seen.lastmod - seen.date_modified).total_seconds()
        compared += 1
        agreeing += abs(ahead) <= tolerance
        identical += abs(ahead) <= SAME_INSTANT or _same_day(seen)
        if seen.date_published is None or (seen.date_modified - seen.date_published).total_seconds() <= tolerance:
            continue
        if abs(ahead) <= tolerance:
            captured += 1
        elif abs((seen.lastmod - seen.date_published).total_seconds()) <= tolerance:
            missed += 1
        elif ahead > tolerance:
            newer += 1
    return ColdStart(compared, agreeing, identical, captured, missed, newer)


def publish_date_only(cold: ColdStart, *, thresholds: Thresholds, seed: int) -> bool:
    """Does lastmod stand at the publication date of pages that were edited since, beyond reasonable doubt?"""
    if cold.edited < MIN_EDITED or cold.missed == 0:
        return False
    draws = np.random.default_rng(seed).beta(cold.captured + JEFFREYS, cold.missed + JEFFREYS, thresholds.draws)
    return float((draws < PUBLISH_ONLY_RECALL).mean()) >= thresholds.certainty


def preliminary(cold: ColdStart, *, thresholds: Thresholds, seed: int) -> Preliminary:
    """Wide posteriors from first visits. Dates with the same source as lastmod weigh nothing, and then the prior is all there is."""
    rng = np.random.default_rng(seed)
    right = 0 if cold.follows_lastmod else cold.agreeing
    wrong = 0 if cold.follows_lastmod else cold.newer
    captured = 0 if cold.follows_lastmod else cold.captured
    missed = cold.missed
    precision = _beta(rng, right, wrong, thresholds.draws)
    recall = _beta(rng, captured, missed, thresholds.draws)
    return Preliminary(_interval(precision), _interval(recall), _interval(2.0 * precision * recall / np.maximum(precision + recall, 1e-12)))


def _same_day(seen: DateAgreement) -> bool:
    if seen.granularity_seconds < DAY or seen.lastmod is None or seen.date_modified is None:
        return False
    return seen.lastmod.date() == seen.date_modified.date()


def _beta(rng: np.random.Generator, hits: int, misses: int, size: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    total = hits + misses
    scale = min(1.0, PSEUDO_VISITS / total) if total else 0.0
    return rng.beta(hits * scale + JEFFREYS, misses * scale + JEFFREYS, size)


def _interval(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Interval:
    low, median, high = np.quantile(values, (0.025, 0.5, 0.975))
    return Interval(float(low), float(median), float(high))
