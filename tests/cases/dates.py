"""Texts of lastmod, and what each means on 15 June 2025 at noon UTC."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DateCase:
    """One text. `moment` is in UTC, None where there is none; `told` are all its problem codes."""

    raw: str
    moment: str | None = None
    precision: str | None = None
    zone: str | None = None
    status: str = "ok"
    told: tuple[str, ...] = ()


def _right(raw: str, moment: str, precision: str, zone: str = "explicit") -> DateCase:
    return DateCase(raw, moment, precision, zone)


def _odd(raw: str, moment: str, precision: str = "second", zone: str = "explicit") -> DateCase:
    """A form that is not the standard's but has one meaning. A time of day without its zone is told beside."""
    has_time = precision in {"minute", "second", "subsecond"}
    beside = ("lastmod_no_timezone",) if zone == "assumed" and has_time else ()
    return DateCase(raw, moment, precision, zone, "ok", ("lastmod_nonstandard", *beside))


def _refused(raw: str, code: str = "lastmod_invalid", status: str = "invalid") -> DateCase:
    return DateCase(raw, status=status, told=(code,))


def _nothing(raw: str) -> DateCase:
    return _refused(raw, "lastmod_placeholder", "epoch")


STANDARD = (
    _right("2025-03-01", "2025-03-01T00:00:00Z", "day", "assumed"),
    _right("2025-03", "2025-03-01T00:00:00Z", "month", "assumed"),
    _right("2025", "2025-01-01T00:00:00Z", "year", "assumed"),
    _right("1999-12", "1999-12-01T00:00:00Z", "month", "assumed"),
    _right("2025-03-01T09:41Z", "2025-03-01T09:41:00Z", "minute"),
    _right("2025-03-01T09:41:30Z", "2025-03-01T09:41:30Z", "second"),
    _right("2025-03-01T09:41:30+02:00", "2025-03-01T07:41:30Z", "second"),
    _right("2025-03-01T01:00:00+09:00", "2025-02-28T16:00:00Z", "second"),
    _right("2024-02-29T22:30-02:00", "2024-03-01T00:30:00Z", "minute"),
    _right("2025-03-01T09:41:30+05:45", "2025-03-01T03:56:30Z", "second"),
    _right("2025-03-01T09:41:30-00:00", "2025-03-01T09:41:30Z", "second"),
    _right("2025-03-01T09:41:30+14:00", "2025-02-28T19:41:30Z", "second"),
    _right("2025-03-01T09:41:30.7Z", "2025-03-01T09:41:30.700000Z", "subsecond"),
    _right("2025-03-01T09:41:30.731+00:00", "2025-03-01T09:41:30.731000Z", "subsecond"),
    _right("2025-03-01T09:41:30.123456789Z", "2025-03-01T09:41:30.123456Z", "subsecond"),
    _right("2025-03-01T09:41:30.999999999Z", "2025-03-01T09:41:30.999999Z", "subsecond"),
    _right("2025-03-01T24:00:00Z", "2025-03-02T00:00:00Z", "second"),
    _right("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", "second"),
    DateCase("2025-03-01T09:41:30", "2025-03-01T09:41:30Z", "second", "assumed", "ok", ("lastmod_no_timezone",)),
    DateCase("2025-03-01T09:41", "2025-03-01T09:41:00Z", "minute", "assumed", "ok", ("lastmod_no_timezone",)),
    _right("\n\t 2025-03-01T09:41:30Z \n", "2025-03-01T09:41:30Z", "second"),
    _right("\u00a02025-03-01\u3000", "2025-03-01T00:00:00Z", "day", "assumed"),
    _right("\ufeff2025-03-01\u200b", "2025-03-01T00:00:00Z", "day", "assumed"),
)

