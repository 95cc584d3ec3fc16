"""Entries of a sitemap file as columns: what a reader hands on, some thousands at a time.

A million entries as objects cost more than reading them; as columns they go from the bytes to the store without ever being objects. Who
wants single entries iterates a batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from sitemaps_app.formats.lastmod_values import ABSENT, EPOCH, Lastmod, LastmodStatus, Precision, Zone

NO_INSTANT = int(np.iinfo(np.int64).min)
"""What stands in the column of instants where there is none; earlier than every date."""

STATUS_CODES: dict[LastmodStatus, int] = {
    LastmodStatus.ABSENT: 0,
    LastmodStatus.OK: 1,
    LastmodStatus.INVALID: 2,
    LastmodStatus.FUTURE: 3,
    LastmodStatus.EPOCH: 4,
}
STATUS_OF_CODE: dict[int, LastmodStatus] = {code: status for status, code in STATUS_CODES.items()}
ZONE_CODES: dict[Zone, int] = {Zone.EXPLICIT: 1, Zone.ASSUMED: 2}
ZONE_OF_CODE: dict[int, Zone] = {code: zone for zone, code in ZONE_CODES.items()}

_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Entry:
    """One `<url>` of a sitemap file.

    `loc` is resolved, trimmed and without fragment; `key` its normalised form, equal for two spellings of one page; `in_scope` false for
    another host or an address that cannot be visited; `line` 1-based.
    """

    loc: str
    key: str
    lastmod: Lastmod
    in_scope: bool
    line: int | None = None


@dataclass(frozen=True, slots=True)
class DateColumns:
    """Lastmods as columns of one length.

    `instants` are microseconds since 1970 UTC or `NO_INSTANT`; `precisions` 0 or a `Precision`; `zones` 0 or a value of `ZONE_CODES`;
    `statuses` values of `STATUS_CODES`. `problems` are the codes of the rows that have one (`Lastmod.problem`).
    """

    instants: NDArray[np.int64]
    precisions: NDArray[np.uint8]
    zones: NDArray[np.uint8]
    statuses: NDArray[np.uint8]
    problems: dict[int, str] = field(default_factory=dict)

    def put(self, row: int, lastmod: Lastmod) -> None:
        """Set one row to a lastmod that was read on its own."""
        self.instants[row] = NO_INSTANT if lastmod.instant is None else microseconds_of(lastmod.instant)
        self.precisions[row] = lastmod.precision or 0
        self.zones[row] = ZONE_CODES[lastmod.zone] if lastmod.zone is not None else 0
        self.statuses[row] = STATUS_CODES[lastmod.status]
        self.problems.pop(row, None)
        if lastmod.problem:
            self.problems[row] = lastmod.problem

    def lastmod(self, row: int, raw: str) -> Lastmod:
        """One row as an object; `raw` is its text."""
        problem = self.problems.get(row, "")
        if not problem and not self.statuses[row]:
            return ABSENT
        instant, precision = int(self.instants[row]), int(self.precisions[row])
        return Lastmod(
            raw,
            None if instant == NO_INSTANT else EPOCH + timedelta(microseconds=instant),
            Precision(precision) if precision else None,
            ZONE_OF_CODE.get(int(self.zones[row])),
            STATUS_OF_CODE[int(self.statuses[row])],
            problem,
        )

    def take(self, rows: NDArray[np.int64]) -> DateColumns:
        """The rows of these numbers, in their order."""
        place_of = {int(row): place for place, row in enumerate(rows)} if self.problems else {}
        problems = {place_of[row]: code for row, code in self.problems.items() if row in place_of}
        return DateColumns(self.instants[rows], self.precisions[rows], self.zones[rows], self.statuses[rows], problems)


@dataclass(frozen=True, slots=True)
class EntryBatch:
    """Entries in file order, as columns of one length.

    `keys`, `locs` and `in_scope` are as in `Entry`; where every address is its own key, `locs` and `keys` are the same list. `raws` are
    the texts of the lastmods, "" where there is none. `find_lines` gives the 1-based line of each row; it is only worked out when asked.
    """

    keys: list[str]
    locs: list[str]
    raws: list[str]
    dates: DateColumns
    in_scope: NDArray[np.bool_]
    find_lines: Callable[[], Sequence[int | None]]

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Entry]:
        rows = zip(self.locs, self.keys, self.raws, self.in_scope.tolist(), self.find_lines(), strict=True)
        for row, (loc, key, raw, in_scope, line) in enumerate(rows):
            yield Entry(loc, key, self.dates.lastmod(row, raw), in_scope, line)

    @property
    def problems(self) -> Mapping[int, str]:
        """The problem codes of the lastmods, by row."""
        return self.dates.problems


def without_lastmod(batch: EntryBatch, rows: Sequence[int]) -> EntryBatch:
    """The same batch with no lastmod in these rows."""
    raws, dates = list(batch.raws), batch.dates.take(np.arange(len(batch)))
    for row in rows:
        raws[row] = ""
        dates.put(row, ABSENT)
    return replace(batch, raws=raws, dates=dates)


def microseconds_of(instant: datetime) -> int:
    """Microseconds since 1970 UTC of an aware datetime, exact (floats are not, after 2255)."""
    return (instant - EPOCH) // _MICROSECOND


def empty_dates(rows: int) -> DateColumns:
    """Columns for so many absent lastmods."""
    return DateColumns(
        np.full(rows, NO_INSTANT, dtype=np.int64),
        np.zeros(rows, dtype=np.uint8),
        np.zeros(rows, dtype=np.uint8),
        np.zeros(rows, dtype=np.uint8),
    )
