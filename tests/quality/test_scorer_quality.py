"""The scorer against sites whose truth is known, in seconds. `python -m tests.quality.measures` does the same at length."""

from __future__ import annotations

import pytest

from tests.quality import floors
from tests.quality.measures import (
    CLASSES,
    DESIGNS,
    PARTIAL,
    WEEKLY,
    Design,
    measure_class,
    measure_coverage,
    measure_partial,
    measure_switch,
    measure_weekly,
)


@pytest.mark.parametrize("name", CLASSES)
def test_sites_of_known_truth_get_the_right_verdict(name: str) -> None:
    result = measure_class(CLASSES[name], sites=floors.SITES)

    assert result.right >= floors.RIGHT[name]
    assert result.falsely_trusted <= floors.FALSELY_TRUSTED
    assert result.mode_named >= floors.MODE_NAMED
    assert result.fetches <= floors.FETCHES.get(name, float("inf"))


def test_a_silent_switch_is_noticed_at_the_second_snapshot() -> None:
    delay, had_trust = measure_switch(sites=floors.SITES)

    assert had_trust == 1.0
    assert delay <= floors.SWITCH_DELAY_DAYS


@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_intervals_hold_the_truth_when_moved_pages_are_oversampled(design: Design) -> None:
    precise, recalled, bias = measure_coverage(design, rounds=floors.COVERAGE_ROUNDS)

    assert precise >= floors.COVERAGE
    assert recalled >= floors.COVERAGE
    assert abs(bias) <= floors.RECALL_BIAS


def test_a_fault_on_some_pages_does_not_fool_the_intervals_or_the_verdict() -> None:
    measured = {name: measure_partial(habits, sites=floors.PARTIAL_SITES) for name, habits in PARTIAL.items()}

    for name, result in measured.items():
        assert min(result.precision_covered, result.recall_covered) >= floors.PARTIAL_COVERAGE, name
        assert result.too_good <= floors.TOO_GOOD, name
    assert sum(result.too_good for result in measured.values()) / len(measured) <= floors.TOO_GOOD_OF_ALL


@pytest.mark.parametrize("name", WEEKLY)
def test_over_a_week_chance_earns_no_good_verdict_and_honesty_does(name: str) -> None:
    result = measure_weekly(WEEKLY[name], sites=floors.WEEKLY_SITES)

    if "honest" in name:
        assert result.good >= floors.HONEST_WEEKLY
    else:
        assert result.estimated_precision > result.true_precision + 0.1, "the guard is tried where the estimate flatters"
        assert result.good <= floors.STRAY_WEEKLY
