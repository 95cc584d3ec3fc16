"""Numbers as people write them, in the active language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from sitemaps_app.wording.code_words import Text
from sitemaps_app.wording.words import grouped, percent

DASH = "–"
LEAST_IN_UNIT = 0.95
_RATE_UNITS: tuple[tuple[float, Text], ...] = (
    (1.0, gettext_lazy("%(count)s per page and day")),
    (7.0, gettext_lazy("%(count)s per page and week")),
    (30.0, gettext_lazy("%(count)s per page and month")),
    (365.0, gettext_lazy("%(count)s per page and year")),
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its interval, both as text."""

    name: str
    value: str
    interval: str = ""
    explanation: str = ""


def whole(number: int | None) -> str:
    """A count in the language's format, a dash for none."""
    return DASH if number is None else grouped(number)


def share(value: float | None) -> str:
    """A share (0..1) in per cent, a dash for none."""
    return DASH if value is None else percent(value)


def score(value: float | None) -> str:
    """A share (0..1) on the scale of the trust score, 0 to 100, a dash for none."""
    return DASH if value is None else str(round(value * 100))


def score_change(value: float) -> str:
    """A change of the trust score (-1..1) in points of 100, with its sign."""
    points = round(value * 100)
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "±0"


def score_interval(low: float | None, high: float | None) -> str:
    """The ends of an interval (0..1) on the scale of 0 to 100; empty where there is none."""
    return "" if low is None or high is None else f"{round(low * 100)}–{round(high * 100)}"


def share_interval(low: float | None, high: float | None) -> str:
    """The ends of an interval (0..1) in per cent; empty where there is none."""
    return "" if low is None or high is None else f"{round(low * 100)}–{round(high * 100)} %"


def gap(days: float) -> str:
    """A time between two visits in the unit that people would use."""
    if days < 1 / 24:
        return _minutes(float(max(round(days * 1440), 1)))
    if days < 2:
        return _hours(round(days * 24))
    return _days(round(days))


def interval_of_checks(seconds: int) -> str:
    """How often a site is checked, in words and without rounding."""
    if seconds == 86_400:
        return _("once a day")
    if seconds % 86_400 == 0:
        return _("every %(gap)s") % {"gap": _days(seconds // 86_400)}
    if seconds % 3_600 == 0:
        return _("every %(gap)s") % {"gap": _hours(seconds // 3_600)}
    return _("every %(gap)s") % {"gap": _minutes(seconds / 60)}


def rate(a_day: float, low: float | None = None, high: float | None = None) -> str:
    """How often something happens to one page, in the unit in which the largest number is at least about one; by the year if there is none.

    `a_day` ≥ 0 is the rate a day, `low` and `high` the ends of its interval.
    """
    largest = a_day if high is None else high
    days, name = next((unit for unit in _RATE_UNITS if largest * unit[0] >= LEAST_IN_UNIT), _RATE_UNITS[-1])
    shown = decimal(a_day * days)
    if low is not None and high is not None:
        shown = f"{shown} ({decimal(low * days)}–{decimal(high * days)})"
    return str(name) % {"count": shown}


def _days(count: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": whole(count)}


def _hours(count: int) -> str:
    return ngettext("%(count)s hour", "%(count)s hours", count) % {"count": count}


def _minutes(count: float) -> str:
    shown = grouped(count, 0 if count.is_integer() else 1)
    return ngettext("%(count)s minute", "%(count)s minutes", 1 if count == 1 else 2) % {"count": shown}


def duration(length: timedelta) -> str:
    """How long something took."""
    seconds = length.total_seconds()
    if 0 <= seconds < 0.1:
        return _("less than 0.1 s")
    if seconds < 120:
        return _("%(seconds)s s") % {"seconds": grouped(seconds, 0 if seconds >= 10 else 1)}
    return gap(seconds / 86_400)


def size(count: int) -> str:
    """A number of bytes."""
    if count < 1_000_000:
        return f"{grouped(count / 1_000, 1)} kB"
    return f"{grouped(count / 1_000_000, 1)} MB"


def decimal(number: float) -> str:
    """A number with as many decimals as it deserves."""
    return grouped(number, 0 if number >= 100 else 1 if number >= 1 else 2)
