from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from scoring.assessment import FailureMode
from scoring.evidence import Comparison, DateAgreement, Evidence
from tests.scoring.builders import comparison, daily, evidence, on_day, snapshot
from tests.scoring.faults.cases import faults_of, modes_of

HOUR = timedelta(hours=1)


def first_visits(*hours: float, granularity: float = 1.0, zoned: bool = True) -> Evidence:
    """Pages whose lastmod lies so many hours after their own date of modification."""
    agreements = tuple(
        DateAgreement("", on_day(0.5), on_day(-n) + ahead * HOUR, on_day(-n), None, granularity, 1.0, zoned)
        for n, ahead in enumerate(hours, 3)
    )
    return evidence((snapshot(0),), (), agreements)


def seen_changes(shift: float, count: int = 40, *, gap_days: float = 1.0, lag: float = 0.0, granularity: float = 1.0) -> Evidence:
    """Pages seen to change, with a lastmod `shift` hours off, and earlier by up to `lag` hours at random."""
    draw = Random(5)
    found: list[Comparison] = []
    for page in range(1, count + 1):
        moment = on_day(9) - draw.random() * gap_days * 24 * HOUR
        lastmod = moment + shift * HOUR - draw.random() * lag * HOUR
        found.append(
            comparison(moved=True, changed=True, day=9, gap_days=gap_days, page=page, lastmod=lastmod, lastmod_seconds=granularity)
        )
    return evidence(daily(None, *[10] * 9), tuple(found))


@pytest.mark.parametrize(
    ("hours", "code", "said"), [(2.0, "zone_shift_ahead", 2.0), (-5.5, "zone_shift_behind", 5.5), (8.0, "zone_shift_ahead", 8.0)]
)
def test_the_same_hours_between_lastmod_and_the_pages_own_dates_are_a_wrong_zone(hours: float, code: str, said: float) -> None:
    found = faults_of(first_visits(*[hours] * 9, 0.0), 1)

    assert list(found) == [FailureMode.ZONE_SHIFT]
    assert found[FailureMode.ZONE_SHIFT].reason == code
    assert found[FailureMode.ZONE_SHIFT].params == {"hours": said, "pages": 9, "compared": 10}


def test_summer_time_may_add_an_hour_to_a_part_of_the_pages() -> None:
    assert modes_of(first_visits(*[1.0] * 5, *[2.0] * 5), 1) == [FailureMode.ZONE_SHIFT]


@pytest.mark.parametrize(
    "honest",
    [
        first_visits(*[0.0] * 12),
        first_visits(*[0.1] * 12),
        first_visits(*(n * 3.1 for n in range(12))),
        first_visits(*[2.0] * 4, *[0.0] * 8),
        first_visits(*[2.0] * 4),
        first_visits(*[2.0] * 12, granularity=86_400.0),
        first_visits(*[2.0] * 12, zoned=False),
    ],
    ids=["equal", "minutes", "spread", "few of many", "four", "days", "the page names no zone"],
)
def test_dates_that_differ_otherwise_or_cannot_tell_name_no_zone(honest: Evidence) -> None:
    assert FailureMode.ZONE_SHIFT not in modes_of(honest, 1)


@pytest.mark.parametrize("shift", [8.0, -7.0, -5.5])
def test_dates_outside_the_visits_between_which_pages_changed_are_a_wrong_zone(shift: float) -> None:
    found = faults_of(seen_changes(shift, count=80))

    assert FailureMode.ZONE_SHIFT in found
    assert abs(float(found[FailureMode.ZONE_SHIFT].params["hours"]) - abs(shift)) <= 1.5, "the visits bound the offset, and do not name it"
    assert found[FailureMode.ZONE_SHIFT].reason == ("zone_shift_ahead" if shift > 0 else "zone_shift_behind")


def test_dates_after_the_visit_that_saw_the_change_need_fewer_pages_than_dates_before_it() -> None:
    assert FailureMode.ZONE_SHIFT in modes_of(seen_changes(9.0, count=25))
    assert FailureMode.ZONE_SHIFT not in modes_of(seen_changes(-9.0, count=25))


def test_true_dates_and_dates_of_a_commit_some_hours_before_name_no_zone() -> None:
    assert modes_of(seen_changes(0.0)) == []
    assert modes_of(seen_changes(0.0, lag=12.0)) == []
    assert modes_of(seen_changes(8.0, count=4)) == []
    assert FailureMode.ZONE_SHIFT not in modes_of(seen_changes(8.0, granularity=86_400.0))


def test_a_page_date_in_the_wrong_zone_is_not_held_against_lastmod() -> None:
    pages, changes = first_visits(*[2.0] * 12), seen_changes(0.0, count=200, gap_days=0.2)
    both = Evidence(changes.snapshots, (), changes.comparisons, pages.agreements)

    assert modes_of(both) == []
    assert modes_of(Evidence(changes.snapshots, (), (), pages.agreements)) == [FailureMode.ZONE_SHIFT]
