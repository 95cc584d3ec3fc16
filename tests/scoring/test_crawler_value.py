"""What following lastmod is worth: the formulas against their own definitions, known values and a simulated page."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.assessment import Interval
from scoring.crawler_value import changes_between, crawler_value, fresh_share, stale_share


def exactly(value: float) -> Interval:
    return Interval(value, value, value)


@given(st.floats(0.001, 0.5))
def test_the_changes_between_two_fetches_leave_just_the_tolerated_share_stale(staleness: float) -> None:
    assert stale_share(changes_between(staleness)) == pytest.approx(staleness, rel=1e-6)


def test_a_small_staleness_is_half_the_changes_between_two_fetches() -> None:
    assert changes_between(0.001) == pytest.approx(0.002, rel=0.01)


def test_the_stale_share_is_what_a_simulated_page_shows() -> None:
    random = np.random.default_rng(5)
    rate, period, days = 0.3, 2.0, 400_000
    changes = np.sort(random.uniform(0, days, random.poisson(rate * days)))
    moments = random.uniform(0, days, 200_000)
    fetched = moments // period * period
    stale = np.searchsorted(changes, moments) > np.searchsorted(changes, fetched)
    assert float(stale.mean()) == pytest.approx(stale_share(rate * period), abs=0.005)


@pytest.mark.parametrize(
    ("precision", "recall", "saved"),
    [
        (0.1, 0.8, -0.72),
        (0.2, 0.8, 0.14),
        (0.3, 0.5, 0.37),
        (0.5, 0.8, 0.64),
        (0.7, 0.8, 0.70),
        (0.5, 0.9, 0.61),
        (0.9, 0.9, 0.79),
        (0.9, 0.99, 0.76),
    ],
)
def test_savings_at_nine_tenths_fresh_are_those_of_the_table_of_the_design(precision: float, recall: float, saved: float) -> None:
    moves = recall / precision
    value = crawler_value(moves=moves, silent=exactly(1 - recall), precision=exactly(precision), staleness=0.1)
    assert value is not None
    assert value.saved.median == pytest.approx(saved, abs=0.006)


def test_the_fresh_share_is_what_a_simulated_page_shows() -> None:
    random = np.random.default_rng(6)
    moves, silent, rest = 0.2, 0.05, 6.0
    lengths = np.minimum(random.exponential(1 / moves, 400_000), rest)
    fresh = np.minimum(random.exponential(1 / silent, 400_000), lengths)
    assert float(fresh.sum() / lengths.sum()) == pytest.approx(fresh_share(moves, silent, rest), abs=0.002)


def test_following_false_moves_costs_more_than_polling() -> None:
    value = crawler_value(moves=20.0, silent=exactly(0.0001), precision=exactly(0.05), staleness=0.1)
    assert value is not None
    assert value.saved.median < -2.0
    assert value.wasted.median == pytest.approx(0.95)


def test_a_page_that_never_changes_has_no_value_to_compare() -> None:
    assert crawler_value(moves=0.0, silent=exactly(0.0), precision=exactly(0.5), staleness=0.05) is None


@given(
    st.floats(0, 10),
    st.lists(st.floats(0, 1), min_size=3, max_size=3).map(sorted),
    st.lists(st.floats(0, 5), min_size=3, max_size=3).map(sorted),
    st.floats(-1, 2),
)
def test_every_interval_holds_its_median_and_shares_are_shares(moves: float, right: list[float], quiet: list[float], asked: float) -> None:
    value = crawler_value(moves=moves, silent=Interval(*quiet), precision=Interval(*right), staleness=asked)
    if value is None:
        return
    for interval in (value.polling, value.following, value.saved, value.missed, value.wasted):
        assert interval.low <= interval.median <= interval.high
    assert 0 <= value.missed.low <= value.missed.high <= 1
    assert value.saved.high <= 1
    assert value.rest_days > 0


@given(st.floats(0.01, 0.3), st.floats(0.01, 0.2))
def test_who_tolerates_more_fetches_less(staleness: float, more: float) -> None:
    strict, lax = (
        crawler_value(moves=0.1, silent=exactly(0.01), precision=exactly(0.9), staleness=s) for s in (staleness, staleness + more)
    )
    assert strict is not None
    assert lax is not None
    assert lax.polling.median < strict.polling.median
    assert lax.following.median <= strict.following.median
