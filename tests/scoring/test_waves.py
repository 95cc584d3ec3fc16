"""Waves of moves that are unusual for a site."""

from __future__ import annotations

import numpy as np

from scoring.alarms import AlarmKind, Stream
from scoring.change_kinds import ChangeKind
from scoring.changepoint import generator_changes
from scoring.evidence import SnapshotStats
from scoring.waves import suspected_waves
from tests.scoring.builders import daily, on_day


def waves(*moved: int | None, entries: int = 100) -> list[tuple[int, dict]]:
    found = generator_changes(daily(*moved, entries=entries))
    return [((c.at - on_day(0)).days, c.detail_params) for c in found if c.kind is ChangeKind.UNUSUAL_WAVE]


def suspicions(snapshots: tuple[SnapshotStats, ...]) -> list:
    return suspected_waves(snapshots, generator_changes(snapshots))


def test_a_wave_far_above_the_usual_share_is_told_with_both_shares() -> None:
    assert waves(None, 3, 5, 0, 4, 2, 3, 60) == [(7, {"percent_before": 3, "percent_after": 60, "moved": 60})]


def test_a_site_whose_days_differ_much_is_allowed_a_large_wave() -> None:
    assert waves(None, 40, 0, 0, 35, 0, 50, 1, 0, 45) == []


def test_weekly_releases_are_usual_after_a_few() -> None:
    assert [day for day, _ in waves(None, *([0] * 6 + [60]) * 6)] == [7]


def test_too_little_is_known_at_first() -> None:
    assert waves(None, 3, 5, 4, 60) == []
    assert waves(None, *[1] * 8, 12, entries=12) == []


def test_honest_days_are_hardly_ever_called_unusual() -> None:
    rng = np.random.default_rng(6)
    days = [rng.binomial(300, rng.beta(2.0, 30.0, 200)) for _ in range(20)]

    assert sum(len(waves(None, *(int(moved) for moved in moves), entries=300)) for moves in days) <= 10  # of 4,000, from what 28 days show


def test_the_first_wave_of_all_entries_raises_an_alarm_at_once() -> None:
    (alarm,) = suspicions(daily(None, 3, 5, 4, 2, 3, 100))

    assert (alarm.stream, alarm.kind, alarm.at) == (Stream.ENTRIES, AlarmKind.ALL_MOVING_SUSPECTED, on_day(6))
    assert alarm.params == {"onset": "2025-06-08", "percent_before": 3, "percent_after": 100, "visits": 0}


def test_quiet_days_leave_the_suspicion_and_the_next_moves_lift_or_confirm_it() -> None:
    assert len(suspicions(daily(None, 3, 5, 4, 2, 3, 100, 0, 0))) == 1
    assert suspicions(daily(None, 3, 5, 4, 2, 3, 100, 4)) == []
    confirmed = daily(None, 3, 5, 4, 2, 3, 100, 100)
    assert suspicions(confirmed) == []
    assert [c.kind for c in generator_changes(confirmed)] == [ChangeKind.ALL_MOVING]
