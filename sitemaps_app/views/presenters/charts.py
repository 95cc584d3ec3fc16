"""From rows to charts and to the same numbers as tables. The drawing is in `sitemaps_app.charts`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from sitemaps_app.charts import BandPoint, Bin, Mark, Point, Series, Svg, histogram, sparkline, trust_chart
from sitemaps_app.models import Assessment, Site, Snapshot
from sitemaps_app.views.presenters.events import event_line
from sitemaps_app.views.presenters.rules import rules_note
from sitemaps_app.wording import numbers, words

HISTORY_POINTS = 1_500
TABLE_ROWS = 60
MARKS = 30
MEASURES = ("trust", "precision", "recall")


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One judgement in the table below the charts."""

    at: datetime
    verdict: str
    trust: str
    precision: str
    recall: str


@dataclass(frozen=True, slots=True)
class History:
    """Trust, precision and recall over time; the newest of them as a table. `note` says why nothing is drawn yet, "" where something is.

    `has_marks` where the first chart shows events. `rules` says by which rules all of it is.
    """

    trust: Svg
    precision: Svg
    recall: Svg
    note: str
    has_marks: bool
    rows: tuple[HistoryRow, ...]
    rules: str


@dataclass(frozen=True, slots=True)
class AgeRow:
    """One bin of the distribution of lastmod."""

    name: str
    count: str


@dataclass(frozen=True, slots=True)
class Ages:
    """The distribution of lastmod as chart and table."""

    chart: Svg
    rows: tuple[AgeRow, ...]


def trust_sparkline(points: Sequence[tuple[datetime, float | None]]) -> Svg:
    """The sparkline of a row in the list; empty where there is nothing to draw."""
    return sparkline([Point(at, _hundred(value)) for at, value in points], title=_("Trust over the last checks"))


def trust_history(site: Site, *, now: datetime) -> History | None:
    """The charts of a site with its events as marks; None before the first judgement."""
    newest = list(site.assessments.shown().filter(section="").defer("inputs", "reasons").order_by("-at")[:HISTORY_POINTS])
    if not newest:
        return None
    rows, table = newest[::-1], tuple(_row(row) for row in newest[:TABLE_ROWS])
    measured = sum(1 for row in rows if not row.preliminary and row.trust is not None)
    if measured < 2:
        return History(Svg(""), Svg(""), Svg(""), _why_nothing_is_drawn(measured), has_marks=False, rows=table, rules=rules_note(site))
    events = site.events.shown().exclude(at__lt=rows[0].at)[:MARKS]
    marks = [Mark(event.at, event_line(event).title) for event in events]
    trust, precision, recall = (_measure_chart(measure, rows, marks, end=max(now, rows[-1].at)) for measure in MEASURES)
    return History(trust, precision, recall, "", has_marks=bool(marks), rows=table, rules=rules_note(site))


def _measure_chart(measure: str, rows: Sequence[Assessment], marks: Sequence[Mark], *, end: datetime) -> Svg:
    name = {"trust": _("Trust"), "precision": _("Precision"), "recall": _("Recall")}[measure]
    return trust_chart(
        [Series(name, [_point(row, measure) for row in rows])],
        marks if measure == "trust" else (),
        now=end,
        title=name,
        description=_("%(name)s over time, with its interval of 95 %%.") % {"name": name},
        width=760 if measure == "trust" else 560,
        height=250 if measure == "trust" else 190,
        tick_label=tick_label,
    )


def _why_nothing_is_drawn(measured: int) -> str:
    """A chart of one point or none is a riddle; a sentence is not."""
    if measured:
        return _("One check has measured trust so far. The chart begins with the second.")
    return _("No check has measured trust yet, so there is nothing to draw.")


def tick_label(at: datetime) -> str:
    """A day on the time axis."""
    return formats.date_format(at, pgettext("a day on the axis of a chart, in Django's date format", "M j"))


def _point(row: Assessment, measure: str) -> BandPoint:
    ends = (None if row.preliminary else getattr(row, f"{measure}{end}") for end in ("_low", "", "_high"))
    return BandPoint(row.at, *(_hundred(value) for value in ends))


def _hundred(value: float | None) -> float | None:
    return None if value is None else value * 100


def _row(row: Assessment) -> HistoryRow:
    trust, precision, recall = (None, None, None) if row.preliminary else (row.trust, row.precision, row.recall)
    return HistoryRow(row.at, row.verdict, numbers.score(trust), numbers.share(precision), numbers.share(recall))


def age_chart(snapshot: Snapshot | None) -> Ages | None:
    """The distribution of lastmod in a snapshot; None where there is none."""
    if snapshot is None or not snapshot.ages:
        return None
    return ages_of(snapshot.ages, description=_("Entries by the age of their lastmod at the time of the snapshot."))


def ages_of(stored: Sequence[Sequence[Any]], *, description: str) -> Ages:
    """A stored distribution (pairs of code and count): all ages, and only those bins without a usable date that hold something."""
    ages = [(str(code), int(count)) for code, count in stored]
    bins = [
        (str(words("ages", code).title), count) for code, count in ages if count or code not in {"absent", "invalid", "future", "epoch"}
    ]
    chart = histogram(
        [Bin(name, count, numbers.whole(count)) for name, count in bins],
        title=_("How old the lastmods are"),
        description=description,
        width=440,
    )
    return Ages(chart, tuple(AgeRow(name, numbers.whole(count)) for name, count in bins))
