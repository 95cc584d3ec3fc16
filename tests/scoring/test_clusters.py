from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.clusters import _t_975, effective_trials


def worth(changed: list[int], pages: list[int], **other: float) -> float:
    count = len(changed)
    return effective_trials(np.array(changed, dtype=float), np.ones(count), np.ones(count), pages, **other)


def test_pages_that_each_always_say_the_same_are_worth_one_trial_each() -> None:
    changed = [int(page % 4 > 0) for page in range(40) for _ in range(10)]
    pages = [page + 1 for page in range(40) for _ in range(10)]

    assert worth(changed, pages) < 40
    assert worth(changed, pages) > 10


def test_answers_that_do_not_depend_on_the_page_are_worth_nearly_all_of_them() -> None:
    changed = [int(visit % 2 > 0) for _ in range(40) for visit in range(10)]
    pages = [page + 1 for page in range(40) for _ in range(10)]

    assert worth(changed, pages) == pytest.approx(400)


def test_unknown_pages_are_pages_of_their_own() -> None:
    assert worth([1, 0, 1, 1, 0, 1], [0] * 6) == pytest.approx(6)
    assert worth([1, 0, 1, 1, 0, 1], [7, 8, 9, 10, 11, 12]) == pytest.approx(6)


def test_one_page_is_one_witness_unless_it_is_the_whole_site() -> None:
    assert worth([1] * 30, [5] * 30) == pytest.approx(1)
    assert worth([1] * 30, [5] * 30, sampled_share=1.0) == pytest.approx(30)


def test_pages_that_all_agree_keep_what_kish_gives_them() -> None:
    assert worth([1] * 60, [page + 1 for page in range(20) for _ in range(3)]) == pytest.approx(60)


@pytest.mark.parametrize(("freedom", "quantile"), [(2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (39, 2.023)])
def test_the_t_quantile_is_that_of_the_tables(freedom: int, quantile: float) -> None:
    assert _t_975(float(freedom)) == pytest.approx(quantile, rel=0.035)


seen = st.tuples(st.integers(0, 1), st.floats(1.0, 100.0), st.floats(1e-9, 1.0), st.integers(0, 4))


@settings(max_examples=150, deadline=None)
@given(rows=st.lists(seen, min_size=1, max_size=30), sampled=st.floats(0.0, 1.0))
def test_never_more_than_kish_and_never_nothing(rows: list, sampled: float) -> None:
    changed, trials, weights = (np.array([row[place] for row in rows], dtype=float) for place in range(3))
    kish = float((weights * trials).sum()) ** 2 / float((weights**2 * trials).sum())

    assert 0.0 < effective_trials(changed, trials, weights, [row[3] for row in rows], sampled_share=sampled) <= kish * 1.000_001
