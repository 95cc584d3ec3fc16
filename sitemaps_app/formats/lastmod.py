"""A lastmod text as an instant with its precision; nothing is ever filled in from today.

W3C date-time profile (https://www.w3.org/TR/NOTE-datetime) as sitemaps.org asks for, near-miss forms where they are unambiguous
(`lastmod_forms`). A value is refused rather than guessed: a guessed date moves when the guess changes, and every move is evidence.

Decisions that the profile leaves open:
- a date without a time, or a time without an offset, is read as UTC and says so (`Zone.ASSUMED`);
- a value up to 14 hours ahead of `now` is no future date: that is how far a clock in another zone can be ahead (UTC+14);
- offsets beyond 14 hours exist nowhere on earth and make the value invalid;
- values that software writes for "no date" (`lastmod_placeholder`) have the status `epoch` and no instant.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from sitemaps_app.formats.lastmod_forms import INVISIBLE_AND_BLANK, NONSTANDARD, read_near_miss
from sitemaps_app.formats.lastmod_values import (
    ABSENT,
    CLOCKS_APART,
    FIRST_PLAIN_YEAR,
    LAST_PLAIN_YEAR,
    Lastmod,
    LastmodStatus,
    Precision,
    Zone,
    judge,
)

__all__ = [
    "ABSENT", "NONSTANDARD", "NO_TIMEZONE", "Lastmod", "LastmodStatus", "Precision", "Zone",
    "is_backwards", "is_move", "parse_feed_date", "parse_lastmod", "problem_codes", "same_instant",
]  # fmt: skip

NO_TIMEZONE = "lastmod_no_timezone"
_LONGEST_CACHED = 64
# Bound once: in Python 3.11 looking up the member of an enum costs as much as parsing a digit-only date.
_OK, _EXPLICIT, _ASSUMED = LastmodStatus.OK, Zone.EXPLICIT, Zone.ASSUMED
_DAY, _MINUTE, _SECOND, _SUBSECOND = Precision.DAY, Precision.MINUTE, Precision.SECOND, Precision.SUBSECOND
_SHORT_YEAR_OF_RSS = re.compile(r"(.{0,12}?\d{1,2} [a-z]{3} )(\d\d)( \d\d?:.{1,30})", re.ASCII | re.IGNORECASE)
_CENTURY_TURN = 50  # two-digit years below it are of this century, RFC 2822 section 4.3


def parse_lastmod(raw: str | None, *, now: datetime) -> Lastmod:
    """What a lastmod text means.

    `raw` is the text of the element, None where there is no element. `now` is the aware time of the fetch; it decides only whether the
    value lies in the future, never the value itself. Any text gives a result, none raises.
    """
    if raw is None:
        return ABSENT
    lastmod = _parse_cached(raw) if len(raw) <= _LONGEST_CACHED else _parse(raw)
    instant = lastmod.instant
    if instant is not None and instant > now and instant - now > CLOCKS_APART and lastmod.status is _OK:
        return replace(lastmod, status=LastmodStatus.FUTURE, problem="lastmod_future")
    return lastmod


def parse_feed_date(raw: str, *, now: datetime) -> Lastmod:
    """A date of RSS (RFC 822, two-digit years too) or Atom (RFC 3339): both are the standard form there, so never `lastmod_nonstandard`."""
    short = _SHORT_YEAR_OF_RSS.fullmatch(raw.strip(INVISIBLE_AND_BLANK))
    if short is None:
        lastmod = parse_lastmod(raw, now=now)
    else:
        century = 2000 if int(short[2]) < _CENTURY_TURN else 1900
        lastmod = replace(parse_lastmod(f"{short[1]}{century + int(short[2])}{short[3]}", now=now), raw=raw)
    return replace(lastmod, problem="") if lastmod.problem == NONSTANDARD else lastmod


def problem_codes(lastmod: Lastmod) -> tuple[str, ...]:
    """All problem codes of a value: the gravest first, then `lastmod_no_timezone` for a time of day without an offset."""
    codes = [lastmod.problem] if lastmod.problem else []
    has_time = lastmod.precision is not None and lastmod.precision >= Precision.MINUTE
    if has_time and lastmod.zone is Zone.ASSUMED and NO_TIMEZONE not in codes:
        codes.append(NO_TIMEZONE)
    return tuple(codes)


def is_move(old: Lastmod, new: Lastmod) -> bool:
    """Has the value become later, judged at the coarser of the two precisions? A change of form alone is no move.

    Only two `ok` values can be compared. Where a date without a time meets a finer value, the finer one is cut to its day both in UTC and
    in its own offset, and both must be later: a publisher's "2024-05-08" may be the local day or the UTC day of the same moment.
    """
    return _order(old, new) > 0


def is_backwards(old: Lastmod, new: Lastmod) -> bool:
    """Has the value become earlier, by the same rule as `is_move`?"""
    return _order(old, new) < 0


def same_instant(a: Lastmod, b: Lastmod) -> bool:
    """Do two `ok` values name the same moment, as far as the coarser of them can tell? False where either is not `ok`."""
    return _comparable(a, b) and _order(a, b) == 0


def _comparable(a: Lastmod, b: Lastmod) -> bool:
    return a.status is LastmodStatus.OK and b.status is LastmodStatus.OK


def _order(old: Lastmod, new: Lastmod) -> int:
    """1 where `new` is later, -1 where it is earlier, 0 where it is neither or cannot be told."""
    if not _comparable(old, new) or old.instant is None or new.instant is None or old.precision is None or new.precision is None:
        return 0
    coarser = min(old.precision, new.precision)
    in_utc = _sign(_cut(old.instant, coarser), _cut(new.instant, coarser))
    if coarser > Precision.DAY or old.precision == new.precision or in_utc == 0:
        return in_utc
    as_written = _sign(_cut(_wall_clock(old), coarser), _cut(_wall_clock(new), coarser))
    return in_utc if in_utc == as_written else 0


def _sign(old: datetime, new: datetime) -> int:
    return (new > old) - (new < old)


def _cut(moment: datetime, precision: Precision) -> datetime:
    """The first instant of the period of `precision` that holds `moment`."""
    if precision is Precision.SUBSECOND:
        return moment
    if precision is Precision.SECOND:
        return moment.replace(microsecond=0)
    if precision is Precision.MINUTE:
        return moment.replace(second=0, microsecond=0)
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if precision is Precision.DAY:
        return midnight
    return midnight.replace(day=1) if precision is Precision.MONTH else midnight.replace(month=1, day=1)


_TRAILING_OFFSET = re.compile(r"([+-])(\d\d):?(\d\d)?\s*\Z", re.ASCII)


def _wall_clock(lastmod: Lastmod) -> datetime:
    """The moment as the publisher's own clock showed it, under the label UTC. The offset is read back from the raw text."""
    assert lastmod.instant is not None  # noqa: S101 - the only caller has looked
    offset = _TRAILING_OFFSET.search(lastmod.raw) if lastmod.zone is Zone.EXPLICIT else None
    if offset is None:
        return lastmod.instant
    shift = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
    try:
        return lastmod.instant - shift if offset[1] == "-" else lastmod.instant + shift
    except OverflowError:
        return lastmod.instant


