"""Reading a snapshot back, row group by row group."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from sitemaps_app.snapshots import raw_text
from sitemaps_app.snapshots.stored import (
    DAY_US,
    DISK_SCHEMA,
    SECOND_US,
    Footer,
    Origins,
    SnapshotDamaged,
    StoredEntry,
    damage_named,
    read_footer,
)

_DISK_COLUMNS: dict[str, tuple[str, ...]] = {
    "key": ("key",),
    "loc": ("loc",),
    "lastmod_raw": ("day", "second", "micro", "raw", "raw_form", "raw_offset"),
    "instant_us": ("day", "second", "micro"),
    "precision": ("precision",),
    "zone": ("zone",),
    "status": ("status",),
    "section": ("origin",),
    "file_id": ("origin",),
    "in_scope": ("in_scope",),
}


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Some rows of a snapshot, sorted by key: a table of disk columns, and the value of each column that has only one."""

    table: Any
    constants: Mapping[str, Any]

    def __len__(self) -> int:
        return len(self.table)

    def slice(self, start: int, length: int | None = None) -> RowGroup:
        """Some of the rows."""
        return RowGroup(self.table.slice(start, length), self.constants)

    def in_scope(self) -> RowGroup:
        """The rows that take part in counts and comparisons; the column `in_scope` has to be there."""
        if self.constants.get("in_scope") is True:
            return self
        return RowGroup(self.table.filter(self.table["in_scope"]).combine_chunks(), self.constants)


class SnapshotFile:
    """An open snapshot file. Raises SnapshotDamaged from the constructor, from `groups` and from `tables`."""

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self._repeats: dict[tuple[str, Any], Any] = {}
        with damage_named(self.path):
            self._parquet = pq.ParquetFile(self.path, page_checksum_verification=True)
            try:
                self._footer = self._check_footer()
            except BaseException:
                self._parquet.close()
                raise

    def __enter__(self) -> SnapshotFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._parquet.close()

    @property
    def origins(self) -> Origins:
        """The table of files and sections that entries point into."""
        return self._footer.origins

    @property
    def entries(self) -> int:
        """Number of entries in the file."""
        return self._footer.entries

    def tables(self, columns: Sequence[str], *, groups: Sequence[int] | None = None) -> Iterator[Any]:
        """One arrow table a row group, in key order, with the named disk columns."""
        for group in self.groups(columns, only=groups):
            yield group.table

    def groups(self, columns: Sequence[str], *, only: Sequence[int] | None = None) -> Iterator[RowGroup]:
        """The row groups in key order, all or `only` some, with the named disk columns. Columns of one value are not decoded."""
        for number in range(self._parquet.metadata.num_row_groups) if only is None else only:
            with damage_named(self.path):
                group = self._read(number, columns)
                if "origin" in columns and len(group) and pc.max(group.table["origin"]).as_py() >= len(self.origins.sections):
                    raise ValueError("an entry points outside the table of files")
            yield group

    def _read(self, number: int, columns: Sequence[str]) -> RowGroup:
        rows = self._parquet.metadata.row_group(number).num_rows
        known = self._footer.constants[number] if self._footer.constants else {}
        read = self._parquet.read_row_group(number, columns=[name for name in columns if name not in known], use_threads=False)
        if read.num_columns and len(read) != rows:
            raise ValueError("a row group is short")
        read = read.combine_chunks()
        arrays = [self._repeated(name, known[name], rows) if name in known else read[name] for name in columns]
        return RowGroup(pa.Table.from_arrays(arrays, schema=pa.schema([DISK_SCHEMA.field(name) for name in columns])), known)

    def groups_holding(self, keys: Sequence[str]) -> list[int]:
        """Row groups whose range of keys may hold one of `keys`."""
        holding = []
        with damage_named(self.path):
            for group in range(self._parquet.metadata.num_row_groups):
                statistics = self._parquet.metadata.row_group(group).column(0).statistics
                ranged = statistics is not None and statistics.has_min_max
                if not ranged or any(statistics.min <= key <= statistics.max for key in keys):
                    holding.append(group)
        return holding

    def _repeated(self, name: str, value: Any, rows: int) -> Any:
        """A column of one value. Made once for as many row groups as have it."""
        made = self._repeats.get((name, value))
        if made is None or len(made) < rows:
            kind = DISK_SCHEMA.field(name).type
            made = pa.nulls(rows, kind) if value is None else pa.repeat(pa.scalar(value, kind), rows)
            self._repeats[name, value] = made
        return made.slice(0, rows)

    def _check_footer(self) -> Footer:
        metadata = self._parquet.metadata
        footer = read_footer(self.path, metadata.metadata or {})
        rows = sum(metadata.row_group(group).num_rows for group in range(metadata.num_row_groups))
        fits = len(footer.constants) in {0, metadata.num_row_groups} and footer.entries == rows == metadata.num_rows
        if not fits or not self._parquet.schema_arrow.equals(DISK_SCHEMA):
            raise SnapshotDamaged(self.path, "the footer contradicts itself")
        return footer


