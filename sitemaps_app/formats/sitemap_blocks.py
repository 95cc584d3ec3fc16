"""The handlers of a urlset or an index: a block is a `<url>` or a `<sitemap>`, and only its direct children in its own namespace count."""

from __future__ import annotations

from pyexpat import XMLParserType

from sitemaps_app.formats.sitemap import SitemapLimits
from sitemaps_app.formats.sitemap_collector import Collector
from sitemaps_app.formats.sitemap_problems import ProblemLog
from sitemaps_app.formats.sitemap_tags import (
    CHANGEFREQ,
    CONTAINER,
    EXTENSIONS,
    FOREIGN,
    LASTMOD,
    LOC,
    PRIORITY,
    SITEMAP,
    UNKNOWN,
    URL,
    TagReader,
)


class TooDeepError(Exception):
    """Elements are nested deeper than in any sitemap."""


class NeverClosedError(Exception):
    """Many blocks are opened within each other, for none is closed: reading goes on from the newest one with a fresh parser."""


class BlockReader:
    """Takes expat's events of one file, over all the parsers it may need, and gives each closed block to the collector.

    `last_start` is the byte at which the newest block starts in the present parser's input (or a place between blocks), at `last_line` of
    the file: where the bytes behind it turn out to be broken, reading goes on from there, and `skip_next` keeps a block that was complete
    from being taken twice.
    """

    def __init__(self, collector: Collector, tags: TagReader, log: ProblemLog, limits: SitemapLimits) -> None:
        self._collector, self._tags, self._log, self._limits = collector, tags, log, limits
        self.open_names: list[str] = []
        self.last_start: int | None = None
        self.last_line = 1
        self.skip_next = False
        self.url_blocks = self.sitemap_blocks = 0
        self.line_offset = 0
        self._depth = 0
        self._block = UNKNOWN
        self._block_depth = self._field_depth = 0
        self._skipped_depth = 0
        self._is_cdata = self._is_boundary = False
        self._field = UNKNOWN
        self._locs: list[str] = []
        self._lastmod: str | None = None
        self._hints: dict[int, str] = {}
        self._parts: list[str] = []
        self._size = 0
        # Counted by negative tag, so from the end of the list.
        self._extension_counts = [0] * len(EXTENSIONS)
        self._met_extensions: list[int] = []

    @property
    def extensions(self) -> dict[str, int]:
        """How many elements of each extension stand in the blocks, for those that were met."""
        counts = zip(EXTENSIONS, reversed(self._extension_counts), strict=True)
        return {name: count for name, count in counts if count}

    def count_extension(self, tag: int, count: int) -> None:
        """So many more elements of an extension were passed elsewhere."""
        self._extension_counts[tag] += count

    def attach(self, parser: XMLParserType) -> None:
        """Read on with a fresh parser whose input has the open containers opened again."""
        self._parser = parser
        self._depth = len(self.open_names)
        self._tags.leave_scope(self._depth + 1)
        self._clear_block()
        self._block_depth = self._field_depth = self._skipped_depth = 0
        self.last_start = None
        self._is_cdata = False
        parser.StartCdataSectionHandler = self._open_cdata
        parser.EndCdataSectionHandler = self._close_cdata
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end

    @property
    def is_finished(self) -> bool:
        """Was the root closed?"""
        return not self.open_names

    @property
    def is_inside_block(self) -> bool:
        """Is the newest block still open?"""
        return self._block_depth > 0

    @property
    def is_between_blocks(self) -> bool:
        """Is the parser directly inside the urlset, where a plain `<url>` means what it says?"""
        is_inside = self._block_depth or self._field_depth or self._skipped_depth or self._is_cdata or self.skip_next
        return not is_inside and len(self.open_names) == 1 and self.open_names[0].endswith("urlset") and not self._tags.scopes

    def note_boundary(self, place: int) -> None:
        """Blocks before this byte of the parser's input were taken elsewhere; nothing is open here."""
        self.last_start, self.last_line, self._is_boundary = place, self.line(), True

    def skip_what_was_taken(self) -> None:
        """Reading goes on from `last_start`: what starts there was taken already, unless it is still open."""
        self.skip_next = not self._is_boundary and not self.is_inside_block

    def line(self) -> int:
        """The line of the file at which the parser is."""
        return self._parser.CurrentLineNumber + self.line_offset

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if attributes:
            self._tags.enter_scope(self._depth, attributes)
        tag = self._tags.known.get(name)
        if tag is None:
            tag = self._tags.look_up(name, self.line())
        if self._skipped_depth:
            if self._depth > self._limits.max_depth:
                raise TooDeepError
        elif self._field_depth:
            self._start_inside_field(name, tag)
        elif self._block_depth:
            self._start_inside_block(name, tag)
        else:
            self._start_between_blocks(name, tag)

    def _start_between_blocks(self, name: str, tag: int) -> None:
        if tag in (URL, SITEMAP):
            self._open_block(tag)
        elif tag <= FOREIGN and (adopted := self._tags.adopt(name, self.line())):
            self._open_block(adopted)
        elif tag in (CONTAINER, UNKNOWN):
            # `<urls>` around the entries is as good as nothing around them.
            if tag == UNKNOWN:
                self._log.add("unknown_tag", name, self.line())
            if self._depth > self._limits.max_depth:
                raise TooDeepError
            self.open_names.append(name)
        else:
            if tag >= LOC:
                self._log.add("xml_malformed", f"<{name}> outside of any entry", self.line())
            if tag == LOC:
                self._open_field(tag)
            else:
                self._skipped_depth = self._depth

    def _start_inside_block(self, name: str, tag: int) -> None:
        if tag >= LOC:
            self._open_field(tag)
        elif tag in (URL, SITEMAP):
            # The block before was never closed: what it has so far is complete enough to keep.
            self._log.add("xml_malformed", f"<{name}> inside a block that is still open", self.line())
            self._close_block()
            self._open_block(tag)
            if self._depth > self._limits.max_depth:
                raise NeverClosedError
        else:
            if tag == UNKNOWN or tag > URL:
                self._log.add("unknown_tag", name, self.line())
            elif tag < FOREIGN:
                self._met_extensions.append(tag)
            self._skipped_depth = self._depth

    def _open_field(self, tag: int) -> None:
        self._field, self._field_depth = tag, self._depth
        self._parts, self._size = [], 0
        self._parser.CharacterDataHandler = self._text

    def _start_inside_field(self, name: str, tag: int) -> None:
        """`<loc><url>address</url></loc>` and `<loc><a>address</a></loc>` mean the address; another field in it is not its text."""
        if tag == UNKNOWN:
            self._log.add("unknown_tag", name, self.line())
        elif tag not in (URL, LOC):
            self._skipped_depth = self._depth
            self._parser.CharacterDataHandler = None
        if self._depth > self._limits.max_depth:
            raise TooDeepError

    def _end(self, name: str) -> None:  # noqa: ARG002 - expat calls it so
        depth = self._depth
        self._depth = depth - 1
        if depth == self._field_depth:
            self._parser.CharacterDataHandler = None
            self._field_depth = 0
            self._close_field("".join(self._parts))
            if not self._block_depth:
                self._take_loose()
        elif depth == self._block_depth and not self._skipped_depth:
            self._close_block()
        elif depth == self._skipped_depth:
            self._skipped_depth = 0
            if self._field_depth:
                self._parser.CharacterDataHandler = self._text
        elif not self._block_depth and not self._skipped_depth and depth == len(self.open_names):
            self.open_names.pop()
        if self._tags.scopes:
            self._tags.leave_scope(depth)

    def _close_field(self, text: str) -> None:
        """A block with a field twice keeps the first date and hint that is not blank, and every address."""
        if self._field == LOC:
            self._locs.append(text)
        elif self._field == LASTMOD:
            if not self._lastmod or not self._lastmod.strip():
                self._lastmod = text
            elif text.strip() and text.strip() != self._lastmod.strip():
                self._log.add("duplicate_lastmod_element", f"{self._lastmod.strip()} {text.strip()}", self.last_line)
        elif not self._hints.get(self._field):
            self._hints[self._field] = text

    def _take_loose(self) -> None:
        """An address without an entry around it is an entry, or a file of an index, without a date."""
        for loc in self._locs:
            if self.open_names[-1].lower().endswith("sitemapindex"):
                self._collector.add_child(loc, None, self.line())
            else:
                self._collector.count_block(self.line())
                self._collector.add_entry(loc, None, self.line())
        self._clear_block()

    def _text(self, text: str) -> None:
        room = self._limits.max_text - self._size
        if room > 0:
            self._parts.append(text[:room])
            self._size += len(text)

    def _open_cdata(self) -> None:
        self._is_cdata = True

    def _close_cdata(self) -> None:
        self._is_cdata = False

    def _open_block(self, tag: int) -> None:
        self._block, self._block_depth = tag, self._depth
        self.last_start = self._parser.CurrentByteIndex
        self.last_line = self.line()
        self._is_boundary = False

    def _close_block(self) -> None:
        locs, lastmod, hints, line = self._locs, self._lastmod, self._hints, self.last_line
        met = self._met_extensions
        self._clear_block()
        self._block_depth = 0
        if self.skip_next:
            self.skip_next = False
            return
        # Counted only now: behind a fault a block may be met a second time.
        for tag in met:
            self._extension_counts[tag] += 1
        if len(locs) > 1:
            self._log.add("duplicate_loc_element", " ".join(loc.strip() for loc in locs), line)
        elif not locs:
            self._log.add("url_without_loc", "", line)
        if self._block == SITEMAP:
            self.sitemap_blocks += 1
            for loc in locs:
                self._collector.add_child(loc, lastmod, line)
            return
        self.url_blocks += 1
        self._collector.count_block(line)
        for loc in locs:
            self._collector.add_entry(loc, lastmod, line)
        if hints:
            self._collector.check_hints(hints.get(CHANGEFREQ), hints.get(PRIORITY), line)

    def _clear_block(self) -> None:
        self._locs, self._lastmod = [], None
        if self._hints:
            self._hints = {}
        if self._met_extensions:
            self._met_extensions = []
