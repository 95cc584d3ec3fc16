from __future__ import annotations

import pytest

from scoring.assessment import FailureMode
from tests.scoring.builders import daily, evidence, snapshot
from tests.scoring.faults.cases import faults_of, modes_of


def test_a_twentieth_of_dates_in_the_future_is_named_and_less_is_not() -> None:
    assert faults_of(evidence((snapshot(0, future=7),)), 1)[FailureMode.FUTURE_DATES].params == {"percent": 7}
    assert modes_of(evidence((snapshot(0, future=4),)), 1) == []


def test_dates_that_go_back_again_and_again_are_named() -> None:
    reads = (snapshot(0), *(snapshot(day, moved=10, backwards=5 if day % 2 else 0, unmoved=85) for day in range(1, 9)))
    found = faults_of(evidence(reads))

    assert list(found) == [FailureMode.BACKWARDS]
    assert found[FailureMode.BACKWARDS].params == {"reads": 4, "backwards": 20, "percent": 20}


@pytest.mark.parametrize(("reads", "each"), [(1, 30), (4, 0), (2, 1)])
def test_one_repair_or_a_page_now_and_then_is_no_habit(reads: int, each: int) -> None:
    stats = (snapshot(0), *(snapshot(day, moved=20, backwards=each if day <= reads else 0, unmoved=50) for day in range(1, 9)))

    assert modes_of(evidence(stats)) == []


def test_dates_without_time_are_a_remark() -> None:
    found = faults_of(evidence(daily(None, 5, date_only=100)))

    assert list(found) == [FailureMode.DATE_ONLY]
    assert FailureMode.DATE_ONLY.is_remark
    assert modes_of(evidence(daily(None, 5, date_only=40))) == []


@pytest.mark.parametrize(("field", "reason"), [("index_too_old", "index_mismatch"), ("index_moving_alone", "index_moves_alone")])
def test_an_index_that_contradicts_its_files_in_two_reads_is_named(field: str, reason: str) -> None:
    twice = daily(None, 5, 5, index_dated=20, **{field: 3})
    once = (*daily(None, 5, index_dated=20), snapshot(2, moved=5, index_dated=20, **{field: 3}))

    assert faults_of(evidence(twice))[FailureMode.INDEX_MISMATCH].reason == reason
    assert modes_of(evidence(once)) == []


def test_an_index_that_fits_or_gives_no_dates_is_not_named() -> None:
    assert modes_of(evidence(daily(None, 5, 5, index_dated=20, index_too_old=0, index_moving_alone=0))) == []
    assert modes_of(evidence(daily(None, 5, 5, index_dated=100, index_too_old=4))) == []
    assert modes_of(evidence(daily(None, 5, 5))) == []
