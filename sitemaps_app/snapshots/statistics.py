"""A snapshot counted for the scorer: one pass over the columns, for the site and every section.

Distinct and commonest lastmods are exact: the instants of a site are kept as integers (8 bytes an entry, plus a small section number)
and sorted once at the end, which costs 60 MB for five million entries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.evidence import SnapshotStats
from sitemaps_app.formats.lastmod import LastmodStatus, Precision
from sitemaps_app.snapshots.diff import ChangeCounts
from sitemaps_app.snapshots.reader import SnapshotFile, instants_of
from sitemaps_app.snapshots.stored import DAY_US, SECOND_US, STATUS_CODES, STATUS_OK, damage_named, instant_of, microseconds_of

NEAR_BEFORE_US = 5 * 60 * SECOND_US
# Clocks differ and a file may be stamped when its writing began: an entry made up to a minute after the header's time is still of that run.
NEAR_AFTER_US = 60 * SECOND_US
TOP2_WITHIN_US = 2 * SECOND_US
COMMON = 0.9
_COLUMNS = ("day", "second", "micro", "precision", "status", "origin", "in_scope")


@dataclass(frozen=True, slots=True)
class SnapshotMoment:
    """When a snapshot was taken, whether it was a complete read, and when each of its files was made.

    `generated_at` is the Last-Modified of a file where the server gave one, by file id, or one time for all; `taken_at` stands in where
    it is missing. `previous_at` is the time of the complete snapshot that `changes` compares with.
    """

    taken_at: datetime
    complete: bool
    generated_at: Mapping[int, datetime] | datetime | None = None
    previous_at: datetime | None = None


def section_stats(
    path: Path,
    changes: Sequence[ChangeCounts] | None = None,
    *,
    taken_at: datetime,
    complete: bool,
    generated_at: Mapping[int, datetime] | datetime | None = None,
    previous_at: datetime | None = None,
) -> tuple[SnapshotStats, tuple[SnapshotStats, ...]]:
    """The counts of the site (`section == ""`) and of each section, sections by name.

    Only in-scope entries count. `with_lastmod` counts entries that name a time (ok or future; the epoch is a default, not a time);
    `distinct`, `modal_*`, `top2_count`, `near_generation`, `date_only`, `newest` and `oldest` look at `ok` values alone. `changes` is
    what `count_changes` or a `ChangeTally` gave; `vanished` stays None after an incomplete read, because a removal needs a complete
    one. A section that has vanished whole has no row. Raises SnapshotDamaged.
    """
    moment = SnapshotMoment(taken_at, complete, generated_at, previous_at)
    with SnapshotFile(path) as file:
        columns = _Columns()
        for table in file.tables(_COLUMNS):
            with damage_named(file.path):
                columns.add(table)
        file_ids, sections = file.origins.file_ids, file.origins.sections
    made = {file_id: _made_at(file_id, moment) for file_id in file_ids}
    joined = columns.joined(np.array([microseconds_of(made[file_id]) for file_id in file_ids], dtype=np.int64))
    by_name = {counts.section: counts for counts in changes} if changes is not None else None
    rows = {"": _counted("", joined, max(made.values(), default=moment.taken_at), moment, by_name)}
    places = np.array(sections)
    for section in sorted(set(sections)):
        origins = np.flatnonzero(places == section)
        part = joined.of_origins(origins)
        if part.entries:
            newest_file = max(made[file_ids[origin]] for origin in origins)
            rows[section] = _counted(section, part, newest_file, moment, by_name)
    site = rows.pop("")
    return site, tuple(rows.values())


def _made_at(file_id: int, moment: SnapshotMoment) -> datetime:
    if isinstance(moment.generated_at, Mapping):
        return moment.generated_at.get(file_id, moment.taken_at)
    return moment.generated_at or moment.taken_at


@dataclass(slots=True)
class _Columns:
    instants: list[Any] = field(default_factory=list)
    precisions: list[Any] = field(default_factory=list)
    statuses: list[Any] = field(default_factory=list)
    origins: list[Any] = field(default_factory=list)

    def add(self, table: Any) -> None:
        table = table.filter(table["in_scope"]).combine_chunks()
        self.instants.append(instants_of(table)[0])
        self.precisions.append(table["precision"].to_numpy())
        self.statuses.append(table["status"].to_numpy())
        self.origins.append(table["origin"].to_numpy())

    def joined(self, made_at: NDArray[np.int64]) -> _Joined:
        empty = np.zeros(0, dtype=np.int64)
        return _Joined(
            np.concatenate([empty, *self.instants]),
            np.concatenate([empty.astype(np.uint8), *self.precisions]),
            np.concatenate([empty.astype(np.uint8), *self.statuses]),
            np.concatenate([empty.astype(np.int32), *self.origins]),
            made_at,
        )


@dataclass(frozen=True, slots=True)
class _Joined:
    """All entries of a group as columns; `made_at` holds the generation time in microseconds by origin."""

    instants: NDArray[np.int64]
    precisions: NDArray[np.uint8]
    statuses: NDArray[np.uint8]
    origins: NDArray[np.int32]
    made_at: NDArray[np.int64]

    @property
    def entries(self) -> int:
        return len(self.statuses)

    def of_origins(self, origins: NDArray[np.int64]) -> _Joined:
        rows = np.isin(self.origins, origins)
        return _Joined(self.instants[rows], self.precisions[rows], self.statuses[rows], self.origins[rows], self.made_at)

    def ok(self) -> _Joined:
        rows = self.statuses == STATUS_OK
        return _Joined(self.instants[rows], self.precisions[rows], self.statuses[rows], self.origins[rows], self.made_at)


def _counted(
    section: str, group: _Joined, generated_at: datetime, moment: SnapshotMoment, changes: Mapping[str, ChangeCounts] | None
) -> SnapshotStats:
    by_status = {status: int(np.count_nonzero(group.statuses == code)) for status, code in STATUS_CODES.items()}
    dated = group.ok()
    spread = _Spread.of(np.sort(dated.instants))
    own = None if changes is None else changes.get(section, ChangeCounts(section))
    return SnapshotStats(
        section=section,
        taken_at=moment.taken_at,
        complete=moment.complete,
        entries=group.entries,
        with_lastmod=by_status[LastmodStatus.OK] + by_status[LastmodStatus.FUTURE],
        invalid=by_status[LastmodStatus.INVALID],
        future=by_status[LastmodStatus.FUTURE],
        epoch=by_status[LastmodStatus.EPOCH],
        date_only=int(np.count_nonzero(dated.precisions <= Precision.DAY)),
        distinct=spread.distinct,
        modal_count=spread.modal_count,
        top2_count=spread.top2_count,
        near_generation=_near_generation(dated),
        modal_lastmod=spread.modal,
        newest=spread.newest,
        oldest=spread.oldest,
        generated_at=generated_at,
        previous_at=moment.previous_at if own else None,
        moved=own.moved if own else None,
        unmoved=own.unmoved if own else None,
        backwards=own.backwards if own else None,
        format_only=own.format_only if own else None,
        appeared=own.appeared if own else None,
        vanished=own.vanished if own and moment.complete else None,
        shifted=own.shifted if own else None,
        shift_minutes=own.shift_minutes if own else 0,
        precision=_common_precision(dated),
    )


def _common_precision(dated: _Joined) -> str:
    """The precision of at least nine in ten of the dates, "" where they are mixed."""
    counts = np.bincount(dated.precisions, minlength=max(Precision) + 1)
    commonest = int(np.argmax(counts))
    return Precision(commonest).name.lower() if counts[commonest] and counts[commonest] >= COMMON * dated.entries else ""


def _near_generation(dated: _Joined) -> int:
    """Entries dated within the minutes before their file was made, or, where only a day is given, on that (UTC) day."""
    made = dated.made_at[dated.origins]
    close = (dated.instants >= made - NEAR_BEFORE_US) & (dated.instants <= made + NEAR_AFTER_US)
    that_day = dated.instants // DAY_US == made // DAY_US
    return int(np.count_nonzero(np.where(dated.precisions == Precision.DAY, that_day, close & (dated.precisions > Precision.DAY))))


@dataclass(frozen=True, slots=True)
class _Spread:
    """How the instants of a group are spread over time."""

    distinct: int = 0
    modal_count: int = 0
    top2_count: int = 0
    modal: datetime | None = None
    newest: datetime | None = None
    oldest: datetime | None = None

    @classmethod
    def of(cls, ordered: NDArray[np.int64]) -> _Spread:
        """From sorted microseconds. Of equally common instants the later comes first."""
        if not len(ordered):
            return cls()
        values, counts = np.unique(ordered, return_counts=True)
        commonest = np.lexsort((values, counts))[::-1][:2]
        near = np.zeros(len(ordered), dtype=bool)
        for value in values[commonest]:
            near[np.searchsorted(ordered, value - TOP2_WITHIN_US) : np.searchsorted(ordered, value + TOP2_WITHIN_US, side="right")] = True
        return cls(
            distinct=len(values),
            modal_count=int(counts[commonest[0]]),
            top2_count=int(np.count_nonzero(near)),
            modal=instant_of(int(values[commonest[0]])),
            newest=instant_of(int(ordered[-1])),
            oldest=instant_of(int(ordered[0])),
        )