NEAR_MISSES = (
    _odd("2025-03-01T09:41:30+0200", "2025-03-01T07:41:30Z"),
    _odd("2025-03-01T09:41:30+02", "2025-03-01T07:41:30Z"),
    _odd("2025-03-01T09:41:30 +02:00", "2025-03-01T07:41:30Z"),
    _odd("2025-03-01t09:41:30z", "2025-03-01T09:41:30Z"),
    _odd("2025-03-01 09:41:30Z", "2025-03-01T09:41:30Z"),
    _odd("2025-03-01 09:41:30 UTC", "2025-03-01T09:41:30Z"),
    _odd("2025-03-01 09:41:30 +0000", "2025-03-01T09:41:30Z"),
    _odd("2025-03-01 09:41:30", "2025-03-01T09:41:30Z", zone="assumed"),
    _odd("2025-03-01 9:41", "2025-03-01T09:41:00Z", "minute", "assumed"),
    _odd("2025-03-01T09:41:30,731Z", "2025-03-01T09:41:30.731000Z", "subsecond"),
    _odd("2025-3-1", "2025-03-01T00:00:00Z", "day", "assumed"),
    _odd("2025/03/01", "2025-03-01T00:00:00Z", "day", "assumed"),
    _odd("2025.03.01", "2025-03-01T00:00:00Z", "day", "assumed"),
    _odd("20250301", "2025-03-01T00:00:00Z", "day", "assumed"),
    _odd("20250301T094130Z", "2025-03-01T09:41:30Z"),
    _odd("20250301094130", "2025-03-01T09:41:30Z", zone="assumed"),
    _odd("2025年3月1日", "2025-03-01T00:00:00Z", "day", "assumed"),
    _odd("2025년 3월 1일", "2025-03-01T00:00:00Z", "day", "assumed"),
    _odd("２０２５-０３-０１", "2025-03-01T00:00:00Z", "day", "assumed"),
    _odd("Sat, 01 Mar 2025 09:41:30 GMT", "2025-03-01T09:41:30Z"),
    _odd("Sat, 1 Mar 2025 09:41:30 +0200", "2025-03-01T07:41:30Z"),
    _odd("Sat, 01 Mar 2025 09:41:30 EST", "2025-03-01T14:41:30Z"),
    _odd("Sat Mar  1 09:41:30 2025", "2025-03-01T09:41:30Z", zone="assumed"),
    _odd("Sat Mar 01 2025 09:41:30 GMT+0200 (Central European Summer Time)", "2025-03-01T07:41:30Z"),
    _odd("March 1, 2025", "2025-03-01T00:00:00Z", "day", "assumed"),
    _odd("1 March 2025", "2025-03-01T00:00:00Z", "day", "assumed"),
    _odd("2025-03-01 09:41:30 PM", "2025-03-01T21:41:30Z", zone="assumed"),
    _odd("2025-03-01 12:05 AM", "2025-03-01T00:05:00Z", "minute", "assumed"),
    _odd("25/12/2024", "2024-12-25T00:00:00Z", "day", "assumed"),
    _odd("12/25/2024", "2024-12-25T00:00:00Z", "day", "assumed"),
    _odd("03.03.2025", "2025-03-03T00:00:00Z", "day", "assumed"),
    _odd("1740822090", "2025-03-01T09:41:30Z"),
    _odd("1740822090731", "2025-03-01T09:41:30.731000Z", "subsecond"),
)

REFUSED = (
    DateCase("", status="absent", told=("lastmod_empty",)),
    DateCase(" \n\t ", status="absent", told=("lastmod_empty",)),
    _refused("11/10/2024", "lastmod_ambiguous"),
    _refused("05.08.2024", "lastmod_ambiguous"),
    _refused("08-05-2024", "lastmod_ambiguous"),
    _refused("01/02/25", "lastmod_ambiguous"),
    _refused("yesterday"),
    _refused("-1"),
    _refused("2025-02-29"),
    _refused("2025-13-01"),
    _refused("2025-03-01T25:00:00Z"),
    _refused("2025-03-01T09:61:00Z"),
    _refused("2025-03-01T09:41:30-00:18000"),
    _refused("2025-03-01T09:41:30+25:00"),
    _refused("2025-03-01T09:41:30+15:00"),
    _refused("2025-W09-6"),
    _refused("2025-060"),
    _refused("{{ page.date }}"),
    _refused("2025-03-01T09:41:30Z2025-03-01T09:41:30Z"),
    _refused("9" * 5_000),
    _refused("2025-03-0" * 200),
    _nothing("0000-00-00"),
    _nothing("0000-00-00 00:00:00"),
    _nothing("-0001-11-30T00:00:00+00:00"),
    _nothing("0001-01-01T00:00:00Z"),
    _nothing("0001-01-01T00:00:00+08:00"),
    _nothing("9999-12-31T23:59:59-01:00"),
    _nothing("9999-12-31"),
    _nothing("1970-01-01"),
    _nothing("1970-01-01T00:00:00+00:00"),
    _nothing("1969-12-31T18:00:00-06:00"),
    _nothing("1900-01-01T00:00:00Z"),
    _nothing("1601-01-01T00:00:00Z"),
    _nothing("0"),
    DateCase("1962-05-08", "1962-05-08T00:00:00Z", "day", "assumed", "epoch", ("lastmod_before_1970",)),
)

AHEAD = (
    _right("2025-06-15", "2025-06-15T00:00:00Z", "day", "assumed"),
    _right("2025-06-16", "2025-06-16T00:00:00Z", "day", "assumed"),
    _right("2025-06-15T20:00:00Z", "2025-06-15T20:00:00Z", "second"),
    _right("2025-06-16T02:00:00Z", "2025-06-16T02:00:00Z", "second"),
    DateCase("2025-06-16T02:00:01Z", "2025-06-16T02:00:01Z", "second", "explicit", "future", ("lastmod_future",)),
    DateCase("2025-06-18T00:00:00Z", "2025-06-18T00:00:00Z", "second", "explicit", "future", ("lastmod_future",)),
    DateCase("2925-03-01", "2925-03-01T00:00:00Z", "day", "assumed", "future", ("lastmod_future",)),
    DateCase("2026", "2026-01-01T00:00:00Z", "year", "assumed", "future", ("lastmod_future",)),
)

DATES = (*STANDARD, *NEAR_MISSES, *REFUSED, *AHEAD)
