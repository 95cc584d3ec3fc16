"""What happened to each entry between two snapshots: a merge of two sorted files, in windows of one row group each.

Entries out of scope take no part on either side. Whether an absent entry was removed cannot be known here: after a partial read,
`vanished` also counts entries that were not read, and the caller must not believe it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from sitemaps_app.snapshots.matching import over_windows, partners
from sitemaps_app.snapshots.moves import DATED_COLUMNS, ZONE_STEPS, ChangeKind, Dated, kinds_of_pairs, minutes_of, zone_steps
from sitemaps_app.snapshots.reader import SnapshotFile, disk_columns, stored_entries, wanted_fields
from sitemaps_app.snapshots.rows import NO_DAY, StoredRows
from sitemaps_app.snapshots.stored import STATUS_OK, Origins, StoredEntry, damage_named

_COLUMNS = disk_columns(StoredEntry._fields)
# The columns that a text is written again from (see `raw_text`): where they are equal, so are the texts.
_TEXT_COLUMNS = ("day", "second", "micro", "raw_form", "raw_offset", "raw")
_KINDS = tuple(ChangeKind)


class EntryChange(NamedTuple):
    """One entry with what became of it. `old` is None where it appeared, `new` where it vanished."""

    kind: ChangeKind
    old: StoredEntry | None
    new: StoredEntry | None


@dataclass(frozen=True, slots=True)
class ChangeCounts:
    """How many entries of a section (of the site: `""`) had each kind; all but the last two fields are the kinds' names in lower case.

    `shifted` counts, of those that moved or went backwards, the ones that did so by `shift_minutes`, the commonest offset of a time zone
    (not zero, a multiple of 15 minutes, at most 14 hours); 0 where there is none.
    """

    section: str
    unmoved: int = 0
    moved: int = 0
    backwards: int = 0
    format_only: int = 0
    lastmod_appeared: int = 0
    lastmod_vanished: int = 0
    undated: int = 0
    appeared: int = 0
    vanished: int = 0
    shifted: int = 0
    shift_minutes: int = 0


class ChangeTally:
    """Counts kinds by section while a diff runs; an entry counts for the section it is in now, a vanished one for the one it was in.

    Several threads may count.
    """

    def __init__(self) -> None:
        self._by_section: dict[str, NDArray[np.int64]] = {}
        self._shifts: dict[str, NDArray[np.int64]] = {}
        self._lock = Lock()

    def count(self, kinds: NDArray[np.uint8], places: NDArray[np.int64], sections: tuple[str, ...]) -> None:
        """Add entries: their kinds, and which of `sections` each is in."""
        width = len(ChangeKind)
        table = np.bincount(places * width + kinds, minlength=len(sections) * width).reshape(-1, width)
        with self._lock:
            for place in np.flatnonzero(table.any(axis=1)):
                own = self._by_section.setdefault(sections[place], np.zeros(width, dtype=np.int64))
                own += table[place]

    def count_shifts(self, shifts: NDArray[np.int64], places: NDArray[np.int64], sections: tuple[str, ...]) -> None:
        """Add entries whose lastmod differs by a zone's offset: the offsets as `zone_steps` has them, and which section each is in."""
        table = np.bincount(places * ZONE_STEPS + shifts, minlength=len(sections) * ZONE_STEPS).reshape(-1, ZONE_STEPS)
        with self._lock:
            for place in np.flatnonzero(table.any(axis=1)):
                own = self._shifts.setdefault(sections[place], np.zeros(ZONE_STEPS, dtype=np.int64))
                own += table[place]

    def counts(self) -> tuple[ChangeCounts, ...]:
        """The site first, then the sections by name."""
        site = sum(self._by_section.values(), np.zeros(len(ChangeKind), dtype=np.int64))
        shifts = sum(self._shifts.values(), np.zeros(ZONE_STEPS, dtype=np.int64))
        sections = (_named(name, self._by_section[name], self._shifts.get(name)) for name in sorted(self._by_section))
        return (_named("", site, shifts), *sections)


