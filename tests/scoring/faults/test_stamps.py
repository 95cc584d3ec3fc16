from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.assessment import FailureMode, Verdict
from scoring.evidence import DateAgreement, Evidence, SecondLook
from scoring.verdict import assess
from tests.scoring.builders import comparison, comparisons, daily, dates, evidence, on_day, snapshot
from tests.scoring.faults.cases import HONEST, faults_of, modes_of

SPIKE = {"modal_count": 100, "top2_count": 100, "distinct": 1, "near_generation": 100, "modal_lastmod": on_day(0)}


def looked(seen: Evidence, **look: object) -> Evidence:
    values = {"section": "", "at": on_day(0.01), "seconds": 60.0, "entries": 100, "moved": 100, **look}
    return replace(seen, looks=(SecondLook(**values),))  # type: ignore[arg-type]


def test_dates_that_move_between_two_reads_a_minute_apart_are_those_of_the_request() -> None:
    found = faults_of(looked(evidence((snapshot(0, **SPIKE),))), 0.5)

    assert list(found) == [FailureMode.REQUEST_TIME]
    assert found[FailureMode.REQUEST_TIME].decides
    assert found[FailureMode.REQUEST_TIME].params == {"seconds": 60, "percent": 100, "entries": 100}


@pytest.mark.parametrize("look", [{"moved": 0}, {"moved": 60}, {"entries": 4, "moved": 4}, {"seconds": 0.0}, {"seconds": 7_200.0}])
def test_a_second_look_that_shows_no_such_thing_names_nothing(look: dict[str, object]) -> None:
    assert modes_of(looked(evidence((snapshot(0, **SPIKE),)), **look), 0.5) == []


def test_a_second_look_at_one_file_of_many_says_nothing_of_the_others() -> None:
    spread = evidence((snapshot(0),))

    assert modes_of(looked(spread, entries=30, moved=30), 0.5) == []
    assert modes_of(looked(spread, entries=95, moved=95), 0.5) == [FailureMode.REQUEST_TIME]


def test_checks_that_happen_to_follow_within_minutes_are_a_second_look() -> None:
    minutes = evidence((snapshot(0, **SPIKE), snapshot(0.004, moved=100, previous_at=on_day(0), **SPIKE)))

    assert modes_of(minutes, 1) == [FailureMode.REQUEST_TIME]


def test_selective_moves_after_a_second_look_say_that_it_is_over() -> None:
    repaired = looked(evidence((snapshot(0, **SPIKE), snapshot(1, moved=100), snapshot(2, moved=7))))

    assert FailureMode.REQUEST_TIME not in modes_of(repaired, 3)


@pytest.mark.parametrize(
    ("moved", "mode"),
    [
        ((100, 100, 100, 100), FailureMode.GENERATION_TIME),
        ((100, 95, 100), FailureMode.GENERATION_TIME),
        ((0, 0, 100, 0, 0, 0, 100, 0), FailureMode.BUILD_STAMP),
        ((100, 0, 0, 100), FailureMode.BUILD_STAMP),
        ((100, *[100] * 20, 0, 100), FailureMode.GENERATION_TIME),
        ((0, 100, 0, 0, 92), FailureMode.BUILD_STAMP),
    ],
)
def test_a_job_moves_all_dates_every_day_and_a_build_when_it_comes(moved: tuple[int, ...], mode: FailureMode) -> None:
    found = faults_of(evidence(daily(None, *moved)))

    assert list(found) == [mode]
    assert found[mode].decides


def test_a_nightly_job_that_is_read_every_six_hours_is_no_build() -> None:
    reads = [snapshot(0), *(snapshot(n / 4, moved=100 if n % 4 == 1 else 0, previous_at=on_day((n - 1) / 4)) for n in range(1, 25))]

    assert modes_of(evidence(tuple(reads))) == [FailureMode.GENERATION_TIME]


def test_one_wave_and_pages_that_had_not_changed_name_the_build_or_the_job_by_what_was_between() -> None:
    pages = comparisons(0, 8, 0, 0, day=5.5)

    assert modes_of(evidence(daily(None, 100), comparisons(0, 8, 0, 0, day=1.5)), 2) == [FailureMode.GENERATION_TIME]
    assert modes_of(evidence(daily(None, 0, 0, 0, 0, 100), pages), 6) == [FailureMode.BUILD_STAMP]


def test_eight_comparisons_of_one_page_are_one_witness() -> None:
    one_page = tuple(comparison(moved=True, changed=False, day=1.5, page=7) for _ in range(8))

    assert modes_of(evidence(daily(None, 100), one_page), 2) == []


def first_visits(ahead: float, count: int = 6) -> tuple[DateAgreement, ...]:
    """Pages whose own dates are so many days older than a lastmod of today."""
    return tuple(dates(lastmod=0.0, modified=ahead + n / 10, published=900.0) for n in range(count))


def test_a_stamped_file_and_pages_that_say_they_are_older_name_the_stamp_after_six_visits_and_decide_nothing() -> None:
    seen = evidence((snapshot(0, **SPIKE),), (), first_visits(30.0))
    found = faults_of(seen, 0.6)

    assert list(found) == [FailureMode.GENERATION_TIME]
    assert not found[FailureMode.GENERATION_TIME].decides
    assert found[FailureMode.GENERATION_TIME].params == {"later": 6, "compared": 6}
    judged = assess(seen, now=on_day(0.6)).site
    assert judged.verdict is Verdict.INSUFFICIENT
    assert {"stamped_against_page_dates", "generation_time_suspected"} <= {reason.code for reason in judged.reasons}
    assert "all_move_and_change" not in {reason.code for reason in judged.reasons}


