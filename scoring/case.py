"""All findings about one site or section, gathered once: what the verdict is decided from and explained with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from zlib import crc32

from scoring.changepoint import ChangePoint
from scoring.coldstart import ColdStart, publish_date_only, read_dates
from scoring.counts import Table, table_of
from scoring.distribution import GenerationTime, describe, generation_time
from scoring.estimate import Basis, Estimate, estimate
from scoring.evidence import Comparison, Evidence, SnapshotStats
from scoring.history import History, history_of
from scoring.observing import Observed, observe
from scoring.pooling import NOTHING_BORROWED, Borrowed
from scoring.sample import Sample, sample, sound
from scoring.sightings import Sightings
from scoring.steadiness import NOTHING, Memory, memory_of
from scoring.thresholds import Thresholds

CHECK_LASTS = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Case:
    """Findings of one site (`section == ""`) or section as of `now`; `snapshots` and `table` are those since the last generator change.

    `all_snapshots` also has those before, `seen_at` the times of the comparisons that count, `double_reads` the pages that were read twice
    within minutes and how many of them differed. `memory` is what the check before has left behind, `moved_days` on how many days the
    lastmods lie that moved.
    """

    section: str
    newest: SnapshotStats | None
    snapshots: tuple[SnapshotStats, ...]
    changes: tuple[ChangePoint, ...]
    generation: GenerationTime
    table: Table
    observed: Observed
    estimate: Estimate
    cold: ColdStart
    publish_only: bool
    lastmod_share: float | None
    thresholds: Thresholds
    seed: int
    move_delays: tuple[float, ...] = ()
    sightings: Sightings = field(default_factory=Sightings)
    history: History = field(default_factory=History)
    all_snapshots: tuple[SnapshotStats, ...] = ()
    seen_at: tuple[datetime, ...] = ()
    double_reads: tuple[int, int] = (0, 0)
    memory: Memory = NOTHING
    moved_days: int = 0

    @property
    def entries(self) -> int:
        """Entries of the newest complete snapshot."""
        return self.newest.entries if self.newest else 0

    @property
    def comparisons(self) -> int:
        """Comparisons of entries with a lastmod that count."""
        return self.table.moved.size + self.table.unmoved.size

    @property
    def site_moved(self) -> bool:
        """Did any lastmod move, as far as snapshots or comparisons know?"""
        return self.table.moved.size > 0 or any(s.moved for s in self.snapshots)

    @property
    def by_events(self) -> bool:
        """Do single moves and changes make the numbers?"""
        return self.estimate.basis is Basis.EVENTS

    @property
    def speaks(self) -> bool:
        """Is enough known of this section for it to say something of others?"""
        limits = self.thresholds
        return self.by_events and self.comparisons >= limits.min_comparisons and self.table.moved.size >= limits.min_moved

    @property
    def last_restart(self) -> ChangePoint | None:
        """The generator change since which evidence counts."""
        restarts = [change for change in self.changes if change.restarts_evidence]
        return restarts[-1] if restarts else None


def gather(
    section: str, evidence: Evidence, *, now: datetime, thresholds: Thresholds, seed: int, borrowed: Borrowed = NOTHING_BORROWED
) -> Case:
    """Run every finder over the evidence of the checks up to `now`. `borrowed` is what the section has from the others of its site.

    Sections get draws of their own, so that one never depends on the others' order.
    """
    own_seed = (seed * 1_000_003 + crc32(section.encode("utf-8", "surrogatepass"))) % 2**63
    seen = tuple(sorted((s for s in evidence.snapshots if s.taken_at <= now), key=lambda s: s.taken_at))
    until = _end_of_check(evidence.snapshots, now)
    known = _known(evidence, until)
    history = history_of(known, seen, double_reads=evidence.double_reads, false_changes=evidence.false_changes)
    start = history.last_restart.at if history.last_restart else None
    current = tuple(s for s in seen if start is None or s.taken_at >= start)
    compared = [c for c, share in zip(known, history.relevance, strict=True) if share > 0.0]
    drawn = sample(known, current, now=now, thresholds=thresholds, relevance=history.relevance)
    table, observed = _weighed(drawn, evidence, thresholds, borrowed)
    cold = read_dates(agreements := [a for a in evidence.agreements if (start is None or a.at >= start) and a.at < until])
    readable = [s for s in seen if s.complete] or list(seen)
    return Case(
        section=section,
        newest=(newest := readable[-1] if readable else None),
        snapshots=current,
        changes=history.changes,
        generation=generation_time([s for s in current if s.complete], small_site=thresholds.small_site),
        table=table,
        observed=observed,
        estimate=estimate(table, observed, thresholds=thresholds, seed=own_seed),
        cold=cold,
        publish_only=publish_date_only(cold, thresholds=thresholds, seed=own_seed),
        lastmod_share=_lastmod_share(newest, compared),
        thresholds=thresholds,
        seed=own_seed,
        move_delays=evidence.move_delays,
        sightings=Sightings(
            tuple(compared),
            tuple(agreements),
            tuple(look for look in evidence.looks if (start is None or look.at >= start) and look.at < until),
            evidence.visits,
        ),
        history=history,
        all_snapshots=seen,
        seen_at=tuple(sorted(c.at for c in compared if c.has_lastmod)),
        double_reads=(evidence.double_reads, evidence.false_changes),
        memory=memory_of(evidence.shown, section, now),
        moved_days=_moved_days(compared),
    )


def with_borrowed(case: Case, borrowed: Borrowed) -> Case:
    """The same case with what the other sections say of it."""
    observed = case.observed.with_borrowed(borrowed)
    found = estimate(case.table, observed, thresholds=case.thresholds, seed=case.seed)
    return replace(case, observed=observed, estimate=found)


def history_at(evidence: Evidence, *, now: datetime) -> History:
    """What happened to the whole site by the end of the check of `now`."""
    seen = sorted((s for s in evidence.snapshots if s.taken_at <= now), key=lambda s: s.taken_at)
    until = _end_of_check(evidence.snapshots, now)
    return history_of(_known(evidence, until), seen, double_reads=evidence.double_reads, false_changes=evidence.false_changes)


def _known(evidence: Evidence, until: datetime) -> list[Comparison]:
    return [one for c in evidence.comparisons if c.at < until and (one := sound(c)) is not None]


def _weighed(seen: Sample, evidence: Evidence, thresholds: Thresholds, borrowed: Borrowed) -> tuple[Table, Observed]:
    table = table_of(seen, thresholds, evidence.watched)
    noise = {"double_reads": evidence.double_reads, "false_changes": evidence.false_changes}
    believed = not table.is_sample_unlike_site
    observed = observe(seen, evidence.watched, **noise, believe_snapshots=believed, thresholds=thresholds)
    return table, observed.with_borrowed(borrowed)


def _end_of_check(snapshots: Sequence[SnapshotStats], now: datetime) -> datetime:
    """Visits are made in the minutes or hours after the check's own time `now`; they belong to it until the next snapshot, or for a day."""
    return min([now + CHECK_LASTS, *(s.taken_at for s in snapshots if s.taken_at > now)])


def _moved_days(compared: Sequence[Comparison]) -> int:
    """On how many days the dates lie that moved; one that is not known is a day of its own."""
    moved = [c.lastmod for c in compared if c.has_lastmod and c.moves > 0]
    return len({at.date() for at in moved if at is not None}) + moved.count(None)


def _lastmod_share(newest: SnapshotStats | None, comparisons: Sequence[Comparison]) -> float | None:
    if newest is not None and newest.entries > 0:
        return describe(newest).lastmod_share
    # An import of a crawler's own log has no snapshots; its comparisons still say how many pages had a date.
    total = sum(c.weight for c in comparisons)
    return sum(c.weight for c in comparisons if c.has_lastmod) / total if total > 0.0 else None
