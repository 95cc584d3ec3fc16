"""From rows to charts and to the same numbers as tables. The drawing is in `sitemaps_app.charts`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from sitemaps_app.models import Assessment, Site, Snapshot
from sitemaps_app.wording import numbers, words

HISTORY_POINTS = 400
TABLE_ROWS = 60


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
    """Trust, precision and recall over time."""

    trust: SafeString | str
    precision: SafeString | str
    recall: SafeString | str
    rows: tuple[HistoryRow, ...]


@dataclass(frozen=True, slots=True)
class AgeRow:
    """One bin of the distribution of lastmod."""

    name: str
    count: str


@dataclass(frozen=True, slots=True)
class Ages:
    """The distribution of lastmod as chart and table."""

    chart: SafeString | str
    rows: tuple[AgeRow, ...]


def trust_sparkline(points: Sequence[float | None]) -> SafeString | str:
    """The sparkline of a row in the list; empty where there is nothing to draw."""
    return ""


def trust_history(site: Site, *, now: datetime) -> History | None:
    """The charts of a site; None before the first judgement."""
    rows = list(site.assessments.filter(section="").order_by("-at")[:HISTORY_POINTS])
    if not rows:
        return None
    return History("", "", "", tuple(_row(row) for row in rows[:TABLE_ROWS]))


def _row(row: Assessment) -> HistoryRow:
    return HistoryRow(row.at, row.verdict, numbers.score(row.trust), numbers.share(row.precision), numbers.share(row.recall))


def age_chart(snapshot: Snapshot | None) -> Ages | None:
    """The distribution of lastmod in a snapshot."""
    if snapshot is None or not snapshot.ages:
        return None
    return Ages("", tuple(AgeRow(str(words("ages", code).title), numbers.whole(count)) for code, count in snapshot.ages))
