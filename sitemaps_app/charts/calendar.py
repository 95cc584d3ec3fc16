"""Counts by day as a calendar: a column a week, a row a weekday, darker where there is more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil

from sitemaps_app.charts.geometry import text_width
from sitemaps_app.charts.markup import Svg, chart, element, text

_CELL, _LEFT, _TOP = 14.0, 34.0, 18.0
LEVELS = 4
FONT = 11.0


@dataclass(frozen=True, slots=True)
class Step:
    """One darkness of the key: the counts from `first` to `last` have it."""

    level: int
    first: int
    last: int


def level(count: int, most: int) -> int:
    """How dark a day is, 0 to 4: by the square root of its share of the fullest day, so that a few stay visible beside thousands."""
    return 0 if count <= 0 or most <= 0 else max(1, ceil((count / most) ** 0.5 * LEVELS))


def steps(most: int) -> list[Step]:
    """The key of a calendar whose fullest day has `most`; a darkness that no count can have is left out."""
    found = [Step(0, 0, 0)]
    for dark in range(1, LEVELS + 1):
        # The inverse of `level`: up to this count a day is at most so dark.
        last = most * dark * dark // (LEVELS * LEVELS)
        if last > found[-1].last:
            found.append(Step(dark, found[-1].last + 1, last))
    return found


def calendar(
    counts: Mapping[date, int],
    *,
    last: date,
    weeks: int,
    most: int,
    title: str,
    told: Callable[[date, int], str],
    month: Callable[[date], str],
    weekdays: Sequence[str],
    marked: date | None = None,
    description: str = "",
) -> Svg:
    """The `weeks` up to the one that holds `last`, Mondays first; a day with `most` is the darkest.

    `marked` is a day with a frame of its own; `weekdays` are seven names.
    """
    first = last - timedelta(days=last.weekday(), weeks=weeks - 1)
    days = [first + timedelta(days=place) for place in range((last - first).days + 1)]
    left = max(_LEFT, *(text_width(name, FONT) + 8 for name in weekdays))
    parts: list[Svg] = []
    for place, day in enumerate(days):
        x, y, count = left + place // 7 * _CELL, _TOP + place % 7 * _CELL, counts.get(day, 0)
        if day.day <= 7 and place % 7 == 0:
            parts.append(element("text", text(month(day)), class_="chart-tick", x=x, y=12.0, font_size=FONT))
        kind = f"calendar-day calendar-{level(count, most)}" + (" calendar-marked" if day == marked else "")
        said = element("title", text(told(day, count)))
        parts.append(element("rect", said, class_=kind, x=x, y=y, width=_CELL - 2, height=_CELL - 2, rx=2.0))
    for row in (0, 2, 4):
        name = text(weekdays[row])
        parts.append(element("text", name, class_="chart-tick", x=left - 6, y=_TOP + row * _CELL + 10, text_anchor="end", font_size=FONT))
    return chart("calendar", left + weeks * _CELL, _TOP + 7 * _CELL, title, description, *parts)
