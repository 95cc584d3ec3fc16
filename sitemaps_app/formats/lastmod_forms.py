"""Near-miss forms of lastmod: read where a text can mean only one moment, refused where it could mean two.

The grammar is one date form, then perhaps one time of day with perhaps one zone. Everything read here is `lastmod_nonstandard` except the
two standard moments that Python's calendar lacks (24:00:00 and the leap second).
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime, timedelta, timezone

from sitemaps_app.formats.lastmod_values import CLOCKS_APART, EPOCH, Lastmod, LastmodStatus, Precision, Zone, judge, placeholder, refused

NONSTANDARD, AMBIGUOUS, INVALID = "lastmod_nonstandard", "lastmod_ambiguous", "lastmod_invalid"

_LONGEST_TEXT = 100
_INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\u180e"
INVISIBLE_AND_BLANK = " \t\n\r\f\v\u0085\u00a0\u2028\u2029\u3000" + _INVISIBLE
_PLAIN = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-") | dict.fromkeys(_INVISIBLE, ""))

_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, start=1)}
_MONTH = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? )?"
# A name alone must be one whose offset is known; after an offset, any name only repeats it.
_NAME_AGAIN = r"(?: [a-z]{3,5}| \([^()]{1,40}\)| ?\[[\w/+-]{1,40}\])?"
_ZONE = r"(?P<zone>z|utc|gmt|ut|[ecmp][sd]t)?(?:(?P<offset>[+-]\d{1,2}(?::?\d\d)?)" + _NAME_AGAIN + r")?"
_CLOCK = r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,20}))?)?(?: ?(?P<half>[ap])\.?m\.?)?"
_THEN_TIME = r"(?:(?:t|,? |, ?| at | - )" + _CLOCK + r"(?: ?" + _ZONE + r")?)?"
_ORDINAL = r"(?:st|nd|rd|th)?"
_COMPACT_CLOCK = r"(?:[t ]?(?P<hour>\d\d)(?P<minute>\d\d)(?:(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,20}))?)?" + _ZONE + r")?"
_FORMS = tuple(
    re.compile(pattern, re.ASCII | re.IGNORECASE)
    for pattern in (
        r"(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})(?:z|[+-]\d\d:\d\d)?",
        r"(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})" + _THEN_TIME,
        r"(?P<year>\d{4}) ?[\u5e74\ub144] ?(?P<month>\d{1,2}) ?[\u6708\uc6d4](?: ?(?P<day>\d{1,2}) ?[\u65e5\uc77c]" + _THEN_TIME + ")?",
        r"(?P<year>\d{4})[-/](?P<month>\d{1,2})",
        _WEEKDAY + r"(?P<day>\d{1,2})" + _ORDINAL + r"[ -]" + _MONTH + r",?[ -](?P<year>\d{4})" + _THEN_TIME,
        _WEEKDAY + _MONTH + r" (?P<day>\d{1,2})" + _ORDINAL + r",? (?P<year>\d{4})" + _THEN_TIME,
        _WEEKDAY + _MONTH + r" (?P<day>\d{1,2}) " + _CLOCK + r"(?: " + _ZONE + r")? (?P<year>\d{4})",
        r"(?P<year>\d{4})[ -]" + _MONTH + r"[ -](?P<day>\d{1,2})" + _THEN_TIME,
        _MONTH + r",? (?P<year>\d{4})",
        r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)" + _COMPACT_CLOCK,
    )
)
_DAY_OR_MONTH_FIRST = re.compile(
    r"(?P<one>\d{1,2})(?P<mark>[-/.])(?P<two>\d{1,2})(?P=mark)(?P<year>\d{4})" + _THEN_TIME, re.ASCII | re.IGNORECASE
)
_SHORT_YEAR = re.compile(r"\d{1,2}[-/. ](?:\d{1,2}|[a-z]{3,9})[-/. ]\d{2}(?:[ t,].{0,40})?|\d{6}", re.ASCII | re.IGNORECASE)
_ZERO_DATE = re.compile(r"(?:0000[-/.]0?0[-/.]0?0|-0*1-11-30)(?:[t ].{0,40})?|[+-]?0+(?:\.0+)?", re.ASCII | re.IGNORECASE)
_UNIX_TIME = re.compile(r"(\d{9,10})(?:\.(\d{1,9}))?|(\d{10})(\d{3}|\d{6}|\d{9})", re.ASCII)
_NAMED_HOURS = {"est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7}
_NOON, _LAST_HOUR, _MIDNIGHT_AGAIN, _LEAP_SECOND, _LAST_MINUTE = 12, 23, 24, 60, 59
_MONTHS_A_YEAR = 12


class _NotADateError(ValueError):
    """The text has the shape of a date but names none."""


def read_near_miss(raw: str, text: str) -> Lastmod:
    """A text that the fast path does not know, as a value or a refusal.

    `raw` is the published text, `text` the same without blanks around it. Refusals are `lastmod_invalid`, `lastmod_ambiguous` (day and
    month cannot be told apart, or the year has two digits) and `lastmod_placeholder`; an empty text is absent with `lastmod_empty`.
    """
    if not text:
        return Lastmod(raw, None, None, None, LastmodStatus.ABSENT, "lastmod_empty")
    if len(text) > _LONGEST_TEXT:
        return refused(raw, INVALID)
    plain = " ".join(_plain(text).split()).strip("\"' ")
    if _ZERO_DATE.fullmatch(plain):
        return placeholder(raw)
    try:
        known = _read_forms(raw, plain) or _read_unix_time(raw, plain) or _read_day_or_month_first(raw, plain)
    except (_NotADateError, OverflowError):
        return refused(raw, INVALID)
    if known is not None:
        return known
    return refused(raw, AMBIGUOUS if _SHORT_YEAR.fullmatch(plain) else INVALID)


def _plain(text: str) -> str:
    """Full-width digits and typographic dashes as the ASCII that was meant, and nothing invisible."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text).translate(_PLAIN)


