"""What happened to each entry between two snapshots: a merge of two sorted files, in windows of one row group each.

Entries out of scope take no part on either side. Whether an absent entry was removed cannot be known here: after a partial read,
`vanished` also counts entries that were not read, and the caller must not believe it.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sitemaps_app.snapshots.moves import ChangeKind, Dated, kinds_of_pairs
from sitemaps_app.snapshots.reader import SnapshotFile, disk_columns, stored_entries
from sitemaps_app.snapshots.runs import rows_until
from sitemaps_app.snapshots.stored import DISK_SCHEMA, Origins, StoredEntry, damage_named

_FIELDS = StoredEntry._fields
_COLUMNS = disk_columns(_FIELDS)


class EntryChange(NamedTuple):
    """One entry with what became of it. `old` is None where it appeared, `new` where it vanished."""

    kind: ChangeKind
    old: StoredEntry | None
    new: StoredEntry | None


@dataclass(frozen=True, slots=True)
class ChangeCounts:
    """How many entries of a section (of the site: `""`) had each kind. The fields are the kinds' names in lower case."""

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


class ChangeTally:
    """Counts kinds by section while a diff runs; an entry counts for the section it is in now, a vanished one for the one it was in."""

    def __init__(self) -> None:
        self._by_section: dict[str, NDArray[np.int64]] = {}

    def count(self, kinds: NDArray[np.uint8], places: NDArray[np.int64], sections: tuple[str, ...]) -> None:
        """Add entries: their kinds, and which of `sections` each is in."""
        width = len(ChangeKind)
        table = np.bincount(places * width + kinds, minlength=len(sections) * width).reshape(-1, width)
        for place in np.flatnonzero(table.any(axis=1)):
            own = self._by_section.setdefault(sections[place], np.zeros(width, dtype=np.int64))
            own += table[place]

    def counts(self) -> tuple[ChangeCounts, ...]:
        """The site first, then the sections by name."""
        site = sum(self._by_section.values(), np.zeros(len(ChangeKind), dtype=np.int64))
        return (_named("", site), *(_named(section, self._by_section[section]) for section in sorted(self._by_section)))


def _named(section: str, row: NDArray[np.int64]) -> ChangeCounts:
    by_name = {kind.name.lower(): int(row[kind]) for kind in ChangeKind}
    return ChangeCounts(section, *(by_name[field.name] for field in fields(ChangeCounts)[1:]))


def diff_snapshots(
    old_path: Path, new_path: Path, *, kinds: Collection[ChangeKind] | None = None, tally: ChangeTally | None = None
) -> Iterator[EntryChange]:
    """Every in-scope entry of either snapshot with its kind, in order of keys, streamed.

    With `kinds` only those are yielded, and only those cost time: a site of a million entries of which one in a hundred moved is mostly
    column arithmetic. `tally` counts all kinds, whatever is yielded. Raises SnapshotDamaged.
    """
    wanted = np.isin(np.arange(len(ChangeKind)), list(ChangeKind if kinds is None else kinds))
    # The windows are closed before the files: a reader may still be at work when the caller has seen enough.
    with SnapshotFile(old_path) as old_file, SnapshotFile(new_path) as new_file, closing(_windows(old_file, new_file)) as windows:
        for old, new in windows:
            with damage_named(new_path):
                changes = _window_changes(_Side(old, old_file.origins), _Side(new, new_file.origins), wanted, tally)
            yield from changes


def count_changes(old_path: Path, new_path: Path) -> tuple[ChangeCounts, ...]:
    """The kinds counted, for the site (first, section `""`) and each section. Raises SnapshotDamaged."""
    tally = ChangeTally()
    for _ in diff_snapshots(old_path, new_path, kinds=(), tally=tally):
        pass
    return tally.counts()


class _Side:
    """One snapshot's rows of a window."""

    def __init__(self, table: Any, origins: Origins) -> None:
        self.table = table
        self.origins = origins
        self.dated = Dated(table)
        self.places = table["origin"].to_numpy().astype(np.int64)

    def entries(self, rows: NDArray[np.int64]) -> list[StoredEntry]:
        return stored_entries(self.table.take(pa.array(rows)).combine_chunks(), self.origins, _FIELDS)


def _windows(old_file: SnapshotFile, new_file: SnapshotFile) -> Generator[tuple[Any, Any], None, None]:
    """Pairs of tables that cover the same range of keys, in order, until both files are used up."""
    with ThreadPoolExecutor(max_workers=2) as readers:
        yield from _merged(_read_ahead(readers, _in_scope(old_file)), _read_ahead(readers, _in_scope(new_file)))