def read_entries(path: Path, *, columns: Collection[str] | None = None) -> Iterator[StoredEntry]:
    """All entries in order of their keys, streamed.

    `columns` names the fields to decode, None for all; `key` always comes, the others keep the defaults of `StoredEntry`. Raises
    SnapshotDamaged, possibly after some entries were given.
    """
    wanted = wanted_fields(columns)
    with SnapshotFile(path) as file:
        for table in file.tables(disk_columns(wanted)):
            with damage_named(file.path):
                entries = stored_entries(table, file.origins, wanted)
            yield from entries


def carry_over(path: Path, file_ids: Collection[int]) -> Iterator[StoredEntry]:
    """The entries that came from the given sitemap files: what a file that failed or answered 304 keeps. Raises SnapshotDamaged."""
    wanted = wanted_fields(None)
    with SnapshotFile(path) as file:
        origins = [place for place, file_id in enumerate(file.origins.file_ids) if file_id in file_ids]
        if not origins:
            return
        for table in file.tables(disk_columns(wanted)):
            with damage_named(file.path):
                entries = stored_entries(table.filter(pc.is_in(table["origin"], pa.array(origins, pa.int32()))), file.origins, wanted)
            yield from entries


def find_entries(path: Path, keys: Collection[str]) -> dict[str, StoredEntry]:
    """The entries with these keys, as far as they are in the file; reads only row groups whose range fits. Raises SnapshotDamaged."""
    wanted = wanted_fields(None)
    found: dict[str, StoredEntry] = {}
    with SnapshotFile(path) as file:
        for table in file.tables(disk_columns(wanted), groups=file.groups_holding(sorted(keys))):
            with damage_named(file.path):
                hits = table.filter(pc.is_in(table["key"], pa.array(sorted(keys), pa.string())))
                found.update((entry.key, entry) for entry in stored_entries(hits, file.origins, wanted))
    return found


def disk_columns(fields: Collection[str]) -> tuple[str, ...]:
    """The columns of the disk that hold these fields of `StoredEntry`."""
    needed = {column for field in fields for column in _DISK_COLUMNS[field]}
    return tuple(name for name in DISK_SCHEMA.names if name in needed)


def instants_of(table: Any) -> tuple[Any, Any]:
    """Microseconds since 1970 (0 where unknown) and whether they are known, as numpy arrays."""
    days, seconds, micros = (without_nulls(table[name]).astype(np.int64) for name in ("day", "second", "micro"))
    days *= DAY_US
    seconds *= SECOND_US
    days += seconds
    days += micros
    return days, pc.is_valid(table["day"]).to_numpy()


def without_nulls(column: Any, stand_in: int = 0) -> Any:
    """A column of numbers as a numpy array, `stand_in` where there is none."""
    return (pc.fill_null(column, stand_in) if column.null_count else column).to_numpy()


def stored_entries(table: Any, origins: Origins, fields: Collection[str]) -> list[StoredEntry]:
    """The rows of a table of disk columns as entries, with only `fields` decoded."""
    values = {name: _decoded(table, origins, name) for name in fields}
    rows = [values.get(name) or [default] * len(table) for name, default in _DEFAULTS.items()]
    return list(map(StoredEntry._make, zip(*rows, strict=True)))


_DEFAULTS: dict[str, Any] = {"key": "", **StoredEntry._field_defaults}


def wanted_fields(columns: Collection[str] | None) -> frozenset[str]:
    """The fields of `StoredEntry` to decode: those named and the key, all with None."""
    return frozenset(_DISK_COLUMNS) if columns is None else frozenset(columns) | {"key"}


def _decoded(table: Any, origins: Origins, field: str) -> list[Any]:
    values: list[Any]
    match field:
        case "loc":
            values = (pc.coalesce(table["loc"], table["key"]) if "key" in table.column_names else table["loc"]).to_pylist()
        case "instant_us":
            instants, known = instants_of(table)
            values = pa.array(instants, mask=~known).to_pylist()
        case "lastmod_raw":
            forms, offsets = (table[name].to_numpy().astype(np.int64) for name in ("raw_form", "raw_offset"))
            values = raw_text.unfold(forms, offsets, table["raw"].combine_chunks(), instants_of(table)[0]).to_pylist()
        case "section" | "file_id":
            names: Sequence[Any] = origins.sections if field == "section" else origins.file_ids
            values = [names[place] for place in table["origin"].to_pylist()]
        case _:
            values = table[field].to_pylist()
    return values
