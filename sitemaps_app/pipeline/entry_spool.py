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

from sitemaps_app.formats.lastmod import Lastmod, LastmodStatus
from sitemaps_app.formats.sitemap import Entry, EntryBatch
from sitemaps_app.pipeline.report_objects import entry_object
from sitemaps_app.pipeline.sitemap_check_files import PackedLines
from sitemaps_app.snapshots.ages import AGE_BINS, OTHER_BINS

AGE_CODES = (*(code for code, _days in AGE_BINS), *OTHER_BINS)
DAY_SECONDS = 86_400.0
PREVIEW_ENTRIES = 100
_PLACES = {code: place for place, code in enumerate(AGE_CODES)}
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
        for entry in batch:
            self._add(entry)

    def _add(self, entry: Entry) -> None:
        self._marks.append(hash(entry.key))
        self._ages.append(_age_place(entry.lastmod, self.now))
        self.faulty += bool(entry.lastmod.problem) or not entry.in_scope
        told = entry_object(entry)
        self.lines.write(told)
        if len(self.preview) < PREVIEW_ENTRIES or entry.key in self.preview:
            known = self.preview.get(entry.key, {})
            self.preview[entry.key] = {
                **told,
                "line": entry.line,
                **known,
                **{name: told[name] for name in told if name not in _FROM_FIRST},
            }

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


def _age_place(lastmod: Lastmod, now: datetime) -> int:
    if lastmod.instant is None or lastmod.status is not LastmodStatus.OK:
        return _PLACES.get(lastmod.status.value, _PLACES["invalid"]) + (0 if lastmod.instant is None else _DATED)
    days = (now - lastmod.instant).total_seconds() / DAY_SECONDS
    return _DATED + next(place for place, (_code, end) in enumerate(AGE_BINS) if days < end)


def _take_together(path: Path, last_of: dict[int, int]) -> None:
    """Keep the lines whose number is a key; where another line is its value, that line's date is put into it."""
    better = {last for first, last in last_of.items() if last != first}
    dates = {number: line for number, line in _numbered(path) if number in better}
    whole = path.with_name(f".{path.name}")
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
