"""The two CUSUM charts: what a comparison adds, given what was usual before.

Both look for the same loss: a share p (precision, or recall) of .6 to .98 that falls by about a quarter, from .95 to .7.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import accumulate
from math import exp, expm1, log

import numpy as np
from numpy.typing import NDArray

from scoring.evidence import Comparison
from scoring.move_rate import MoveRate
from scoring.run_length import threshold_for

Floats = NDArray[np.float64]
# Fewer comparisons than this say too little about what is usual for a stream to be watched.
ARMED_AFTER = 20
# One false alarm in so many visits of a stream (STATISTICS.md §14).
RUN_LENGTH = 1_000.0
# The usual share is taken to lie in these bounds: nobody is so good that one miss is a proof, and below them is little trust to lose.
LEAST_USUAL, MOST_USUAL = 0.6, 0.98
# .95 to .7, and the same part of any other share.
LOSS = 0.7 / 0.95
# Jeffreys' prior, and the median of a Beta distribution to two per cent (Kerman 2011, arXiv 1111.0433).
JEFFREYS, THIRD = 0.5, 1.0 / 3.0
# Comparisons that invent a change: one in a hundred before this site's own double reads say more.
FALSE_CHANGES_PRIOR, DOUBLE_READS_PRIOR = 1.0, 100.0
# Silent changes a page and day, from one in three thousand years to ten.
RATES: Floats = np.geomspace(1e-6, 10.0, 81)


class Chart(ABC):
    """A stream of comparisons of one kind, oldest first. `usual`, `threshold` and `step` are those of the last `is_armed` that was true."""

    def __init__(self, comparisons: Sequence[Comparison]) -> None:
        self.comparisons = comparisons
        self.usual = 0.0
        self._reference = (-1, -1)
        self._is_armed = False

    @property
    @abstractmethod
    def bad(self) -> list[bool]:
        """Which comparisons speak against lastmod."""

    @abstractmethod
    def rate(self, begin: int, end: int) -> float:
        """The share that `usual` tells, in the comparisons from `begin` to before `end`."""

    @abstractmethod
    def threshold(self, begin: int, end: int) -> float:
        """How high the sum over the comparisons from `begin` to before `end` must be for an alarm."""

    @abstractmethod
    def step(self, place: int) -> float:
        """The log-likelihood ratio of this comparison: above zero where it is likelier after a loss."""

    @abstractmethod
    def _set_usual(self, first: int, end: int) -> bool:
        """Learn what is usual from the comparisons of the reference period; false where there is nothing to lose."""

    def knows(self, place: int, first: int, end: int) -> bool:  # noqa: ARG002  all comparisons are alike but for their gaps
        """Do the comparisons from `first` to before `end` tell what is usual for one like that at `place`?"""
        return end - first >= ARMED_AFTER

    def is_armed(self, first: int, end: int) -> bool:
        """Take the comparisons from `first` to before `end` as the reference period; false where the stream cannot be watched."""
        if (first, end) != self._reference:
            self._reference = (first, end)
            self._is_armed = self._set_usual(first, end)
        return self._is_armed


class MovedChart(Chart):
    """Moved pages: good where the page had changed."""

    def __init__(self, comparisons: Sequence[Comparison]) -> None:
        super().__init__(comparisons)
        self._bad = [not c.changed for c in comparisons]
        self._hits = list(accumulate((c.changed for c in comparisons), initial=0))
        self._steps, self._threshold = (0.0, 0.0), float("inf")

    @property
    def bad(self) -> list[bool]:
        return self._bad

    def rate(self, begin: int, end: int) -> float:
        return (self._hits[end] - self._hits[begin]) / max(end - begin, 1)

    def threshold(self, begin: int, end: int) -> float:  # noqa: ARG002  all moves are alike
        return self._threshold

    def step(self, place: int) -> float:
        return self._steps[self._bad[place]]

    def _set_usual(self, first: int, end: int) -> bool:
        hits, count = self._hits[end] - self._hits[first], end - first
        median = (hits + JEFFREYS - THIRD) / (count + 2 * (JEFFREYS - THIRD))
        if median < LEAST_USUAL:
            return False
        usual = min(median, MOST_USUAL)
        lost = LOSS * usual
        self.usual, self._steps = usual, (log(lost / usual), log((1.0 - lost) / (1.0 - usual)))
        self._threshold = threshold_for(1.0 - usual, 1.0 - lost, run_length=RUN_LENGTH)
        return True


class UnmovedChart(Chart):
    """Unmoved pages: bad where the page had changed. Long gaps are expected to show more changes than short ones.

    With `alpha` silent changes a page and day, and a chance e that comparing invents a change, a page is seen changed after g days with
    probability 1 - (1 - e) exp(-alpha g). The usual alpha is the median of its posterior (Jeffreys' prior) over the reference period. With
    gamma moves a day recall is gamma / (gamma + alpha), which says what alpha is worth, and which one would be a loss.
    """

    def __init__(self, comparisons: Sequence[Comparison], rate: MoveRate, *, double_reads: int = 0, false_changes: int = 0) -> None:
        super().__init__(comparisons)
        self._bad = [c.changed for c in comparisons]
        self._moves = rate
        reads, false = max(double_reads, 0), min(max(false_changes, 0), max(double_reads, 0))
        self._error = (false + FALSE_CHANGES_PRIOR) / (reads + DOUBLE_READS_PRIOR)
        gaps = np.array([c.gap_days for c in comparisons], dtype=np.float64)
        same = (1.0 - self._error) * np.exp(-gaps[:, None] * RATES)
        changed = np.array(self._bad)[:, None]
        logs = np.where(changed, np.log1p(-np.minimum(same, 1.0 - 1e-12)), np.log(np.maximum(same, 1e-300)))
        self._log_likelihood = np.concatenate([np.zeros((1, len(RATES))), np.cumsum(logs, axis=0)])
        self._gaps = np.concatenate([[0.0], np.cumsum(gaps)])
        self._alphas = (0.0, 0.0)

    @property
    def bad(self) -> list[bool]:
        return self._bad

    def rate(self, begin: int, end: int) -> float:
        return -expm1(-self._median(begin, end))

    def threshold(self, begin: int, end: int) -> float:
        gap = float(self._gaps[end] - self._gaps[begin]) / max(end - begin, 1)
        usual, lost = (self._chance(alpha, gap) for alpha in self._alphas)
        return threshold_for(usual, lost, run_length=RUN_LENGTH)

    def knows(self, place: int, first: int, end: int) -> bool:
        # Short gaps say little about a long one: it takes as many page days as so many comparisons of its own length have.
        days = float(self._gaps[end] - self._gaps[first])
        return super().knows(place, first, end) and days >= ARMED_AFTER * self.comparisons[place].gap_days

    def step(self, place: int) -> float:
        gap = self.comparisons[place].gap_days
        usual, lost = (self._chance(alpha, gap) for alpha in self._alphas)
        return log(lost / usual) if self._bad[place] else log((1.0 - lost) / (1.0 - usual))

    def _chance(self, alpha: float, gap: float) -> float:
        return min(max(1.0 - (1.0 - self._error) * exp(-alpha * gap), 1e-9), 1.0 - 1e-9)

    def _median(self, begin: int, end: int) -> float:
        logs = self._log_likelihood[end] - self._log_likelihood[begin] + 0.5 * np.log(RATES)
        mass = np.exp(logs - logs.max())
        below = np.cumsum(mass) / mass.sum()
        return float(np.exp(np.interp(0.5, below, np.log(RATES))))

    def _set_usual(self, first: int, end: int) -> bool:
        gamma = self._moves.until(self.comparisons[end - 1].at)
        if gamma <= 0.0:
            return False
        alpha = self._median(first, end)
        recall = gamma / (gamma + alpha)
        if recall < LEAST_USUAL:
            return False
        recall = min(recall, MOST_USUAL)
        lost = LOSS * recall
        self._alphas = (gamma * (1.0 - recall) / recall, gamma * (1.0 - lost) / lost)
        self.usual = -expm1(-self._alphas[0])
        return True
