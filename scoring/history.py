"""What happened to a site over time, gathered once: changes of the whole site, alarms, and what they leave of each comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.alarms import Alarm, page_alarms
from scoring.change_kinds import CARRIED_OVER, ChangeKind, ChangePoint
from scoring.changepoint import generator_changes
from scoring.evidence import Comparison, SnapshotStats
from scoring.redesigns import redesigns, spans
from scoring.waves import suspected_waves

# Per cent of the dates that moved in a wave that is no matter of single pages.
MOST_DATES = 50.0


@dataclass(frozen=True, slots=True)
class History:
    """Changes and alarms, oldest first. `relevance` (0..1) has, for each comparison in the given order, what it still counts for."""

    changes: tuple[ChangePoint, ...] = ()
    alarms: tuple[Alarm, ...] = ()
    relevance: tuple[float, ...] = ()

    @property
    def last_restart(self) -> ChangePoint | None:
        """The change since which snapshots are of one generator."""
        restarts = [change for change in self.changes if change.restarts_evidence]
        return restarts[-1] if restarts else None


def history_of(
    comparisons: Sequence[Comparison], snapshots: Sequence[SnapshotStats], *, double_reads: int = 0, false_changes: int = 0
) -> History:
    """The history of one site or section from its sound `comparisons` and its `snapshots` (oldest first), all from before the present."""
    found = [*generator_changes(snapshots), *redesigns(comparisons, snapshots)]
    changes = tuple(sorted(found, key=lambda change: (change.at, change.kind)))
    spoiling = spoiling_moments(changes)
    unspoilt = [c for c in comparisons if not any(spans(c, at) for at in spoiling)] if spoiling else comparisons
    alarms = [
        *page_alarms(
            unspoilt,
            snapshots,
            restarts=[change.at for change in changes if change.restarts_evidence],
            double_reads=double_reads,
            false_changes=false_changes,
        ),
        *suspected_waves(snapshots, changes),
    ]
    ordered = tuple(sorted(alarms, key=lambda alarm: (alarm.at, alarm.kind)))
    return History(changes, ordered, relevance(comparisons, changes, ordered))


def relevance(comparisons: Iterable[Comparison], changes: Sequence[ChangePoint], alarms: Sequence[Alarm]) -> tuple[float, ...]:
    """What each comparison still counts for: 1, a tenth for each possible change of the generator since, or 0.

    Nothing counts from before a change that the dates of all entries prove, nor a comparison across a moment at which all dates or all
    pages were touched. An alarm is no proof: of the evidence in its own stream from before its onset a tenth stays (STATISTICS.md §14), so
    that the new evidence decides; and all of it counts again once the alarm is lifted.
    """
    spoiling = spoiling_moments(changes)
    return tuple(_relevance(one, changes, alarms, spoiling) for one in comparisons)


def spoiling_moments(changes: Sequence[ChangePoint]) -> list[datetime]:
    """When all dates or all pages were touched at once, so that a comparison across the moment says nothing about a page's lastmod.

    A single wave of most dates is the trace of an import or a migration; where it comes again it is what the generator does, and counts.
    """
    waves = [change for change in changes if change.kind is ChangeKind.UNUSUAL_WAVE]
    switched = any(change.kind is ChangeKind.ALL_MOVING for change in changes)
    one_off = waves if len(waves) == 1 and not switched and float(waves[0].detail_params.get("percent_after", 0.0)) >= MOST_DATES else []
    return [change.at for change in changes if change.spoils_comparisons or change in one_off]


def _relevance(one: Comparison, changes: Sequence[ChangePoint], alarms: Sequence[Alarm], spoiling: Sequence[datetime]) -> float:
    if any(spans(one, at) for at in spoiling):
        return 0.0
    share = 1.0
    for change in changes:
        if one.at < change.at:
            share *= change.carried_over
    return share * CARRIED_OVER ** sum(alarm.questions(one) for alarm in alarms)
