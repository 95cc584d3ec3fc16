"""The newest lastmod of each sitemap file in a snapshot."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sitemaps_app.snapshots.reader import SnapshotFile, disk_columns, instants_of, stored_entries
from sitemaps_app.snapshots.stored import STATUS_OK, damage_named

_FIELDS = ("file_id", "instant_us", "lastmod_raw")


def newest_lastmods(path: Path, file_ids: Collection[int]) -> dict[int, str]:
    """The raw text of the latest `ok` lastmod of each of these files that has one. Raises SnapshotDamaged."""
    newest: dict[int, tuple[int, str]] = {}
    with SnapshotFile(path) as file:
        files = np.array(file.origins.file_ids, dtype=np.int64)
        wanted = np.isin(files, list(file_ids))
        for table in file.tables(disk_columns({*_FIELDS, "status"})):
            with damage_named(path):
                latest = stored_entries(_latest_of_each(table, files, wanted), file.origins, _FIELDS)
            for entry in latest:
                if entry.instant_us is not None and entry.instant_us > newest.get(entry.file_id, (entry.instant_us - 1, ""))[0]:
                    newest[entry.file_id] = (entry.instant_us, entry.lastmod_raw)
    return {file_id: raw for file_id, (_, raw) in newest.items()}


def _latest_of_each(table: Any, files: NDArray[np.int64], wanted: NDArray[np.bool_]) -> Any:
    """The rows of a table with the latest date of each wanted file."""
    places = table["origin"].to_numpy()
    instants, known = instants_of(table)
    rows = np.flatnonzero(known & (table["status"].to_numpy() == STATUS_OK) & wanted[places])
    rows = rows[np.lexsort((instants[rows], files[places[rows]]))]
    owners = files[places[rows]]
    is_last = np.append(owners[1:] != owners[:-1], True) if len(rows) else np.zeros(0, dtype=bool)
    return table.take(pa.array(rows[is_last])).combine_chunks()