def _named(section: str, row: NDArray[np.int64], shifts: NDArray[np.int64] | None) -> ChangeCounts:
    by_name = {kind.name.lower(): int(row[kind]) for kind in ChangeKind}
    step = 0 if shifts is None else int(np.argmax(shifts))
    shifted = 0 if shifts is None else int(shifts[step])
    return ChangeCounts(section, **by_name, shifted=shifted, shift_minutes=minutes_of(step) if shifted else 0)


def diff_snapshots(
    old_path: Path,
    new_path: Path,
    *,
    kinds: Collection[ChangeKind] | None = None,
    tally: ChangeTally | None = None,
    columns: Collection[str] | None = None,
) -> Iterator[EntryChange]:
    """Every in-scope entry of either snapshot with its kind, in order of keys, streamed.

    With `kinds` only those are yielded, and only those cost time: a site of a million entries of which one in a hundred moved is mostly
    column arithmetic. `tally` counts all kinds, whatever is yielded. `columns` names the fields of the entries to decode, as for
    `read_entries`. Raises SnapshotDamaged.
    """
    wanted = np.isin(np.arange(len(ChangeKind)), list(ChangeKind if kinds is None else kinds))
    fields = wanted_fields(columns)
    with SnapshotFile(old_path) as old_file, SnapshotFile(new_path) as new_file:

        def changes(old: StoredRows, new: StoredRows) -> list[EntryChange]:
            with damage_named(new_path):
                sides = _Side(old, old_file.origins, fields), _Side(new, new_file.origins, fields)
                return _window_changes(*sides, partners(old.keys, new.keys), wanted, tally)

        # The windows are closed before the files: a thread may still be at work when the caller has seen enough.
        with closing(over_windows(old_file, new_file, _COLUMNS, changes)) as found:
            for some in found:
                yield from some


def count_changes(old_path: Path, new_path: Path) -> tuple[ChangeCounts, ...]:
    """The kinds counted, for the site (first, section `""`) and each section. Raises SnapshotDamaged."""
    tally = ChangeTally()
    for _ in diff_snapshots(old_path, new_path, kinds=(), tally=tally):
        pass
    return tally.counts()


