"""Entries as columns of a run: how a batch of a reader, or single entries, get the form in which they are sorted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sitemaps_app.formats.entry_batch import NO_INSTANT, EntryBatch
from sitemaps_app.snapshots.runs import RUN_SCHEMA


def columns_of_batch(batch: EntryBatch, rows: slice, *, file_id: int, origins: NDArray[np.int32]) -> Any:
    """Some rows of a batch as a table of `RUN_SCHEMA`, in the order given. `origins` has one number for each row of the batch."""
    keys = _texts(batch.keys[rows])
    dates = batch.dates
    instants = dates.instants[rows]
    return pa.Table.from_arrays(
        [
            keys,
            pa.nulls(len(keys), pa.string()) if batch.locs is batch.keys else _other_than(keys, _texts(batch.locs[rows])),
            _texts(batch.raws[rows]),
            pa.array(instants, mask=instants == NO_INSTANT),
            pa.array(dates.precisions[rows]),
            pa.array(dates.zones[rows]),
            pa.array(dates.statuses[rows]),
            pa.repeat(pa.scalar(file_id, pa.int64()), len(keys)),
            pa.array(origins[rows], pa.int32()),
            pa.array(batch.in_scope[rows]),
        ],
        schema=RUN_SCHEMA,
    )


def columns_of_rows(rows: Sequence[tuple[Any, ...]]) -> Any:
    """Single entries, as tuples in the order of `RUN_SCHEMA` with the address in full, as a table of it."""
    values = list(zip(*rows, strict=True)) if rows else [()] * len(RUN_SCHEMA)
    arrays = [
        _texts(column) if pa.types.is_string(field.type) else pa.array(column, field.type)
        for column, field in zip(values, RUN_SCHEMA, strict=True)
    ]
    arrays[1] = _other_than(arrays[0], arrays[1])
    return pa.Table.from_arrays(arrays, schema=RUN_SCHEMA)


def _other_than(keys: Any, locs: Any) -> Any:
    """The addresses that are not their own key, null for those that are."""
    return pc.if_else(pc.equal(keys, locs), pa.scalar(None, pa.string()), locs)


def _texts(values: Sequence[str]) -> Any:
    try:
        return pa.array(values, pa.string())
    except UnicodeEncodeError:
        # A lone surrogate has no UTF-8 form; the entry is kept under a replacement character rather than lost.
        return pa.array([text.encode("utf-8", "replace").decode() for text in values], pa.string())
