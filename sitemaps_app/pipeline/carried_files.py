"""What files that could not be read anew keep of the snapshot before."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Protocol

import numpy as np
import pyarrow as pa

from sitemaps_app.formats.sitemap import EntryBatch
from sitemaps_app.snapshots.carry import CarriedRows, carried_rows

# Keys that are remembered of files which were cut, until one pass over the snapshot serves all of them.
KEPT_KEYS = 1_000_000


class FileSink(Protocol):
    """Where the entries of one file go; it knows which keys came."""

    def __call__(self, batch: EntryBatch) -> None: ...

    def __contains__(self, key: str) -> bool: ...

    def __len__(self) -> int: ...


class CarriedFiles:
    """The files whose last good entries are wanted from the snapshot at `previous` (None = there is none).

    They are gathered, so that the snapshot is gone through once for all of them.
    """

    def __init__(self, previous: Path | None) -> None:
        self._previous = previous
        self._whole: set[int] = set()
        self._cut: dict[int, FileSink] = {}
        self._served: set[int] = set()

    def want(self, file_id: int, sink: FileSink | None) -> None:
        """Note a file: with `sink`, all its entries that did not reach the sink, else all."""
        if self._previous is None:
            return
        if sink is not None and len(sink):
            self._cut[file_id] = sink
        else:
            self._whole.add(file_id)

    @property
    def is_full(self) -> bool:
        """Do the cut files hold so many keys that a pass is due?"""
        return sum(len(sink) for sink in self._cut.values()) > KEPT_KEYS

    def cut_ones(self) -> frozenset[int]:
        """The files that were cut."""
        return frozenset(self._cut)

    def all_with(self, others: Collection[int]) -> frozenset[int]:
        """All files that are still wanted, and `others`."""
        return (frozenset(self._whole) | frozenset(self._cut) | frozenset(others)) - self._served

    def rows(self, file_ids: Collection[int]) -> Iterator[CarriedRows]:
        """What these files keep, each once. Raises SnapshotDamaged, possibly after some entries were given."""
        if self._previous is None or not file_ids:
            return
        for rows in carried_rows(self._previous, file_ids):
            kept = self._without_fresh(rows)
            if len(kept):
                yield kept
        self._served.update(file_ids)
        for file_id in file_ids:
            self._cut.pop(file_id, None)

    def _without_fresh(self, rows: CarriedRows) -> CarriedRows:
        """The rows without those of cut files that came again."""
        owners = rows.file_ids
        cut = np.flatnonzero(np.isin(owners, list(self._cut)))
        if not len(cut):
            return rows
        mask = np.ones(len(rows), dtype=bool)
        keys = rows.keys.take(pa.array(cut)).to_pylist()
        mask[cut] = [key not in self._cut[owner] for key, owner in zip(keys, owners[cut].tolist(), strict=True)]
        return rows.only(mask)
