"""A site over time: its charts on one axis, what happened beside them, and the same numbers as a table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sitemaps_app.models import Site
from sitemaps_app.views.presenters.marks import KINDS, ON_CHARTS, Happening, marks_of
from sitemaps_app.views.presenters.measures import Judged, Measures, Read, measures
from sitemaps_app.views.presenters.panels import PANELS, Drawn, Panel, drawn, why_nothing_is_drawn
from sitemaps_app.views.presenters.rules import rules_note
from sitemaps_app.views.presenters.spans import Span
from sitemaps_app.wording import numbers

TABLE_ROWS = 60
# These stand open; the others are one click away, for a page has to be taken in at a glance.
FIRST = frozenset({"trust", "precision", "recall"})


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One judgement in the table below the charts, with the read that it rests on."""

    at: datetime
    verdict: str
    trust: str
    interval: str
    precision: str
    recall: str


@dataclass(frozen=True, slots=True)
class ReadValues:
    """One read of the sitemaps in the table below the charts; dashes where a check could not read the site at all."""

    at: datetime
    lastmod_share: str
    moved: str
    files: str
    errors: str


@dataclass(frozen=True, slots=True)
class History:
    """`note` says why the charts of trust are not drawn, "" where they are. `first` and `more` are the charts, `marks` what they mark.
    `rules` says by which rules all of it is.
    """

    span: Span
    first: tuple[Drawn, ...]
    more: tuple[Drawn, ...]
    marks: tuple[Happening, ...]
    note: str
    rows: tuple[HistoryRow, ...]
    reads: tuple[ReadValues, ...]
    rules: str


def history(site: Site, span: Span, *, kinds: Collection[str] = KINDS, most: int = ON_CHARTS) -> History | None:
    """Everything over time; None before the first check has read the site.

    The newest `most` happenings of the `kinds` are marked and listed: strangers see no notes.
    """
    if site.current_assessment_id is None and site.current_snapshot_id is None:
        return None
    found = measures(site, span)
    happened = marks_of(site, span, kinds, most=most)
    charts = [drawn(panel, [found], [one.mark for one in happened], span=span) for panel in PANELS]
    note = why_nothing_is_drawn(found)
    return History(
        span=span,
        first=tuple(chart for chart in charts if chart.code in FIRST and not chart.is_empty) if not note else (),
        more=tuple(chart for chart in charts if chart.code not in FIRST and not chart.is_empty),
        marks=tuple(happened),
        note=note,
        rows=tuple(_row(row) for row in found.judged[: -TABLE_ROWS - 1 : -1]),
        reads=tuple(_reads(found)),
        rules=rules_note(site),
    )


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a chart in its table and its file; numbers on the scale of the chart."""

    at: datetime
    name: str
    low: float | None
    value: float | None
    high: float | None


def values(panel: Panel, found: Sequence[Measures]) -> list[Value]:
    """All values of a chart, newest first; not thinned, as the drawing is."""
    lines = (line for one in found for line in one.series(panel.code))
    listed = (Value(point.at, line.name, point.low, point.mid, point.high) for line in lines for point in line.points)
    return sorted((value for value in listed if value.value is not None), key=lambda value: value.at, reverse=True)


def csv_rows(panel: Panel, found: Sequence[Measures]) -> Iterator[tuple[str, ...]]:
    """The lines of the file, the names of the columns first; times in UTC, numbers with a point."""
    yield ("at", "site", panel.code, "low", "high")
    for row in values(panel, found):
        yield (_iso(row.at), row.name, *(("" if number is None else f"{number:.2f}") for number in (row.value, row.low, row.high)))


def _row(row: Judged) -> HistoryRow:
    trust, precision, recall = (None, None, None) if row.preliminary else (row.trust, row.precision, row.recall)
    interval = "" if row.preliminary else numbers.score_interval(row.trust_low, row.trust_high)
    return HistoryRow(row.at, row.verdict, numbers.score(trust), interval, numbers.share(precision), numbers.share(recall))


def _reads(found: Measures) -> list[ReadValues]:
    lines = [_of_read(row) for row in found.reads[-TABLE_ROWS:]]
    lines += [ReadValues(at, numbers.DASH, numbers.DASH, numbers.DASH, numbers.whole(1)) for at in found.failures[-TABLE_ROWS:]]
    return sorted(lines, key=lambda line: line.at, reverse=True)[:TABLE_ROWS]


def _of_read(row: Read) -> ReadValues:
    dated = numbers.share(row.with_lastmod / row.entries) if row.entries else numbers.DASH
    moved = numbers.share(min(1.0, row.moved / row.with_lastmod)) if row.moved is not None and row.with_lastmod else numbers.DASH
    return ReadValues(row.at, dated, moved, numbers.whole(row.files_read), numbers.whole(row.files_failed))


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
