"""Two sorted snapshots side by side: windows that cover the same range of keys, and in each window which row stands for which."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from sitemaps_app.snapshots.reader import RowGroup, SnapshotFile
from sitemaps_app.snapshots.runs import rows_until
from sitemaps_app.snapshots.stored import DISK_SCHEMA

# Keys are looked up in a hash table of so many, which stays in the processor's cache; a table of a whole row group takes twice the time.
_LOOKED_UP_ROWS = 16_384
WINDOWS_AHEAD = 1


@dataclass(frozen=True, slots=True)
class Window:
    """The rows in scope of both snapshots in one range of keys, and for each new row its old row, -1 where it has none."""

    old: RowGroup
    new: RowGroup
    partner: NDArray[np.int64]


def windows(old_file: SnapshotFile, new_file: SnapshotFile, columns: tuple[str, ...]) -> Generator[Window, None, None]:
    """Windows in order of their keys until both files are used up.

    Decoding and matching are two thirds of the work of a comparison. They run in two threads, ahead of the caller by one window.
    """
    with ThreadPoolExecutor(max_workers=2) as workers:
        streams = [_read_ahead(workers, (group.in_scope() for group in file.groups(columns))) for file in (old_file, new_file)]
        ahead: deque[tuple[RowGroup, RowGroup, Future[NDArray[np.int64]]]] = deque()
        for old, new in _merged(streams, RowGroup(DISK_SCHEMA.empty_table().select(columns), {})):
            ahead.append((old, new, workers.submit(_partners_of, old, new)))
            if len(ahead) > WINDOWS_AHEAD:
                yield _finished(*ahead.popleft())
        while ahead:
            yield _finished(*ahead.popleft())


def _finished(old: RowGroup, new: RowGroup, partner: Future[NDArray[np.int64]]) -> Window:
    return Window(old, new, partner.result())


def _read_ahead(workers: ThreadPoolExecutor, groups: Iterator[RowGroup]) -> Iterator[RowGroup]:
    """The same groups, each decoded while the one before is worked on."""
    ahead = workers.submit(next, groups, None)
    while (group := ahead.result()) is not None:
        ahead = workers.submit(next, groups, None)
        yield group


def _merged(streams: list[Iterator[RowGroup]], nothing: RowGroup) -> Iterator[tuple[RowGroup, RowGroup]]:
    loaded = [nothing, nothing]
    finished = [False, False]
    while True:
        for side in (0, 1):
            while len(loaded[side]) == 0 and not finished[side]:
                group = next(streams[side], None)
                finished[side] = group is None
                loaded[side] = nothing if group is None else group
        if not any(len(group) for group in loaded):
            return
        ends = [group.table["key"][len(group) - 1].as_py() for group in loaded if len(group)]
        rows = [rows_until(group.table["key"], min(ends)) for group in loaded]
        yield loaded[0].slice(0, rows[0]), loaded[1].slice(0, rows[1])
        loaded = [group.slice(count) for group, count in zip(loaded, rows, strict=True)]


def _partners_of(old: RowGroup, new: RowGroup) -> NDArray[np.int64]:
    if not len(old) or not len(new):
        return np.full(len(new), -1, dtype=np.int64)
    return partners(old.table["key"].chunk(0), new.table["key"].chunk(0))


def partners(old_keys: Any, new_keys: Any) -> NDArray[np.int64]:
    """For each new key its row among the old keys, -1 where it has none. Both are sorted and hold each key once."""
    if len(old_keys) == len(new_keys) and old_keys.equals(new_keys):
        return np.arange(len(new_keys), dtype=np.int64)
    partner = np.full(len(new_keys), -1, dtype=np.int64)
    old_end = new_end = 0
    while old_end < len(old_keys) and new_end < len(new_keys):
        old_start, new_start = old_end, new_end
        old_end = min(old_start + _LOOKED_UP_ROWS, len(old_keys))
        new_end = new_start + rows_until(new_keys.slice(new_start), old_keys[old_end - 1].as_py())
        found = pc.index_in(new_keys.slice(new_start, new_end - new_start), old_keys.slice(old_start, old_end - old_start))
        partner[new_start:new_end] = pc.fill_null(found, -1 - old_start).to_numpy()
        partner[new_start:new_end] += old_start
    return partner
