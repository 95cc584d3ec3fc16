"""What a lastmod did between two snapshots, decided on whole columns of integers.

The same rule as `formats.lastmod.is_move`: only `ok` values take part, both are cut to the coarser of the two precisions, in UTC, and then
compared. A test holds the two together.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitemaps_app.formats.lastmod import Precision
from sitemaps_app.snapshots.stored import STATUS_OK

_NUMPY_UNITS: dict[int, str] = {
    Precision.YEAR: "Y",
    Precision.MONTH: "M",
    Precision.DAY: "D",
    Precision.MINUTE: "m",
    Precision.SECOND: "s",
}


class ChangeKind(IntEnum):
    """How an entry differs between two snapshots; every entry of either has exactly one kind.

    `format_only`: the same time at the coarser precision, written otherwise. `undated`: in both, with a readable lastmod in neither.
    """

    UNMOVED = 0
    MOVED = 1
    BACKWARDS = 2
    FORMAT_ONLY = 3
    LASTMOD_APPEARED = 4
    LASTMOD_VANISHED = 5
    UNDATED = 6
    APPEARED = 7
    VANISHED = 8


def kinds_of_pairs(old: Dated, new: Dated) -> NDArray[np.uint8]:
    """The kind of each pair of entries that stand in both snapshots; the arguments are aligned row by row."""
    kinds = np.full(len(old.instants), ChangeKind.UNDATED, dtype=np.uint8)
    kinds[old.usable & ~new.usable] = ChangeKind.LASTMOD_VANISHED
    kinds[~old.usable & new.usable] = ChangeKind.LASTMOD_APPEARED
    both = np.flatnonzero(old.usable & new.usable)
    coarser = np.minimum(old.precisions[both], new.precisions[both])
    before, after = cut(old.instants[both], coarser), cut(new.instants[both], coarser)
    judged = np.where(after > before, ChangeKind.MOVED, ChangeKind.BACKWARDS).astype(np.uint8)
    judged[after == before] = ChangeKind.UNMOVED
    kinds[both] = judged
    return kinds


def cut(instants: NDArray[np.int64], precisions: Any) -> NDArray[np.int64]:
    """The first microsecond of the UTC year, month, day, minute or second that holds each instant; a subsecond stays whole."""
    out = instants.copy()
    for precision in np.unique(precisions):
        unit = _NUMPY_UNITS.get(int(precision))
        if unit is not None:
            rows = precisions == precision
            out[rows] = instants[rows].view("datetime64[us]").astype(f"datetime64[{unit}]").astype("datetime64[us]").view(np.int64)
    return out


class Dated:
    """The lastmods of some entries as columns: instants in microseconds, whether they are usable (status `ok`), and their precisions."""

    __slots__ = ("instants", "precisions", "usable")

    def __init__(self, instants: NDArray[np.int64], known: NDArray[np.bool_], statuses: Any, precisions: Any) -> None:
        self.instants = instants
        self.usable: NDArray[np.bool_] = known & (statuses == STATUS_OK)
        self.precisions = precisions

    def take(self, rows: Any) -> Dated:
        """The same columns for some rows only."""
        part = object.__new__(Dated)
        part.instants, part.usable, part.precisions = self.instants[rows], self.usable[rows], self.precisions[rows]
        return part
