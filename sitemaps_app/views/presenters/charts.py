"""The small charts: sparklines and ages, with the same numbers as tables. The drawing is in `sitemaps_app.charts`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from sitemaps_app.charts import Bin, Point, Svg, histogram, sparkline
from sitemaps_app.models import Snapshot
from sitemaps_app.wording import numbers, words

# About the width of a phone, so that its texts are not made smaller there; the style sheet keeps them from growing much elsewhere.
HISTOGRAM_WIDTH = 360.0


@dataclass(frozen=True, slots=True)
class AgeRow:
    """One bin of a distribution of lastmod, by age or by hour."""

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


def _hundred(value: float | None) -> float | None:
    return None if value is None else value * 100


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
        width=HISTOGRAM_WIDTH,
    )
    return Ages(chart, tuple(AgeRow(name, numbers.whole(count)) for name, count in bins))
