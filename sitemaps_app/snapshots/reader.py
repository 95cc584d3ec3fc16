"""Reading a snapshot back, row group by row group."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from sitemaps_app.snapshots import raw_text
from sitemaps_app.snapshots.rows import BATCH_ROWS, StoredRows, without_nulls
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


class SnapshotFile:
    """An open snapshot file. Raises SnapshotDamaged from the constructor, from `rows` and from `tables`."""

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
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
        """Arrow tables that follow one another in key order, of all row groups or some, with the named disk columns."""
        for rows in self.rows(columns, groups=groups):
            yield rows.table()

    def rows(self, columns: Sequence[str], *, groups: Sequence[int] | None = None) -> Iterator[StoredRows]:
        """The same as `StoredRows`, `BATCH_ROWS` at a time. Columns of one value are not decoded."""
        for number in range(self._parquet.metadata.num_row_groups) if groups is None else groups:
            known = self._footer.constants[number] if self._footer.constants else {}
            constants = {name: known[name] for name in columns if name in known}
            left = self._parquet.metadata.row_group(number).num_rows
            batches = self._parquet.iter_batches(
                BATCH_ROWS, row_groups=[number], columns=[name for name in columns if name not in known], use_threads=False
            )
            while left:
                with damage_named(self.path):
                    batch = next(batches, None)
                    if batch is None or len(batch) != min(left, BATCH_ROWS):
                        raise ValueError("a row group is short")
                    rows = StoredRows(tuple(columns), batch, constants)
                    if "origin" in columns and np.max(rows.values("origin")) >= len(self.origins.sections):
                        raise ValueError("an entry points outside the table of files")
                left -= len(batch)
                yield rows

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
