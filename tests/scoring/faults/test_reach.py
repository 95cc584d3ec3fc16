from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.assessment import FailureMode
from scoring.evidence import SnapshotStats, VisitTally
from tests.scoring.builders import daily, evidence, on_day, snapshot
from tests.scoring.faults.cases import HONEST, faults_of, modes_of


def test_no_lastmod_decides_and_leaves_nothing_else_to_say() -> None:
    found = faults_of(evidence(daily(None, 0, with_lastmod=3, date_only=3)))

    assert list(found) == [FailureMode.NO_LASTMOD]
    assert found[FailureMode.NO_LASTMOD].decides


@pytest.mark.parametrize(("dated", "named"), [(50, True), (94, True), (95, False), (100, False)])
def test_a_part_without_dates_is_partial_coverage(dated: int, named: bool) -> None:
    assert (FailureMode.PARTIAL_COVERAGE in modes_of(evidence(daily(None, 3, with_lastmod=dated)))) is named


def visited(*tallies: VisitTally) -> list[FailureMode]:
    return modes_of(replace(HONEST, visits=tallies))


def test_visits_that_mostly_give_nothing_make_a_site_unverifiable() -> None:
    found = faults_of(replace(HONEST, visits=(VisitTally("a", 20, 18, "http_403"), VisitTally("b", 4, 1, "http_500"))))

    assert list(found) == [FailureMode.UNVERIFIABLE]
    assert found[FailureMode.UNVERIFIABLE].params == {"failed": 19, "visited": 24, "reason": "http_403"}


def test_some_failed_visits_or_too_few_visits_do_not() -> None:
    assert visited(VisitTally("", 40, 10, "http_500")) == []
    assert visited(VisitTally("", 4, 4, "http_403")) == []
    assert visited(VisitTally("", 12, 7, "http_403")) == [], "seven of twelve are no sure majority"
    assert visited() == []


def news(days: int = 25, *, window: float = 10.0, oldest: float | None = None, vanished: int = 10) -> tuple[SnapshotStats, ...]:
    """Ten articles a day that stay for ten days; `oldest` puts one page of so many days ago beside them."""
    return tuple(
        snapshot(day, moved=3 if day else None, oldest=on_day(day - window if oldest is None else -oldest))
        if not day
        else replace(snapshot(day, moved=3), appeared=10, vanished=vanished, oldest=on_day(day - window if oldest is None else -oldest))
        for day in range(days)
    )


def test_entries_that_leave_by_age_are_a_rolling_window() -> None:
    found = faults_of(evidence(news()))

    assert list(found) == [FailureMode.ROLLING_WINDOW]
    assert found[FailureMode.ROLLING_WINDOW].params == {"days": 10.0, "left": 240, "reads": 24}
    assert FailureMode.ROLLING_WINDOW.is_remark


def test_a_site_that_loses_pages_of_any_age_is_no_window() -> None:
    assert modes_of(evidence(news(oldest=900.0))) == [], "old pages stay"
    assert modes_of(evidence(news(vanished=0))) == [], "nothing leaves"
    assert modes_of(evidence(news(window=400.0, vanished=1))) == [], "pages stay for a hundred days"
    assert modes_of(evidence(news(days=2))) == [], "one read may be chance"


def test_an_oldest_date_that_advances_since_everything_moves_is_no_window() -> None:
    stamped = tuple(replace(s, moved=97 if s.moved is not None else None, unmoved=3) for s in news())

    assert FailureMode.ROLLING_WINDOW not in modes_of(evidence(stamped))
