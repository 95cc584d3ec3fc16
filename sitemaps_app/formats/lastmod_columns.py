"""Whole columns of lastmod texts at once: the usual spellings by arithmetic on their digits, the rest one by one.

A text is taken here only where its meaning is beyond doubt: one of the layouts below, every digit a digit, a day that the calendar has, a
year in which no date stands for "no date", and not in the future. Every other text goes to `lastmod.parse_lastmod`, which decides; a test
holds the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product

import numpy as np
from numpy.typing import NDArray

from sitemaps_app.formats.entry_batch import STATUS_CODES, ZONE_CODES, DateColumns, empty_dates, microseconds_of
from sitemaps_app.formats.lastmod import NO_TIMEZONE, NONSTANDARD, parse_lastmod
from sitemaps_app.formats.lastmod_values import CLOCKS_APART, FIRST_PLAIN_YEAR, LAST_PLAIN_YEAR, LastmodStatus, Precision, Zone

_DAY_US, _HOUR_US, _MINUTE_US, _SECOND_US = 86_400_000_000, 3_600_000_000, 60_000_000, 1_000_000
_OK = STATUS_CODES[LastmodStatus.OK]
_LAST_HOUR, _LAST_OFFSET_HOUR, _SIXTY, _MONTHS = 23, 14, 60, 12
_ZERO = ord("0")
_DAY = "0000-00-00"


@dataclass(frozen=True, slots=True)
class _Layout:
    """`pattern` has a 0 where a digit stands, a + for a sign, and every other character as itself.

    `fraction` are the places of the digits behind the second, `offset` is the place of the sign and 0 where there is none.
    """

    pattern: str
    precision: Precision
    zone: Zone = Zone.EXPLICIT
    problem: str = ""
    fraction: range = range(0)
    offset: int = 0


def _layouts() -> dict[int, list[_Layout]]:
    """By length of the text: a day, and times to the minute, the second, and three or six digits of it, with or without an offset.

    A blank for the T and an offset without colon are near misses; a time without an offset is read as UTC and told.
    """
    by_length: dict[int, list[_Layout]] = {len(_DAY): [_Layout(_DAY, Precision.DAY, Zone.ASSUMED)]}
    times = (("00:00", Precision.MINUTE), ("00:00:00", Precision.SECOND), *((f"00:00:00.{'0' * n}", Precision.SUBSECOND) for n in (3, 6)))
    for separator, (time, precision), offset in product("T ", times, ("Z", "+00:00", "+0000", "")):
        stem = f"{_DAY}{separator}{time}"
        is_near_miss = separator == " " or offset == "+0000"
        layout = _Layout(
            stem + offset,
            precision,
            Zone.EXPLICIT if offset else Zone.ASSUMED,
            NONSTANDARD if is_near_miss else "" if offset else NO_TIMEZONE,
            range(stem.index(".") + 1, len(stem)) if "." in stem else range(0),
            len(stem) if offset.startswith("+") else 0,
        )
        by_length.setdefault(len(layout.pattern), []).append(layout)
    return by_length


_LAYOUTS = _layouts()


def read_dates(raws: Sequence[str | None], *, now: datetime) -> DateColumns:
    """What a column of lastmod texts means: row by row the same as `parse_lastmod(raw, now=now)`. None is no element."""
    columns = empty_dates(len(raws))
    latest = microseconds_of(now) + CLOCKS_APART // timedelta(microseconds=1)
    open_rows = np.ones(len(raws), dtype=bool)
    lengths = np.fromiter((-1 if raw is None else len(raw) for raw in raws), dtype=np.int64, count=len(raws))
    open_rows[lengths < 0] = False
    for length in np.unique(lengths).tolist():
        rows = np.flatnonzero(lengths == length)
        for layout in _LAYOUTS.get(length, ()):
            if len(rows):
                read = _read_layout(layout, _letters(raws, rows, length), rows, columns, latest)
                open_rows[rows[read]] = False
                rows = rows[~read]
    for row in np.flatnonzero(open_rows).tolist():
        columns.put(row, parse_lastmod(raws[row], now=now))
    return columns


def _letters(raws: Sequence[str | None], rows: NDArray[np.int64], length: int) -> NDArray[np.uint8]:
    """The texts of these rows as a matrix of bytes, a row each. Letters beyond ASCII become "?", which no layout has."""
    chosen = raws if len(rows) == len(raws) else [raws[row] for row in rows.tolist()]
    joined = "".join(chosen).encode("ascii", "replace")  # type: ignore[arg-type]
    return np.frombuffer(joined, dtype=np.uint8).reshape(len(rows), length)


def _read_layout(
    layout: _Layout, letters: NDArray[np.uint8], rows: NDArray[np.int64], columns: DateColumns, latest: int
) -> NDArray[np.bool_]:
    """Fill in the rows that are of this layout; which of `rows` they were."""
    pattern = layout.pattern
    good = np.ones(len(rows), dtype=bool)
    for place, letter in enumerate(pattern):
        column = letters[:, place]
        if letter == "0":
            good &= (column - _ZERO) < 10
        elif letter == "+" and place:
            good &= (column == ord("+")) | (column == ord("-"))
        else:
            good &= column == ord(letter)
    if not good.any():
        return good
    digits = (letters - _ZERO).astype(np.int64)
    instants, is_date = _instants(layout, digits, letters)
    good &= is_date & (instants <= latest)
    chosen = rows[good]
    columns.instants[chosen] = instants[good]
    columns.precisions[chosen] = layout.precision
    columns.zones[chosen] = ZONE_CODES[layout.zone]
    columns.statuses[chosen] = _OK
    if layout.problem:
        columns.problems.update(dict.fromkeys(chosen.tolist(), layout.problem))
    return good


def _instants(layout: _Layout, digits: NDArray[np.int64], letters: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Microseconds since 1970 UTC of each row, and whether the calendar and the clock have it."""

    def two(place: int) -> NDArray[np.int64]:
        return np.asarray(digits[:, place] * 10 + digits[:, place + 1])

    year, month, day = two(0) * 100 + two(2), two(5), two(8)
    good = (year >= FIRST_PLAIN_YEAR) & (year <= LAST_PLAIN_YEAR) & (month >= 1) & (month <= _MONTHS) & (day >= 1)
    months = np.where(good, (year - 1970) * _MONTHS + month - 1, 0).astype("datetime64[M]")
    days = months.astype("datetime64[D]").astype(np.int64) + day - 1
    good &= days < (months + 1).astype("datetime64[D]").astype(np.int64)
    instants = days * _DAY_US
    if layout.precision > Precision.DAY:
        hour, minute = two(11), two(14)
        good &= (hour <= _LAST_HOUR) & (minute < _SIXTY)
        instants += hour * _HOUR_US + minute * _MINUTE_US
    if layout.precision > Precision.MINUTE:
        second = two(17)
        good &= second < _SIXTY
        instants += second * _SECOND_US
    for place, weight in zip(layout.fraction, (100_000, 10_000, 1_000, 100, 10, 1), strict=False):
        instants += digits[:, place] * weight
    if layout.offset:
        sign = layout.offset
        hour, minute = two(sign + 1), two(len(layout.pattern) - 2)
        good &= ((hour < _LAST_OFFSET_HOUR) & (minute < _SIXTY)) | ((hour == _LAST_OFFSET_HOUR) & (minute == 0))
        shift = hour * _HOUR_US + minute * _MINUTE_US
        instants += np.where(letters[:, sign] == ord("+"), -shift, shift)
    return instants, good
