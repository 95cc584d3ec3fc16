"""A sink for entries that keeps them on disk and counts what a report shows, in memory that hardly grows with their number."""

from __future__ import annotations

import gzip
import json
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitemaps_app.formats.entry_batch import NO_INSTANT, STATUS_CODES, STATUS_OF_CODE, Entry, EntryBatch, microseconds_of
from sitemaps_app.formats.lastmod import LastmodStatus
from sitemaps_app.pipeline.entry_lines import entry_lines
from sitemaps_app.pipeline.report_objects import entry_object
from sitemaps_app.pipeline.sitemap_check_files import PackedLines
from sitemaps_app.snapshots.ages import AGE_BINS, OTHER_BINS

AGE_CODES = (*(code for code, _days in AGE_BINS), *OTHER_BINS)
DAY_US = 86_400_000_000.0
PREVIEW_ENTRIES = 100
_PLACES = {code: place for place, code in enumerate(AGE_CODES)}
_PLACE_OF_STATUS = np.array([_PLACES.get(STATUS_OF_CODE[code].value, _PLACES["invalid"]) for code in sorted(STATUS_OF_CODE)])
_DATED = 64  # added to the place of an age where there is an instant
_FROM_FIRST = ("loc", "in_scope")


@dataclass(frozen=True, slots=True)
class Spooled:
    """What was kept of all entries: how many addresses, how many of them with a date that can be read, and how old the dates are."""

    entry_count: int
    dated_count: int
    ages: tuple[tuple[str, int], ...]


@dataclass(slots=True)
class EntrySpool:
    """Writes entries to a packed file as they are met; `now` is the time against which ages are counted.

    Of an address that comes again with a better date, the first place and spelling stay and the last date counts, as in `sitemap_report`.
    Of each entry 9 bytes stay in memory; of the first hundred the whole, with the line, in `preview`.
    """

    lines: PackedLines
    now: datetime
    faulty: int = 0
    preview: dict[str, dict[str, Any]] = field(default_factory=dict)
    _marks: array[int] = field(default_factory=lambda: array("q"))
    _ages: array[int] = field(default_factory=lambda: array("b"))

    def take(self, batch: EntryBatch) -> None:
        """Some entries, as the reader hands them over. Raises OSError."""
        self._marks.extend(map(hash, batch.keys))
        self._ages.frombytes(_age_places(batch, self.now).tobytes())
        faulty = ~batch.in_scope
        faulty[list(batch.problems)] = True
        self.faulty += int(np.count_nonzero(faulty))
        for line in entry_lines(batch):
            self.lines.write_text(line)
        room = PREVIEW_ENTRIES - len(self.preview)
        shown = [row for row, key in enumerate(batch.keys) if row < room or key in self.preview]
        if shown:
            self._show(batch, shown)

    def _show(self, batch: EntryBatch, rows: list[int]) -> None:
        lines = batch.find_lines()
        for row in rows:
            entry = Entry(
                batch.locs[row], batch.keys[row], batch.dates.lastmod(row, batch.raws[row]), bool(batch.in_scope[row]), lines[row]
            )
            told, known = entry_object(entry), self.preview.get(entry.key)
            if known is not None:
                self.preview[entry.key] = {**told, **{name: known[name] for name in (*_FROM_FIRST, "line")}}
            elif len(self.preview) < PREVIEW_ENTRIES:
                self.preview[entry.key] = {**told, "line": entry.line}

    @property
    def count(self) -> int:
        """Entries so far, repeats included."""
        return len(self._marks)

    def finish(self, path: Path) -> Spooled:
        """Take repeated addresses together in the file at `path`, which must be closed, and count. Raises OSError."""
        marks = np.frombuffer(self._marks, dtype=np.int64) if self._marks else np.zeros(0, dtype=np.int64)
        ages = np.frombuffer(self._ages, dtype=np.int8) if self._ages else np.zeros(0, dtype=np.int8)
        _known, place, number = np.unique(marks, return_index=True, return_inverse=True)
        if len(place) < len(marks):
            last = np.zeros(len(place), dtype=np.int64)
            np.maximum.at(last, number, np.arange(len(marks)))
            _take_together(path, dict(zip(place.tolist(), last.tolist(), strict=True)))
            ages = ages[last]
        counts = Counter((ages % _DATED).tolist())
        dated = int(np.count_nonzero(ages >= _DATED))
        return Spooled(len(ages), dated, tuple((code, counts[place]) for code, place in _PLACES.items()))


def _age_places(batch: EntryBatch, now: datetime) -> NDArray[np.int8]:
    """The place of each entry's age among the codes, and `_DATED` more where it has an instant."""
    instants, statuses = batch.dates.instants, batch.dates.statuses
    dated = instants != NO_INSTANT
    ages = np.where(dated, microseconds_of(now) - np.where(dated, instants, 0), 0) / DAY_US
    in_order = np.searchsorted([end for _code, end in AGE_BINS], ages, side="right")
    places = np.where(dated & (statuses == STATUS_CODES[LastmodStatus.OK]), in_order, _PLACE_OF_STATUS[statuses])
    marked: NDArray[np.int8] = (places + dated * _DATED).astype(np.int8)
    return marked


def _take_together(path: Path, last_of: dict[int, int]) -> None:
    """Keep the lines whose number is a key; where another line is its value, that line's date is put into it."""
    better = {last for first, last in last_of.items() if last != first}
    dates = {number: line for number, line in _numbered(path) if number in better}
    whole = path.with_name(f".{path.name.strip('.')}.whole.tmp")
    with PackedLines(whole) as lines:
        for number, line in _numbered(path):
            if number in last_of:
                lines.write_text(line if last_of[number] == number else _dated(line, dates[last_of[number]]))
    whole.replace(path)


def _dated(first: str, last: str) -> str:
    kept: dict[str, Any] = json.loads(first)
    merged = {**json.loads(last), **{name: kept[name] for name in _FROM_FIRST}}
    return json.dumps({name: merged[name] for name in kept}, ensure_ascii=True, separators=(",", ":"))


def _numbered(path: Path) -> Iterator[tuple[int, str]]:
    with gzip.open(path, "rt", encoding="ascii") as lines:
        for number, line in enumerate(lines):
            yield number, line.rstrip("\n")
