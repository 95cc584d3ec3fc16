"""Bars: a distribution as one bar a bin, and a whole as one bar in parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sitemaps_app.charts.geometry import text_width
from sitemaps_app.charts.markup import Svg, chart, class_word, element, text

FONT = 12.0
_ROW = 24.0
_PART_CLASSES = 8


@dataclass(frozen=True, slots=True)
class Bin:
    """One bin of a distribution. `shown` is the count as the reader's language writes it, the plain number where empty."""

    label: str
    count: int
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a whole. `code` gives it a class of its own (`chart-part-CODE`)."""

    label: str
    count: int
    code: str = ""
    shown: str = ""


def histogram(bins: Sequence[Bin], *, title: str, description: str = "", width: float = 560) -> Svg:
    """One horizontal bar a bin, in the order given, so that long labels in any script have room. Negative counts are drawn as 0."""
    labels = min(width * 0.45, max((text_width(one.label, FONT) for one in bins), default=0.0) + 8)
    counts = max((text_width(_shown(one), FONT) for one in bins), default=0.0) + 12
    room = max(1.0, width - labels - counts)
    most = max((one.count for one in bins), default=0)
    parts: list[Svg] = []
    for place, one in enumerate(bins):
        y, length = place * _ROW, room * max(0, one.count) / most if most > 0 else 0.0
        # A bin that is not empty can be seen, however small its share.
        length = max(length, 1.0) if one.count > 0 else 0.0
        label = element("text", text(one.label), class_="chart-label", x=labels - 8, y=y + 16, text_anchor="end", font_size=FONT)
        back = element("rect", class_="chart-bar-back", x=labels, y=y + 4, width=room, height=_ROW - 8)
        bar = element("rect", class_="chart-bar", x=labels, y=y + 4, width=length, height=_ROW - 8)
        count = element("text", text(_shown(one)), class_="chart-count", x=labels + length + 6, y=y + 16, font_size=FONT)
        parts.append(element("g", element("title", text(f"{one.label}: {_shown(one)}")), label, back, bar, count))
    return chart("histogram", width, max(_ROW, len(bins) * _ROW), title, description, *parts)


def stacked_bar(parts: Sequence[Part], *, title: str, description: str = "", width: float = 560) -> Svg:
    """One bar of parts that follow one another, with white lines between them, and a legend in the same order below. Empty parts are
    left out."""
    shown = [part for part in parts if part.count > 0]
    whole = sum(part.count for part in shown)
    bars, legend = [], []
    x, legend_x, legend_y = 0.0, 0.0, 42.0
    for place, part in enumerate(shown):
        length = width * part.count / whole
        classes = _classes(part, place)
        told = element("title", text(f"{part.label}: {_shown(part)}"))
        bars.append(element("rect", told, class_=classes, x=x, y=0.0, width=max(0.5, length - 1), height=20.0))
        x += length
        entry = f"{part.label} {_shown(part)}"
        wide = 18 + text_width(entry, FONT) + 16
        if legend_x and legend_x + wide > width:
            legend_x, legend_y = 0.0, legend_y + 20
        swatch = element("rect", class_=f"{classes} chart-swatch", x=legend_x, y=legend_y - 10, width=12.0, height=12.0)
        name = element("text", text(entry), class_="chart-label", x=legend_x + 18, y=legend_y, font_size=FONT)
        legend.append(element("g", swatch, name, class_="chart-legend"))
        legend_x += wide
    return chart("stacked", width, legend_y + 8 if shown else 20.0, title, description, *bars, *legend)


def _shown(one: Bin | Part) -> str:
    return one.shown or str(one.count)


def _classes(part: Part, place: int) -> str:
    code = class_word(part.code)
    return f"chart-part chart-part-{place % _PART_CLASSES + 1}" + (f" chart-part-{code}" if code else "")
