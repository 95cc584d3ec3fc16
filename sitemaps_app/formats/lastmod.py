"""A lastmod text as an instant with its precision; nothing is ever filled in from today.

W3C date-time profile (https://www.w3.org/TR/NOTE-datetime) as sitemaps.org asks for, near-miss forms where they are unambiguous.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum


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

    `instant` is the first instant of the period, aware UTC; None when absent or invalid. `problem` is a problem code or "".
    """

    raw: str
    instant: datetime | None
    precision: Precision | None
    zone: Zone | None
    status: LastmodStatus
    problem: str = ""
