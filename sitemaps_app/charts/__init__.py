"""Charts: numbers in, inline SVG out. No script, no style attribute, no clock; the same numbers always give the same text.

Every text is an argument, so that the caller translates it, and is escaped here. An `Svg` is a string that says itself that it is markup
(`__html__`), so a template prints it as it is. Each chart has a `<title>` and, where given, a `<desc>`; a table with the same numbers
beside it is the caller's part.

Classes for the style sheet, which alone decides colours and widths (geometry, dashes and font sizes are SVG attributes):

| class | on |
|---|---|
| `chart`, `chart-sparkline`, `chart-histogram`, `chart-stacked`, `chart-calendar` | the `<svg>`; `timeline` is that of a chart over time |
| `chart-grid`, `chart-axis`, `chart-tick` | lines of the grid, base line, texts of the axes |
| `chart-tick-wide` | labels of the time axis that a narrow screen has no room for |
| `chart-series`, `chart-series-1` … `-4` | the group of one line; inside: `chart-band`, `chart-line`, `chart-stem`, `chart-point` |
| `chart-legend` | names of the lines or parts, with `chart-swatch` beside them |
| `chart-mark`, `timeline-mark-KIND` | the group of what happened; inside: `chart-mark-line`, `chart-mark-label` |
| `chart-bar`, `chart-bar-back`, `chart-label`, `chart-count` | histogram |
| `calendar-day`, `calendar-0` … `-4`, `calendar-marked` | a day, how full it is, the day that is marked |
| `chart-part`, `chart-part-1` … `-8`, `chart-part-CODE` | stacked bar |

For a cross-hair, the `<svg>` of a chart over time carries `data-top` and `data-height` (its plot, in pixels), `data-most` (the value at its
top), `data-unit`, `data-title`, `data-from` and `data-to` (ISO 8601, UTC), and each series `data-name`; the points are those of the paths,
in units of which 1,000 are the width of the plot.
"""

from __future__ import annotations

from sitemaps_app.charts.badge import badge
from sitemaps_app.charts.bars import Bin, Part, histogram, stacked_bar
from sitemaps_app.charts.calendar import Step, calendar, steps
from sitemaps_app.charts.markup import Svg
from sitemaps_app.charts.series import BandPoint, Mark, Point, Series
from sitemaps_app.charts.sparkline import sparkline
from sitemaps_app.charts.standalone import standalone
from sitemaps_app.charts.timeline import TimeAxis, ValueAxis, nice_most, timeline

__all__ = [
    "BandPoint",
    "Bin",
    "Mark",
    "Part",
    "Point",
    "Series",
    "Step",
    "Svg",
    "TimeAxis",
    "ValueAxis",
    "badge",
    "calendar",
    "histogram",
    "nice_most",
    "sparkline",
    "stacked_bar",
    "standalone",
    "steps",
    "timeline",
]
