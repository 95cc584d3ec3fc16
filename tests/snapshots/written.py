"""Building snapshots for tests: entries from short words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from sitemaps_app.formats.entry_batch import EntryBatch, empty_dates
from sitemaps_app.formats.lastmod import Lastmod, LastmodStatus, parse_lastmod
from sitemaps_app.formats.sitemap import Entry
from sitemaps_app.snapshots import SnapshotWriter, StoredSnapshot

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)


def entry(path: str, raw: str | None = None, *, in_scope: bool = True, loc: str | None = None) -> Entry:
    """The entry that a reader makes of a page of site.example."""
    key = f"https://site.example{path}"
    return Entry(loc=loc or key, key=key, lastmod=parse_lastmod(raw, now=NOW), in_scope=in_scope)


def dated(path: str, instant: datetime | None, status: LastmodStatus = LastmodStatus.OK) -> Entry:
    """An entry with a given status, whatever a parser would say."""
    base = parse_lastmod(None if instant is None else instant.isoformat(), now=NOW)
    lastmod = Lastmod(base.raw, base.instant, base.precision, base.zone, status if instant else LastmodStatus.ABSENT)
    return Entry(loc=f"https://site.example{path}", key=f"https://site.example{path}", lastmod=lastmod, in_scope=True)


def write(path: Path, entries: Iterable[Entry | tuple[Entry, str, int]], **limits: int) -> StoredSnapshot:
    """A snapshot of these entries; a bare entry belongs to section `/all` and file 1."""
    with SnapshotWriter(path, **limits) as writer:
        for given in entries:
            one, section, file_id = given if isinstance(given, tuple) else (given, "/all", 1)
            writer.add(one, section=section, file_id=file_id)
        return writer.close()


def batch_of(entries: Sequence[Entry]) -> EntryBatch:
    """The columns that a reader hands on for these entries."""
    dates = empty_dates(len(entries))
    for row, one in enumerate(entries):
        dates.put(row, one.lastmod)
    keys = [one.key for one in entries]
    locs = [one.loc for one in entries]
    scope = np.array([one.in_scope for one in entries], dtype=bool)
    raws = [one.lastmod.raw for one in entries]
    return EntryBatch(keys, keys if keys == locs else locs, raws, dates, scope, lambda: [None] * len(entries))
