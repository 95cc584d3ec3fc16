from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import beta

from scoring.counts import Table, tabulate
from scoring.design import design_estimate as estimate
from scoring.thresholds import Thresholds
from tests.scoring.builders import comparisons, daily, on_day

THRESHOLDS = Thresholds()


def table(seen: tuple, read: tuple = ()) -> Table:
    return tabulate(seen, read, now=on_day(1), thresholds=THRESHOLDS)


def judged(seen: tuple, read: tuple = ()):
    return estimate(table(seen, read), thresholds=THRESHOLDS, seed=1)


@settings(max_examples=25, deadline=None)
@given(hits=st.integers(0, 60), misses=st.integers(0, 60))
def test_equal_weights_give_the_jeffreys_posterior_of_precision(hits: int, misses: int) -> None:
    if hits + misses == 0:
        return
    seen = judged(comparisons(hits, misses, 1, 10))
    exact = beta(hits + 0.5, misses + 0.5)

    assert seen.precision is not None
    assert seen.precision.median == pytest.approx(exact.median(), abs=0.02)
    assert seen.precision.low == pytest.approx(exact.ppf(0.025), abs=0.03)
    assert seen.precision.high == pytest.approx(exact.ppf(0.975), abs=0.03)


def test_recall_is_right_when_moved_pages_are_oversampled() -> None:
    # 100 of 1,000 pages moved, 90 of them changed; 100 of the 900 others changed: recall 90 / 190. All moved ones were visited.
    seen = (*comparisons(90, 10, 0, 0, weight=1.0), *comparisons(0, 0, 10, 80, weight=10.0))

    assert judged(seen).recall.median == pytest.approx(90 / 190, abs=0.02)
    assert judged(seen, daily(None, 100, entries=1_000)).recall.median == pytest.approx(90 / 190, abs=0.02)


def test_without_weights_the_same_sample_would_flatter() -> None:
    assert judged(comparisons(90, 10, 10, 80)).recall.median > 0.8


def test_trust_is_the_harmonic_mean() -> None:
    seen = judged(comparisons(500, 500, 500, 5_000))

    assert seen.precision is not None
    assert seen.trust.median == pytest.approx(2 * 0.5 * 0.5 / (0.5 + 0.5), abs=0.03)


def test_precision_means_nothing_where_nothing_moved() -> None:
    seen = judged(comparisons(0, 0, 10, 10))

    assert seen.precision is None
    assert seen.recall.high < 0.25


def test_where_all_move_no_change_is_missed() -> None:
    assert judged(comparisons(20, 20, 0, 0)).recall.low > 0.8


def test_unvisited_unmoved_pages_leave_recall_open() -> None:
    seen = judged(comparisons(20, 0, 0, 0), daily(None, 10))

    assert seen.recall.low < 0.2


def test_moves_where_pages_change_as_often_anyway_are_no_hint() -> None:
    assert judged(comparisons(30, 70, 30, 70)).classes.hint < 0.05


def test_where_everything_moves_a_few_right_moves_select_nothing() -> None:
    assert judged(comparisons(30, 70, 0, 0)).classes.hint < 0.05


def test_probabilities_rise_towards_the_weaker_class() -> None:
    classes = judged(comparisons(18, 2, 1, 40)).classes

    assert classes.trusted < classes.useful <= classes.hint


def test_certainty_needs_the_counts_of_the_jeffreys_rule() -> None:
    # Pr(P >= .9) reaches .95 with 18 right moves of 18 (Jeffreys); recall is made certain by many unmoved unchanged pages.
    assert judged(comparisons(17, 0, 0, 5_000), daily(None, 1)).classes.trusted < 0.95
    assert judged(comparisons(19, 0, 0, 5_000), daily(None, 1)).classes.trusted > 0.94
