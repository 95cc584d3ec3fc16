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

from sitemaps_app.formats.sitemap import Entry
from sitemaps_app.snapshots import raw_text
from sitemaps_app.snapshots.runs import RUN_SCHEMA, RunFiles, sorted_unique
from sitemaps_app.snapshots.sections import MAX_SECTIONS, OTHER_SECTION, kept_sections
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

RUN_ROWS = 50_000
ROW_GROUP_ROWS = 65_536
_DICTIONARY = ["day", "precision", "zone", "status", "raw", "raw_form", "raw_offset", "origin"]
_ENCODINGS = {"key": "DELTA_BYTE_ARRAY", "loc": "DELTA_BYTE_ARRAY", "second": "BYTE_STREAM_SPLIT", "micro": "BYTE_STREAM_SPLIT"}


class SnapshotWriter:
    """Collects the entries of one snapshot and writes them when closed.

    Memory does not grow with the site: every `run_rows` entries are sorted and parked in a folder beside `path`. Nothing is seen at `path`
    before the file is complete and on the disk (temporary file, fsync, rename); an exception inside `with` leaves `path` as it was.
    `known_sections` are the names of the last snapshot, which keep their place under the cap of `max_sections`.
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

    def add(self, entry: Entry, *, section: str, file_id: int) -> None:
        """Take one entry as a reader gives it. Any order; repeats of a key are folded (see `runs.sorted_unique`)."""
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
        self._park_if_full()

    def add_stored(self, entry: StoredEntry) -> None:
        """Take one entry of an earlier snapshot, as `carry_over` gives it."""
        self._rows.append((*entry[:7], entry.file_id, self._origin(entry.file_id, entry.section), entry.in_scope))
        self._park_if_full()

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

    def _park_if_full(self) -> None:
        self._added += 1
        if len(self._rows) >= self._run_rows:
            if self._runs is None:
                self._work.mkdir(parents=True, exist_ok=True)
                self._runs = RunFiles(self._work)
            self._runs.park(self._sorted_rows())

    def _sorted_rows(self) -> Any:
        columns = list(zip(*self._rows, strict=True)) if self._rows else [()] * len(RUN_SCHEMA)
        self._rows = []
        arrays = [_column(values, field.type) for values, field in zip(columns, RUN_SCHEMA, strict=True)]
        return sorted_unique(pa.Table.from_arrays(arrays, schema=RUN_SCHEMA))

    def _sorted_tables(self) -> Iterator[Any]:
        if self._runs is None:
            yield self._sorted_rows()
            return
        if self._rows:
            self._runs.park(self._sorted_rows())
        yield from self._runs.merged()

    def _publish(self) -> StoredSnapshot:
        partial = self._work / "snapshot.parquet"
        counts = np.zeros(len(self._origins), dtype=np.int64)
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
            for table in _regrouped(self._sorted_tables()):
                counts += np.bincount(table["origin"].to_numpy(), minlength=len(counts))
                sink.write_table(_folded(table), row_group_size=ROW_GROUP_ROWS)
            origins, sections = self._capped_origins(counts)
            sink.add_key_value_metadata(footer_of(int(counts.sum()), origins))
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


def _column(values: Sequence[Any], kind: Any) -> Any:
    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        # A lone surrogate has no UTF-8 form; the entry is kept under a replacement character rather than lost.
        return pa.array([text.encode("utf-8", "replace").decode() for text in values], kind)


def _regrouped(tables: Iterator[Any]) -> Iterator[Any]:
    """The same rows in tables of whole row groups, so that windows of the merge do not become crumbs on disk."""
    waiting: list[Any] = []
    rows = 0
    for table in tables:
        waiting.append(table)
        rows += len(table)
        if rows >= ROW_GROUP_ROWS:
            joined = pa.concat_tables(waiting)
            whole = rows - rows % ROW_GROUP_ROWS
            yield joined.slice(0, whole)
            waiting, rows = [joined.slice(whole)], rows - whole
    if rows:
        yield pa.concat_tables(waiting)


def _folded(table: Any) -> Any:
    """A run table in the columns of the disk."""
    table = table.combine_chunks()
    key, loc, raw = (table[name].combine_chunks() for name in ("key", "loc", "lastmod_raw"))
    known = pc.is_valid(table["instant_us"]).to_numpy()
    instants = pc.fill_null(table["instant_us"], 0).to_numpy()
    days, within = np.divmod(instants, DAY_US)
    seconds, micros = np.divmod(within, SECOND_US)
    forms, offsets, literal = raw_text.fold(raw, instants, known)
    unknown = ~known
    columns = [
        key,
        pc.if_else(pc.equal(key, loc), pa.scalar(None, pa.string()), loc),
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
