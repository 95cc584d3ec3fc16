from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.lastmod import (
    Lastmod,
    LastmodStatus,
    Precision,
    Zone,
    is_backwards,
    is_move,
    parse_feed_date,
    parse_lastmod,
    problem_codes,
    same_instant,
)

NOW = datetime(2025, 3, 31, 9, 30, tzinfo=UTC)


def read(raw: str | None, now: datetime = NOW) -> Lastmod:
    return parse_lastmod(raw, now=now)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]


@pytest.mark.parametrize(
    ("raw", "instant", "precision", "zone"),
    [
        ("2021", utc(2021, 1, 1), Precision.YEAR, Zone.ASSUMED),
        ("2021-11", utc(2021, 11, 1), Precision.MONTH, Zone.ASSUMED),
        ("2021-11-30", utc(2021, 11, 30), Precision.DAY, Zone.ASSUMED),
        ("2021-11-30T23:15Z", utc(2021, 11, 30, 23, 15), Precision.MINUTE, Zone.EXPLICIT),
        ("2021-11-30T23:15:10-02:00", utc(2021, 12, 1, 1, 15, 10), Precision.SECOND, Zone.EXPLICIT),
        ("2021-11-30T23:15:10.25+05:45", utc(2021, 11, 30, 17, 30, 10, 250000), Precision.SUBSECOND, Zone.EXPLICIT),
        ("2021-11-30T23:15:10.123456789Z", utc(2021, 11, 30, 23, 15, 10, 123456), Precision.SUBSECOND, Zone.EXPLICIT),
        ("2021-11-30T24:00:00Z", utc(2021, 12, 1), Precision.SECOND, Zone.EXPLICIT),
        ("2015-06-30T23:59:60Z", utc(2015, 7, 1), Precision.SECOND, Zone.EXPLICIT),
        ("2021-11-30T00:00:00-00:00", utc(2021, 11, 30), Precision.SECOND, Zone.EXPLICIT),
    ],
)
def test_every_standard_form_is_read_without_complaint(raw: str, instant: datetime, precision: Precision, zone: Zone) -> None:
    assert read(raw) == Lastmod(raw, instant, precision, zone, LastmodStatus.OK)


@pytest.mark.parametrize(
    ("raw", "instant", "precision"),
    [
        ("2021-11-30 23:15:10Z", utc(2021, 11, 30, 23, 15, 10), Precision.SECOND),
        ("2021-11-30T23:15:10+0200", utc(2021, 11, 30, 21, 15, 10), Precision.SECOND),
        ("2021-11-30T23:15:10+02", utc(2021, 11, 30, 21, 15, 10), Precision.SECOND),
        ("2021-11-30t23:15:10z", utc(2021, 11, 30, 23, 15, 10), Precision.SECOND),
        ("2021-11-30T23:15:10,5Z", utc(2021, 11, 30, 23, 15, 10, 500000), Precision.SUBSECOND),
        ("2021-11-30 11:15:10 PM", utc(2021, 11, 30, 23, 15, 10), Precision.SECOND),
        ("2021-11-30 12:15 am", utc(2021, 11, 30, 0, 15), Precision.MINUTE),
        ("2021-11-30 23:15:10 +0000 UTC", utc(2021, 11, 30, 23, 15, 10), Precision.SECOND),
        ("2021-11-30T23:15:10+01:00[Europe/Paris]", utc(2021, 11, 30, 22, 15, 10), Precision.SECOND),
        ("Tue, 30 Nov 2021 23:15:10 +0100", utc(2021, 11, 30, 22, 15, 10), Precision.SECOND),
        ("Tue Nov 30 2021 23:15:10 GMT+0100 (CET)", utc(2021, 11, 30, 22, 15, 10), Precision.SECOND),
        ("Tue Nov 30 23:15:10 UTC 2021", utc(2021, 11, 30, 23, 15, 10), Precision.SECOND),
        ("30 November 2021", utc(2021, 11, 30), Precision.DAY),
        ("Nov 30, 2021", utc(2021, 11, 30), Precision.DAY),
        ("2021/11/30", utc(2021, 11, 30), Precision.DAY),
        ("2021-7-5", utc(2021, 7, 5), Precision.DAY),
        ("20211130", utc(2021, 11, 30), Precision.DAY),
        ("20211130T231510Z", utc(2021, 11, 30, 23, 15, 10), Precision.SECOND),
        ("2021年11月30日", utc(2021, 11, 30), Precision.DAY),
        ("30/11/2021", utc(2021, 11, 30), Precision.DAY),
        ("07.07.2021", utc(2021, 7, 7), Precision.DAY),
        ("1638314110", utc(2021, 11, 30, 23, 15, 10), Precision.SECOND),
        ("1638314110250", utc(2021, 11, 30, 23, 15, 10, 250000), Precision.SUBSECOND),
        ("2021\u201111\u201130", utc(2021, 11, 30), Precision.DAY),
    ],
)
def test_near_misses_that_mean_one_moment_are_read_and_told(raw: str, instant: datetime, precision: Precision) -> None:
    lastmod = read(raw)
    assert (lastmod.instant, lastmod.precision, lastmod.status) == (instant, precision, LastmodStatus.OK)
    assert lastmod.problem == "lastmod_nonstandard"
    assert lastmod.raw == raw


