from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.activity import ACTIVITIES, Activity
from scoring.event_model import Nuisance, Observations, posterior
from tests.scoring.brute_force import posterior_by_hand

ALIKE = Nuisance()
UNLIKE = Nuisance((0.0, 0.002, 0.01), ACTIVITIES, (0.0, -1.0, 0.5, 0.0, -2.0, 0.0, -3.0, -2.5, -3.0, -2.0))


def seen(*rows: tuple[int, float, int], worth: float = 1.0, page: tuple[int, float] | None = None) -> Observations:
    """Comparisons as (changed, gap in days, moves)."""
    columns = np.array([(*row, worth, *(page or (row[2], row[1]))) for row in rows], dtype=np.float64).reshape(-1, 6).T
    return Observations(*columns)


def quantile(values: np.ndarray, mass: np.ndarray, share: float) -> float:
    order = np.argsort(values.ravel())
    return float(np.interp(share, np.cumsum(mass.ravel()[order]), values.ravel()[order]))


MIXED = [(1, 1.0, 1)] * 9 + [(0, 1.0, 1)] * 3 + [(1, 6.0, 0)] * 2 + [(0, 6.0, 0)] * 20 + [(1, 20.0, 2)] * 4 + [(0, 0.5, 0)] * 5


@pytest.mark.parametrize(
    "nuisance",
    [
        ALIKE,
        UNLIKE,
        Nuisance((0.005,), (Activity(0.7, 1.0),)),
        Nuisance((0.005,), (Activity(0.2, 0.0, silent=True),)),
        Nuisance((0.005,), (Activity(0.5, 1.0, silent=True),)),
    ],
    ids=["alike", "unlike", "idle", "silent", "silent and unlike"],
)
@pytest.mark.parametrize("page", [None, (0, 40.0), (2, 40.0), (6, 90.0)])
def test_the_narrowed_grid_gives_what_plain_sums_over_everything_give(nuisance: Nuisance, page: tuple[int, float] | None) -> None:
    found = posterior(seen(*MIXED, page=page), move_rate=0.05, nuisance=nuisance)
    p, recall, mass = posterior_by_hand(seen(*MIXED, page=page), move_rate=0.05, nuisance=nuisance, size=160)

    for share, ours in zip((0.025, 0.5, 0.975), found.quantiles(found.precision), strict=True):
        assert ours == pytest.approx(quantile(p, mass, share), abs=0.02)
    for share, ours in zip((0.025, 0.5, 0.975), found.quantiles(found.recall), strict=True):
        assert ours == pytest.approx(quantile(recall, mass, share), abs=0.03)
    assert found.probability(found.recall >= 0.8) == pytest.approx(float(mass[recall >= 0.8].sum()), abs=0.03)


def test_without_comparisons_it_is_the_prior_of_two_unknown_shares() -> None:
    found = posterior(seen(), move_rate=0.05, nuisance=ALIKE)

    assert found.quantiles(found.precision)[1] == pytest.approx(0.5, abs=0.03)
    assert found.quantiles(found.recall)[1] == pytest.approx(0.5, abs=0.03)
    assert found.mass.sum() == pytest.approx(1.0)


def test_changes_over_a_long_gap_are_no_merit_of_the_move() -> None:
    """Every second page changes in ten days with or without a move, so moves tell nothing."""
    rows = [(1, 10.0, 1)] * 20 + [(0, 10.0, 1)] * 20 + [(1, 10.0, 0)] * 20 + [(0, 10.0, 0)] * 20
    found = posterior(seen(*rows), move_rate=0.05, nuisance=ALIKE)

    assert found.quantiles(found.precision)[1] < 0.25


def test_false_changes_cost_no_recall_where_their_rate_is_known() -> None:
    rows = [(1, 1.0, 1)] * 40 + [(1, 1.0, 0)] * 6 + [(0, 1.0, 0)] * 194
    naive = posterior(seen(*rows), move_rate=0.05, nuisance=ALIKE)
    known = posterior(seen(*rows), move_rate=0.05, nuisance=Nuisance((0.02, 0.03, 0.04)))

    assert naive.quantiles(naive.recall)[2] < 0.85
    assert known.quantiles(known.recall)[2] > 0.95


def test_a_page_at_rest_that_often_moves_says_more_than_one_that_never_did() -> None:
    rows = [(1, 1.0, 1)] * 30 + [(0, 5.0, 0)] * 30
    unlike = Nuisance((0.001,), (Activity(0.0, 1.5),))
    busy = posterior(seen(*rows, page=(4, 30.0)), move_rate=0.05, nuisance=unlike)
    idle = posterior(seen(*rows, page=(0, 30.0)), move_rate=0.05, nuisance=unlike)

    assert busy.quantiles(busy.recall)[0] > idle.quantiles(idle.recall)[0] + 0.1


def test_changes_of_pages_that_never_moved_tell_of_silent_pages_though_all_others_are_honest() -> None:
    """A quarter of the pages changes as the others do and never moves: recall is .75. Whoever takes those for idle pages that are seldom
    looked at puts it higher."""
    moved, rest = [(1, 1.0, 1)] * 30, [(0, 7.0, 0)] * 40
    silent = [(1, 7.0, 0)] * 4 + [(0, 7.0, 0)] * 10
    known = [seen(*moved, page=(3, 60.0)), seen(*rest, page=(2, 60.0)), seen(*silent, page=(0, 60.0))]
    rows = Observations(*(np.concatenate([getattr(one, spec.name) for one in known]) for spec in fields(Observations)))
    idle, silently = Activity(0.25, 0.0), Activity(0.25, 0.0, silent=True)
    alone = posterior(rows, move_rate=0.0375, nuisance=Nuisance((0.003,), (idle,)))
    both = posterior(rows, move_rate=0.0375, nuisance=Nuisance((0.003,), (idle, silently), (0.0, np.log(0.05))))

    assert both.quantiles(both.recall)[1] == pytest.approx(0.75, abs=0.04)
    assert alone.quantiles(alone.recall)[1] > 0.8


@settings(max_examples=60, deadline=None)
@given(
    rows=st.lists(st.tuples(st.integers(0, 1), st.floats(0.0, 40_000.0), st.integers(0, 400)), max_size=30),
    worth=st.floats(0.0, 50.0),
    rate=st.floats(1e-9, 50.0),
)
def test_whatever_was_seen_the_posterior_is_one(rows: list[tuple[int, float, int]], worth: float, rate: float) -> None:
    found = posterior(seen(*rows, worth=worth), move_rate=rate, nuisance=UNLIKE)

    assert found.mass.sum() == pytest.approx(1.0)
    for values in (found.precision, found.recall, found.trust):
        low, median, high = found.quantiles(values)
        assert 0.0 <= low <= median <= high <= 1.0
