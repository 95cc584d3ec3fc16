"""What the charts over time are given, and how it is thinned and cut at gaps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

MAX_POINTS = 400


class Point(NamedTuple):
    """A value at an aware time; None is a gap."""

    at: datetime
    value: float | None


class BandPoint(NamedTuple):
    """A value at an aware time with its interval; `mid` None is a gap, a missing end of the interval leaves the band out there."""

    at: datetime
    low: float | None
    mid: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Series:
    """One line with its name. Points ascend in time. With `stems` each value above 0 is a stroke from the base line, not a line."""

    name: str
    points: Sequence[BandPoint]
    stems: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened: a vertical line with a number (or other short text) at its top, which a list beside the chart explains.

    `kind` gives it a class of its own (`timeline-mark-KIND`), `label` is told to those who point at it.
    """

    at: datetime
    label: str
    number: str = ""
    kind: str = ""


def runs(points: Sequence[BandPoint]) -> list[list[BandPoint]]:
    """The stretches without a gap. A value that is no finite number is a gap: it is never drawn as 0."""
    stretches: list[list[BandPoint]] = [[]]
    for point in points:
        if is_drawn(point):
            stretches[-1].append(point)
        elif stretches[-1]:
            stretches.append([])
    return [stretch for stretch in stretches if stretch]


def is_drawn(point: BandPoint) -> bool:
    """Whether the point has a value."""
    return point.mid is not None and math.isfinite(point.mid)


def thinned(points: Sequence[BandPoint], limit: int = MAX_POINTS) -> list[BandPoint]:
    """At most `limit` points (at least 4) that show the same extremes and gaps.

    Of each of `limit / 3` equal buckets the lowest, the highest, and a gap if it has one are kept; so are the first and the last point
    of all.
    """
    if len(points) <= limit:
        return list(points)
    buckets = max(1, (limit - 2) // 3)
    kept = {0, len(points) - 1}
    for bucket in range(buckets):
        places = range(bucket * len(points) // buckets, (bucket + 1) * len(points) // buckets)
        drawn = [place for place in places if is_drawn(points[place])]
        if drawn:
            kept.add(min(drawn, key=lambda place: points[place].mid or 0.0))
            kept.add(max(drawn, key=lambda place: points[place].mid or 0.0))
        gap = next((place for place in places if not is_drawn(points[place])), None)
        if gap is not None:
            kept.add(gap)
    return [points[place] for place in sorted(kept)]
