"""What a lastmod did between two snapshots, decided on whole columns of integers.

The same rule as `formats.lastmod.is_move`: only `ok` values take part, both are cut to the coarser of the two precisions, in UTC, and then
compared. A test holds the two together.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sitemaps_app.formats.lastmod import Precision, Zone
from sitemaps_app.snapshots.reader import instants_of
from sitemaps_app.snapshots.stored import SECOND_US, STATUS_OK, ZONE_CODES, microseconds_of

_TRAILING_OFFSET = re.compile(r"([+-])(\d\d):?(\d\d)?\s*\Z", re.ASCII)
_FIRST_US = microseconds_of(datetime.min.replace(tzinfo=UTC))
_LAST_US = microseconds_of(datetime.max.replace(tzinfo=UTC))

_NUMPY_UNITS: dict[int, str] = {
    Precision.YEAR: "Y",
    Precision.MONTH: "M",
    Precision.DAY: "D",
    Precision.MINUTE: "m",
    Precision.SECOND: "s",
}


# Time zones lie up to 14 hours from UTC, in quarters of an hour.
_ZONE_STEP_US, _MOST_STEPS = 15 * 60 * SECOND_US, 14 * 4
ZONE_STEPS = 2 * _MOST_STEPS + 1

DATED_COLUMNS = ("day", "second", "micro", "precision", "zone", "status", "raw", "raw_offset")
"""The columns of the disk that `Dated` looks at."""


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
    """The kind of each pair of entries that stand in both snapshots; the arguments are aligned row by row.

    `format_only` is not told from `unmoved` here, since that needs the texts.
    """
    kinds = np.full(len(old.instants), ChangeKind.UNDATED, dtype=np.uint8)
    kinds[old.usable & ~new.usable] = ChangeKind.LASTMOD_VANISHED
    kinds[~old.usable & new.usable] = ChangeKind.LASTMOD_APPEARED
    both = np.flatnonzero(old.usable & new.usable)
    order = _orders(old.take(both), new.take(both))
    judged = np.where(order > 0, ChangeKind.MOVED, ChangeKind.BACKWARDS).astype(np.uint8)
    judged[order == 0] = ChangeKind.UNMOVED
    kinds[both] = judged
    return kinds


def _orders(old: Dated, new: Dated) -> NDArray[np.int64]:
    """1 where `new` is later, -1 where it is earlier, 0 where it is neither.

    Where a date without a time meets a finer value, the order must be the same by the publisher's own clock as in UTC.
    """
    coarser = np.minimum(old.precisions, new.precisions)
    order: NDArray[np.int64] = np.sign(cut(new.instants, coarser) - cut(old.instants, coarser))
    doubtful = np.flatnonzero((coarser <= Precision.DAY) & (old.precisions != new.precisions) & (order != 0))
    if len(doubtful):
        units = coarser[doubtful]
        as_written = np.sign(cut(new.take(doubtful).wall_clock(), units) - cut(old.take(doubtful).wall_clock(), units))
        order[doubtful[order[doubtful] != as_written]] = 0
    return order


def zone_steps(old: Dated, new: Dated) -> NDArray[np.int64]:
    """By which step of a time zone each lastmod differs from the one before: a number below `ZONE_STEPS`, -1 where by none of them."""
    apart = new.instants - old.instants
    steps = apart // _ZONE_STEP_US
    is_shift = (apart != 0) & (steps * _ZONE_STEP_US == apart) & (np.abs(steps) <= _MOST_STEPS)
    return np.where(is_shift, steps + _MOST_STEPS, -1)


def minutes_of(step: int) -> int:
    """The minutes that a step of `zone_steps` stands for: above zero where the date became later."""
    return (step - _MOST_STEPS) * 15


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
    """The lastmods of some entries as columns: instants in microseconds, whether they are usable (status `ok`), and their precisions.

    `table` has the columns of the disk, `rows` says which of its rows are meant.
    """

    __slots__ = ("_rows", "_table", "instants", "precisions", "usable")

    def __init__(self, table: Any) -> None:
        self._table = table
        self._rows: NDArray[np.int64] = np.arange(len(table), dtype=np.int64)
        self.instants, known = instants_of(table)
        self.usable: NDArray[np.bool_] = known & (table["status"].to_numpy() == STATUS_OK)
        self.precisions: NDArray[np.uint8] = table["precision"].to_numpy()

    def take(self, rows: NDArray[np.int64]) -> Dated:
        """The same columns for some rows only."""
        part = object.__new__(Dated)
        part._table, part._rows = self._table, self._rows[rows]
        part.instants, part.usable, part.precisions = self.instants[rows], self.usable[rows], self.precisions[rows]
        return part

    def wall_clock(self) -> NDArray[np.int64]:
        """The instants as the publisher's clock showed them: shifted by the offset that the text names, where it names one."""
        minutes: NDArray[np.int64] = self._table["raw_offset"].to_numpy()[self._rows].astype(np.int64)
        named = self._table["zone"].to_numpy()[self._rows] == ZONE_CODES[Zone.EXPLICIT]
        texts = self._table["raw"].take(pa.array(self._rows)).to_pylist()
        for place in np.flatnonzero(named):
            if texts[place] is not None:
                minutes[place] = _offset_of(texts[place])
        shifted = self.instants + minutes * (60 * SECOND_US)
        inside = (shifted >= _FIRST_US) & (shifted <= _LAST_US)
        return np.asarray(np.where(named & inside, shifted, self.instants), dtype=np.int64)


def _offset_of(text: str) -> int:
    """Minutes of the offset at the end of a text, 0 where there is none."""
    match = _TRAILING_OFFSET.search(text)
    if match is None:
        return 0
    minutes = int(match[2]) * 60 + int(match[3] or 0)
    return -minutes if match[1] == "-" else minutes
