"""Raw fields of sitemap blocks as entries: resolved, keyed, judged for scope, freed of duplicates, and handed to the sink one by one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime

from sitemaps_app.formats.lastmod import ABSENT, Lastmod, LastmodStatus, parse_lastmod, problem_codes
from sitemaps_app.formats.sitemap import Child, Entry, SitemapLimits
from sitemaps_app.formats.sitemap_problems import ProblemLog
from sitemaps_app.formats.urls import host_of, in_scope, is_relative, normalise_key, origin_of, resolve

_CHANGE_FREQUENCIES = frozenset({"always", "hourly", "daily", "weekly", "monthly", "yearly", "never"})
_PRIORITY = re.compile(r"0?\.\d{1,10}|[01]|1\.0{1,10}|0\.", re.ASCII)
_OK = LastmodStatus.OK  # bound once: looking up the member of an enum is slow in Python 3.11
# An address that is its own key: nothing to trim, resolve, unescape or fold, whatever stands after the site's own origin.
_OWN_KEY = r"/(?:[A-Za-z0-9/:@!$&'()*+,;=._~?-]++|%(?:[89A-F][0-9A-F]|[01][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[B-DF]))*+"


class TooManyEntriesError(Exception):
    """The file has more entries than will be read."""


class Collector:
    """Takes the raw fields of each block and keeps nothing of an entry but the hash of its key and its date.

    An address that comes twice is one entry. The newest `ok` date wins, whatever the order: where a later block has a newer date than what
    the sink got, the sink gets the entry again under the same key, and the last one counts.
    """

    def __init__(
        self, *, url: str, site_origin: str, now: datetime, sink: Callable[[Entry], None], limits: SitemapLimits, log: ProblemLog
    ) -> None:
        self.log = log
        self.blocks = 0
        self.entry_count = 0
        self.children: dict[str, Child] = {}
        self._url, self._own_key, self._now, self._sink, self._limits = url, normalise_key(url), now, sink, limits
        self._origin = origin_of(site_origin)
        self._directory = self._own_key.partition("?")[0].rpartition("/")[0] + "/"
        self._looks_beyond_directory = self._directory != origin_of(url) + "/"
        self._dates: dict[int, datetime | None] = {}
        self._is_own_key = re.compile(re.escape(self._origin or "http://.invalid") + _OWN_KEY, re.ASCII).fullmatch
        self._max_url_length = limits.max_url_length

    def add_entry(self, loc: str, raw_lastmod: str | None, line: int | None, read_date: Callable[[str], Lastmod] | None = None) -> None:
        """One address with its date. `read_date` reads another kind of date than lastmod (feeds)."""
        address = loc.strip()
        scoped = True
        if self._is_own_key(address) and "/." not in address and len(address) <= self._max_url_length:
            key = address
        else:
            resolved = self._resolve(address, line)
            if resolved is None:
                return
            address, key, scoped = resolved
        if self._looks_beyond_directory and not key.startswith(self._directory) and scoped:
            self.log.add("url_outside_path", address, line)
        lastmod = ABSENT
        if raw_lastmod is not None:
            lastmod = read_date(raw_lastmod) if read_date else parse_lastmod(raw_lastmod, now=self._now)
            if lastmod.problem:
                self._tell_date(lastmod, line)
        date = lastmod.instant if lastmod.status is _OK else None
        mark = hash(key)
        if mark in self._dates:
            if not self._supersedes(mark, date, address, line):
                return
        else:
            self.entry_count += 1
        self._dates[mark] = date
        self._sink(Entry(address, key, lastmod, scoped, line))

    def count_block(self, line: int | None) -> None:
        """One more `<url>` (or line, or feed item). Raises TooManyEntriesError at the bound of the read."""
        self.blocks += 1
        if self.blocks == self._limits.protocol_entries + 1:
            self.log.add("too_many_urls", f"more than {self._limits.protocol_entries} entries", line)
        if self.blocks > self._limits.max_entries:
            raise TooManyEntriesError

    def add_child(self, loc: str, raw_lastmod: str | None, line: int | None) -> None:
        """One `<sitemap>` of an index. Listed twice it is one child with the newer date; the index itself is no child."""
        address = resolve(loc, self._url)
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

    def _resolve(self, loc: str, line: int | None) -> tuple[str, str, bool] | None:
        """Address, key and scope of a loc that needs work; None where it names no page of any site."""
        address = resolve(loc, self._url)
        if address is None:
            self.log.add("url_without_loc" if not loc else "url_invalid", loc, line)
            return None
        if is_relative(loc):
            self.log.add("url_relative", loc, line)
        key = normalise_key(address)
        if len(key) > self._limits.max_url_length:
            # Kept whole it would overflow what stores and crawlers take, cut it would be another address: so it is told and left out.
            self.log.add("url_too_long", f"{len(key)} characters: {address}", line)
            return None
        if not self._origin or key.startswith(self._origin + "/"):
            return address, key, True
        if not in_scope(key, self._origin):
            self.log.add("cross_host_url", host_of(key), line)
            return address, key, False
        self.log.add("scheme_or_www_mismatch", origin_of(key), line)
        return address, key, True

    def _supersedes(self, mark: int, date: datetime | None, address: str, line: int | None) -> bool:
        known = self._dates[mark]
        self.log.add("duplicate_url", address, line)
        if date == known:
            return False
        self.log.add("duplicate_url_conflict", address, line)
        return date is not None and (known is None or date > known)

    def _tell_date(self, lastmod: Lastmod, line: int | None) -> None:
        for code in problem_codes(lastmod):
            self.log.add(code, lastmod.raw.strip(), line)


def _is_newer(lastmod: Lastmod, known: Lastmod) -> bool:
    if lastmod.status is not LastmodStatus.OK or lastmod.instant is None:
        return False
    return known.status is not LastmodStatus.OK or known.instant is None or lastmod.instant > known.instant


def first_of(texts: Sequence[str]) -> str | None:
    """The first text that is not blank, else the first, else None."""
    return next((text for text in texts if text.strip()), texts[0] if texts else None)
