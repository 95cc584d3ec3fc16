"""Values over time, as lines in their bands, on a time axis that several charts share.

The drawing has no width of its own: the plot is stretched to the room there is, while texts keep their size and strokes their width, so
that a phone shows the same chart with labels that can be read. Places along the time axis are therefore shares of the width, in per
cent, and the values stand left of the drawing, where the page leaves room for them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sitemaps_app.charts.geometry import Plot, closed_path, day_ticks, path
from sitemaps_app.charts.markup import Svg, class_word, element, number, text
from sitemaps_app.charts.series import BandPoint, Mark, Series, runs, thinned

FONT = 12.0
# The plot's own units; it is stretched to the width of the page, so only their fineness matters.
_UNITS = 1_000.0
_MARKS, _ROW, _BOTTOM = 22.0, 18.0, 22.0
# Without colour the lines differ by their dashes.
_DASHES = ("", "7 4", "2 3", "9 3 2 3")
_TICKS = 7
# Numbers nearer to an edge than this share of the width stand beside their line, not above it.
_EDGE = 0.02
# Marks nearer to each other than this share of the width stand under one label: numbers of two marks must not touch on a phone.
_CLOSE = 0.06


@dataclass(frozen=True, slots=True)
class TimeAxis:
    """The time that is shown, and how a day on it is written."""

    begin: datetime
    end: datetime
    label: Callable[[datetime], str]

    def share(self, at: datetime) -> float:
        """Where a time lies: 0 is the beginning, 1 the end."""
        span = (self.end - self.begin).total_seconds()
        return (at - self.begin).total_seconds() / span if span > 0 else 0.5


@dataclass(frozen=True, slots=True)
class ValueAxis:
    """The values from 0 to `most`; `ticks` are the values with a line, `unit` is written behind each (and told to scripts)."""

    most: float = 100.0
    ticks: Sequence[float] = (0, 25, 50, 75, 100)
    unit: str = ""


def iso_day(at: datetime) -> str:
    """The label of a tick where the caller gives none."""
    return at.strftime("%Y-%m-%d")


def timeline(
    series: Sequence[Series],
    marks: Sequence[Mark] = (),
    *,
    times: TimeAxis,
    values: ValueAxis | None = None,
    title: str,
    description: str = "",
    height: float = 150,
    width: float | str = "100%",
) -> Svg:
    """Lines with their bands on the axes given. `height` is that of the plot in pixels; what stands around it comes to that.

    A gap in the values is a gap in line and band, a value alone is a dot. At most 400 points a line are drawn, with all extremes kept.
    Marks outside the time axis are left out.
    """
    scale = values or ValueAxis()
    within = (mark for mark in marks if times.begin <= mark.at <= times.end)
    shown = sorted(within, key=lambda mark: (mark.at, len(mark.number), mark.number, mark.label))
    legend = _ROW * len(series) if len(series) > 1 else 0.0
    top = legend + (_MARKS if shown else 10.0)
    plot = Plot(0, 0, _UNITS, height, times.begin, times.end, scale.most)
    box = {"viewBox": f"0 0 {number(_UNITS)} {number(height)}", "preserveAspectRatio": "none"}
    drawn = [_series(plot, one, place) for place, one in enumerate(series)]
    parts = [
        *([element("title", text(title))] if title else []),
        *([element("desc", text(description))] if description else []),
        *_legend(series if legend else ()),
        *_grid(scale, plot, top),
        # Lines along the border of the plot are as wide as others, and dots on it are round.
        element("svg", *drawn, x=0, y=top, width="100%", height=height, overflow="visible", **box),
        *_scale(scale, plot, top),
        *_days(times, top + height),
        *_marks(times, shown, top, top + height),
    ]
    told = {"data_from": times.begin.astimezone(UTC).isoformat(), "data_to": times.end.astimezone(UTC).isoformat()}
    place: dict[str, str | float] = {"data_top": top, "data_height": height, "data_most": scale.most}
    told |= {"data_unit": scale.unit, "data_title": title}
    size: dict[str, str | float] = {"width": width, "height": top + height + _BOTTOM, "role": "img", "overflow": "visible"}
    return element("svg", *parts, class_="timeline", **size, **place, **told)


def nice_most(largest: float) -> float:
    """The top of a scale that holds `largest` and divides by two: 2, 4, 10, 20, 40, 100, …"""
    step = 1.0
    while True:
        for factor in (2.0, 4.0, 10.0):
            if largest <= factor * step:
                return factor * step
        step *= 10.0


def _grid(scale: ValueAxis, plot: Plot, top: float) -> list[Svg]:
    """Lines across the whole width; they lie outside the stretched part, where "100%" is the page's width."""
    return [
        element("line", class_="chart-grid" if value else "chart-axis", x1=0, x2="100%", y1=top + plot.y(value), y2=top + plot.y(value))
        for value in scale.ticks
    ]


def _scale(scale: ValueAxis, plot: Plot, top: float) -> list[Svg]:
    place: dict[str, str | float] = {"class_": "chart-tick", "x": -6.0, "text_anchor": "end", "font_size": FONT}
    return [element("text", text(f"{value:,.0f}{scale.unit}"), y=top + plot.y(value) + 4, **place) for value in scale.ticks]


