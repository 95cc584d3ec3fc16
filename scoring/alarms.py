"""Has lastmod become worse than it was? Second layer: from comparisons, by a CUSUM on each of two streams.

One stream are the comparisons of moved pages (bad: the page had not changed), the other those of unmoved pages (bad: it had). Each
outcome adds its log-likelihood ratio of "worse than in the reference period" against "as before"; the sum never falls below zero, and an
alarm is raised where it passes the height that chance alone passes once in a thousand visits (Page 1954; `run_length`). The reference
period are all comparisons before the sum left zero, so it grows while nothing is wrong and does not learn from what may be wrong.

An alarm never decides anything: `states` tells what follows from it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scoring.assessment import Param
from scoring.charts import ARMED_AFTER, Chart, MovedChart, UnmovedChart
from scoring.evidence import Comparison, SnapshotStats
from scoring.move_rate import MoveRate

# So many pages must have had a bad outcome: what one page does, it may always have done.
WITNESSES = 3


class Stream(StrEnum):
    """Where an alarm comes from: visits of moved pages, visits of unmoved pages, or the dates of all entries."""

    MOVED = "moved"
    UNMOVED = "unmoved"
    ENTRIES = "entries"


class AlarmKind(StrEnum):
    """What seems to have become worse."""

    MOVES_WRONG = "moves_wrong"
    SILENT_CHANGES = "silent_changes"
    ALL_MOVING_SUSPECTED = "all_moving_suspected"


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something seems to have changed since `onset`, the last time that nothing spoke for it; it was noticed at `at`.

    `before` and `after` are the usual share (0..1) and that since the onset: of moves that were right (`moved`), of pages that change
    silently in a day (`unmoved`), of entries that move at once (`entries`). `visits` is the number of comparisons since the onset.
    """

    at: datetime
    stream: Stream
    kind: AlarmKind
    onset: datetime
    before: float
    after: float
    visits: int

    @property
    def restarts_evidence(self) -> bool:
        """Does what was learnt before the onset count little from now on? A suspicion that one more read settles is no reason."""
        return self.stream is not Stream.ENTRIES

    @property
    def params(self) -> dict[str, Param]:
        """Its numbers for people: the day of the onset, shares in per cent."""
        return {
            "onset": self.onset.date().isoformat(),
            "percent_before": _percent(self.before),
            "percent_after": _percent(self.after),
            "visits": self.visits,
        }


def page_alarms(
    comparisons: Sequence[Comparison],
    snapshots: Sequence[SnapshotStats],
    *,
    restarts: Sequence[datetime] = (),
    double_reads: int = 0,
    false_changes: int = 0,
) -> tuple[Alarm, ...]:
    """The alarms of both streams over sound `comparisons` of one site or section, oldest first.

    What happened before one of `restarts` (known changes of the generator) is no reference for what came after. `double_reads` pages were
    read twice within minutes, of which `false_changes` would have counted as changed. An alarm depends on nothing that came after it.
    """
    ordered = sorted((c for c in comparisons if c.has_lastmod), key=lambda c: c.at)
    moved = [c for c in ordered if c.moves > 0]
    unmoved = [c for c in ordered if c.moves <= 0]
    if _is_date_only(snapshots):
        unmoved = [c for c in unmoved if c.gap_days >= 1.0]
    found: list[Alarm] = []
    if len(moved) > ARMED_AFTER:
        found += _watch(MovedChart(moved), Stream.MOVED, AlarmKind.MOVES_WRONG, restarts)
    if len(unmoved) > ARMED_AFTER:
        rate = MoveRate(snapshots, ordered)
        chart = UnmovedChart(unmoved, rate, double_reads=double_reads, false_changes=false_changes)
        found += _watch(chart, Stream.UNMOVED, AlarmKind.SILENT_CHANGES, restarts)
    return tuple(sorted(found, key=lambda alarm: (alarm.at, alarm.kind)))


def _watch(chart: Chart, stream: Stream, kind: AlarmKind, restarts: Sequence[datetime]) -> list[Alarm]:
    """Run the chart over its comparisons: `first` begins the reference period, and `onset`, where the sum left zero, ends it."""
    found: list[Alarm] = []
    habits: dict[int, tuple[int, int]] = {}
    points = sorted(restarts)
    first = onset = period = 0
    height, witnesses = 0.0, set[int]()
    for place, one in enumerate(chart.comparisons):
        now_in = bisect_right(points, one.at)
        if now_in != period:
            period, first, height = now_in, place, 0.0
        if height <= 0.0:
            onset, witnesses = place, set()
        is_bad = chart.bad[place]
        good_before, before = habits.get(one.page, (0, 0)) if one.page else (0, 0)
        habits[one.page] = (good_before + (not is_bad), before + 1)
        if (height <= 0.0 and not is_bad) or not chart.knows(place, first, onset) or not chart.is_armed(first, onset):
            continue
        if is_bad:
            witnesses.add(one.page or -1 - place)
        # A page's bad outcome counts by the share of its earlier ones that were good, so its own constant habit is no news twice.
        share = (good_before + 1.0) / (before + 1.0) if is_bad else 1.0
        height = max(height + share * chart.step(place), 0.0)
        if len(witnesses) >= WITNESSES and height >= chart.threshold(onset, place + 1):
            begin = chart.comparisons[onset].at
            found.append(Alarm(one.at, stream, kind, begin, chart.usual, chart.rate(onset, place + 1), place + 1 - onset))
            first, height = onset, 0.0
    return found


def _is_date_only(snapshots: Sequence[SnapshotStats]) -> bool:
    newest = snapshots[-1] if snapshots else None
    return newest is not None and newest.with_lastmod > 0 and newest.date_only >= 0.5 * newest.with_lastmod


def _percent(share: float) -> int | float:
    percent = 100.0 * share
    return round(percent) if percent >= 1.0 or percent == 0.0 else round(percent, 2)
