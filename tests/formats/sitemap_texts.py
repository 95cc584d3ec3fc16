"""Sitemaps of site.example for the tests, and a reader that collects what the sink got."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sitemaps_app.formats.sitemap import Entry, EntryBatch, SitemapLimits, SitemapReading
from sitemaps_app.formats.sitemap_reader import read_sitemap

NOW = datetime(2025, 3, 10, 12, tzinfo=UTC)
SITE = "https://site.example"
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def block(name: str, lastmod: str | None = "2025-03-01", extra: str = "") -> str:
    dated = "" if lastmod is None else f"<lastmod>{lastmod}</lastmod>"
    return f"<url>\n<loc>{SITE}/{name}</loc>{dated}{extra}</url>\n"


def urlset(
    *blocks: str, attributes: str = f'xmlns="{NAMESPACE}"', before: str = '<?xml version="1.0" encoding="UTF-8"?>\n', after: str = ""
) -> str:
    return f"{before}<urlset {attributes}>\n{''.join(blocks)}</urlset>\n{after}"


def index(*children: str) -> str:
    return f'<?xml version="1.0"?>\n<sitemapindex xmlns="{NAMESPACE}">\n{"".join(children)}</sitemapindex>'


@dataclass(frozen=True, slots=True)
class Read:
    """A reading and its entries; a later entry with the same key has replaced the earlier one."""

    reading: SitemapReading
    by_key: Mapping[str, Entry]

    @property
    def locs(self) -> list[str]:
        return [entry.loc for entry in self.by_key.values()]

    @property
    def paths(self) -> list[str]:
        return [entry.loc.removeprefix(SITE + "/") for entry in self.by_key.values()]

    @property
    def dates(self) -> list[str]:
        return [entry.lastmod.raw for entry in self.by_key.values()]

    @property
    def codes(self) -> set[str]:
        return {problem.code for problem in self.reading.problems}

    def line_of(self, code: str) -> int | None:
        return next(problem.line for problem in self.reading.problems if problem.code == code)

    def count_of(self, code: str) -> int:
        return next(problem.count for problem in self.reading.problems if problem.code == code)

    def detail_of(self, code: str) -> str:
        return next(problem.detail for problem in self.reading.problems if problem.code == code)


def read(
    body: str | bytes,
    *,
    url: str = f"{SITE}/sitemap.xml",
    origin: str = SITE,
    headers: Mapping[str, str] | None = None,
    status: int = 200,
    truncated: bool = False,
    limits: SitemapLimits | None = None,
) -> Read:
    found: dict[str, Entry] = {}

    def sink(batch: EntryBatch) -> None:
        found.update((entry.key, entry) for entry in batch)

    reading = read_sitemap(
        body.encode() if isinstance(body, str) else body,
        url=url,
        site_origin=origin,
        headers=headers or {},
        status=status,
        truncated=truncated,
        now=NOW,
        sink=sink,
        limits=limits or SitemapLimits(),
    )
    return Read(reading, found)