def _days(times: TimeAxis, bottom: float) -> list[Svg]:
    """Ticks with their labels, the newest always; every other one is of a class that narrow screens leave out."""
    parts: list[Svg] = []
    for place, tick in enumerate(reversed(day_ticks(times.begin, times.end, _TICKS))):
        share = times.share(tick)
        x, kind = f"{number(share * 100)}%", "chart-tick" if place % 2 == 0 else "chart-tick chart-tick-wide"
        parts.append(element("line", class_="chart-axis", x1=x, x2=x, y1=bottom, y2=bottom + 4))
        label = text(times.label(tick))
        parts.append(element("text", label, class_=kind, x=x, y=bottom + 17, text_anchor="middle", font_size=FONT))
    return parts


def _series(plot: Plot, series: Series, place: int) -> Svg:
    parts: list[Svg] = [element("title", text(series.name))]
    stretches = runs(thinned(series.points))
    dashes = {"stroke_dasharray": _DASHES[place % len(_DASHES)]} if place % len(_DASHES) else {}
    steady = {"vector_effect": "non-scaling-stroke", "fill": "none"}
    for stretch in stretches:
        line = [(plot.x(point.at), plot.y(point.mid or 0.0)) for point in stretch]
        if series.stems:
            ends = [f"M{number(x)} {number(plot.bottom)}L{number(x)} {number(y)}" for x, y in line if y < plot.bottom]
            parts += [element("path", class_="chart-stem", d="".join(ends), **steady)] if ends else []
            continue
        parts += _bands(plot, stretch)
        if len(line) == 1:
            dot = f"M{number(line[0][0])} {number(line[0][1])}h0"
            parts.append(element("path", class_="chart-point", d=dot, stroke_linecap="round", **steady))
        else:
            parts.append(element("path", class_="chart-line", d=path(line), **steady, **dashes))
    return element("g", *parts, class_=f"chart-series chart-series-{place % len(_DASHES) + 1}", data_name=series.name)


def _bands(plot: Plot, stretch: Sequence[BandPoint]) -> list[Svg]:
    """The bands of a stretch: one area for each part of at least two points that have both ends, a stroke for one alone."""
    parts: list[list[BandPoint]] = [[]]
    for point in stretch:
        if _has_band(point):
            parts[-1].append(point)
        else:
            parts.append([])
    areas = []
    for part in parts:
        if len(part) > 1:
            upper = [(plot.x(point.at), plot.y(point.high or 0.0)) for point in part]
            lower = [(plot.x(point.at), plot.y(point.low or 0.0)) for point in part]
            areas.append(element("path", class_="chart-band", d=closed_path(upper, lower)))
        elif part:
            x, low, high = plot.x(part[0].at), plot.y(part[0].low or 0.0), plot.y(part[0].high or 0.0)
            areas.append(element("rect", class_="chart-band", x=x - 2, y=high, width=4.0, height=low - high))
    return areas


def _has_band(point: BandPoint) -> bool:
    return point.low is not None and point.high is not None and math.isfinite(point.low) and math.isfinite(point.high)


def _marks(times: TimeAxis, marks: Sequence[Mark], top: float, bottom: float) -> list[Svg]:
    """Each mark a vertical line; those that stand too close together have one label at their top, from the first number to the last."""
    parts = []
    groups: list[list[Mark]] = []
    for mark in marks:
        if groups and times.share(mark.at) - times.share(groups[-1][0].at) < _CLOSE:
            groups[-1].append(mark)
        else:
            groups.append([mark])
    for group in groups:
        said = "; ".join(f"{mark.at.astimezone(UTC):%Y-%m-%d %H:%M} UTC: {mark.label}" for mark in group)
        inside = [element("title", text(said))]
        for mark in group:
            x = f"{number(times.share(mark.at) * 100)}%"
            inside.append(element("line", class_="chart-mark-line", x1=x, x2=x, y1=top - 4, y2=bottom, stroke_dasharray="3 3"))
        first = group[0]
        share, name = times.share(first.at), first.number if first.number == group[-1].number else f"{first.number}–{group[-1].number}"
        anchor = "start" if share < _EDGE else "end" if share > 1 - _EDGE else "middle"
        place: dict[str, str | float] = {"x": f"{number(share * 100)}%", "y": top - 8, "text_anchor": anchor, "font_size": FONT}
        inside.append(element("text", text(name), class_="chart-mark-label", **place))
        kinds = " ".join(sorted({f"timeline-mark-{class_word(mark.kind)}" for mark in group if mark.kind}))
        parts.append(element("g", *inside, class_=f"chart-mark {kinds}".strip(), data_at=first.at.astimezone(UTC).isoformat()))
    return parts


def _legend(series: Sequence[Series]) -> list[Svg]:
    parts = []
    for place, one in enumerate(series):
        y = _ROW * place + 12
        dashes = {"stroke_dasharray": _DASHES[place % len(_DASHES)]} if place % len(_DASHES) else {}
        swatch = element("path", class_="chart-line chart-swatch", fill="none", d=f"M0 {number(y - 4)}H24", **dashes)
        name = element("text", text(one.name), class_="chart-label", x=30, y=y, font_size=FONT)
        parts.append(element("g", swatch, name, class_=f"chart-legend chart-series-{place % len(_DASHES) + 1}"))
    return parts