@pytest.mark.parametrize("raw", ["03/04/2021", "3.4.2021", "03-04-2021 10:00", "21-04-03", "03 Apr 21", "202104"])
def test_what_could_be_two_dates_is_refused(raw: str) -> None:
    assert read(raw) == Lastmod(raw, None, None, None, LastmodStatus.INVALID, "lastmod_ambiguous")


@pytest.mark.parametrize(
    "raw",
    [
        "yesterday", "2021-02-29", "2021-13-01", "2021-11-31", "2021-11-30T25:00:00Z", "2021-11-30T10:61:00Z", "2021-11-30T10:10:60Z",
        "2021-11-30T10:10:10+15:00", "2021-11-30T10:10:10+01:75", "2021-11-30T10:10:10-00:9000", "2021-11-30 10:10:10 CET", "None", "-1",
        "2021-11-30 foo", "2021-11-30T10Z", "13:00 PM", "2021-11-30 13:00 AM", "x" * 5000, "9" * 400, "\x00",
    ],
)  # fmt: skip
def test_what_is_no_date_is_invalid_and_keeps_its_text(raw: str) -> None:
    assert read(raw) == Lastmod(raw, None, None, None, LastmodStatus.INVALID, "lastmod_invalid")


@pytest.mark.parametrize(
    "raw",
    [
        "0001-01-01T00:00:00+08:00", "0001-01-01", "9999-12-31T23:59:59-14:00", "1970-01-01", "1970-01-01T00:00:00Z", "1970",
        "1969-12-31T19:00:00-05:00", "0000-00-00 00:00:00", "-0001-11-30T00:00:00+00:00", "0", "1900-01-01", "1980-01-01T00:00:00Z",
    ],
)  # fmt: skip
def test_values_that_stand_for_no_date_have_no_instant(raw: str) -> None:
    assert read(raw) == Lastmod(raw, None, None, None, LastmodStatus.EPOCH, "lastmod_placeholder")


def test_a_date_before_the_epoch_is_kept_but_not_ok() -> None:
    lastmod = read("1964-07-01")
    assert (lastmod.instant, lastmod.status, lastmod.problem) == (utc(1964, 7, 1), LastmodStatus.EPOCH, "lastmod_before_1970")


def test_absent_and_empty_are_told_apart_and_neither_is_invalid() -> None:
    assert (read(None).status, read(None).problem) == (LastmodStatus.ABSENT, "")
    for empty in ("", " \n ", "\u200b\ufeff"):
        assert (read(empty).status, read(empty).problem, read(empty).raw) == (LastmodStatus.ABSENT, "lastmod_empty", empty)


@pytest.mark.parametrize("raw", ["\n 2021-11-30\t", "\u00a02021-11-30\u200b", "\ufeff2021-11-30"])
def test_blanks_around_a_value_are_no_problem_and_stay_in_the_raw_text(raw: str) -> None:
    assert read(raw) == Lastmod(raw, utc(2021, 11, 30), Precision.DAY, Zone.ASSUMED, LastmodStatus.OK)


def test_a_time_without_offset_is_utc_and_says_so() -> None:
    assert problem_codes(read("2021-11-30T10:00:00")) == ("lastmod_no_timezone",)
    assert problem_codes(read("2021-11-30 10:00:00")) == ("lastmod_nonstandard", "lastmod_no_timezone")
    assert read("2021-11-30T10:00:00").instant == utc(2021, 11, 30, 10)


