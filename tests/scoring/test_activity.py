from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import nbinom, poisson

from scoring.activity import ACTIVITIES, SILENT_BELIEF, Activity, activity_log_weights, likely_activities
from scoring.evidence import WatchedPage


def pages(moves: list[int], *, days: float = 60.0) -> tuple[WatchedPage, ...]:
    return tuple(WatchedPage("", days, count) for count in moves)


def by_scipy(moves: list[int], days: float, activity: Activity) -> float:
    mean = sum(moves) / len(moves) / (1.0 - activity.idle_share)
    total = 0.0
    for count in moves:
        if activity.spread:
            chance = nbinom.pmf(count, 1.0 / activity.spread, 1.0 / (1.0 + activity.spread * mean))
        else:
            chance = poisson.pmf(count, mean)
        total += np.log((activity.idle_share if count == 0 else 0.0) + (1.0 - activity.idle_share) * chance)
    return float(total)


def test_the_weights_are_those_of_the_textbook_up_to_what_all_share() -> None:
    moves = [0, 0, 0, 1, 2, 0, 5, 3, 0, 1]
    ours = activity_log_weights(pages(moves))
    theirs = [by_scipy(moves, 60.0, activity) + activity.silent * np.log(SILENT_BELIEF) for activity in ACTIVITIES]

    assert np.array(ours) - ours[0] == pytest.approx(np.array(theirs) - theirs[0])


def test_pages_that_all_move_alike_are_alike() -> None:
    weights = dict(zip(ACTIVITIES, activity_log_weights(pages([6] * 40)), strict=True))

    assert max(weights, key=weights.__getitem__) == Activity(0.0, 0.0)


def test_where_most_never_move_a_part_is_idle() -> None:
    kept, _ = likely_activities(pages([0] * 28 + [6] * 12))

    assert {activity.idle_share for activity in kept} == {0.7}


@pytest.mark.parametrize("seen", [(), pages([0] * 40), pages([5], days=0.0)])
def test_without_moves_every_activity_is_as_likely_but_for_the_silent_ones(seen: tuple[WatchedPage, ...]) -> None:
    kept, weights = likely_activities(seen)

    assert kept == ACTIVITIES
    assert weights == tuple(np.log(SILENT_BELIEF) if activity.silent else 0.0 for activity in ACTIVITIES)
