"""Scores of 0 to 100 over time, as lines in their bands, with marks where something happened."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sitemaps_app.charts.geometry import Plot, closed_path, day_ticks, path, text_width
from sitemaps_app.charts.markup import Svg, chart, element, number, text
from sitemaps_app.charts.series import BandPoint, Mark, Series, runs, thinned

FONT = 11.0
# Without colour the lines differ by their dashes.
_DASHES = ("", "7 4", "2 3", "9 3 2 3")
_LEFT, _RIGHT, _BOTTOM = 34.0, 12.0, 24.0
_TOP, _ROW = 12.0, 16.0
_MARK_ROWS = 3
_APART = 8.0


def iso_day(at: datetime) -> str:
    """The label of a tick where the caller gives none."""
    return at.strftime("%Y-%m-%d")


def trust_chart(
    series: Sequence[Series],
    marks: Sequence[Mark] = (),
    *,
    now: datetime,
    title: str,
    description: str = "",
    width: float = 720,
    height: float = 240,
    tick_label: Callable[[datetime], str] = iso_day,
) -> Svg:
    """Lines with their bands from the first point to `now`.

    The y axis is 0 to 100, the time axis has ticks at UTC midnights with `tick_label`. A gap in the values is a gap in line and band, a
    value alone is a dot. At most 400 points a line are drawn, with all extremes kept. Marks before the first point or after `now` are
    left out.
    """
    begin = _begin(series, marks, now)
    shown = [mark for mark in sorted(marks, key=lambda mark: (mark.at, mark.label)) if begin <= mark.at <= now]
    legend_rows = 1 if len(series) > 1 else 0
    flat = Plot(_LEFT, 0, width - _RIGHT, height - _BOTTOM, begin, now)
    labels = _label_places(flat, shown)
    mark_rows = 1 + max((label.row for label in labels if label.row is not None), default=-1)
    plot = replace(flat, top=_TOP + _ROW * (legend_rows + mark_rows))
    parts = [
        *_grid(plot),
        *_time_axis(plot, tick_label),
        *(_series(plot, one, place) for place, one in enumerate(series)),
        *(_mark(plot, label, 8 + _ROW * legend_rows) for label in labels),
        *(_legend(series) if legend_rows else ()),
    ]
    place = {"data_left": plot.left, "data_right": plot.right, "data_top": plot.top, "data_bottom": plot.bottom}
    times = {"data_from": begin.astimezone(UTC).isoformat(), "data_to": now.astimezone(UTC).isoformat()}
    return chart("trust", width, height, title, description, *parts, **place, **times)


def _begin(series: Sequence[Series], marks: Sequence[Mark], now: datetime) -> datetime:
    """The first time shown, at least a day ago, so that a single check has a place on the axis."""
    times = [one.points[0].at for one in series if one.points] or [mark.at for mark in marks]
    return min([*times, now - timedelta(days=1)])


def _grid(plot: Plot) -> list[Svg]:
    parts = []
    for value in (0, 25, 50, 75, 100):
        y = plot.y(value)
        parts.append(element("line", class_="chart-grid" if value else "chart-axis", x1=plot.left, x2=plot.right, y1=y, y2=y))
        label = text(str(value))
        parts.append(element("text", label, class_="chart-tick", x=plot.left - 6, y=y + 4, text_anchor="end", font_size=FONT))
        # Where only the newest part fits on the screen, the scale has to stand there too; the style sheet shows it then.
        parts.append(element("text", label, class_="chart-scale", x=plot.right, y=y - 3, text_anchor="end", font_size=FONT))
    return parts


def _time_axis(plot: Plot, tick_label: Callable[[datetime], str]) -> list[Svg]:
    """Ticks with their labels; where two labels would touch, the newer one stands and the older one's tick stays without."""
    room = text_width(tick_label(plot.end), FONT) + _APART * 2
    ticks = day_ticks(plot.begin, plot.end, max(2, int((plot.right - plot.left) / room)))
    parts: list[Svg] = []
    next_start = float("inf")
    for tick in reversed(ticks):
        x, label = plot.x(tick), tick_label(tick)
        wide = text_width(label, FONT)
        anchor = "start" if x - wide / 2 < 0 else "end" if x + wide / 2 > plot.right + _RIGHT else "middle"
        start = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        if start + wide + _APART <= next_start:
            parts.append(element("text", text(label), class_="chart-tick", x=x, y=plot.bottom + 17, text_anchor=anchor, font_size=FONT))
            next_start = start
        parts.append(element("line", class_="chart-axis", x1=x, x2=x, y1=plot.bottom, y2=plot.bottom + 4))
    return parts[::-1]


