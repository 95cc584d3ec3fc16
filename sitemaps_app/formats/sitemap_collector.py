"""Raw fields of sitemap blocks as entries: resolved, keyed, judged for scope, freed of duplicates, and handed to the sink in batches.

The fields of some thousand blocks are gathered, whichever way they were read, and then judged as columns (`sitemap_addresses`,
`lastmod_columns`): an address that is its own key and a date of a usual spelling run no code of their own, the others are looked at one
by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime

import numpy as np

from sitemaps_app.formats.entry_batch import NO_INSTANT, STATUS_CODES, ZONE_CODES, DateColumns, EntryBatch
from sitemaps_app.formats.lastmod import NO_TIMEZONE, Lastmod, LastmodStatus, Precision, Zone, parse_lastmod, problem_codes
from sitemaps_app.formats.lastmod_columns import read_dates
from sitemaps_app.formats.seen_keys import SeenKeys
from sitemaps_app.formats.sitemap import Child, SitemapLimits
from sitemaps_app.formats.sitemap_addresses import AddressReader
from sitemaps_app.formats.sitemap_problems import ProblemLog
from sitemaps_app.formats.sitemap_rows import Rows
from sitemaps_app.formats.urls import is_relative, normalise_key, resolve

_CHANGE_FREQUENCIES = frozenset({"always", "hourly", "daily", "weekly", "monthly", "yearly", "never"})
_PRIORITY = re.compile(r"0?\.\d{1,10}|[01]|1\.0{1,10}|0\.", re.ASCII)
_OK = STATUS_CODES[LastmodStatus.OK]
# A batch is full at so many entries, or earlier where their addresses are very long.
_BATCH_ROWS, _BATCH_CHARACTERS = 4_096, 2_097_152


class TooManyEntriesError(Exception):
    """The file has more entries than will be read."""


class Collector:
    """Takes the raw fields of each block and keeps nothing of an entry but the hash of its key and its date.

    An address that comes twice is one entry. The newest `ok` date wins, whatever the order: where a later block has a newer date than what
    the sink got, the sink gets the entry again under the same key, and the last one counts. Call `flush` when the file is at its end.
    """

    def __init__(
        self,
        *,
        url: str,
        now: datetime,
        addresses: AddressReader,
        sink: Callable[[EntryBatch], None],
        limits: SitemapLimits,
        log: ProblemLog,
    ) -> None:
        self.log = log
        self.blocks = 0
        self.entry_count = 0
        self.children: dict[str, Child] = {}
        self.url = url
        self._own_key, self._now, self._sink, self._limits = normalise_key(url), now, sink, limits
        self._addresses = addresses
        self._rows = Rows()
        self._seen = SeenKeys()

    def add_entry(self, loc: str, raw_lastmod: str | None, line: int | None, lastmod: Lastmod | None = None) -> None:
        """One address with its date. `lastmod` is given where the date is of another kind and was read already (feeds)."""
        if lastmod is not None:
            self._rows.dates[len(self._rows)] = lastmod
        self._rows.add(loc, raw_lastmod, line)
        self._flush_if_full()

    def add_run(self, locs: Sequence[str], raws: Sequence[str | None], find_lines: Callable[[], Sequence[int]]) -> None:
        """The addresses and dates of blocks that follow each other. Raises TooManyEntriesError at the bound of the read."""
        protocol, bound = self._limits.protocol_entries, self._limits.max_entries
        if self.blocks <= protocol < self.blocks + len(locs):
            self._tell_too_many(find_lines()[protocol - self.blocks])
        room = bound - self.blocks
        self.blocks += len(locs)
        self._rows.add_run(locs[:room], raws[:room], lambda: find_lines()[:room])
        self._flush_if_full()
        if self.blocks > bound:
            raise TooManyEntriesError

    def count_block(self, line: int | None) -> None:
        """One more `<url>` (or line, or feed item). Raises TooManyEntriesError at the bound of the read."""
        self.blocks += 1
        if self.blocks == self._limits.protocol_entries + 1:
            self._tell_too_many(line)
        if self.blocks > self._limits.max_entries:
            raise TooManyEntriesError

    def flush(self) -> None:
        """Judge what was gathered and hand it to the sink."""
        rows, self._rows = self._rows, Rows()
        if not len(rows):
            return
        found = self._addresses.read(rows)
        dates = read_dates(rows.raws, now=self._now)
        for row, lastmod in rows.dates.items():
            dates.put(row, lastmod)
        self._tell_dates(rows, dates, found.dropped)
        self._drop_repeats(rows, found.keys, dates, found.dropped)
        raws = [raw or "" for raw in rows.raws]
        if not found.dropped:
            self._sink(EntryBatch(found.keys, found.locs, raws, dates, found.in_scope, rows.lines))
            return
        kept = np.setdiff1d(np.arange(len(rows)), np.fromiter(found.dropped, dtype=np.int64))
        if len(kept):
            keys, locs, raws = ([column[row] for row in kept] for column in (found.keys, found.locs, raws))
            self._sink(EntryBatch(keys, locs, raws, dates.take(kept), found.in_scope[kept], lambda: [rows.line(row) for row in kept]))

    def add_child(self, loc: str, raw_lastmod: str | None, line: int | None) -> None:
        """One `<sitemap>` of an index. Listed twice it is one child with the newer date; the index itself is no child."""
        address = resolve(loc, self.url)
        if address is None:
            self.log.add("url_without_loc" if not loc.strip() else "url_invalid", loc.strip(), line)
            return
        if is_relative(loc):
            self.log.add("url_relative", loc.strip(), line)
        lastmod = parse_lastmod(raw_lastmod, now=self._now)
        if lastmod.problem:
            self._tell_date(lastmod, line)
        key = normalise_key(address)
        if key == self._own_key:
            self.log.add("sitemap_loop", address, line)
            return
        known = self.children.get(key)
        if known is not None:
            self.log.add("duplicate_child", address, line)
            if not _is_newer(lastmod, known.lastmod):
                return
            address = known.loc
        elif len(self.children) >= self._limits.max_children:
            raise TooManyEntriesError
        self.children[key] = Child(address, lastmod)

    def check_hints(self, change_frequency: str | None, priority: str | None, line: int | None) -> None:
        """`changefreq` and `priority` are read to be reported where they are invalid, and never used."""
        if change_frequency and change_frequency not in _CHANGE_FREQUENCIES and change_frequency.strip().lower() not in _CHANGE_FREQUENCIES:
            self.log.add("changefreq_invalid", change_frequency.strip(), line)
        if priority is not None and not _PRIORITY.fullmatch(priority.strip()):
            self.log.add("priority_invalid", priority.strip(), line)

    def _flush_if_full(self) -> None:
        if len(self._rows.locs) >= _BATCH_ROWS or self._rows.size >= _BATCH_CHARACTERS:
            self.flush()

    def _tell_too_many(self, line: int | None) -> None:
        self.log.add("too_many_urls", f"more than {self._limits.protocol_entries} entries", line)

    def _tell_dates(self, rows: Rows, dates: DateColumns, dropped: set[int]) -> None:
        lacks_offset = (dates.zones == ZONE_CODES[Zone.ASSUMED]) & (dates.precisions >= Precision.MINUTE)
        for row, code in sorted(dates.problems.items()):
            if row not in dropped:
                raw, line = (rows.raws[row] or "").strip(), rows.line(row)
                self.log.add(code, raw, line)
                if lacks_offset[row] and code != NO_TIMEZONE:
                    self.log.add(NO_TIMEZONE, raw, line)

    def _tell_date(self, lastmod: Lastmod, line: int | None) -> None:
        for code in problem_codes(lastmod):
            self.log.add(code, lastmod.raw.strip(), line)

    def _drop_repeats(self, rows: Rows, keys: Sequence[str], dates: DateColumns, dropped: set[int]) -> None:
        """Drop the rows whose address came before with the same or a newer `ok` date."""
        instants = np.where(dates.statuses == _OK, dates.instants, NO_INSTANT)
        if not dropped and self._seen.add_if_all_new(keys, instants):
            self.entry_count += len(keys)
            return
        met = self._seen.instants_of(keys)
        for row, (key, instant) in enumerate(zip(keys, instants.tolist(), strict=True)):
            if row in dropped:
                continue
            known = met.get(key)
            if known is None:
                self.entry_count += 1
            else:
                self.log.add("duplicate_url", key, rows.line(row))
                if instant != known:
                    self.log.add("duplicate_url_conflict", key, rows.line(row))
                if instant <= known:
                    dropped.add(row)
                    continue
            met[key] = instant
        self._seen.put(met)


def _is_newer(lastmod: Lastmod, known: Lastmod) -> bool:
    if lastmod.status is not LastmodStatus.OK or lastmod.instant is None:
        return False
    return known.status is not LastmodStatus.OK or known.instant is None or lastmod.instant > known.instant


def first_of(texts: Sequence[str]) -> str | None:
    """The first text that is not blank, else the first, else None."""
    return next((text for text in texts if text.strip()), texts[0] if texts else None)
