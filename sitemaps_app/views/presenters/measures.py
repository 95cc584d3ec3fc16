"""What was measured of a site in a time: judgements, reads of its sitemaps, failures. Three queries, however long the time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sitemaps_app.charts import BandPoint, Series
from sitemaps_app.models import Site
from sitemaps_app.models.check import READ_OUTCOMES, CheckState
from sitemaps_app.views.presenters.spans import Span

# Ten years of daily checks, or half a year of hourly ones: what a page can hold in memory without a thought. The newest are kept.
MOST_ROWS = 4_000


class Judged(NamedTuple):
    """One judgement on the whole site; shares in 0..1."""

    at: datetime
    verdict: str
    preliminary: bool
    trust_low: float | None
    trust: float | None
    trust_high: float | None
    precision_low: float | None
    precision: float | None
    precision_high: float | None
    recall_low: float | None
    recall: float | None
    recall_high: float | None


class Read(NamedTuple):
    """One read of the sitemaps: its counts."""

    at: datetime
    entries: int
    with_lastmod: int
    moved: int | None
    files_read: int
    files_failed: int


@dataclass(frozen=True, slots=True)
class Measures:
    """Everything that the charts of one site show, oldest first. `failures` are checks that could not read the site at all."""

    name: str
    judged: tuple[Judged, ...]
    reads: tuple[Read, ...]
    failures: tuple[datetime, ...]

    @property
    def first(self) -> datetime | None:
        """The time of the oldest of all."""
        return min((found[0].at for found in (self.judged, self.reads) if found), default=min(self.failures, default=None))

    def series(self, panel: str) -> tuple[Series, ...]:
        """The lines of one chart, named after the site (or, where a chart has two lines of one site, by the caller)."""
        if panel in {"trust", "precision", "recall"}:
            return (Series(self.name, [_of_judgement(row, panel) for row in self.judged]),)
        if panel == "coverage":
            return (Series(self.name, [BandPoint(row.at, None, _per_cent(row.with_lastmod, row.entries), None) for row in self.reads]),)
        if panel == "moved":
            return (Series(self.name, [BandPoint(row.at, None, _moved(row), None) for row in self.reads]),)
        if panel == "reads":
            return (Series(self.name, [BandPoint(row.at, None, float(row.files_read), None) for row in self.reads]),)
        return (Series(self.name, self._errors(), stems=True),)

    def _errors(self) -> list[BandPoint]:
        """Files that could not be read; a check that could not read the site at all counts as one."""
        failed = [BandPoint(row.at, None, float(row.files_failed), None) for row in self.reads]
        return sorted([*failed, *(BandPoint(at, None, 1.0, None) for at in self.failures)], key=lambda point: point.at)


def measures(site: Site, span: Span) -> Measures:
    """What was measured of the site in the span, at most the newest `MOST_ROWS` of each kind."""
    within = {"at__gte": span.begin, "at__lte": span.end}
    judged = site.assessments.shown().filter(section="", **within).order_by("-at").values_list(*Judged._fields)[:MOST_ROWS]
    taken = {"taken_at__gte": span.begin, "taken_at__lte": span.end}
    reads = site.snapshots.filter(**taken).order_by("-taken_at").values_list("taken_at", *Read._fields[1:])[:MOST_ROWS]
    unread = site.checks.filter(**within, state__in=(CheckState.DONE, CheckState.FAILED)).exclude(outcome__in=("", *READ_OUTCOMES))
    return Measures(
        name=site.name,
        judged=tuple(Judged(*row) for row in reversed(judged)),
        reads=tuple(Read(*row) for row in reversed(reads)),
        failures=tuple(reversed(unread.order_by("-at").values_list("at", flat=True)[:MOST_ROWS])),
    )


def _of_judgement(row: Judged, panel: str) -> BandPoint:
    """A first impression is no measurement, and so a gap."""
    if row.preliminary:
        return BandPoint(row.at, None, None, None)
    low, mid, high = (getattr(row, f"{panel}{end}") for end in ("_low", "", "_high"))
    return BandPoint(row.at, *(None if value is None else value * 100 for value in (low, mid, high)))


def _moved(row: Read) -> float | None:
    return None if row.moved is None else _per_cent(row.moved, row.with_lastmod)


def _per_cent(part: int, whole: int) -> float | None:
    return min(100.0, 100.0 * part / whole) if whole else None