@pytest.mark.parametrize(
    ("ahead", "status"), [(timedelta(hours=14), LastmodStatus.OK), (timedelta(hours=14, seconds=1), LastmodStatus.FUTURE)]
)
def test_a_clock_may_be_fourteen_hours_ahead_and_no_more(ahead: timedelta, status: LastmodStatus) -> None:
    lastmod = read((NOW + ahead).isoformat())
    assert lastmod.status is status
    assert lastmod.instant == NOW + ahead


def test_a_future_date_keeps_its_instant_and_takes_part_in_no_move() -> None:
    future = read("2031-01-01")
    assert (future.instant, future.problem) == (utc(2031, 1, 1), "lastmod_future")
    assert not is_move(read("2021-01-01"), future)


@pytest.mark.parametrize("raw", ["2021", "2021-02", "2021-02-03", "Feb 2021"])
def test_nothing_is_filled_in_from_today(raw: str) -> None:
    assert {read(raw, now).instant for now in (NOW, utc(2024, 2, 29), utc(2023, 12, 31, 23, 59))} == {read(raw).instant}


@pytest.mark.parametrize(
    ("old", "new", "order"),
    [
        ("2021-11-29", "2021-11-30", 1),
        ("2021-11-30", "2021-11-29", -1),
        ("2021-11-30", "2021-11-30T23:59:59Z", 0),
        ("2021-11-30T10:00:00Z", "2021-11-30T12:00:00+02:00", 0),
        ("2021-11-30T10:00:00Z", "2021-11-30T10:00:00.400Z", 0),
        ("2021-11-30T10:00:10Z", "2021-11-30T10:00Z", 0),
        ("2021-11-30T10:00:00.1Z", "2021-11-30T10:00:00.2Z", 1),
        ("2021-11-30T01:00:00+08:00", "2021-11-30", 0),  # the publisher's day, the day before in UTC
        ("2021-11-30T23:30:00-05:00", "2021-12-01", 0),  # the day in UTC, the day before at the publisher's
        ("2021-11", "2021-11-30", 0),
        ("2021-11", "2021-12-01", 1),
        ("2021", "2022-01-01", 1),
        ("2021-11-30", "nonsense", 0),
        ("", "2021-11-30", 0),
    ],
)
def test_moves_are_judged_at_the_coarser_precision(old: str, new: str, order: int) -> None:
    before, after = read(old), read(new)
    assert (is_move(before, after), is_backwards(before, after)) == (order > 0, order < 0)
    assert same_instant(before, after) == (order == 0 and before.status is after.status is LastmodStatus.OK)


@pytest.mark.parametrize(
    ("raw", "instant"), [("Tue, 30 Nov 21 10:00:00 GMT", utc(2021, 11, 30, 10)), ("Tue, 30 Nov 2021 10:00 EST", utc(2021, 11, 30, 15))]
)
def test_dates_of_feeds_are_standard_in_their_own_form(raw: str, instant: datetime) -> None:
    assert parse_feed_date(raw, now=NOW) == Lastmod(raw, instant, parse_feed_date(raw, now=NOW).precision, Zone.EXPLICIT, LastmodStatus.OK)


MOMENTS = st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2025, 3, 1), timezones=st.just(UTC))  # noqa: DTZ001


@given(MOMENTS, st.integers(-14 * 60, 14 * 60))
def test_a_moment_is_the_same_in_every_offset(moment: datetime, minutes: int) -> None:
    sign = "-" if minutes < 0 else "+"
    local = moment.replace(tzinfo=None) + timedelta(minutes=minutes)
    raw = f"{local.isoformat()}{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
    assert read(raw).instant == moment


@given(st.text(max_size=120))
def test_any_text_gives_a_value_and_keeps_it(raw: str) -> None:
    lastmod = read(raw)
    assert lastmod.raw == raw
    assert (lastmod.instant is None) == (lastmod.precision is None)


@given(st.from_regex(r"[0-9]{1,4}[-/.: T]?[0-9]{1,2}[-/.: T]?[0-9]{1,2}[T ]?[0-9:.,]{0,12} ?([+-][0-9:]{1,6}|Z|PM|UTC)?", fullmatch=True))
def test_texts_that_look_like_dates_never_raise(raw: str) -> None:
    assert read(raw).raw == raw


@given(MOMENTS, MOMENTS)
def test_a_move_one_way_is_a_step_backwards_the_other_way(one: datetime, two: datetime) -> None:
    a, b = read(one.isoformat()), read(two.date().isoformat())
    assert is_move(a, b) == is_backwards(b, a)
    assert not (is_move(a, b) and is_backwards(a, b))
