"""Moments at which all entries did the same."""

from __future__ import annotations

import pytest

from scoring.change_kinds import ChangeKind
from scoring.changepoint import generator_changes
from tests.scoring.builders import daily, on_day, snapshot


def told(*snapshots) -> list[tuple[ChangeKind, dict]]:
    return [(change.kind, change.detail_params) for change in generator_changes(snapshots)]


def shifted(day: int, *, forwards: bool, minutes: int = 120, count: int = 96, **other):
    moved, back = (97, 0) if forwards else (1, 96)
    return snapshot(day, moved=moved, unmoved=3, backwards=back, shifted=count, shift_minutes=minutes if forwards else -minutes, **other)


@pytest.mark.parametrize("forwards", [True, False])
def test_dates_that_all_shift_by_hours_are_a_clock_and_nothing_else(forwards: bool) -> None:
    hours = 2.0 if forwards else -2.0

    assert told(*daily(None, 3, 4, 5, 3, 4), shifted(6, forwards=forwards), *daily(3, 4, first_day=7)) == [
        (ChangeKind.ZONE_SHIFTED, {"hours": hours, "count": 96})
    ]


def test_a_stamp_of_one_date_on_all_entries_is_no_clock() -> None:
    stamp = shifted(6, forwards=True, modal_count=100, top2_count=100, distinct=1)

    assert ChangeKind.ZONE_SHIFTED not in [kind for kind, _ in told(*daily(None, 3, 4, 5, 3, 4), stamp)]


def test_a_few_dates_that_shift_are_no_event() -> None:
    assert told(*daily(None, 3, 4), shifted(3, forwards=False, count=60)) == []
    assert told(snapshot(0, entries=5), snapshot(1, entries=5, moved=5, shifted=5, shift_minutes=60)) == []


def test_another_precision_is_told_by_name() -> None:
    seconds = [snapshot(day, moved=0, precision="second") for day in range(3)]
    days = [snapshot(day, moved=0, date_only=100, precision="day") for day in range(3, 6)]

    (change,) = generator_changes([*seconds, *days])

    assert (change.kind, change.at) == (ChangeKind.FORMAT_CHANGED, on_day(3))
    assert change.detail_params == {"precision_before": "second", "precision_after": "day"}
    assert change.carried_over == 1.0
    assert told(*seconds, days[0], *(snapshot(day, moved=0, precision="second") for day in (4, 5))) == []


def test_counts_from_before_precisions_were_told_apart_are_no_other_precision() -> None:
    assert told(snapshot(0), snapshot(1, moved=0), snapshot(2, moved=0, precision="second"), snapshot(3, moved=0, precision="second")) == []
    assert [kind for kind, _ in told(snapshot(0), snapshot(1, moved=0, date_only=100, precision="day"))] == [ChangeKind.FORMAT_CHANGED]


def test_a_list_of_other_pages_is_an_event() -> None:
    before = daily(None, 3, 4)
    other = snapshot(3, moved=1, unmoved=4, appeared=95, vanished=95)

    assert told(*before, other) == [(ChangeKind.URLS_REPLACED, {"vanished": 95, "appeared": 95, "entries": 100})]
    assert told(*before, snapshot(3, moved=1, unmoved=49, appeared=50, vanished=50)) == []
    assert told(*before, snapshot(3, moved=1, unmoved=99, entries=1_000, with_lastmod=1_000, appeared=900, vanished=0)) == []
