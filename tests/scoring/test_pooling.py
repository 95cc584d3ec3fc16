from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from scoring.assessment import Interval
from scoring.pooling import LIKE_OTHERS, MOST_BORROWED, NOTHING_BORROWED, Share, borrowings

HIGH = Interval(low=0.90, median=0.95, high=0.98)
LOW = Interval(low=0.12, median=0.20, high=0.30)
VAGUE = Interval(low=0.01, median=0.50, high=0.99)
shares = st.floats(0.02, 0.98)


def test_a_section_borrows_from_the_others_and_never_from_itself() -> None:
    found = borrowings({"a": (HIGH, HIGH)}, ("a", "b"))
    assert found["a"] == NOTHING_BORROWED
    assert found["b"].precision is not None
    assert found["b"].precision.mean == pytest.approx(0.95)


def test_what_is_borrowed_is_worth_four_comparisons_at_most_however_many_sections_agree() -> None:
    known = {str(number): (HIGH, HIGH) for number in range(40)}
    worths = [borrowed.precision.worth for borrowed in borrowings(known, ("new",)).values() if borrowed.precision]
    assert len(worths) == 1
    assert 3.0 < worths[0] <= MOST_BORROWED


def test_sections_that_are_unlike_each_other_say_little_of_another_one() -> None:
    alike = borrowings({"a": (HIGH, HIGH), "b": (HIGH, HIGH)}, ("new",))["new"].precision
    apart = borrowings({"a": (HIGH, HIGH), "b": (LOW, LOW)}, ("new",))["new"].precision
    assert alike is not None
    assert apart is None or apart.worth < alike.worth / 2


def test_the_vaguer_the_others_are_the_less_they_say() -> None:
    vague, known = (borrowings({"a": (share, share)}, ("new",))["new"].recall for share in (VAGUE, HIGH))
    assert known is not None
    assert vague is not None
    assert vague.worth < known.worth


@given(shares, st.floats(0.1, MOST_BORROWED))
def test_the_mixed_prior_is_a_distribution(mean: float, worth: float) -> None:
    jeffreys = stats.beta(0.5, 0.5)
    share = Share(mean, worth)
    # By the quantiles of Jeffreys' prior, whose density has no end at 0 and 1.
    total, _ = integrate.quad(lambda q: float(np.exp(share.log_factor(np.array([jeffreys.ppf(q)]))[0])), 0.0, 1.0, limit=200)
    assert total == pytest.approx(1.0, abs=2e-3)


@given(shares, st.floats(0.1, MOST_BORROWED), st.floats(0.001, 0.999))
def test_no_share_is_ever_ruled_out_by_what_is_borrowed(mean: float, worth: float, at: float) -> None:
    assert Share(mean, worth).log_factor(np.array([at]))[0] >= np.log(1.0 - LIKE_OTHERS) - 1e-9