def _read_ahead(readers: ThreadPoolExecutor, tables: Iterator[Any]) -> Iterator[Any]:
    """The same tables, each decoded while the one before is compared; decoding and comparing cost about the same."""
    ahead = readers.submit(next, tables, None)
    while (table := ahead.result()) is not None:
        ahead = readers.submit(next, tables, None)
        yield table


def _merged(*streams: Iterator[Any]) -> Iterator[tuple[Any, Any]]:
    loaded = [DISK_SCHEMA.empty_table(), DISK_SCHEMA.empty_table()]
    finished = [False, False]
    while True:
        for side in (0, 1):
            while len(loaded[side]) == 0 and not finished[side]:
                table = next(streams[side], None)
                finished[side] = table is None
                loaded[side] = loaded[side] if table is None else table
        if not any(len(table) for table in loaded):
            return
        ends = [table["key"][len(table) - 1].as_py() for table in loaded if len(table)]
        rows = [rows_until(table["key"], min(ends)) for table in loaded]
        yield loaded[0].slice(0, rows[0]), loaded[1].slice(0, rows[1])
        loaded = [table.slice(count) for table, count in zip(loaded, rows, strict=True)]


def _in_scope(file: SnapshotFile) -> Iterator[Any]:
    for table in file.tables(_COLUMNS):
        yield table if pc.all(table["in_scope"]).as_py() else table.filter(table["in_scope"])


def _window_changes(old: _Side, new: _Side, wanted: NDArray[np.bool_], tally: ChangeTally | None) -> list[EntryChange]:
    """The changes of one window, in key order. Each row of `old` and `new` is judged once."""
    partner = _partners(old.table["key"], new.table["key"])
    in_both = np.flatnonzero(partner >= 0)
    kinds = np.full(len(partner), ChangeKind.APPEARED, dtype=np.uint8)
    paired = kinds_of_pairs(old.dated.take(partner[in_both]), new.dated.take(in_both))
    same = np.flatnonzero(paired == ChangeKind.UNMOVED)
    rewritten = _rewritten(old, new, partner[in_both[same]], in_both[same])
    paired[same[rewritten]] = ChangeKind.FORMAT_ONLY
    kinds[in_both] = paired
    gone = np.ones(len(old.places), dtype=bool)
    gone[partner[in_both]] = False
    gone_rows = np.flatnonzero(gone)
    if tally is not None:
        tally.count(kinds, new.places, new.origins.sections)
        tally.count(np.full(len(gone_rows), ChangeKind.VANISHED, dtype=np.uint8), old.places[gone_rows], old.origins.sections)
    changes = _paired_changes(old, new, partner, kinds, wanted)
    if wanted[ChangeKind.VANISHED] and len(gone_rows):
        changes += [EntryChange(ChangeKind.VANISHED, entry, None) for entry in old.entries(gone_rows)]
        changes.sort(key=_key_of)
    return changes


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
        EntryChange(ChangeKind(kind), next(olds) if paired else None, entry)
        for kind, paired, entry in zip(kinds[rows].tolist(), with_old.tolist(), news, strict=True)
    ]


def _partners(old_keys: Any, new_keys: Any) -> NDArray[np.int64]:
    """For each new key its row among the old keys, -1 where it has none."""
    if len(old_keys) == len(new_keys) and old_keys.equals(new_keys):
        return np.arange(len(new_keys), dtype=np.int64)
    return np.asarray(pc.fill_null(pc.index_in(new_keys, _joined(old_keys)), -1).to_numpy(), dtype=np.int64)


def _joined(column: Any) -> Any:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _rewritten(old: _Side, new: _Side, old_rows: NDArray[np.int64], new_rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of these pairs, equal in time, are written differently: another text or another instant at a finer precision.

    The folded text is a function of the raw text (see `raw_text`), so the folded parts are compared, without writing texts again.
    """
    differs = old.dated.instants[old_rows] != new.dated.instants[new_rows]
    for name in ("raw_form", "raw_offset"):
        differs |= old.table[name].to_numpy()[old_rows] != new.table[name].to_numpy()[new_rows]
    literal = [pc.fill_null(side.table["raw"].take(pa.array(rows)), "") for side, rows in ((old, old_rows), (new, new_rows))]
    differs |= pc.not_equal(*literal).to_numpy()
    return np.asarray(differs, dtype=bool)


def _key_of(change: EntryChange) -> str:
    entry = change.new or change.old
    return entry.key if entry else ""
