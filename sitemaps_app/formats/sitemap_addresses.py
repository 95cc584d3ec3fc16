"""The addresses of blocks, a column at a time: those that are their own key at one glance, the others resolved one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitemaps_app.formats.sitemap import SitemapLimits
from sitemaps_app.formats.sitemap_problems import ProblemLog
from sitemaps_app.formats.sitemap_rows import Rows
from sitemaps_app.formats.urls import host_of, in_scope, is_relative, normalise_key, origin_of, plain_parts, resolve

# An address that is its own key: nothing to trim, resolve, unescape or fold, whatever stands after the site's own origin.
_OWN_KEY = r"/(?:[A-Za-z0-9/:@!$&'()*+,;=._~?-]++|%(?:[89A-F][0-9A-F]|[01][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[B-DF]))*+"
# Signs that stand in no address but as escapes (RFC 3986 section 2). Letters beyond ASCII are left alone: all crawlers escape them alike.
_NOT_ESCAPED = re.compile(r"[\s\"<>\\^`{|}]|%(?![0-9A-Fa-f]{2})")
_MOST_ORIGINS = 256


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses of some rows. `dropped` are the rows that name no page of any site; what stands in their place means nothing."""

    locs: list[str]
    keys: list[str]
    in_scope: NDArray[np.bool_]
    dropped: set[int]


class AddressReader:
    """Reads addresses as they stand in the sitemap at `url`, for the site `site_origin`, and tells what is wrong with them.

    With `holds_for_host` the file may list pages anywhere on its host, because robots.txt names it ("Sitemaps & Cross Submits",
    https://www.sitemaps.org/protocol.html#sitemaps_cross_submits); else only those in its own folder and below (#location).
    """

    def __init__(self, url: str, site_origin: str, limits: SitemapLimits, log: ProblemLog, *, holds_for_host: bool) -> None:
        self._url, self._log = url, log
        self._origin = origin_of(site_origin)
        self._origins: dict[str, str] = {}
        self._scopes: dict[str, bool] = {}
        self._max_url_length = limits.max_url_length
        self._directory = normalise_key(url).partition("?")[0].rpartition("/")[0] + "/"
        self._looks_beyond_directory = not holds_for_host and self._directory != origin_of(url) + "/"
        own_key = re.escape(self._origin or "http://.invalid") + _OWN_KEY
        self._is_own_key = re.compile(own_key, re.ASCII).fullmatch
        self._are_own_keys = re.compile(rf"(?:{own_key}\n)*+", re.ASCII).fullmatch

    def read(self, rows: Rows) -> Addresses:
        """Address, key and scope of each row."""
        locs = rows.locs
        odd = self._odd_rows(locs)
        addresses = Addresses(locs, locs, np.ones(len(locs), dtype=bool), set())
        if odd:
            addresses = Addresses(list(locs), list(locs), addresses.in_scope, addresses.dropped)
            for row in odd:
                self._read_odd(addresses, row, rows)
        if self._looks_beyond_directory:
            self._tell_outside(addresses, rows)
        return addresses

    def _odd_rows(self, locs: Sequence[str]) -> list[int]:
        """The rows whose address may not be its own key."""
        joined = "\n".join(locs) + "\n"
        if (
            "/." not in joined
            and max(map(len, locs)) <= self._max_url_length
            and joined.count("\n") == len(locs)
            and self._are_own_keys(joined)
        ):
            return []
        return [row for row, loc in enumerate(locs) if not self._is_plain(loc)]

    def _is_plain(self, loc: str) -> bool:
        return self._is_own_key(loc) is not None and "/." not in loc and len(loc) <= self._max_url_length

    def _read_odd(self, addresses: Addresses, row: int, rows: Rows) -> None:
        loc = addresses.locs[row].strip()
        if self._is_plain(loc):
            resolved: tuple[str, str, bool] | None = (loc, loc, True)
        else:
            resolved = self._resolve(loc, row, rows)
        if resolved is None:
            addresses.dropped.add(row)
        else:
            addresses.locs[row], addresses.keys[row], addresses.in_scope[row] = resolved

    def _resolve(self, loc: str, row: int, rows: Rows) -> tuple[str, str, bool] | None:
        """Address, key and scope of a loc that needs work; None where it names no page of any site."""
        plain = plain_parts(loc)
        if plain is not None and (origin := self._origin_as_spelled(plain[0])):
            return self._judged(loc, origin + plain[1], row, rows)
        address = resolve(loc, self._url)
        if address is None:
            self._log.add("url_without_loc" if not loc else "url_invalid", loc, rows.line(row))
            return None
        if is_relative(loc):
            self._log.add("url_relative", loc, rows.line(row))
        if "#" in loc:
            self._log.add("url_fragment", loc, rows.line(row))
        return self._judged(address, normalise_key(address), row, rows)

    def _judged(self, address: str, key: str, row: int, rows: Rows) -> tuple[str, str, bool] | None:
        """Signs, length and scope of an address."""
        if _NOT_ESCAPED.search(address):
            self._log.add("url_not_escaped", address, rows.line(row))
        if len(key) > self._max_url_length:
            # Kept whole it would overflow what stores and crawlers take, cut it would be another address: so it is told and left out.
            self._log.add("url_too_long", f"{len(key)} characters: {address}", rows.line(row))
            return None
        if not self._origin or key.startswith(self._origin + "/"):
            return address, key, True
        authority = key[: key.index("/", len("https://"))]
        if authority not in self._scopes:
            if len(self._scopes) >= _MOST_ORIGINS:
                self._scopes.clear()
            self._scopes[authority] = in_scope(authority, self._origin)
        if not self._scopes[authority]:
            self._log.add("cross_host_url", host_of(authority), rows.line(row))
            return address, key, False
        # An address with a user in it is on the site's own origin all the same.
        if (origin := origin_of(authority)) != self._origin:
            self._log.add("scheme_or_www_mismatch", origin, rows.line(row))
        return address, key, True

    def _origin_as_spelled(self, origin: str) -> str:
        """The normal form of an origin, "" where it is none; a file has few, so each is worked out once."""
        known = self._origins.get(origin)
        if known is None:
            if len(self._origins) >= _MOST_ORIGINS:
                self._origins.clear()
            known = self._origins[origin] = origin_of(origin)
        return known

    def _tell_outside(self, addresses: Addresses, rows: Rows) -> None:
        for row, key in enumerate(addresses.keys):
            if not key.startswith(self._directory) and row not in addresses.dropped and addresses.in_scope[row]:
                self._log.add("url_outside_path", addresses.locs[row], rows.line(row))
