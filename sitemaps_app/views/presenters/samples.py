"""Made-up numbers for the page of components."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import sin

from sitemaps_app.charts import BandPoint, Bin, Mark, Part, Point, Series, Svg, TimeAxis, histogram, sparkline, stacked_bar, timeline
from sitemaps_app.models import Check
from sitemaps_app.models.check import CheckState
from sitemaps_app.views.presenters.confusion import Cell, Confusion
from sitemaps_app.views.presenters.problems import ProblemWords, problems_by_severity
from sitemaps_app.views.presenters.progress import Progress, check_progress
from sitemaps_app.views.presenters.spans import day_label


@dataclass(frozen=True, slots=True)
class SampleCharts:
    """One chart of each kind."""

    trust: Svg
    spark: Svg
    histogram: Svg
    stacked: Svg


def sample_charts(*, now: datetime) -> SampleCharts:
    """Charts of a wave with a gap."""
    days = [now - timedelta(days=day) for day in range(60, -1, -2)]
    values = [None if 8 < place < 11 else 60 + 25 * sin(place / 4) for place in range(len(days))]
    band = [BandPoint(at, value and value - 9, value, value and value + 9) for at, value in zip(days, values, strict=True)]
    marks, times = [Mark(days[14], "Generator changed", "1", "event")], TimeAxis(days[0], now, day_label)
    parts = [Part("Moved", 120), Part("New", 30), Part("Undated", 14), Part("Unmoved", 900)]
    return SampleCharts(
        trust=timeline([Series("Trust", band)], marks, times=times, title="Trust"),
        spark=sparkline([Point(at, value) for at, value in zip(days, values, strict=True)], title="sparkline"),
        histogram=histogram([Bin("Up to 1 day", 12), Bin("Up to 1 week", 80), Bin("Older", 4)], title="Ages"),
        stacked=stacked_bar(parts, title="Entries"),
    )


def sample_progress(*, now: datetime) -> Progress:
    """A check in the middle of its visits."""
    account = [
        {"stage": "discover", "code": "robots_read", "params": {"url": "https://site.example/robots.txt", "sitemaps": 1}},
        {"stage": "snapshot", "code": "snapshot_written", "params": {"entries": 1200, "with_lastmod": 1180, "complete": 1}},
        {"stage": "visit", "code": "visits_planned", "params": {"count": 40, "budget": 40}},
    ]
    check = Check(at=now, began_at=now, state=CheckState.RUNNING, stage="visit", steps_done=17, steps_total=40, account=account)
    return check_progress(check, leased=True)


def sample_confusion() -> Confusion:
    """A table of a site that is nearly honest."""
    good, bad = "good", "bad"
    return Confusion(
        moved=(Cell("28", "told the truth", good, "#"), Cell("3", "false alarm", bad, "#")),
        unmoved=(Cell("2", "silent change", bad, "#"), Cell("161", "rightly quiet", good, "#")),
        total="194",
    )


def sample_problems() -> tuple[ProblemWords, ...]:
    """A problem of each severity, one with its place in a file."""
    told = [
        {"code": "xml_not_closed", "severity": "error", "line": 214, "detail": "</urlset> is missing"},
        {"code": "lastmod_invalid", "severity": "warning", "line": 3, "detail": "soon; later (lines 3, 9, …)", "count": 41},
        {"code": "changefreq_invalid", "severity": "notice", "line": 3, "detail": "often"},
    ]
    texts = ("<url>", "<lastmod>soon</lastmod>", "</url>")
    place = [{"line": number, "text": text, "wanted": number == 3} for number, text in enumerate(texts, start=2)]
    return problems_by_severity(told, {"lastmod_invalid": [place]})
