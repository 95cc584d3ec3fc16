from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.run_length import average_run_length, threshold_for


def simulated(bad: float, worse: float, threshold: float, true: float, *, runs: int = 400) -> float:
    """Mean outcomes until an alarm, drawn and added up one by one."""
    rng = np.random.default_rng(5)
    up, down = log(worse / bad), log((1.0 - worse) / (1.0 - bad))
    lengths = []
    for _ in range(runs):
        height, outcomes = 0.0, 0
        while height < threshold:
            height, outcomes = max(0.0, height + (up if rng.random() < true else down)), outcomes + 1
        lengths.append(outcomes)
    return float(np.mean(lengths))


@pytest.mark.parametrize(("bad", "worse"), [(0.05, 0.3), (0.02, 0.28), (0.2, 0.41), (0.4, 0.56), (0.01, 0.06)])
def test_a_threshold_gives_the_run_length_that_was_asked_for(bad: float, worse: float) -> None:
    threshold = threshold_for(bad, worse, run_length=200.0)

    # A mean of 400 lengths that are about exponential has a standard error of a twentieth; steps are rounded to the grid, too.
    assert simulated(bad, worse, threshold, bad) == pytest.approx(average_run_length(bad, worse, threshold=threshold), rel=0.25)
    assert simulated(bad, worse, threshold, bad) >= 150.0


@pytest.mark.parametrize(("after", "visits"), [(0.3, 14.5), (0.5, 7.2), (0.8, 3.9), (0.95, 3.2)])
def test_known_delays_are_found_again(after: float, visits: float) -> None:
    """The table of STATISTICS.md §14 for p0 = .95, p1 = .7, h = 4.76, got there by simulation."""
    assert average_run_length(0.05, 0.3, threshold=4.76, true=after) == pytest.approx(visits, rel=0.1)
    assert 900.0 < average_run_length(0.05, 0.3, threshold=4.76) < 1_500.0  # two misses more or less: the length jumps near 4.76


@given(bad=st.floats(0.0, 1.0), worse=st.floats(0.0, 1.0), run_length=st.sampled_from([50.0, 1_000.0]))
def test_any_two_chances_have_a_threshold_above_zero(bad: float, worse: float, run_length: float) -> None:
    assert 0.0 < threshold_for(bad, worse, run_length=run_length) < 60.0


def test_fewer_false_alarms_cost_a_higher_threshold() -> None:
    assert threshold_for(0.05, 0.3, run_length=100.0) < threshold_for(0.05, 0.3, run_length=10_000.0)