@pytest.mark.parametrize(
    "seen",
    [
        evidence((snapshot(0, **SPIKE),), (), first_visits(0.1)),
        evidence((snapshot(0, **SPIKE),), (), first_visits(0.0, 20)),
        evidence((snapshot(0, **SPIKE),), (), first_visits(30.0, 4)),
        evidence((snapshot(0),), (), first_visits(30.0)),
        evidence((snapshot(0, **SPIKE), snapshot(1, moved=5)), (), first_visits(30.0)),
    ],
    ids=["pages changed today", "one field feeds both", "four visits", "spread dates", "selective moves since"],
)
def test_page_dates_accuse_nobody_whose_file_is_not_stamped_or_whose_pages_agree(seen: Evidence) -> None:
    assert modes_of(seen, 1.6) == []


def test_builds_that_stamp_most_pages_explain_bad_numbers_and_decide_nothing() -> None:
    builds = evidence(daily(None, *[0, 70, 0, 0, 65, 2, 0, 71, 0, 0]), comparisons(2, 25, 0, 40, day=9))
    found = faults_of(builds)

    assert list(found) == [FailureMode.BUILD_STAMP]
    assert not found[FailureMode.BUILD_STAMP].decides
    assert found[FailureMode.BUILD_STAMP].params == {"waves": 3, "reads": 10, "moved": 27, "moved_changed": 2}


@pytest.mark.parametrize(
    ("other", "named"),
    [
        ({"modal_count": 28, "modal_lastmod": 0.1}, True),
        ({"near_generation": 28}, True),
        ({"modal_count": 28, "modal_lastmod": 3.0}, False),
        ({"modal_count": 10, "modal_lastmod": 0.1}, False),
        ({"near_generation": 28, "date_only": 100}, False),
    ],
    ids=["one new moment", "the file's making", "one old moment", "many moments", "days"],
)
def test_builds_of_less_than_half_are_known_by_their_one_moment(other: dict[str, float], named: bool) -> None:
    counts = {name: value for name, value in other.items() if name != "modal_lastmod"}
    modal = other.get("modal_lastmod")
    reads = [snapshot(0)]
    for day in range(1, 11):
        moment = {} if modal is None else {"modal_lastmod": on_day(day - modal)}
        reads.append(snapshot(day, moved=30, **counts, **moment))
    seen = evidence(tuple(reads), comparisons(2, 25, 0, 40, day=10))

    assert (FailureMode.BUILD_STAMP in modes_of(seen)) is named


def test_one_wave_or_waves_that_hold_few_of_the_moves_explain_nothing() -> None:
    wrong = comparisons(2, 25, 0, 40, day=9)

    assert modes_of(evidence(daily(None, *[0, 70, 0, 0, 5, 2, 0, 7, 0, 0]), wrong)) == []
    assert modes_of(evidence(daily(None, *[40, 55, 40, 40, 55, 40, 40, 40, 40, 40]), wrong)) == []


def test_busy_days_of_an_honest_site_are_no_builds() -> None:
    busy = evidence(daily(None, *[3, 60, 5, 0, 55, 4]), comparisons(40, 1, 0, 80, day=6))

    assert modes_of(busy) == []
    assert modes_of(HONEST) == []


def test_an_import_of_long_ago_is_a_remark_and_no_accusation() -> None:
    old = {"modal_count": 70, "distinct": 31, "modal_lastmod": on_day(-200)}
    found = faults_of(evidence(daily(None, *[3] * 20, **old), comparisons(50, 0, 0, 500, day=20.5)))

    assert list(found) == [FailureMode.BULK_STAMP]
    assert FailureMode.BULK_STAMP.is_remark
    assert not found[FailureMode.BULK_STAMP].decides
    assert found[FailureMode.BULK_STAMP].params == {"percent": 70, "date": on_day(-200).date().isoformat()}


@pytest.mark.parametrize(
    ("other", "named"),
    [
        ({"modal_count": 25}, True),
        ({"modal_count": 25, "date_only": 100}, False),
        ({"modal_count": 55, "date_only": 100}, True),
        ({"modal_count": 19}, False),
        ({"modal_count": 25, "modal_lastmod": on_day(17)}, False),
    ],
    ids=["a fifth at one second", "a quarter on one day", "half on one day", "few", "of this week"],
)
def test_what_is_left_of_an_import_is_told_as_long_as_it_is_a_good_part(other: dict[str, object], named: bool) -> None:
    reads = daily(None, *[3] * 20, **{"distinct": 70, "modal_lastmod": on_day(-90), **other})

    assert (FailureMode.BULK_STAMP in modes_of(evidence(reads, comparisons(50, 0, 0, 500, day=20.5)), 21)) is named


def test_an_import_that_was_seen_is_a_remark_and_one_that_may_yet_be_a_stamp_is_none() -> None:
    wave = snapshot(9, moved=100, modal_count=100, modal_lastmod=on_day(8.9))
    before, after = daily(None, *[5] * 8), daily(*[5] * 6, first_day=10)
    busy = snapshot(9, moved=100, modal_count=30, modal_lastmod=on_day(8.9))

    assert modes_of(evidence((*before, wave, *after)), 16) == [FailureMode.BULK_STAMP]
    assert modes_of(evidence((*before, wave, *after[:3])), 13) == []
    assert modes_of(evidence((*before, busy, *after)), 16) == [], "a busy day is of many moments"


def test_the_date_of_a_rare_build_is_not_taken_for_an_import() -> None:
    rare = [
        snapshot(day, moved=100 if day % 15 == 5 else 0 if day else None, modal_count=100, modal_lastmod=on_day(20)) for day in range(35)
    ]

    assert modes_of(evidence(tuple(rare))) == [FailureMode.BUILD_STAMP]
