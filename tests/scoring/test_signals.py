"""Signals are believed until a test shows that they are worthless."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.signals import (
    ALWAYS_304,
    NEVER_304,
    REQUEST_TIME,
    RULES,
    SAME_SOURCE,
    VOLATILE,
    SignalState,
    Tally,
    judge_signal,
    rate_interval,
)


@pytest.mark.parametrize(
    ("code", "hits", "trials", "state"),
    [
        (SAME_SOURCE, 9, 9, "untested"),
        (SAME_SOURCE, 10, 10, "failing"),
        (SAME_SOURCE, 19, 20, "failing"),
        (SAME_SOURCE, 18, 20, "passed"),
        (REQUEST_TIME, 4, 4, "untested"),
        (REQUEST_TIME, 5, 5, "failing"),
        (REQUEST_TIME, 4, 5, "passed"),
        (NEVER_304, 5, 5, "failing"),
        (NEVER_304, 99, 100, "passed"),
        (ALWAYS_304, 2, 2, "untested"),
        (ALWAYS_304, 2, 3, "passed"),
        (ALWAYS_304, 3, 3, "failing"),
        (ALWAYS_304, 3, 100, "failing"),
        (ALWAYS_304, 3, 101, "passed"),
        (VOLATILE, 9, 9, "untested"),
        (VOLATILE, 1, 10, "passed"),
        (VOLATILE, 2, 10, "failing"),
        (VOLATILE, 3, 40, "passed"),
    ],
)
def test_each_signal_has_its_own_threshold(code: str, hits: int, trials: int, state: str) -> None:
    assert judge_signal(code, Tally(hits, trials)).state == state


@given(st.sampled_from(sorted(RULES)), st.integers(0, 500), st.integers(0, 500))
def test_more_against_a_signal_never_makes_it_better(code: str, some: int, more: int) -> None:
    trials = some + more
    order = [SignalState.UNTESTED, SignalState.PASSED, SignalState.FAILING]
    one, other = (order.index(SignalState(judge_signal(code, Tally(hits, trials)).state)) for hits in (some, trials))
    assert one <= other


@given(st.sampled_from(sorted(RULES)), st.integers(0, 500))
def test_a_signal_that_nothing_speaks_against_never_fails(code: str, trials: int) -> None:
    assert judge_signal(code, Tally(0, trials)).state != "failing"


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_interval_of_a_rate_holds_the_rate(hits: int, more: int) -> None:
    low, high = rate_interval(Tally(hits, hits + more))
    assert 0.0 <= low <= high <= 1.0
    if hits + more:
        assert low <= hits / (hits + more) <= high


def test_ten_pages_without_a_difference_leave_room_for_a_few_in_a_hundred() -> None:
    low, high = rate_interval(Tally(0, 10))
    assert low == 0.0
    assert high == pytest.approx(0.217, abs=0.001)