def _series(plot: Plot, series: Series, place: int) -> Svg:
    parts: list[Svg] = [element("title", text(series.name))]
    stretches = runs(thinned(series.points))
    parts += [band for stretch in stretches for band in _bands(plot, stretch)]
    dashes = {"stroke_dasharray": _DASHES[place % len(_DASHES)]} if place % len(_DASHES) else {}
    for stretch in stretches:
        line = [(plot.x(point.at), plot.y(point.mid or 0.0)) for point in stretch]
        if len(line) == 1:
            parts.append(element("circle", class_="chart-dot", cx=line[0][0], cy=line[0][1], r=2.5))
        else:
            parts.append(element("path", class_="chart-line", fill="none", d=path(line), **dashes))
    return element("g", *parts, class_=f"chart-series chart-series-{place % len(_DASHES) + 1}", data_name=series.name)


def _bands(plot: Plot, stretch: Sequence[BandPoint]) -> list[Svg]:
    """The bands of a stretch: one area for each part of at least two points that have both ends."""
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


class _LabelPlace(NamedTuple):
    """Where the label of a mark stands: its row above the plot (None: it fits in none), and on which side of the line."""

    mark: Mark
    row: int | None
    flipped: bool


def _label_places(plot: Plot, marks: Sequence[Mark]) -> list[_LabelPlace]:
    """Each label in the first of up to three rows where it does not touch the one before, left of its line where the right has no room."""
    ends = [float("-inf")] * _MARK_ROWS
    places = []
    for mark in marks:
        x, wide = plot.x(mark.at), text_width(mark.label, FONT)
        flipped = x + wide + 4 > plot.right + _RIGHT and x - wide - 4 >= 0
        start = x - 4 - wide if flipped else x + 4
        row = next((row for row, end in enumerate(ends) if end < start), None)
        if row is not None:
            ends[row] = start + wide + 8
        places.append(_LabelPlace(mark, row, flipped))
    return places


def _mark(plot: Plot, place: _LabelPlace, top: float) -> Svg:
    """The vertical line of an event, from its label down to the axis."""
    at, label = place.mark.at.astimezone(UTC), text(place.mark.label)
    x, line_top = plot.x(at), plot.top if place.row is None else top + _ROW * place.row
    inside = [element("title", text(f"{at:%Y-%m-%d %H:%M} UTC: {place.mark.label}"))]
    if place.row is not None:
        side, anchor = (-4.0, "end") if place.flipped else (4.0, "start")
        y = line_top + FONT
        inside.append(element("text", label, class_="chart-mark-label", x=x + side, y=y, text_anchor=anchor, font_size=FONT))
    inside.append(element("line", class_="chart-mark-line", x1=x, x2=x, y1=line_top, y2=plot.bottom, stroke_dasharray="3 3"))
    return element("g", *inside, class_="chart-mark", data_at=at.isoformat())


def _legend(series: Sequence[Series]) -> list[Svg]:
    x, parts = _LEFT, []
    for place, one in enumerate(series):
        dashes = {"stroke_dasharray": _DASHES[place % len(_DASHES)]} if place % len(_DASHES) else {}
        swatch = element("path", class_="chart-line chart-swatch", fill="none", d=f"M{number(x)} 12H{number(x + 24)}", **dashes)
        name = element("text", text(one.name), class_="chart-tick", x=x + 30, y=16.0, font_size=FONT)
        parts.append(element("g", swatch, name, class_=f"chart-legend chart-series-{place % len(_DASHES) + 1}"))
        x += 30 + text_width(one.name, FONT) + 20
    return parts