def _read_forms(raw: str, text: str) -> Lastmod | None:
    for form in _FORMS:
        if match := form.fullmatch(text):
            parts = match.groupdict()
            return _assemble(raw, parts, month=_month(parts), day=parts.get("day"), text=text)
    return None


def _read_day_or_month_first(raw: str, text: str) -> Lastmod | None:
    """Numbers before the year: which is the day is known only where one of them cannot be a month, or both are the same."""
    match = _DAY_OR_MONTH_FIRST.fullmatch(text)
    if not match:
        return None
    one, two = int(match["one"]), int(match["two"])
    if one <= _MONTHS_A_YEAR and two <= _MONTHS_A_YEAR and one != two:
        return refused(raw, AMBIGUOUS)
    day, month = (one, two) if one > _MONTHS_A_YEAR else (two, one)
    return _assemble(raw, match.groupdict(), month=month, day=str(day), text=text)


def _read_unix_time(raw: str, text: str) -> Lastmod | None:
    """Seconds since 1970, or milli-, micro- or nanoseconds: by the number of digits, which leaves no overlap from 1973 to 2286."""
    match = _UNIX_TIME.fullmatch(text)
    if not match:
        return None
    seconds, fraction = int(match[1] or match[3]), match[2] or match[4]
    moment = EPOCH + timedelta(seconds=seconds, microseconds=_microseconds(fraction))
    return judge(raw, moment, Precision.SUBSECOND if fraction else Precision.SECOND, Zone.EXPLICIT, NONSTANDARD)


def _month(parts: dict[str, str | None]) -> int | None:
    if name := parts.get("name"):
        return _MONTHS[name[:3].lower()]
    return int(parts["month"]) if parts.get("month") else None  # type: ignore[arg-type]


def _assemble(raw: str, parts: dict[str, str | None], *, month: int | None, day: str | None, text: str) -> Lastmod:
    """The moment that the named parts of a form add up to. Raises _NotADateError or OverflowError where there is none."""
    try:
        date = datetime(int(parts["year"] or 0), month or 1, int(day or 1), tzinfo=UTC)
    except ValueError as error:
        raise _NotADateError(text) from error
    if not parts.get("hour"):
        return judge(raw, date, Precision.DAY if day else Precision.MONTH, Zone.ASSUMED, NONSTANDARD)
    offset = _offset(parts)
    moment = date.replace(tzinfo=timezone(offset or timedelta())) + _time_of_day(parts)
    precision = Precision.MINUTE
    if parts.get("second"):
        precision = Precision.SUBSECOND if parts.get("fraction") else Precision.SECOND
    zone = Zone.ASSUMED if offset is None else Zone.EXPLICIT
    return judge(raw, moment, precision, zone, _problem(text, zone))


_STANDARD_BUT_RARE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?P<zone>Z|[+-]\d\d:\d\d)?", re.ASCII)


def _problem(text: str, zone: Zone) -> str:
    """A text that differs from the profile only by a missing offset, by 24:00 or by second 60 is not of a strange form."""
    if _STANDARD_BUT_RARE.fullmatch(text):
        return "lastmod_no_timezone" if zone is Zone.ASSUMED else ""
    return NONSTANDARD


def _time_of_day(parts: dict[str, str | None]) -> timedelta:
    hour, minute, second = int(parts["hour"] or 0), int(parts["minute"] or 0), int(parts.get("second") or 0)
    if half := parts.get("half"):
        hour = _twenty_four_hours(hour, half)
    end_of_day = hour == _MIDNIGHT_AGAIN and not minute and not second
    leap_second = second == _LEAP_SECOND and minute == _LAST_MINUTE
    if (hour > _LAST_HOUR and not end_of_day) or minute > _LAST_MINUTE or (second > _LAST_MINUTE and not leap_second):
        raise _NotADateError(parts)
    return timedelta(hours=hour, minutes=minute, seconds=second, microseconds=_microseconds(parts.get("fraction")))


def _twenty_four_hours(hour: int, half: str) -> int:
    """12-hour clock; "14:30 PM" is what a wrong format string writes and still means one time."""
    afternoon = half.lower() == "p"
    if hour > _NOON:
        if not afternoon:
            raise _NotADateError(hour)
        return hour
    return hour % _NOON + (_NOON if afternoon else 0)


def _microseconds(fraction: str | None) -> int:
    """Digits after the decimal point, cut (not rounded) at the microsecond so that a value never lies in the next second."""
    return int((fraction or "0")[:6].ljust(6, "0"))


def _offset(parts: dict[str, str | None]) -> timedelta | None:
    """The written offset; a bare hour such as "GMT+2" or "+02" counts whole hours. None where no zone was written."""
    name, digits = (parts.get("zone") or "").lower(), parts.get("offset")
    if not digits:
        return timedelta(hours=_NAMED_HOURS.get(name, 0)) if name else None
    if name in _NAMED_HOURS:
        raise _NotADateError(digits)
    hours, minutes = int(digits[1:3].rstrip(":")), int(digits.replace(":", "")[3:] or 0)
    offset = timedelta(hours=hours, minutes=minutes)
    if minutes > _LAST_MINUTE or offset > CLOCKS_APART:
        raise _NotADateError(digits)
    return -offset if digits[0] == "-" else offset
