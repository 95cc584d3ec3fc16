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
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from math import log

from scoring.assessment import Param
from scoring.charts import ARMED_AFTER, Chart, MovedChart, UnmovedChart
from scoring.evidence import Comparison, SnapshotStats
from scoring.move_rate import MoveRate
from scoring.sample import is_date_only

# So many pages must have had a bad outcome: what one page does, it may always have done.
WITNESSES = 3
# What comes after an alarm lifts or confirms it at odds of 19 to 1, as verdicts are held to.
TRIAL = log(19.0)


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
    silently in a day (`unmoved`), of entries that move at once (`entries`). `visits` is the number of comparisons since the onset. What
    came after it has shown at `lifted_at` that all is as before (None: not, or not yet).
    """

    at: datetime
    stream: Stream
    kind: AlarmKind
    onset: datetime
    before: float
    after: float
    visits: int
    lifted_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Has nothing shown yet that all is as before?"""
        return self.lifted_at is None

    def questions(self, one: Comparison) -> bool:
        """Does this comparison count little from now on: from before the onset, and of the kind that the alarm is about?

        What the other stream says stands on its own, and it is watched for itself. A suspicion that one more read settles costs nothing.
        """
        if not self.is_open or self.stream is Stream.ENTRIES or one.at >= self.onset or not one.has_lastmod:
            return False
        return (one.moves > 0) == (self.stream is Stream.MOVED)

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
    read twice within minutes, of which `false_changes` would have counted as changed. But for
    `lifted_at`, an alarm depends on nothing that came after it.
    """
    ordered = sorted((c for c in comparisons if c.has_lastmod), key=lambda c: c.at)
    moved = [c for c in ordered if c.moves > 0]
    unmoved = [c for c in ordered if c.moves <= 0]
    if is_date_only(snapshots):
        unmoved = [c for c in unmoved if c.gap_days >= 1.0]
    found: list[Alarm] = []
    if len(moved) > ARMED_AFTER:
        found += _watch(MovedChart(moved), Stream.MOVED, AlarmKind.MOVES_WRONG, restarts)
    if len(unmoved) > ARMED_AFTER:
        rate = MoveRate(snapshots, ordered)
        chart = UnmovedChart(unmoved, rate, double_reads=double_reads, false_changes=false_changes)
        found += _watch(chart, Stream.UNMOVED, AlarmKind.SILENT_CHANGES, restarts)
    return tuple(sorted(found, key=lambda alarm: (alarm.at, alarm.kind)))


class _Watch:
    """One chart on its way through its comparisons.

    `_first` begins the reference period, and `_onset`, where the sum left zero, ends it. After an alarm the next comparisons are its trial:
    they say whether things are as before (the alarm is lifted, and the reference goes on) or lost (it begins anew at the onset).
    """

    def __init__(self, chart: Chart, restarts: Sequence[datetime]) -> None:
        self.chart, self.found = chart, list[Alarm]()
        self._restarts, self._period = sorted(restarts), 0
        self._first = self._onset = 0
        self._height = 0.0
        self._trial: float | None = None
        self._habits: dict[int, tuple[int, int]] = {}
        self._witnesses: set[int] = set()

    def meet(self, place: int, stream: Stream, kind: AlarmKind) -> None:
        """Take the next comparison."""
        self._begin_period(place)
        share = self._share(place)
        if self._trial is not None:
            self._try(place, share)
            return
        if self._height <= 0.0:
            self._onset, self._witnesses = place, set()
        is_bad = self.chart.bad[place]
        if (self._height <= 0.0 and not is_bad) or not self._knows(place) or not self.chart.is_armed(self._first, self._onset):
            return
        if is_bad:
            self._witnesses.add(self.chart.comparisons[place].page or -1 - place)
        self._height = max(self._height + share * self.chart.step(place), 0.0)
        if len(self._witnesses) >= WITNESSES and self._height >= self.chart.threshold(self._onset, place + 1):
            self._raise(place, stream, kind)

    def _begin_period(self, place: int) -> None:
        period = bisect_right(self._restarts, self.chart.comparisons[place].at)
        if period != self._period:
            self._period, self._first, self._height, self._trial = period, place, 0.0, None

    def _knows(self, place: int) -> bool:
        return self.chart.knows(place, self._first, self._onset)

    def _share(self, place: int) -> float:
        """A page's bad outcome counts by the share of its earlier ones that were good, so its own constant habit is no news twice."""
        page, is_bad = self.chart.comparisons[place].page, self.chart.bad[place]
        good, count = self._habits.get(page, (0, 0)) if page else (0, 0)
        self._habits[page] = (good + (not is_bad), count + 1)
        return (good + 1.0) / (count + 1.0) if is_bad else 1.0

    def _raise(self, place: int, stream: Stream, kind: AlarmKind) -> None:
        begin, after = self.chart.comparisons[self._onset].at, self.chart.rate(self._onset, place + 1)
        at = self.chart.comparisons[place].at
        self.found.append(Alarm(at, stream, kind, begin, self.chart.usual, after, place + 1 - self._onset))
        self._trial = 0.0

    def _try(self, place: int, share: float) -> None:
        """Test "as before" against "lost" on what came after the alarm, one by one (Wald 1945, *Annals of Mathematical Statistics* 16)."""
        if self._trial is None or not self._knows(place):
            return
        self._trial += share * self.chart.step(place)
        if abs(self._trial) < TRIAL:
            return
        if self._trial < 0.0:
            self.found[-1] = replace(self.found[-1], lifted_at=self.chart.comparisons[place].at)
        else:
            self._first = self._onset
        self._height, self._trial = 0.0, None


def _watch(chart: Chart, stream: Stream, kind: AlarmKind, restarts: Sequence[datetime]) -> list[Alarm]:
    watch = _Watch(chart, restarts)
    for place in range(len(chart.comparisons)):
        watch.meet(place, stream, kind)
    return watch.found


def _percent(share: float) -> int | float:
    percent = 100.0 * share
    return round(percent) if percent >= 1.0 or percent == 0.0 else round(percent, 2)
