"""Layers: how a whole and its parts went over days, and one whole as a thin bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sitemaps_app.charts.geometry import Scale, closed_path, text_width
from sitemaps_app.charts.markup import Svg, chart, class_word, element, text

FONT = 11.0
_TOP, _BOTTOM = 6.0, 18.0


@dataclass(frozen=True, slots=True)
class Layer:
    """One part over the days: its name, the code that gives it a class (`chart-layer-CODE`), and a count for each day."""

    label: str
    code: str
    counts: Sequence[int]


def layer_chart(
    days: Sequence[datetime],
    layers: Sequence[Layer],
    *,
    title: str,
    description: str = "",
    tick_label: Callable[[datetime], str],
    width: float = 520,
    height: float = 110,
) -> Svg:
    """The layers upon one another, the first at the bottom; empty where there are less than two days or nothing was ever counted.

    Counts below 0 are drawn as 0. The axis is named at its ends, and the largest whole at its side.
    """
    most = max((sum(max(0, layer.counts[place]) for layer in layers) for place in range(len(days))), default=0)
    if len(days) < 2 or most <= 0:
        return Svg("")
    left = text_width(str(most), FONT) + 6
    across, up = Scale(0, len(days) - 1, left, width - 2), Scale(0, most, height - _BOTTOM, _TOP)
    below = [0] * len(days)
    drawn: list[Svg] = []
    for layer in layers:
        above = [low + max(0, count) for low, count in zip(below, layer.counts, strict=True)]
        if any(layer.counts):
            upper = [(across.at(place), up.at(value)) for place, value in enumerate(above)]
            lower = [(across.at(place), up.at(value)) for place, value in enumerate(below)]
            outline = closed_path(upper, lower)
            name = element("title", text(layer.label))
            drawn.append(element("path", name, class_=f"chart-layer chart-layer-{class_word(layer.code)}", d=outline))
        below = above
    base = height - _BOTTOM
    axis = element("line", class_="chart-axis", x1=left, x2=width - 2, y1=base, y2=base)
    begin = element("text", text(tick_label(days[0])), class_="chart-tick", x=left, y=height - 4, font_size=FONT)
    end = element("text", text(tick_label(days[-1])), class_="chart-tick", x=width - 2, y=height - 4, font_size=FONT, text_anchor="end")
    top = element("text", text(str(most)), class_="chart-tick", x=left - 4, y=_TOP + 9, font_size=FONT, text_anchor="end")
    return chart("layers", width, height, title, description, *drawn, axis, begin, end, top)


def share_bar(parts: Sequence[Layer], *, title: str, width: float = 180, height: float = 12) -> Svg:
    """One whole as a bar of its parts, each by the first of its counts; empty where the whole is nothing. Its names are beside it."""
    whole = sum(part.counts[0] for part in parts)
    if whole <= 0:
        return Svg("")
    drawn, x = [], 0.0
    for part in parts:
        length = width * part.counts[0] / whole
        if length > 0:
            told = element("title", text(f"{part.label}: {part.counts[0]}"))
            classes = f"chart-layer chart-layer-{class_word(part.code)}"
            drawn.append(element("rect", told, class_=classes, x=x, y=0.0, width=max(length, 1.0), height=height))
        x += length
    return chart("share", width, height, title, "", *drawn)
