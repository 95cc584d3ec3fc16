"""What reading one sitemap file yields, and the bounds it is read within; shared by the readers of XML, text and feeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from sitemaps_app.formats.entry_batch import Entry, EntryBatch
from sitemaps_app.formats.lastmod_values import Lastmod
from sitemaps_app.formats.problems import Problem

__all__ = ["Child", "Entry", "EntryBatch", "Kind", "Outcome", "SitemapLimits", "SitemapReading"]


class Outcome(StrEnum):
    """How a read ended. Only `ok` and `unchanged` allow the conclusion that an absent URL was removed."""

    OK = "ok"
    PARTIAL = "partial"
    FAILED = "failed"
    BLOCKED = "blocked"
    NOT_A_SITEMAP = "not_a_sitemap"
    UNCHANGED = "unchanged"


class Kind(StrEnum):
    """The format of a sitemap file."""

    URLSET = "urlset"
    INDEX = "index"
    TEXT = "text"
    RSS = "rss"
    ATOM = "atom"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Child:
    """One `<sitemap>` of an index."""

    loc: str
    lastmod: Lastmod


@dataclass(frozen=True, slots=True)
class SitemapReading:
    """Everything about one read sitemap file but its entries, which went to the sink while it was read.

    `extensions` counts the elements of news, image, video, alternate (hreflang), mobile and pagemap that stand in its entries. They are
    never addresses or dates of the entries themselves.
    """

    outcome: Outcome
    kind: Kind
    children: tuple[Child, ...]
    problems: tuple[Problem, ...]
    entry_count: int
    extensions: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_news(self) -> bool:
        """Is it a news sitemap, which lists the articles of the last two days only?"""
        return "news" in self.extensions


@dataclass(frozen=True, slots=True)
class SitemapLimits:
    """Bounds of one read. Over the protocol's own limits (50,000 entries, 50 MiB) a file is read on and told, up to `max_entries`.

    `max_bytes` counts after decompression and `max_token_bytes` bounds one tag or comment. `max_depth`, `max_names` (different names of
    elements and attributes) and `max_text` (characters of one field) bound what a hostile file may make the parser keep. `max_faults` is
    the number of broken entries that are skipped before the rest is given up, `max_repairs` that of faults in the bytes that are mended.
    """

    max_bytes: int = 52_428_800
    protocol_entries: int = 50_000
    protocol_news: int = 1_000
    max_entries: int = 1_000_000
    max_children: int = 50_000
    max_token_bytes: int = 4_194_304
    max_depth: int = 100
    max_names: int = 1_000
    max_name_length: int = 1_000
    max_text: int = 16_384
    max_url_length: int = 2_048
    max_faults: int = 1_000
    max_repairs: int = 1_000_000
