"""What a lastmod can be, and which dates stand for no date at all; shared by the reader of standard forms and that of near-misses."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum, StrEnum

CLOCKS_APART = timedelta(hours=14)
"""How far ahead of UTC a clock on earth can be (UTC+14)."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Precision(IntEnum):
    """How fine a date was given, coarsest first, so that `min` of two is the coarser."""

    YEAR = 1
    MONTH = 2
    DAY = 3
    MINUTE = 4
    SECOND = 5
    SUBSECOND = 6


class Zone(StrEnum):
    """Whether the text named its offset, or UTC was assumed."""

    EXPLICIT = "explicit"
    ASSUMED = "assumed"


class LastmodStatus(StrEnum):
    """What a lastmod text is worth: only `ok` values take part in moves and distributions."""

    OK = "ok"
    ABSENT = "absent"
    INVALID = "invalid"
    FUTURE = "future"
    EPOCH = "epoch"


@dataclass(frozen=True, slots=True)
class Lastmod:
    """A lastmod: the text as published (stripped of nothing) and what it means.

    `instant` is the first instant of the period, aware UTC; None when absent, invalid or a placeholder. `problem` is a problem code or
    "" (the gravest where there are several; `problem_codes` has them all).
    """

    raw: str
    instant: datetime | None
    precision: Precision | None
    zone: Zone | None
    status: LastmodStatus
    problem: str = ""


ABSENT = Lastmod("", None, None, None, LastmodStatus.ABSENT)
"""The lastmod of an entry that has no `<lastmod>` element."""


_PLACEHOLDER_DAYS = frozenset(
    {
        (1601, 1, 1),  # Windows FILETIME
        (1753, 1, 1),  # SQL Server datetime
        (1899, 12, 30),  # OLE automation
        (1899, 12, 31),  # spreadsheets
        (1900, 1, 1),  # SQL Server smalldatetime
        (1980, 1, 1),  # FAT and ZIP
        (1985, 10, 26),  # what npm stamps on every file of a package
    }
)
FIRST_PLAIN_YEAR, LAST_PLAIN_YEAR = 1986, 9998
"""Years in which no date stands for "no date"."""
_FIRST_REAL_YEAR, _LAST_REAL_YEAR = 2, 9998  # year 1 and year 9999 are what languages call the smallest and the largest date


def judge(raw: str, moment: datetime, precision: Precision, zone: Zone, problem: str = "") -> Lastmod:
    """A date that was read, told apart from the ones that stand for no date. `moment` is aware, in the offset of the text."""
    stands_for_nothing = (
        not _FIRST_REAL_YEAR <= moment.year <= _LAST_REAL_YEAR
        or (moment.year, moment.month, moment.day) in _PLACEHOLDER_DAYS
        or abs(moment - EPOCH) <= CLOCKS_APART
    )
    if stands_for_nothing:
        return placeholder(raw)
    instant = moment.astimezone(UTC)
    if instant < EPOCH:
        return Lastmod(raw, instant, precision, zone, LastmodStatus.EPOCH, "lastmod_before_1970")
    if not problem and zone is Zone.ASSUMED and precision >= Precision.MINUTE:
        problem = "lastmod_no_timezone"
    return Lastmod(raw, instant, precision, zone, LastmodStatus.OK, problem)


def placeholder(raw: str) -> Lastmod:
    """A value that software writes where it has no date."""
    return Lastmod(raw, None, None, None, LastmodStatus.EPOCH, "lastmod_placeholder")


def refused(raw: str, problem: str) -> Lastmod:
    """A text that is no date, or could be several."""
    return Lastmod(raw, None, None, None, LastmodStatus.INVALID, problem)
