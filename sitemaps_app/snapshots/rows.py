"""Some rows of a snapshot as they are read: the columns that vary, and the one value of each column that has only one.

On most sites most columns have one value for tens of thousands of rows, so what is not decoded is not copied, cut or compared either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sitemaps_app.snapshots.stored import DISK_SCHEMA

BATCH_ROWS = 32_768
"""Rows that are read at a time: so many fit into the processor's cache, and into memory that the allocator has at hand."""
NO_DAY = -(2**31)
"""What stands in the column of days where there is none."""
_STAND_INS = {"day": NO_DAY}


@dataclass(frozen=True, slots=True)
class StoredRows:
    """Rows in key order. `columns` are all that were asked for, in order; each is in the arrow batch `varying` or in `constants`."""

    columns: tuple[str, ...]
    varying: Any
    constants: Mapping[str, Any]

    def __len__(self) -> int:
        return len(self.varying)

    @property
    def keys(self) -> Any:
        """The keys as an arrow array."""
        return self.varying.column("key")

    def slice(self, start: int, length: int | None = None) -> StoredRows:
        """Some rows that follow one another, without copying."""
        return StoredRows(self.columns, self.varying.slice(start, length), self.constants)

    def take(self, rows: NDArray[np.int64]) -> StoredRows:
        """The rows of these numbers."""
        return StoredRows(self.columns, self.varying.take(pa.array(rows)), self.constants)

    def only(self, columns: Sequence[str]) -> StoredRows:
        """The same rows with some of the columns, without copying."""
        return StoredRows(tuple(columns), self.varying.select([name for name in columns if name not in self.constants]), self.constants)

    def in_scope(self) -> StoredRows:
        """The rows that take part in counts and comparisons; the column `in_scope` has to be there."""
        if self.constants.get("in_scope") is True:
            return self
        if "in_scope" in self.constants:
            return self.slice(0, 0)
        return StoredRows(self.columns, self.varying.filter(self.varying.column("in_scope")), self.constants)

    def values(self, name: str) -> Any:
        """A column of numbers: an array, or the one value. Where there is none stands 0, or `NO_DAY`."""
        stand_in = _STAND_INS.get(name, 0)
        if name in self.constants:
            value = self.constants[name]
            return np.int64(stand_in if value is None else value)
        return without_nulls(self.varying.column(name), stand_in)

    def table(self) -> Any:
        """All columns as an arrow table."""
        arrays = [
            _repeated(name, self.constants[name], len(self)) if name in self.constants else self.varying.column(name)
            for name in self.columns
        ]
        return pa.Table.from_arrays(arrays, schema=_schema(self.columns))


def without_nulls(column: Any, stand_in: int = 0) -> Any:
    """A column of numbers as a numpy array, `stand_in` where there is none."""
    return (pc.fill_null(column, stand_in) if column.null_count else column).to_numpy(zero_copy_only=False)


def no_rows(columns: tuple[str, ...]) -> StoredRows:
    """The start and the end of every snapshot."""
    return StoredRows(columns, pa.RecordBatch.from_pylist([], schema=_schema(columns)), {})


def _repeated(name: str, value: Any, rows: int) -> Any:
    return _column_of(name, value).slice(0, rows) if rows <= BATCH_ROWS else _made(name, value, rows)


@lru_cache(maxsize=256)
def _column_of(name: str, value: Any) -> Any:
    return _made(name, value, BATCH_ROWS)


def _made(name: str, value: Any, rows: int) -> Any:
    kind = DISK_SCHEMA.field(name).type
    return pa.nulls(rows, kind) if value is None else pa.repeat(pa.scalar(value, kind), rows)


@lru_cache(maxsize=64)
def _schema(columns: tuple[str, ...]) -> Any:
    return pa.schema([DISK_SCHEMA.field(name) for name in columns])
