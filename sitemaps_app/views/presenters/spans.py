"""The time that the charts of a page show: chosen in the address, the same for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from urllib.parse import urlencode

from django.utils import formats
from django.utils.dateparse import parse_date
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

DAYS = {"30d": 30, "90d": 90, "1y": 365}
USUAL, ALL, OWN = "90d", "all", "own"
CHOICES = (("30d", _("30 days")), ("90d", _("90 days")), ("1y", _("1 year")), (ALL, _("All")))
# A longer time than this is labelled by months and years: days would not say which year.
LONG = timedelta(days=300)
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class SpanChoice:
    """One of the ranges that stand to choose."""

    title: str
    code: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Span:
    """From `begin` to `end`, both aware; `code` says how it was chosen. `first_day` and `last_day` are its days as ISO dates."""

    code: str
    begin: datetime
    end: datetime

    @classmethod
    def read(cls, given: Mapping[str, str], *, now: datetime) -> Span:
        """What the address asks for; anything damaged gives the usual 90 days, so that a page always shows something."""
        code = given.get("range", "") or (OWN if given.get("from") or given.get("to") else USUAL)
        if code == OWN:
            first, last = _day(given.get("from", "")), _day(given.get("to", ""))
            begin = datetime.combine(first, time.min, UTC) if first else EARLIEST
            end = datetime.combine(last, time.min, UTC) + timedelta(days=1) if last and last < now.date() else now
            if begin < end:
                return cls(OWN, begin, end)
        if code == ALL:
            return cls(ALL, EARLIEST, now)
        code = code if code in DAYS else USUAL
        return cls(code, now - timedelta(days=DAYS[code]), now)

    @property
    def query(self) -> str:
        """The part of an address that asks for this span."""
        return urlencode({"range": OWN, "from": self.first_day, "to": self.last_day} if self.code == OWN else {"range": self.code})

    @property
    def first_day(self) -> str:
        """Its first day, "" where it has no chosen beginning."""
        return "" if self.begin <= EARLIEST else self.begin.date().isoformat()

    @property
    def last_day(self) -> str:
        """Its last day."""
        return (self.end - timedelta(microseconds=1)).date().isoformat()

    @property
    def choices(self) -> tuple[SpanChoice, ...]:
        """The ranges that stand to choose."""
        return tuple(SpanChoice(str(title), code, code == self.code) for code, title in CHOICES)


def day_label(at: datetime) -> str:
    """A day on the time axis."""
    return formats.date_format(at, pgettext("a day on the axis of a chart, in Django's date format", "M j"))


def month_label(at: datetime) -> str:
    """A month with its year on the time axis."""
    return formats.date_format(at, pgettext("a month on the axis of a chart, in Django's date format", "M Y"))


def _day(text: str) -> date | None:
    try:
        found = parse_date(text)
    except ValueError:
        return None
    return found if found is not None and found >= EARLIEST.date() else None