class _Side:
    """One snapshot's rows of a window."""

    def __init__(self, rows: StoredRows, origins: Origins, fields: Collection[str]) -> None:
        self.rows = rows
        self.origins = origins
        self._fields = fields

    def __len__(self) -> int:
        return len(self.rows)

    def dated(self, rows: NDArray[np.int64]) -> Dated:
        """The lastmods of some rows."""
        return Dated(self.rows.only(DATED_COLUMNS).take(rows).table())

    def usable(self) -> Any:
        """Which rows have an `ok` lastmod: for each, or for all."""
        return (self.rows.values("status") == STATUS_OK) & (self.rows.values("day") != NO_DAY)

    def places(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The origins of some rows."""
        return np.asarray(_at(self.rows.values("origin"), rows), dtype=np.int64)

    def entries(self, rows: NDArray[np.int64]) -> list[StoredEntry]:
        """Some rows decoded."""
        return stored_entries(self.rows.only(disk_columns(self._fields)).take(rows).table(), self.origins, self._fields)


def _at(values: Any, rows: NDArray[np.int64]) -> Any:
    """The values of some rows of a column, or the one value of all."""
    return values[rows] if isinstance(values, np.ndarray) else values


def _window_changes(
    old: _Side, new: _Side, partner: NDArray[np.int64], wanted: NDArray[np.bool_], tally: ChangeTally | None
) -> list[EntryChange]:
    """The changes of one window, in key order. Each row of `old` and `new` is judged once."""
    in_both = np.flatnonzero(partner >= 0)
    kinds = np.full(len(partner), ChangeKind.APPEARED, dtype=np.uint8)
    kinds[in_both], judged, shifts = _kinds_of_pairs(old, new, partner[in_both], in_both)
    gone = np.ones(len(old), dtype=bool)
    gone[partner[in_both]] = False
    gone_rows = np.flatnonzero(gone)
    if tally is not None:
        tally.count(kinds, new.places(np.arange(len(new))), new.origins.sections)
        tally.count(np.full(len(gone_rows), ChangeKind.VANISHED, dtype=np.uint8), old.places(gone_rows), old.origins.sections)
        shifted = np.flatnonzero(shifts >= 0)
        tally.count_shifts(shifts[shifted], new.places(in_both[judged[shifted]]), new.origins.sections)
    changes = _paired_changes(old, new, partner, kinds, wanted)
    if wanted[ChangeKind.VANISHED] and len(gone_rows):
        changes += [EntryChange(ChangeKind.VANISHED, entry, None) for entry in old.entries(gone_rows)]
        changes.sort(key=_key_of)
    return changes


def _kinds_of_pairs(
    old: _Side, new: _Side, old_rows: NDArray[np.int64], new_rows: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
    """The kind of each pair, the places of those that were judged, and by how many steps of a zone their dates shifted (-1: by none).

    A pair that is stored alike did not change; only the others, usually few, are judged by their dates.
    """
    rewritten = _differing(old, new, old_rows, new_rows, _TEXT_COLUMNS)
    judged = np.flatnonzero(rewritten | _differing(old, new, old_rows, new_rows, ("status", "precision")))
    kinds = np.full(len(new_rows), ChangeKind.UNMOVED, dtype=np.uint8)
    kinds[~np.broadcast_to(_at(new.usable(), new_rows), len(new_rows))] = ChangeKind.UNDATED
    if not len(judged):
        return kinds, judged, judged
    before, after = old.dated(old_rows[judged]), new.dated(new_rows[judged])
    own = kinds_of_pairs(before, after)
    shifts = np.where(np.isin(own, (ChangeKind.MOVED, ChangeKind.BACKWARDS)), zone_steps(before, after), -1)
    own[(own == ChangeKind.UNMOVED) & rewritten[judged]] = ChangeKind.FORMAT_ONLY
    kinds[judged] = own
    return kinds, judged, shifts


def _differing(
    old: _Side, new: _Side, old_rows: NDArray[np.int64], new_rows: NDArray[np.int64], columns: Collection[str]
) -> NDArray[np.bool_]:
    """Which pairs differ in any of these columns of the disk."""
    differs = np.zeros(len(old_rows), dtype=bool)
    for name in columns:
        known = old.rows.constants, new.rows.constants
        if all(name in constants for constants in known) and known[0][name] == known[1][name]:
            continue
        if name == "raw":
            texts = [
                pc.fill_null(side.rows.only(("raw",)).take(rows).table()["raw"], "") for side, rows in ((old, old_rows), (new, new_rows))
            ]
            differs |= pc.not_equal(*texts).to_numpy()
        else:
            differs |= _at(old.rows.values(name), old_rows) != _at(new.rows.values(name), new_rows)
    return differs


def _paired_changes(
    old: _Side, new: _Side, partner: NDArray[np.int64], kinds: NDArray[np.uint8], wanted: NDArray[np.bool_]
) -> list[EntryChange]:
    rows = np.flatnonzero(wanted[kinds])
    if not len(rows):
        return []
    with_old = partner[rows] >= 0
    olds = iter(old.entries(partner[rows[with_old]]))
    news = new.entries(rows)
    return [
        EntryChange(_KINDS[kind], next(olds) if paired else None, entry)
        for kind, paired, entry in zip(kinds[rows].tolist(), with_old.tolist(), news, strict=True)
    ]


def _key_of(change: EntryChange) -> str:
    entry = change.new or change.old
    return entry.key if entry else ""
