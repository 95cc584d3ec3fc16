"""Sorting more entries than fit in memory: sorted runs on disk, then one merge of all runs in windows of keys.

All work is on whole columns. A *run* is an arrow table of `RUN_SCHEMA`, sorted by key, each key once.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sitemaps_app.snapshots.stored import STATUS_OK

RUN_SCHEMA = pa.schema(
    [
        ("key", pa.string()),
        ("loc", pa.string()),  # null where it is the key
        ("lastmod_raw", pa.string()),
        ("instant_us", pa.int64()),
        ("precision", pa.uint8()),
        ("zone", pa.uint8()),
        ("status", pa.uint8()),
        ("file_id", pa.int64()),
        ("origin", pa.int32()),
        ("in_scope", pa.bool_()),
    ]
)
_LASTMOD_COLUMNS = ("lastmod_raw", "instant_us", "precision", "zone", "status")
_WINDOW_ROWS = 65_536
_BATCH_ROWS = 2_048


def sorted_unique(table: Any) -> Any:
    """The table sorted by key with each key once.

    Of entries with one key the place (loc, section, file, scope) is taken from the lowest file id, and within a file from the first; so a
    page that stands in two files does not change its section from day to day. The lastmod is the newest `ok` one of all of them, of equal
    instants the finer, then the text first in order; which is the same in whatever order the files were read.
    """
    table = _sorted(table.combine_chunks())
    keys = table["key"]
    if len(keys) < 2:
        return table
    first = np.ones(len(keys), dtype=bool)
    first[1:] = pc.not_equal(keys.slice(1), keys.slice(0, len(keys) - 1)).to_numpy()
    if first.all():
        return table
    best = _best_lastmods(table, np.cumsum(first) - 1)
    kept = table.filter(pa.array(first))
    for name in _LASTMOD_COLUMNS:
        kept = kept.set_column(kept.schema.get_field_index(name), name, table[name].take(best))
    return kept


def _sorted(table: Any) -> Any:
    """Sorted by key, of equal keys by file id, of equal files in the order given. Most files are read in order, and many come sorted."""
    file_ids = table["file_id"].to_numpy()
    if (file_ids[1:] < file_ids[:-1]).any():
        table = table.take(pa.array(np.argsort(file_ids, kind="stable"))).combine_chunks()
    keys = table["key"]
    if pc.all(pc.less_equal(keys.slice(0, max(len(keys) - 1, 0)), keys.slice(1))).as_py():
        return table
    # Arrow's sort is stable.
    return table.take(pc.sort_indices(keys)).combine_chunks()


def _best_lastmods(table: Any, groups: Any) -> Any:
    """For each group of equal keys the row whose lastmod is kept, in order of the groups."""
    claims = pa.table(
        {
            "group": pa.array(groups),
            "not_ok": pc.not_equal(table["status"], STATUS_OK).cast(pa.uint8()),
            "age": pc.negate(table["instant_us"]),
            "coarseness": pc.negate(table["precision"].cast(pa.int16())),
            "status": table["status"],
            "text": table["lastmod_raw"],
        }
    )
    order = pc.sort_indices(claims, sort_keys=[(name, "ascending") for name in claims.column_names]).to_numpy()
    ordered = groups[order]
    first = np.ones(len(ordered), dtype=bool)
    first[1:] = ordered[1:] != ordered[:-1]
    return pa.array(order[first])


class RunFiles:
    """Sorted runs parked in a folder of their own (given, existing, removed by the caller)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._paths: list[Path] = []

    def park(self, run: Any) -> None:
        """Write one sorted run."""
        path = self._folder / f"run-{len(self._paths)}.arrow"
        options = pa.ipc.IpcWriteOptions(compression="lz4")
        with pa.ipc.new_stream(str(path), RUN_SCHEMA, options=options) as sink:
            sink.write_table(run, max_chunksize=_BATCH_ROWS)
        self._paths.append(path)

    def merged(self) -> Iterator[Any]:
        """Tables that follow one another in key order, each key once over all of them.

        Each window ends at the smallest of the last keys that the unfinished runs have loaded: below it nothing is missing. Memory is one
        batch of `_BATCH_ROWS` a run, and at least enough for `_WINDOW_ROWS` rows.
        """
        runs = [_Run(path, max(1, _WINDOW_ROWS // _BATCH_ROWS // len(self._paths))) for path in self._paths]
        try:
            while runs := [run for run in runs if run.fill()]:
                open_ends = [run.last_key() for run in runs if not run.finished]
                end = min(open_ends) if open_ends else None
                yield sorted_unique(pa.concat_tables([run.take_until(end) for run in runs]))
        finally:
            for run in runs:
                run.close()


class _Run:
    def __init__(self, path: Path, batches: int) -> None:
        self._file = pa.OSFile(str(path))
        self._reader = pa.ipc.open_stream(self._file)
        self._batches = batches
        self._loaded: Any = RUN_SCHEMA.empty_table()
        self.finished = False

    def fill(self) -> bool:
        """Load more rows if none is left; false when the run is used up."""
        if len(self._loaded) == 0 and not self.finished:
            batches = []
            for _ in range(self._batches):
                try:
                    batches.append(self._reader.read_next_batch())
                except StopIteration:
                    self.finished = True
                    break
            self._loaded = pa.Table.from_batches(batches, RUN_SCHEMA)
        if len(self._loaded) == 0:
            self.close()
            return False
        return True

    def last_key(self) -> str:
        key: str = self._loaded["key"][len(self._loaded) - 1].as_py()
        return key

    def take_until(self, end: str | None) -> Any:
        """The loaded rows up to and with key `end` (all with None), which are then gone from here."""
        count = len(self._loaded) if end is None else rows_until(self._loaded["key"], end)
        taken = self._loaded.slice(0, count)
        self._loaded = self._loaded.slice(count)
        return taken

    def close(self) -> None:
        self._file.close()


def rows_until(keys: Any, end: str) -> int:
    """How many of the sorted keys are not after `end`. Arrow and Python agree on the order: UTF-8 bytes sort like code points."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle].as_py() <= end:
            low = middle + 1
        else:
            high = middle
    return low
