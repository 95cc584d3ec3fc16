"""The handlers of a feed that is announced as a sitemap: RSS 2.0 and 1.0 items, Atom entries.

The date of an RSS item says when it was published, not when it last changed; the kind of the reading tells which it is. Atom's `updated` is
the date of a change (RFC 4287 section 4.2.15).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pyexpat import XMLParserType

from sitemaps_app.formats.lastmod import Lastmod, parse_feed_date
from sitemaps_app.formats.sitemap import Kind, SitemapLimits
from sitemaps_app.formats.sitemap_blocks import TooDeepError
from sitemaps_app.formats.sitemap_collector import Collector, first_of
from sitemaps_app.formats.urls import is_relative, resolve

FEED_ROOTS = {"rss": Kind.RSS, "rdf": Kind.RSS, "feed": Kind.ATOM}
_ITEMS = {Kind.RSS: "item", Kind.ATOM: "entry"}
_DATES = {
    Kind.RSS: ("pubdate", "dc:date", "atom:updated", "a10:updated"),
    Kind.ATOM: ("updated", "modified", "published", "issued"),
}
# RSS 2.0 `pubDate` says when the text was published, as do Dublin Core's date and Atom's `published`: no promise about changes.
_PUBLICATION_DATES = frozenset({"pubdate", "dc:date", "published", "issued"})
PUBLICATION_DATE = "feed_publication_date"


class FeedReader:
    """Takes expat's events of one feed; the same surface as `BlockReader`, an item or entry being the block.

    `base` is the `xml:base` of the root, "" where it has none.
    """

    def __init__(self, collector: Collector, kind: Kind, limits: SitemapLimits, *, now: datetime, base: str = "") -> None:
        self._collector, self._kind, self._limits, self._now = collector, kind, limits, now
        self.open_names: list[str] = []
        self.last_start: int | None = None
        self.last_line = 1
        self.skip_next = False
        self.line_offset = 0
        self._feed_base = self._base = resolve(base, collector.url) or collector.url
        self._depth = self._block_depth = self._field_depth = 0
        self._field = ""
        self._texts: dict[str, list[str]] = {}
        self._parts: list[str] = []
        self._size = 0

    @property
    def is_finished(self) -> bool:
        """Was the root closed?"""
        return not self.open_names

    @property
    def is_inside_block(self) -> bool:
        """Is the newest item still open?"""
        return self._block_depth > 0

    def skip_what_was_taken(self) -> None:
        """Reading goes on from `last_start`: the item that starts there was taken already, unless it is still open."""
        self.skip_next = not self.is_inside_block

    def attach(self, parser: XMLParserType) -> None:
        """Read on with a fresh parser whose input has the open containers opened again."""
        self._parser = parser
        self._depth = len(self.open_names)
        self._texts, self.last_start = {}, None
        self._block_depth = self._field_depth = 0
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > self._limits.max_depth:
            raise TooDeepError
        plain = self._plain(name)
        if not self._block_depth:
            if plain == _ITEMS[self._kind]:
                self._block_depth = self._depth
                self.last_start = self._parser.CurrentByteIndex
                self.last_line = self._parser.CurrentLineNumber + self.line_offset
                self._base = resolve(attributes.get("xml:base", ""), self._feed_base) or self._feed_base
                if about := attributes.get("rdf:about"):
                    self._texts["about"] = [about]
            elif plain == "channel":
                self.open_names.append(name)
        elif self._depth == self._block_depth + 1:
            self._start_field(plain, attributes)

    def _start_field(self, plain: str, attributes: dict[str, str]) -> None:
        if self._kind is Kind.ATOM and plain == "link":
            if attributes.get("rel", "alternate") == "alternate":
                # RFC 4287 section 2: a relative reference is resolved against the xml:base around it.
                href = attributes.get("href", "")
                has_base = self._base != self._collector.url
                self._texts.setdefault("link", []).append(resolve(href, self._base) or href if has_base else href)
            return
        if plain == "guid" and attributes.get("isPermaLink", "true").strip().lower() == "false":
            return
        if plain in {"link", "guid"} or plain in _DATES[self._kind]:
            self._field, self._field_depth = plain, self._depth
            self._parts, self._size = [], 0
            self._parser.CharacterDataHandler = self._text

    def _end(self, name: str) -> None:
        depth = self._depth
        self._depth = depth - 1
        if depth == self._field_depth:
            self._parser.CharacterDataHandler = None
            self._field_depth = 0
            self._texts.setdefault(self._field, []).append("".join(self._parts))
        elif depth == self._block_depth:
            self._close_item()
        elif not self._block_depth and depth == len(self.open_names) and name == self.open_names[-1]:
            self.open_names.pop()

    def _text(self, text: str) -> None:
        room = self._limits.max_text - self._size
        if room > 0:
            self._parts.append(text[:room])
            self._size += len(text)

    def _close_item(self) -> None:
        texts, self._texts = self._texts, {}
        self._block_depth = 0
        if self.skip_next:
            self.skip_next = False
            return
        self._collector.count_block(self.last_line)
        field = next((field for field in _DATES[self._kind] if first_of(texts.get(field, ()))), "")
        date = first_of(texts.get(field, ()))
        lastmod = None if date is None else self._read_date(date, is_publication=field in _PUBLICATION_DATES)
        for loc in self._addresses(texts):
            self._collector.add_entry(loc, date, self.last_line, lastmod)

    def _addresses(self, texts: dict[str, list[str]]) -> list[str]:
        """The address of an item: its link, else its guid, else what it is about; [""] where it has none."""
        links = list(dict.fromkeys(text.strip() for text in texts.get("link", ()) if text.strip()))
        if self._kind is Kind.RSS and len(links) > 1:
            self._collector.log.add("duplicate_loc_element", " ".join(links), self.last_line)
            return links
        # An Atom entry may link several alternates; the first is the page, as feed readers have it. A guid is often a bare number although
        # nothing says that it is no link: only a whole address is one.
        guids = [text for text in texts.get("guid", ()) if not is_relative(text)]
        return [*links, *guids, *(text for text in texts.get("about", ()) if text.strip())][:1] or [""]

    def _read_date(self, raw: str, *, is_publication: bool) -> Lastmod:
        date = parse_feed_date(raw, now=self._now)
        return replace(date, problem=PUBLICATION_DATE) if is_publication and not date.problem else date

    def _plain(self, name: str) -> str:
        """A name without the prefix of the feed's own namespace."""
        prefix = self.open_names[0].rpartition(":")[0] if self.open_names and self._kind is Kind.ATOM else ""
        return (name.removeprefix(prefix + ":") if prefix else name).lower()
