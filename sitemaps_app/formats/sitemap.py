"""What reading one sitemap file yields; shared by the readers of XML, text and feeds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sitemaps_app.formats.lastmod import Lastmod
from sitemaps_app.formats.problems import Problem


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
class Child:
    """One `<sitemap>` of an index."""

    loc: str
    lastmod: Lastmod


@dataclass(frozen=True, slots=True)
class SitemapReading:
    """Everything about one read sitemap file but its entries, which went to the sink while it was read."""

    outcome: Outcome
    kind: Kind
    children: tuple[Child, ...]
    problems: tuple[Problem, ...]
    entry_count: int
    is_news: bool = False
