"""The dates of a site's newest read: a calendar of days, a clock of hours, with the moment at which the file was made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import formats
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from sitemaps_app.charts import Bin, Svg, calendar, histogram, steps
from sitemaps_app.models import Snapshot
from sitemaps_app.pipeline.dates import dates_of
from sitemaps_app.views.presenters.charts import HISTOGRAM_WIDTH, AgeRow, Ages, age_chart
from sitemaps_app.wording import numbers

WEEKS, NARROW_WEEKS = 53, 20
SHOWN_DAYS = 30
FILES = ("days", "hours", "ages")


@dataclass(frozen=True, slots=True)
class DayRow:
    """One of the fullest days."""

    day: date
    count: str
    share: str
    is_made: bool


@dataclass(frozen=True, slots=True)
class KeyStep:
    """A darkness of the calendar, 0 to 4, and the counts that have it."""

    level: int
    counts: str


@dataclass(frozen=True, slots=True)
class Dates:
    """`calendar` is a year, `narrow` the part of it that a phone has room for, `key` explains both; `hours` is None where no entry gives
    a time of day.
    """

    taken_at: datetime
    made_at: datetime | None
    calendar: Svg
    narrow: Svg
    key: tuple[KeyStep, ...]
    hours: Svg | None
    hour_rows: tuple[AgeRow, ...]
    ages: Ages | None
    rows: tuple[DayRow, ...]
    older: str


def site_dates(snapshot: Snapshot | None) -> Dates | None:
    """Everything about the dates of a snapshot; None where there is none, or its file is gone."""
    found = dates_of(snapshot) if snapshot is not None else None
    if snapshot is None or found is None:
        return None
    counts, made = dict(found.days), _made_at(snapshot)
    last = max(snapshot.taken_at.date(), made.date() if made else snapshot.taken_at.date())
    total = sum(counts.values())
    fullest = sorted(found.days, key=lambda day: (-day[1], day[0]))[:SHOWN_DAYS]
    shown = [count for day, count in found.days if (last - day).days < WEEKS * 7 - 6]
    most = max(shown, default=0)
    return Dates(
        taken_at=snapshot.taken_at,
        made_at=made,
        calendar=_calendar(counts, last, made, WEEKS, most),
        narrow=_calendar(counts, last, made, NARROW_WEEKS, most),
        key=tuple(KeyStep(step.level, _from_to(step.first, step.last)) for step in steps(most)),
        hours=_hours(found.hours, made) if any(found.hours) else None,
        hour_rows=tuple(AgeRow(_hour(hour), numbers.whole(count)) for hour, count in enumerate(found.hours)),
        ages=age_chart(snapshot),
        rows=tuple(
            DayRow(day, numbers.whole(count), numbers.share(count / total), made is not None and day == made.date())
            for day, count in fullest
        ),
        older=numbers.whole(total - sum(shown)) if total > sum(shown) else "",
    )


def date_rows(snapshot: Snapshot | None, code: str) -> Iterator[tuple[str, str]]:
    """The numbers of one of the `FILES`, the names of the columns first: days and hours are those of UTC."""
    found = dates_of(snapshot) if snapshot is not None and code != "ages" else None
    yield {"days": "day", "hours": "hour", "ages": "age"}[code], "entries"
    if code == "ages":
        yield from ((str(age), str(count)) for age, count in (snapshot.ages if snapshot else ()))
    elif found is not None and code == "days":
        yield from ((day.isoformat(), str(count)) for day, count in found.days)
    elif found is not None:
        yield from ((_hour(hour), str(count)) for hour, count in enumerate(found.hours))


def _from_to(first: int, last: int) -> str:
    return numbers.whole(first) if first == last else f"{numbers.whole(first)}–{numbers.whole(last)}"


def _made_at(snapshot: Snapshot) -> datetime | None:
    """When the newest file was made, as the statistics of the read have it."""
    stats = snapshot.stats.get("snapshots") or [{}]
    return parse_datetime(stats[0].get("generated_at") or "")


def _calendar(counts: dict[date, int], last: date, made: datetime | None, weeks: int, most: int) -> Svg:
    # A Monday and its week, for the names of the weekdays in the reader's language.
    names = [formats.date_format(date(2024, 1, 1 + place), "D") for place in range(7)]
    return calendar(
        counts,
        last=last,
        weeks=weeks,
        most=most,
        title=_("Entries by the day of their lastmod"),
        told=lambda day, count: f"{formats.date_format(day)}: {numbers.whole(count)}",
        month=lambda day: formats.date_format(day, pgettext("a month above a calendar, in Django's date format", "M")),
        weekdays=names,
        marked=made.date() if made else None,
    )


def _hours(hours: tuple[int, ...], made: datetime | None) -> Svg:
    marked = made.hour if made else -1
    bins = [Bin(_hour(hour, made=hour == marked), count, numbers.whole(count)) for hour, count in enumerate(hours)]
    return histogram(bins, title=_("Entries by the hour of their lastmod"), width=HISTOGRAM_WIDTH)


def _hour(hour: int, *, made: bool = False) -> str:
    return _("%(hour)s, file made") % {"hour": f"{hour:02}:00"} if made else f"{hour:02}:00"
