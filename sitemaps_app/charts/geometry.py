"""From numbers to coordinates: scales, ticks, paths, widths of text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sitemaps_app.charts.markup import number

_DAY_STEPS = (1, 2, 7, 14, 28, 91, 182, 364, 728, 1820, 3640)
# Any Monday: ticks of a week or more fall on Mondays, and stay on the same days while the chart moves on.
_A_MONDAY = datetime(2024, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Scale:
    """A straight line from a range of values to a range of coordinates; values outside end at the border."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The coordinate of a value; the middle where the range of values is a single one."""
        if self.high <= self.low:
            return (self.start + self.end) / 2
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


@dataclass(frozen=True, slots=True)
class Plot:
    """The box of a chart over time: its coordinates, and the scales that fill it; what lies outside ends at the border.

    `most` is the value at its top, 0 that at its bottom.
    """

    left: float
    top: float
    right: float
    bottom: float
    begin: datetime
    end: datetime
    most: float = 100.0

    def x(self, at: datetime) -> float:
        """The coordinate of a time."""
        if at <= self.begin or self.end <= self.begin:
            return self.left if self.begin < self.end else (self.left + self.right) / 2
        return self.left + min((at - self.begin) / (self.end - self.begin), 1.0) * (self.right - self.left)

    def y(self, value: float) -> float:
        """The coordinate of a value of 0 to `most`."""
        return self.bottom + min(max(value / self.most, 0.0), 1.0) * (self.top - self.bottom)


def day_ticks(begin: datetime, end: datetime, most: int) -> list[datetime]:
    """Midnights in UTC between two aware times, evenly apart, at most `most` of them."""
    days = max(1, (end - begin) // timedelta(days=1))
    step = next((step for step in _DAY_STEPS if days // step < most), max(_DAY_STEPS[-1], -(-days // max(1, most))))
    first = -(-(begin - _A_MONDAY) // timedelta(days=step))
    ticks: list[datetime] = []
    while (tick := _A_MONDAY + timedelta(days=step) * first) <= end and len(ticks) < most:
        ticks.append(tick)
        first += 1
    return ticks


def path(points: Iterable[tuple[float, float]]) -> str:
    """The path through the points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def closed_path(upper: Sequence[tuple[float, float]], lower: Sequence[tuple[float, float]]) -> str:
    """The outline of an area: along its upper side, back along its lower one."""
    return path([*upper, *reversed(lower)]) + "Z"


def text_width(value: str, size: float) -> float:
    """About how wide a text is at a font size: a Chinese character is as wide as it is high, a Latin letter about six tenths."""
    return size * sum(1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.6 for letter in value)


def wrapped(value: str, width: float, size: float) -> list[str]:
    """A text in lines that are about `width` wide at a font size, parted at blanks where there are some; a longer word is parted
    anywhere."""
    lines, line = [], ""
    for word in re.findall(r"\s*\S+", value):
        is_too_long = bool(line) and text_width(line + word, size) > width
        if is_too_long:
            lines.append(line)
            line = ""
        for letter in word.lstrip() if is_too_long else word:
            if line and text_width(line + letter, size) > width:
                lines.append(line)
                line = ""
            line += letter
    return [*lines, line] if line else lines
