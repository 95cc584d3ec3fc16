"""Entries of an earlier snapshot on their way into a new one, as columns: a site that answers 304 to all costs no object an entry."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sitemaps_app.snapshots import raw_text
from sitemaps_app.snapshots.reader import SnapshotFile, instants_of
from sitemaps_app.snapshots.runs import RUN_SCHEMA
from sitemaps_app.snapshots.stored import DISK_SCHEMA, Origins, damage_named


@dataclass(frozen=True, slots=True)
class CarriedRows:
    """Some entries of a snapshot, sorted by key: a table of all disk columns, and the table of files and sections that they point into."""

    table: Any
    origins: Origins

    def __len__(self) -> int:
        return len(self.table)

    @property
    def keys(self) -> Any:
        """The keys, as an arrow array."""
        return self.table["key"]

    @property
    def places(self) -> NDArray[np.int64]:
        """For each entry its place in the table of files and sections."""
        return np.asarray(self.table["origin"].to_numpy(), dtype=np.int64)

    @property
    def file_ids(self) -> NDArray[np.int64]:
        """For each entry the sitemap file it came from."""
        return np.array(self.origins.file_ids, dtype=np.int64)[self.places]

    def only(self, mask: NDArray[np.bool_]) -> CarriedRows:
        """Those where the mask is true."""
        return replace(self, table=self.table.filter(pa.array(mask)).combine_chunks())

    def run_columns(self, numbers: NDArray[np.int32]) -> Any:
        """The entries as a table of `RUN_SCHEMA`; `numbers` gives each place in the old table of files its number in the new one."""
        table = self.table
        instants, known = instants_of(table)
        forms, offsets = (table[name].to_numpy().astype(np.int64) for name in ("raw_form", "raw_offset"))
        columns = {
            "lastmod_raw": raw_text.unfold(forms, offsets, table["raw"].combine_chunks(), instants),
            "instant_us": pa.array(instants, mask=~known),
            "file_id": pa.array(self.file_ids),
            "origin": pa.array(numbers[self.places], pa.int32()),
        }
        arrays = [columns[name] if name in columns else table[name].combine_chunks() for name in RUN_SCHEMA.names]
        return pa.Table.from_arrays(arrays, schema=RUN_SCHEMA)


def carried_rows(path: Path, file_ids: Collection[int]) -> Iterator[CarriedRows]:
    """The entries that came from the given sitemap files, a row group at a time. Raises SnapshotDamaged, possibly after some were given."""
    with SnapshotFile(path) as file:
        wanted = [place for place, file_id in enumerate(file.origins.file_ids) if file_id in file_ids]
        if not wanted:
            return
        has_all = len(wanted) == len(file.origins.file_ids)
        for table in file.tables(DISK_SCHEMA.names):
            with damage_named(path):
                kept = table if has_all else table.filter(pc.is_in(table["origin"], pa.array(wanted, pa.int32())))
                rows = CarriedRows(kept.combine_chunks(), file.origins)
            if len(rows):
                yield rows
