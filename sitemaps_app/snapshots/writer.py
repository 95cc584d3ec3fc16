"""Writing a snapshot: entries in any order in, one sorted parquet file out, whole or not at all."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from sitemaps_app.formats.entry_batch import EntryBatch
from sitemaps_app.formats.sitemap import Entry
from sitemaps_app.snapshots import raw_text
from sitemaps_app.snapshots.carry import CarriedRows
from sitemaps_app.snapshots.run_columns import columns_of_batch, columns_of_rows
from sitemaps_app.snapshots.runs import RUN_SCHEMA, RunFiles, sorted_unique
from sitemaps_app.snapshots.sections import MAX_SECTIONS, OTHER_SECTION, SectionColumn, kept_sections
from sitemaps_app.snapshots.stored import (
    DAY_US,
    DISK_SCHEMA,
    SECOND_US,
    STATUS_CODES,
    ZONE_CODES,
    StoredEntry,
    StoredSnapshot,
    footer_of,
    microseconds_of,
)

RUN_ROWS = 8_192
LARGEST_RUN_ROWS = 262_144
RUNS_OF_A_SITE = 16
ROW_GROUP_ROWS = 65_536
_DICTIONARY = ["day", "precision", "zone", "status", "raw", "raw_form", "raw_offset", "origin"]
_ENCODINGS = {"key": "DELTA_BYTE_ARRAY", "loc": "DELTA_BYTE_ARRAY", "second": "BYTE_STREAM_SPLIT", "micro": "BYTE_STREAM_SPLIT"}


class SnapshotWriter:
    """Collects the entries of one snapshot and writes them when closed.

    Memory grows only with a sixteenth of the site: so many entries, `run_rows` at least, are sorted and parked in a folder beside `path`
    at a time. Nothing is seen at `path` before the file is complete and on the disk (temporary file, fsync, rename); an exception inside
    `with` leaves `path` as it was. `known_sections` are the names of the last snapshot, which keep their place under the cap of
    `max_sections`.
    """

    def __init__(
        self, path: Path, *, known_sections: Sequence[str] = (), max_sections: int = MAX_SECTIONS, run_rows: int = RUN_ROWS
    ) -> None:
        self.path = Path(path)
        self.stored: StoredSnapshot | None = None
        self._known_sections = known_sections
        self._max_sections = max_sections
        self._run_rows = run_rows
        self._added = 0
        self._rows: list[tuple[Any, ...]] = []
        self._tables: list[Any] = []
        self._waiting = 0
        self._origins: dict[tuple[int, str], int] = {}
        self._work = self.path.with_name(f".{self.path.name}.{os.getpid()}.{secrets.token_hex(4)}.tmp")
        self._runs: RunFiles | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if kind is None:
                self.close()
        finally:
            shutil.rmtree(self._work, ignore_errors=True)

    def add_batch(self, batch: EntryBatch, *, sections: SectionColumn, file_id: int) -> None:
        """Take a batch of one file's entries, with the section of each. Any order; repeats of a key are folded (`runs.sorted_unique`)."""
        numbers = np.array([self._origin(file_id, name) for name in sections.names], dtype=np.int32)
        origins = numbers[sections.places]
        start = 0
        while start < len(batch):
            end = min(start + max(self._run_size() - self._waiting, 1), len(batch))
            self._tables.append(columns_of_batch(batch, slice(start, end), file_id=file_id, origins=origins))
            self._count(end - start)
            start = end

    def add(self, entry: Entry, *, section: str, file_id: int) -> None:
        """Take one entry as a reader gives it."""
        lastmod = entry.lastmod
        self._rows.append(
            (
                entry.key,
                entry.loc,
                lastmod.raw,
                None if lastmod.instant is None else microseconds_of(lastmod.instant),
                lastmod.precision or 0,
                ZONE_CODES[lastmod.zone] if lastmod.zone is not None else 0,
                STATUS_CODES[lastmod.status],
                file_id,
                self._origin(file_id, section),
                entry.in_scope,
            )
        )
        self._count(1)

    def add_stored(self, entry: StoredEntry) -> None:
        """Take one entry of an earlier snapshot, as `carry_over` gives it."""
        self._rows.append((*entry[:7], entry.file_id, self._origin(entry.file_id, entry.section), entry.in_scope))
        self._count(1)

    def add_carried(self, rows: CarriedRows) -> None:
        """Take entries of an earlier snapshot, as `carried_rows` gives them."""
        numbers = np.full(len(rows.origins.file_ids), -1, dtype=np.int32)
        for place in np.unique(rows.places).tolist():
            numbers[place] = self._origin(rows.origins.file_ids[place], rows.origins.sections[place])
        self._tables.append(rows.run_columns(numbers))
        self._count(len(rows))

    def close(self) -> StoredSnapshot:
        """Sort, write and publish the file. A second call returns the same answer. Raises OSError where the disk refuses."""
        if self.stored is None:
            self._work.mkdir(parents=True, exist_ok=True)
            try:
                self.stored = self._publish()
            finally:
                shutil.rmtree(self._work, ignore_errors=True)
        return self.stored

    def _origin(self, file_id: int, section: str) -> int:
        return self._origins.setdefault((file_id, section), len(self._origins))

    def _run_size(self) -> int:
        """Entries of the next run. Runs grow with what is there already, so that a huge site has some dozens of them and not thousands."""
        return max(self._run_rows, min(self._added // RUNS_OF_A_SITE, LARGEST_RUN_ROWS))

    def _count(self, rows: int) -> None:
        self._added += rows
        self._waiting += rows
        if self._waiting >= self._run_size():
            if self._runs is None:
                self._work.mkdir(parents=True, exist_ok=True)
                self._runs = RunFiles(self._work)
            self._runs.park(self._sorted_rows())

    def _sorted_rows(self) -> Any:
        tables, self._tables = [*self._tables, columns_of_rows(self._rows)], []
        self._rows, self._waiting = [], 0
        return sorted_unique(pa.concat_tables(tables))

    def _sorted_tables(self) -> Iterator[Any]:
        if self._runs is None:
            yield self._sorted_rows()
            return
        if self._waiting:
            self._runs.park(self._sorted_rows())
        yield from self._runs.merged()

    def _publish(self) -> StoredSnapshot:
        partial = self._work / "snapshot.parquet"
        counts = np.zeros(len(self._origins), dtype=np.int64)
        constants: list[dict[str, Any]] = []
        with pq.ParquetWriter(
            partial,
            DISK_SCHEMA,
            compression="zstd",
            compression_level=6,
            use_dictionary=_DICTIONARY,
            column_encoding=_ENCODINGS,
            write_statistics=["key"],
            write_page_checksum=True,
        ) as sink:
            for group in _row_groups(self._sorted_tables()):
                counts += np.bincount(group["origin"].to_numpy(), minlength=len(counts))
                folded = _folded(group)
                constants.append(_constants(folded))
                sink.write_table(folded, row_group_size=ROW_GROUP_ROWS)
            origins, sections = self._capped_origins(counts)
            sink.add_key_value_metadata(footer_of(int(counts.sum()), origins, constants))
        digest = _synced_digest(partial)
        size = partial.stat().st_size
        partial.replace(self.path)
        _sync_folder(self.path.parent)
        return StoredSnapshot(self.path, int(counts.sum()), self._added, digest, size, sections)

    def _capped_origins(self, counts: Any) -> tuple[list[tuple[int, str]], tuple[str, ...]]:
        """The table of (file, section) with small sections folded, and the section names, largest first."""
        sizes: dict[str, int] = {}
        for (_file_id, section), count in zip(self._origins, counts.tolist(), strict=True):
            sizes[section] = sizes.get(section, 0) + count
        kept = kept_sections(sizes, self._known_sections, self._max_sections)
        origins = [(file_id, section if section in kept else OTHER_SECTION) for file_id, section in self._origins]
        final: dict[str, int] = {}
        for (_file_id, section), count in zip(origins, counts.tolist(), strict=True):
            final[section] = final.get(section, 0) + count
        names = sorted((name for name, count in final.items() if count), key=lambda name: (-final[name], name))
        return origins, tuple(names)


def _row_groups(tables: Iterator[Any]) -> Iterator[Any]:
    """The same rows in tables of one row group each, so that windows of the merge do not become crumbs on disk."""
    waiting = RUN_SCHEMA.empty_table()
    for table in tables:
        waiting = pa.concat_tables([waiting, table])
        while len(waiting) >= ROW_GROUP_ROWS:
            yield waiting.slice(0, ROW_GROUP_ROWS)
            waiting = waiting.slice(ROW_GROUP_ROWS)
    if len(waiting):
        yield waiting


def _constants(table: Any) -> dict[str, Any]:
    """The columns that hold one value in every row, with that value."""
    constants: dict[str, Any] = {}
    for name in DISK_SCHEMA.names[1:]:
        column = table[name]
        if column.null_count == len(column):
            constants[name] = None
        elif column.null_count == 0 and not pa.types.is_string(column.type):
            ends = pc.min_max(column)
            if ends["min"] == ends["max"]:
                constants[name] = ends["min"].as_py()
    return constants


def _folded(table: Any) -> Any:
    """A run table in the columns of the disk."""
    table = table.combine_chunks()
    raw = table["lastmod_raw"].combine_chunks()
    known = pc.is_valid(table["instant_us"]).to_numpy()
    instants = pc.fill_null(table["instant_us"], 0).to_numpy()
    days, within = np.divmod(instants, DAY_US)
    seconds, micros = np.divmod(within, SECOND_US)
    forms, offsets, literal = raw_text.fold(raw, instants, known)
    unknown = ~known
    columns = [
        table["key"],
        table["loc"],
        pa.array(days.astype(np.int32), mask=unknown),
        pa.array(seconds.astype(np.int32), mask=unknown),
        pa.array(micros.astype(np.int32), mask=unknown),
        table["precision"],
        table["zone"],
        table["status"],
        literal,
        pa.array(forms.astype(np.uint8)),
        pa.array(offsets.astype(np.int16)),
        table["origin"],
        table["in_scope"],
    ]
    return pa.Table.from_arrays(columns, schema=DISK_SCHEMA)


def _synced_digest(path: Path) -> str:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
