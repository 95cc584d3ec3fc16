"""A line as small as a word, for a row of a list."""

from __future__ import annotations

from collections.abc import Sequence

from sitemaps_app.charts.geometry import Plot, path
from sitemaps_app.charts.markup import Svg, chart, element
from sitemaps_app.charts.series import BandPoint, Point, is_drawn, runs, thinned

_MARGIN = 3.0
_MAX_POINTS = 120


def sparkline(points: Sequence[Point], *, title: str = "", width: float = 120, height: float = 28) -> Svg:
    """The line of values from 0 to 100, with a dot on the last; empty where there is no value at all.

    Points ascend in time. Gaps stay gaps; a value alone between two gaps is a dot.
    """
    whole = [BandPoint(point.at, None, point.value, None) for point in points]
    if not any(is_drawn(point) for point in whole):
        return Svg("")
    plot = Plot(_MARGIN, _MARGIN, width - _MARGIN, height - _MARGIN, whole[0].at, whole[-1].at)
    stretches = runs(thinned(whole, _MAX_POINTS))
    drawn = [[(plot.x(point.at), plot.y(point.mid or 0.0)) for point in stretch] for stretch in stretches]
    lines = [element("path", class_="chart-line", fill="none", d=path(line)) for line in drawn if len(line) > 1]
    dots = [line[0] for line in drawn[:-1] if len(line) == 1] + [drawn[-1][-1]]
    return chart(
        "sparkline", width, height, title, "", *lines, *(element("circle", class_="chart-dot", cx=x, cy=y, r=2.0) for x, y in dots)
    )
