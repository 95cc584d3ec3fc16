"""Two sorted snapshots side by side: windows that cover the same range of keys, and in each window which row stands for which."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from sitemaps_app.snapshots.reader import SnapshotFile
from sitemaps_app.snapshots.rows import StoredRows, no_rows, without_nulls
from sitemaps_app.snapshots.runs import rows_until

T = TypeVar("T")
THREADS = 2
WINDOWS_AHEAD = 4


def over_windows(
    old_file: SnapshotFile, new_file: SnapshotFile, columns: tuple[str, ...], work: Callable[[StoredRows, StoredRows], T]
) -> Generator[T, None, None]:
    """What `work` makes of the rows in scope of both snapshots in one range of keys, for each such window, in order of the keys.

    Decoding, and the work on windows, run in two threads and ahead of the caller by `WINDOWS_AHEAD` windows; `work` is called from either
    of them.
    """
    with ThreadPoolExecutor(THREADS) as workers:
        streams = [_read_ahead(workers, (rows.in_scope() for rows in file.rows(columns))) for file in (old_file, new_file)]
        ahead: deque[Future[T]] = deque()
        for old, new in _windows(streams, no_rows(columns)):
            ahead.append(workers.submit(work, old, new))
            if len(ahead) > WINDOWS_AHEAD:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


def _read_ahead(workers: ThreadPoolExecutor, batches: Iterator[StoredRows]) -> Iterator[StoredRows]:
    """The same batches, each decoded while the one before is worked on."""
    ahead = workers.submit(next, batches, None)
    while (batch := ahead.result()) is not None:
        ahead = workers.submit(next, batches, None)
        yield batch


def _windows(streams: list[Iterator[StoredRows]], nothing: StoredRows) -> Iterator[tuple[StoredRows, StoredRows]]:
    loaded = [nothing, nothing]
    finished = [False, False]
    while True:
        for side in (0, 1):
            while len(loaded[side]) == 0 and not finished[side]:
                batch = next(streams[side], None)
                finished[side] = batch is None
                loaded[side] = nothing if batch is None else batch
        if not any(len(rows) for rows in loaded):
            return
        ends = [rows.keys[len(rows) - 1].as_py() for rows in loaded if len(rows)]
        counts = [rows_until(rows.keys, min(ends)) for rows in loaded]
        yield loaded[0].slice(0, counts[0]), loaded[1].slice(0, counts[1])
        loaded = [rows.slice(count) for rows, count in zip(loaded, counts, strict=True)]


def partners(old_keys: Any, new_keys: Any) -> NDArray[np.int64]:
    """For each new key its row among the old keys, -1 where it has none. Both are arrow arrays that hold each key once."""
    if len(old_keys) == len(new_keys) and old_keys.equals(new_keys):
        return np.arange(len(new_keys), dtype=np.int64)
    return np.asarray(without_nulls(pc.index_in(new_keys, old_keys), -1), dtype=np.int64)
