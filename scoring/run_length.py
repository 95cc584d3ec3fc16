"""How far a CUSUM may rise before it alarms: the threshold that gives a chosen number of visits between two false alarms.

The chart adds up log-likelihood ratios of yes-or-no outcomes and never falls below zero (Page 1954, *Biometrika* 41). On a grid of
states it is a Markov chain, whose mean time to absorption is the average run length (Brook and Evans 1972, *Biometrika* 59; for
proportions Reynolds and Stoumbos 1999, *Journal of Quality Technology* 31). The equations have few diagonals, so the time to solve them
is linear in the states.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, log

import numpy as np
from scipy.linalg import solve_banded

# The larger of the two steps is about so many cells of the grid wide, and the smaller one a whole number of them. Not more, so that the
# bands stay narrow enough for linear algebra to work in one thread: several workers solving in several threads each stand in their own way.
CELLS_A_STEP = 30
MOST_STATES = 6_000
# Outside these the chart has no use, and the grid no end.
LEAST_CHANCE, MOST_CHANCE = 0.002, 0.9


def average_run_length(bad: float, worse: float, *, threshold: float, true: float | None = None) -> float:
    """Mean number of outcomes until a chart alarms that tells a chance `worse` of a bad outcome from the usual `bad` (both in 0..1).

    `true` is the chance that the outcomes really have, None = `bad`. `threshold` is in natural logarithms.
    """
    cell, up = _grid(bad, worse)
    return _run_length(max(ceil(threshold / cell), 1), up, bad if true is None else true)


def threshold_for(bad: float, worse: float, *, run_length: float) -> float:
    """The least height, in natural logarithms, that gives at least `run_length` outcomes between two false alarms.

    Chances are taken to two figures and within bounds, so that the many sites of one worker share the work.
    """
    bad = _two_figures(min(max(bad, LEAST_CHANCE), MOST_CHANCE))
    worse = min(max(_two_figures(worse), bad * 1.05), 1.0 - (1.0 - bad) * 0.05)
    return _threshold_for(bad, worse, run_length)


def _two_figures(chance: float) -> float:
    # Of a chance near one the distance to one is what matters.
    return float(f"{chance:.2g}") if chance <= 0.5 else 1.0 - float(f"{1.0 - chance:.2g}")


@lru_cache(maxsize=4_096)
def _threshold_for(bad: float, worse: float, run_length: float) -> float:
    cell, up = _grid(bad, worse)
    low, high = 0, 1
    while high < MOST_STATES and _run_length(high, up, bad) < run_length:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _run_length(middle, up, bad) >= run_length else (middle, high)
    return high * cell


def _grid(bad: float, worse: float) -> tuple[float, tuple[int, int]]:
    """The width of a cell, and the steps in cells: up after a bad outcome, down after a good one."""
    up, down = log(worse / bad), log((1.0 - bad) / (1.0 - worse))
    small, large = min(up, down), max(up, down)
    cell = small / max(round(CELLS_A_STEP * small / large), 2)
    return cell, (round(up / cell), round(down / cell))


def _run_length(states: int, steps: tuple[int, int], bad: float) -> float:
    """Mean outcomes until the chain, begun at zero, reaches `states`: T = 1 + bad T(up) + (1 - bad) T(down), zero beyond the end."""
    up, down = min(steps[0], states), min(steps[1], states)
    bands = np.zeros((up + down + 1, states), dtype=np.float64)
    bands[up] = 1.0
    bands[0, up:] -= bad
    bands[up + down, : states - down] -= 1.0 - bad
    # Falls below zero end at zero: column zero of the first rows, each on a diagonal of its own.
    for row in range(min(down, states)):
        bands[up + row, 0] -= 1.0 - bad
    solved = solve_banded((down, up), bands, np.ones(states, dtype=np.float64), overwrite_ab=True, check_finite=False)
    return float(solved[0])
