"""The charts of a site over time: which there are, what each is called, and how it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sitemaps_app.charts import Mark, Series, Svg, TimeAxis, ValueAxis, nice_most, standalone, timeline
from sitemaps_app.charts.standalone import chart_width
from sitemaps_app.views.presenters.measures import Measures
from sitemaps_app.views.presenters.spans import LONG, Span, day_label, month_label
from sitemaps_app.wording import numbers
from sitemaps_app.wording.code_words import Text

SHARES = ValueAxis(100.0, (0, 50, 100), " %")
SCORES = ValueAxis(100.0, (0, 25, 50, 75, 100))

# A note may be a page long; the list of the site has all of it.
LONGEST_NOTE = 500


@dataclass(frozen=True, slots=True)
class Panel:
    """One chart: the code in its address, its name, and what it shows. `counts` where its values are no shares."""

    code: str
    title: Text
    explanation: Text
    height: float = 96
    counts: bool = False


PANELS = (
    Panel(
        "trust",
        gettext_lazy("Trust"),
        gettext_lazy("Harmonic mean of precision and recall, 0 to 100. The band holds the true value with 95 % probability."),
        height=168,
    ),
    Panel("precision", gettext_lazy("Precision"), gettext_lazy("Of the moves of lastmod, the share with a change of the page.")),
    Panel("recall", gettext_lazy("Recall"), gettext_lazy("Of the changes of pages, the share with a move of lastmod.")),
    Panel("coverage", gettext_lazy("With lastmod"), gettext_lazy("Of the entries, the share that carries a readable lastmod.")),
    Panel("moved", gettext_lazy("Moved since the read before"), gettext_lazy("Of the dated entries, the share whose lastmod moved.")),
    Panel("reads", gettext_lazy("Sitemap files read"), gettext_lazy("Files whose entries are in the read."), height=64, counts=True),
    Panel(
        "errors",
        gettext_lazy("Errors"),
        gettext_lazy("Files that could not be read; a check that could not read the site at all counts as one."),
        height=64,
        counts=True,
    ),
)
BY_CODE = {panel.code: panel for panel in PANELS}


@dataclass(frozen=True, slots=True)
class Drawn:
    """One chart on a page. `is_empty` where nothing was measured in the time shown; `none` is a sentence in the place of the drawing,
    where one would show nothing: there were no errors, or there is a single value.
    """

    code: str
    title: str
    explanation: str
    chart: Svg
    is_empty: bool
    none: str = ""


def drawn(panel: Panel, found: Sequence[Measures], marks: Sequence[Mark], *, span: Span) -> Drawn:
    """A chart of one site, or of several on the same axes."""
    series = _named([line for one in found for line in one.series(panel.code)])
    chart = timeline(
        series,
        marks,
        times=time_axis(found, span),
        values=_values(panel, series),
        title=str(panel.title),
        description=str(panel.explanation),
        height=panel.height,
    )
    return Drawn(panel.code, str(panel.title), str(panel.explanation), chart, not has_values(series), _instead(panel, series))


def _named(series: Sequence[Series]) -> list[Series]:
    """The lines; of several, one without a value says so beside its name, for it is not to be seen."""
    empty = _("%(site)s: no value in this time")
    return [one if len(series) == 1 or has_values([one]) else replace(one, name=empty % {"site": one.name}) for one in series]


def unit(panel: Panel) -> str:
    """What stands behind the values of a chart in its table."""
    return "" if panel.counts or panel.code == "trust" else " %"


def _instead(panel: Panel, series: Sequence[Series]) -> str:
    values = [point.mid for one in series for point in one.points if point.mid is not None]
    if panel.code == "errors":
        return "" if any(values) else _("None in this time.")
    if len(values) != 1:
        return ""
    written = (
        numbers.whole(round(values[0])) if panel.counts else (numbers.score if panel.code == "trust" else numbers.share)(values[0] / 100)
    )
    return _("One value in this time: %(value)s. The line begins with the second.") % {"value": written}


def as_file(panel: Panel, found: Sequence[Measures], marks: Sequence[Mark], *, span: Span) -> Svg:
    """The chart as an SVG that stands alone, with its marks explained below."""
    series = _named([line for one in found for line in one.series(panel.code)])
    times = time_axis(found, span)
    shown = [mark for mark in marks if times.begin <= mark.at <= times.end]
    plot = large(panel).height
    chart = timeline(series, shown, times=times, values=_values(panel, series), title=str(panel.title), height=plot, width=chart_width())
    height = plot + 22 + (22 if shown else 10) + (18 * len(series) if len(series) > 1 else 0)
    heading = " · ".join([*(one.name for one in found), str(panel.title)])
    below = f"{times.begin:%Y-%m-%d} – {times.end:%Y-%m-%d} UTC. {panel.explanation}"
    notes = [f"{mark.number}  {mark.at:%Y-%m-%d}  {mark.label}"[:LONGEST_NOTE] for mark in reversed(shown)]
    return standalone(chart, height=height, heading=heading, below=below, notes=notes)


def time_axis(found: Sequence[Measures], span: Span) -> TimeAxis:
    """The span, or the part of it since the first measurement, at least a day: an axis of empty months tells nothing."""
    first = min((one.first for one in found if one.first is not None), default=span.end)
    begin = min(max(span.begin, first), span.end - timedelta(days=1))
    return TimeAxis(begin, span.end, month_label if span.end - begin > LONG else day_label)


def has_values(series: Sequence[Series]) -> bool:
    """Is there anything to draw?"""
    return any(point.mid is not None for one in series for point in one.points)


def _values(panel: Panel, series: Sequence[Series]) -> ValueAxis:
    if not panel.counts:
        return SCORES if panel.code == "trust" else SHARES
    most = nice_most(max((point.mid or 0.0 for one in series for point in one.points), default=0.0))
    return ValueAxis(most, (0, most / 2, most))


def why_nothing_is_drawn(found: Measures) -> str:
    """A sentence in the place of charts without values; "" where there is something to see."""
    if not found.judged and not found.reads:
        return _("Nothing was measured in this time.")
    measured = sum(1 for row in found.judged if not row.preliminary and row.trust is not None)
    if measured == 0:
        return _("No check has measured trust yet, so there is nothing to draw.")
    return _("One check has measured trust so far. The chart begins with the second.") if measured == 1 else ""


def large(panel: Panel) -> Panel:
    """The same chart on a page of its own."""
    return replace(panel, height=280)