_W3C_DAY_OR_TIME = re.compile(
    r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,20})?)?(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00)))?", re.ASCII
)
_W3C_YEAR_OR_MONTH = re.compile(r"(\d{4})(?:-(\d\d))?", re.ASCII)
_SECONDS_AT, _FRACTION_AT = 16, 19  # places of the second ":" and of the "." in YYYY-MM-DDThh:mm:ss.s


def _parse(raw: str) -> Lastmod:
    """The value without regard to the present."""
    text = raw.strip(INVISIBLE_AND_BLANK)
    if _W3C_DAY_OR_TIME.fullmatch(text):
        known = _from_w3c(raw, text)
        if known is not None:
            return known
    elif match := _W3C_YEAR_OR_MONTH.fullmatch(text):
        known = _from_year_or_month(raw, int(match[1]), match[2])
        if known is not None:
            return known
    return read_near_miss(raw, text)


_parse_cached = lru_cache(maxsize=4096)(_parse)


def _from_w3c(raw: str, text: str) -> Lastmod | None:
    """A complete date with or without a time; None for what the calendar of the standard library does not have (24:00, second 60)."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment, precision, zone = moment.replace(tzinfo=UTC), _DAY, _ASSUMED
    else:
        precision, zone = _MINUTE, _EXPLICIT
        if text[_SECONDS_AT] == ":":
            precision = _SUBSECOND if text[_FRACTION_AT] == "." else _SECOND
    if FIRST_PLAIN_YEAR <= moment.year <= LAST_PLAIN_YEAR:
        # The usual case, without the judgement that only dates outside these years need.
        return Lastmod(raw, moment if moment.tzinfo is UTC else moment.astimezone(UTC), precision, zone, _OK)
    return judge(raw, moment, precision, zone)


def _from_year_or_month(raw: str, year: int, month: str | None) -> Lastmod | None:
    try:
        moment = datetime(year, int(month or 1), 1, tzinfo=UTC)
    except ValueError:
        return None
    return judge(raw, moment, Precision.MONTH if month else Precision.YEAR, Zone.ASSUMED)
