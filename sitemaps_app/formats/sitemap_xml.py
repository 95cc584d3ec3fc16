"""One streaming pass of a guarded expat over a sitemap, an index or a feed, resumed behind whatever is broken.

Guards: entity declarations are refused (a bare DOCTYPE is harmless), nothing external is ever fetched, and tokens, texts, names and depth
are bounded. A strict parser stops at the first fault; the reader then mends the bytes from the broken block on (`sitemap_repair`) and goes
on with a fresh parser. A block that is still broken is dropped, the one after it is read, and the read is partial.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pyexpat import ExpatError, XMLParserType, errors
from xml.parsers import expat

from defusedxml.common import EntitiesForbidden, ExternalReferenceForbidden
from defusedxml.expatreader import DefusedExpatParser

from sitemaps_app.formats.sitemap import Kind, Outcome, SitemapLimits
from sitemaps_app.formats.sitemap_blocks import BlockReader, NeverClosedError, TooDeepError
from sitemaps_app.formats.sitemap_collector import Collector, TooManyEntriesError
from sitemaps_app.formats.sitemap_feed import FEED_ROOTS, FeedReader
from sitemaps_app.formats.sitemap_problems import ProblemLog
from sitemaps_app.formats.sitemap_repair import PieceQueue, TooManyRepairsError, UnclosedMarkupError
from sitemaps_app.formats.sitemap_scan import BlockScanner
from sitemaps_app.formats.sitemap_tags import TagReader, TooManyNamesError

_NEXT_BLOCK = re.compile(rb"<(?:[A-Za-z_][\w.-]{0,40}:)?(?:url|sitemap|item|entry)[\s>]", re.IGNORECASE)
_NEXT_ROOT = re.compile(rb"<(?:[A-Za-z_][\w.-]{0,40}:)?(?:urlset|sitemapindex)[\s>]", re.IGNORECASE)
_NEXT_ROOT_OR_BLOCK = re.compile(rb"<(?:[A-Za-z_][\w.-]{0,40}:)?(?:urlset|sitemapindex|url|sitemap)[\s>]", re.IGNORECASE)
_ANY_BLOCK_END = re.compile(rb"[:/]url>")
_LONGEST_OPENING = 64
_KEPT_BYTES = 1_048_576
_ENDS_EARLY = {errors.codes[text] for text in (errors.XML_ERROR_NO_ELEMENTS, errors.XML_ERROR_UNCLOSED_TOKEN, errors.XML_ERROR_PARTIAL_CHAR,
                                               errors.XML_ERROR_UNCLOSED_CDATA_SECTION, errors.XML_ERROR_ASYNC_ENTITY)}  # fmt: skip
# No sitemap needs an entity of its own, and every expansion attack does: defusedxml's handlers refuse the declaration. Its driver is not
# used for more, since it makes an object of every tag's attributes; a DOCTYPE that declares nothing is harmless and passes.
_GUARD = DefusedExpatParser(forbid_dtd=False)
_BEHIND_ROOT = errors.codes[errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]


class _UndefinedEntityError(Exception):
    """An entity that an external DTD might define: expat would leave it out in silence."""


class _NotASitemapError(Exception):
    """The root element is none of those that list addresses."""


class _TokenTooLongError(Exception):
    """A tag or comment that is longer than one may be."""


_BOUNDS: dict[type[Exception], str] = {
    TooDeepError: "xml_too_deep",
    TooManyNamesError: "xml_too_many_names",
    TooManyEntriesError: "too_many_entries",
    TooManyRepairsError: "xml_given_up",
    UnclosedMarkupError: "xml_token_too_long",
    _TokenTooLongError: "xml_token_too_long",
}
"""What ends a read early, and the code it is told by."""


@dataclass(frozen=True, slots=True)
class _Fault:
    """Where a strict parser stopped: `code` of expat, `place` in its input, `line` of the file."""

    code: int
    message: str
    place: int
    line: int


class XmlReader:
    """Reads the pieces of one file. After `read` the collector has the entries, and `kind` says what the root was."""

    def __init__(self, collector: Collector, log: ProblemLog, limits: SitemapLimits, *, now: datetime) -> None:
        self.kind = Kind.UNKNOWN
        self.tags = TagReader(log, limits)
        self.blocks: BlockReader | FeedReader | None = None
        self._collector, self._log, self._limits, self._now = collector, log, limits, now
        self._line_offset = 0
        self._parser: XMLParserType
        self._parsed: list[bytes] = []
        self._parsed_from = self._parsed_bytes = 0
        self._scanner: BlockScanner | None = None
        self._faults = 0
        self._is_mending = False

    def read(self, pieces: Iterator[bytes], *, line_offset: int, has_root: bool = True) -> Outcome:
        """Read all pieces. `line_offset` lines stood before the first; `has_root` false means that blocks stand without a root element."""
        self._line_offset = line_offset
        try:
            complete = self._read_through(PieceQueue(pieces if has_root else self._with_root(pieces)))
        except _NotASitemapError as error:
            self._log.add("not_a_sitemap", str(error))
            return Outcome.NOT_A_SITEMAP
        except (EntitiesForbidden, ExternalReferenceForbidden) as error:
            self._log.add("xml_entities_forbidden", _entity_of(error))
            return Outcome.FAILED
        except tuple(_BOUNDS) as error:
            self._log.add(_BOUNDS[type(error)], str(error))
            complete = False
        if self.kind is Kind.UNKNOWN:
            return Outcome.FAILED
        return Outcome.OK if complete and has_root else Outcome.PARTIAL

    def _with_root(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        self._log.add("xml_malformed", "no root element around the entries", self._line_offset + 1)
        yield b"<urlset>"
        yield from pieces
        yield b"</urlset>"

    def _read_through(self, pieces: PieceQueue) -> bool:
        """Parse, and after each fault go on behind it. True where every block of the file was read."""
        complete = True
        while fault := self._parse(pieces):
            if self.blocks is not None and self.blocks.is_finished:
                if not self._go_behind_root(fault, pieces):
                    return complete and self._faults <= self._limits.max_faults
            elif fault.code in _ENDS_EARLY:
                self._tell_end(fault)
                return False
            elif self._is_mending:
                self._faults += 1
                self._log.add("xml_malformed", fault.message, fault.line)
                complete = False
                has_broken_root = self.blocks is None and _NEXT_ROOT.search(b"".join(self._parsed)) is not None
                if self._faults > self._limits.max_faults:
                    self._log.add("xml_given_up", f"after {self._limits.max_faults} broken entries", fault.line)
                    return False
                if not self._go_to_next(_NEXT_BLOCK, fault, pieces):
                    return False
                if has_broken_root:
                    pieces.push(b"<urlset>")
            else:
                self._go_back_and_mend(pieces)
        return complete

    def _parse(self, pieces: PieceQueue) -> _Fault | None:
        """Feed one parser until it stops or the pieces end."""
        self._parser = parser = self._new_parser()
        self._parsed = []
        piece, stop = b"", 0
        try:
            for piece in pieces:
                stop = 0
                while stop < len(piece):
                    start = self._take_plain_blocks(piece, stop)
                    # What is not finished is scanned again at every feed, so as much again is fed as there is of it: a long comment
                    # over thousands of blocks is scanned a few times and not once a block.
                    unfinished = self._parsed_bytes - parser.CurrentByteIndex
                    stop = self._next_stop(piece, min(start + unfinished, len(piece)))
                    self._feed(parser, piece[start:stop])
            parser.Parse(b"", True)
        except ExpatError as error:
            pieces.push(piece[stop:])
            return _Fault(error.code, str(error).partition(":")[0], parser.ErrorByteIndex, parser.ErrorLineNumber + self._line_offset)
        except (_UndefinedEntityError, NeverClosedError) as error:
            pieces.push(piece[stop:])
            if isinstance(error, NeverClosedError) and self.blocks is not None and self.blocks.last_start is not None:
                return _Fault(0, "entries that are not closed", self.blocks.last_start, self.blocks.last_line)
            return _Fault(0, "undefined entity", parser.CurrentByteIndex, parser.CurrentLineNumber + self._line_offset)
        return None

    def _feed(self, parser: XMLParserType, part: bytes) -> None:
        """Parse one part. What was parsed is kept for about a piece, for a fault is mended from the start of the block it stands in."""
        self._parsed.append(part)
        self._parsed_bytes += len(part)
        while self._parsed_bytes - self._parsed_from - len(self._parsed[0]) > _KEPT_BYTES:
            self._parsed_from += len(self._parsed.pop(0))
        parser.Parse(part, False)
        if self._parsed_bytes - parser.CurrentByteIndex > self._limits.max_token_bytes:
            raise _TokenTooLongError

    def _next_stop(self, piece: bytes, start: int) -> int:
        if self._scanner is not None:
            return self._scanner.next_stop(piece, start)
        if self.blocks is None and (found := _ANY_BLOCK_END.search(piece, start)) is not None:
            return found.end()
        return len(piece)

    def _take_plain_blocks(self, piece: bytes, start: int) -> int:
        """Read what needs no parser, where nothing is open that a parser would know of; the place behind it."""
        blocks = self.blocks
        if self._scanner is None or not isinstance(blocks, BlockReader) or not blocks.is_between_blocks:
            return start
        if self._parser.CurrentByteIndex != self._parsed_bytes:
            return start
        stop, lines = self._scanner.scan(piece, start)
        self._line_offset += lines
        blocks.line_offset += lines
        if stop > start:
            blocks.note_boundary(self._parsed_bytes)
        return stop

    def _new_parser(self) -> XMLParserType:
        """A parser at the state of the one before: nothing yet, or inside the containers that are open."""
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.EntityDeclHandler = _GUARD.defused_entity_decl
        parser.UnparsedEntityDeclHandler = _GUARD.defused_unparsed_entity_decl
        parser.ExternalEntityRefHandler = _GUARD.defused_external_entity_ref_handler
        parser.SkippedEntityHandler = _stop_at_entity
        self._parsed_from = self._parsed_bytes = 0
        if self.blocks is None:
            parser.StartElementHandler = self._open_root
            return parser
        opening = "".join(f"<{name}>" for name in self.blocks.open_names).encode()
        self._parsed_from = self._parsed_bytes = len(opening)
        parser.Parse(opening, False)
        self.blocks.line_offset = self._line_offset
        self.blocks.attach(parser)
        return parser

    def _open_root(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2].lower()
        line = self._parser.CurrentLineNumber + self._line_offset
        if local in FEED_ROOTS:
            self.kind = FEED_ROOTS[local]
            self.blocks = FeedReader(self._collector, self.kind, self._limits, now=self._now, base=attributes.get("xml:base", ""))
        elif local in {"urlset", "sitemapindex"}:
            self.kind = Kind.URLSET if local == "urlset" else Kind.INDEX
            self.tags.open_root(name, attributes, line)
            self.blocks = BlockReader(self._collector, self.tags, self._log, self._limits)
            self._scanner = BlockScanner(self._collector, self.blocks, self.tags) if local == "urlset" and local in name else None
        else:
            raise _NotASitemapError(f"the root element is <{name[:80]}>")
        if local not in name:
            self._log.add("tag_case", name, line)
        self.blocks.open_names.append(name)
        self.blocks.line_offset = self._line_offset
        self.blocks.attach(self._parser)

    def _go_back_and_mend(self, pieces: PieceQueue) -> None:
        """Read on from the newest block, or from the start where there is none yet, with everything from there on mended."""
        known = b"".join(self._parsed)
        blocks, start, line = self.blocks, self._parsed_from, self._line_offset + 1
        if blocks is not None and blocks.last_start is not None:
            start, line = blocks.last_start, blocks.last_line
            blocks.skip_what_was_taken()
        else:
            self.blocks = self._scanner = None
        if start < self._parsed_from:
            raise _TokenTooLongError("a block of more than one piece before a fault")
        pieces.push(known[start - self._parsed_from :])
        pieces.mend(self._log, self._limits, line=line)
        self._line_offset = line - 1
        self._is_mending = True

    def _go_to_next(self, opening: re.Pattern[bytes], fault: _Fault, pieces: PieceQueue) -> bool:
        """Leave out everything up to the next opening tag behind the fault. False where there is none."""
        tail = b"".join(self._parsed)[max(fault.place - self._parsed_from, 0) :]
        line = fault.line
        while (found := opening.search(tail)) is None:
            piece = next(pieces, None)
            if piece is None:
                return False
            line += tail.count(b"\n", 0, max(len(tail) - _LONGEST_OPENING, 0))
            tail = tail[-_LONGEST_OPENING:] + piece
        self._line_offset = line + tail.count(b"\n", 0, found.start()) - 1
        pieces.push(tail[found.start() :])
        return True

    def _go_behind_root(self, fault: _Fault, pieces: PieceQueue) -> bool:
        """The root is closed and something follows: another document, blocks that were put behind it, or junk."""
        root, self._parsed = self.blocks, self._parsed or [b""]
        if not self._go_to_next(_NEXT_ROOT_OR_BLOCK, fault, pieces):
            self._log.add("xml_trailing_junk", "", fault.line)
            return False
        self._log.add("xml_malformed", "more entries behind the end of the root element", self._line_offset + 1)
        self._faults += 1
        following = next(pieces)
        pieces.push(following)
        if _NEXT_ROOT.match(following):
            self.blocks = self._scanner = None
        elif root is not None:
            root.open_names.append("urlset")
        return self._faults <= self._limits.max_faults

    def _tell_end(self, fault: _Fault) -> None:
        if self.blocks is None:
            self._log.add("xml_malformed", "no root element", fault.line)
            return
        self._log.add("xml_not_closed", f"</{self.blocks.open_names[0]}> is missing", fault.line)
        if self.blocks.is_inside_block:
            self._log.add("truncated_response", "the file ends inside an entry", self.blocks.last_line)


def _stop_at_entity(_name: str, _is_parameter: bool) -> None:  # noqa: FBT001 - expat calls it so
    raise _UndefinedEntityError


def _entity_of(error: EntitiesForbidden | ExternalReferenceForbidden) -> str:
    name = error.name if isinstance(error, EntitiesForbidden) else error.sysid
    return f"the entity {str(name)[:80]} is declared"
