"""Counts by day as a calendar: a column a week, a row a weekday, darker where there is more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from math import ceil

from sitemaps_app.charts.markup import Svg, chart, element, text

_CELL, _LEFT, _TOP = 14.0, 34.0, 18.0
LEVELS = 4
FONT = 11.0


def level(count: int, most: int) -> int:
    """How dark a day is, 0 to 4: by the square root of its share of the fullest day, so that a few stay visible beside thousands."""
    return 0 if count <= 0 or most <= 0 else max(1, ceil((count / most) ** 0.5 * LEVELS))


def calendar(
    counts: Mapping[date, int],
    *,
    last: date,
    weeks: int,
    title: str,
    told: Callable[[date, int], str],
    month: Callable[[date], str],
    weekdays: Sequence[str],
    marked: date | None = None,
    description: str = "",
) -> Svg:
    """The `weeks` up to the one that holds `last`, Mondays first. `marked` is a day with a frame of its own; `weekdays` are seven names."""
    first = last - timedelta(days=last.weekday(), weeks=weeks - 1)
    days = [first + timedelta(days=place) for place in range((last - first).days + 1)]
    most = max((counts.get(day, 0) for day in days), default=0)
    parts: list[Svg] = []
    for place, day in enumerate(days):
        x, y, count = _LEFT + place // 7 * _CELL, _TOP + place % 7 * _CELL, counts.get(day, 0)
        if day.day <= 7 and place % 7 == 0:
            parts.append(element("text", text(month(day)), class_="chart-tick", x=x, y=12.0, font_size=FONT))
        kind = f"calendar-day calendar-{level(count, most)}" + (" calendar-marked" if day == marked else "")
        said = element("title", text(told(day, count)))
        parts.append(element("rect", said, class_=kind, x=x, y=y, width=_CELL - 2, height=_CELL - 2, rx=2.0))
    for row in (0, 2, 4):
        name = text(weekdays[row])
        parts.append(element("text", name, class_="chart-tick", x=_LEFT - 6, y=_TOP + row * _CELL + 10, text_anchor="end", font_size=FONT))
    return chart("calendar", _LEFT + weeks * _CELL, _TOP + 7 * _CELL, title, description, *parts)
