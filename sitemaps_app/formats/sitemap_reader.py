"""Reading one sitemap file, whatever it turns out to be: urlset, index, text list, RSS, Atom, or none of them.

The route of the bytes: status -> `decoding` (gunzip) -> `charsets` (UTF-8) -> `sitemap_head` (what is it, where does it start) ->
`sitemap_xml` or `sitemap_text` -> `sitemap_collector` (addresses, dates, scope, duplicates, a column at a time) -> the sink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import chain

from sitemaps_app.formats.charsets import Decoded, http_charset, to_utf8
from sitemaps_app.formats.decoding import Unpacked, unpack
from sitemaps_app.formats.sitemap import EntryBatch, Kind, Outcome, SitemapLimits, SitemapReading
from sitemaps_app.formats.sitemap_addresses import AddressReader
from sitemaps_app.formats.sitemap_blocks import BlockReader
from sitemaps_app.formats.sitemap_collector import Collector
from sitemaps_app.formats.sitemap_head import Nature, look_at
from sitemaps_app.formats.sitemap_problems import ProblemLog
from sitemaps_app.formats.sitemap_text import read_text
from sitemaps_app.formats.sitemap_xml import XmlReader

_BLOCKED = frozenset({401, 403, 429})
_NO_HEADERS: Mapping[str, str] = {}
_DEFAULT_LIMITS = SitemapLimits()


def read_sitemap(
    body: bytes,
    *,
    url: str,
    site_origin: str,
    headers: Mapping[str, str] = _NO_HEADERS,
    status: int = 200,
    truncated: bool = False,
    now: datetime,
    sink: Callable[[EntryBatch], None],
    limits: SitemapLimits = _DEFAULT_LIMITS,
    holds_for_host: bool = False,
    progress: Callable[[int], None] | None = None,
) -> SitemapReading:
    """Read a sitemap file and hand its entries in batches to `sink` while it is read; memory does not grow with the file.

    `body` is what the network door gave (Content-Encoding undone, a .gz file still packed); `url` the address that answered, against which
    relative addresses are resolved; `site_origin` the site for which scope is judged; `headers` have lower-case names; `truncated` says
    that the body is shorter than was announced; `now` is the aware time of the fetch.

    `holds_for_host` says that robots.txt names this file, so that it may list pages of the whole host and not only of its own folder.
    `progress` is told the decoded bytes that were read so far, about once a megabyte.

    An address that comes twice is one entry: the sink gets it again, under the same key, where a later one has a newer date, and the last
    one counts. `entry_count` counts addresses. Never raises on any input: every fault is a problem of the reading.
    """
    log = ProblemLog()
    if status == 304:
        return SitemapReading(Outcome.UNCHANGED, Kind.UNKNOWN, (), (), 0)
    if not 200 <= status < 300:
        return _refused(status, log)
    addresses = AddressReader(url, site_origin, limits, log, holds_for_host=holds_for_host)
    collector = Collector(url=url, now=now, addresses=addresses, sink=sink, limits=limits, log=log)
    unpacked, decoded = Unpacked(), Decoded()
    pieces = to_utf8(unpack(body, unpacked, max_bytes=limits.max_bytes), decoded, charset=http_charset(headers))
    file = _FileReader(collector, log, limits, now=now, is_cut=lambda: truncated or unpacked.cut or unpacked.over_cap)
    outcome = file.read(_told(pieces, progress) if progress else pieces)
    collector.flush()
    outcome = _judge_transport(outcome, unpacked, decoded, log, truncated=truncated)
    if file.kind is not Kind.UNKNOWN and "html" in headers.get("content-type", "").lower():
        log.add("wrong_content_type", headers["content-type"])
    return SitemapReading(outcome, file.kind, tuple(collector.children.values()), log.folded(), collector.entry_count, file.extensions)


def _told(pieces: Iterator[bytes], progress: Callable[[int], None]) -> Iterator[bytes]:
    done = 0
    for piece in pieces:
        yield piece
        done += len(piece)
        progress(done)


def _refused(status: int, log: ProblemLog) -> SitemapReading:
    blocked = status in _BLOCKED
    log.add("fetch_blocked" if blocked else "http_error", f"HTTP status {status}")
    return SitemapReading(Outcome.BLOCKED if blocked else Outcome.FAILED, Kind.UNKNOWN, (), log.folded(), 0)


class _FileReader:
    """Chooses the reader by what the file is."""

    def __init__(self, collector: Collector, log: ProblemLog, limits: SitemapLimits, *, now: datetime, is_cut: Callable[[], bool]) -> None:
        self.kind = Kind.UNKNOWN
        self.extensions: Mapping[str, int] = {}
        self._collector, self._log, self._limits = collector, log, limits
        self._now, self._is_cut = now, is_cut

    def read(self, pieces: Iterator[bytes]) -> Outcome:
        first = next(pieces, b"")
        head = look_at(first)
        if head.nature is Nature.EMPTY:
            return self._read_empty(pieces)
        if head.nature is Nature.HTML:
            self._log.add("not_a_sitemap", "an HTML page")
            return Outcome.NOT_A_SITEMAP
        if head.junk:
            self._log.add("xml_leading_junk", head.junk, 1)
        rest = chain([first[head.start :]], pieces)
        if head.nature is Nature.TEXT:
            outcome = read_text(rest, self._collector, self._log, self._limits, is_cut=self._is_cut)
            self.kind = Kind.UNKNOWN if outcome is Outcome.NOT_A_SITEMAP else Kind.TEXT
            return outcome
        return self._read_xml(rest, head.lines, has_root=head.nature is Nature.XML)

    def _read_empty(self, pieces: Iterator[bytes]) -> Outcome:
        """Nothing but blanks so far: empty, or a file that starts with a piece of padding."""
        if any(piece.strip() for piece in pieces):
            self._log.add("not_a_sitemap", "more than a megabyte of blanks")
            return Outcome.NOT_A_SITEMAP
        self._log.add("empty_response")
        return Outcome.FAILED

    def _read_xml(self, pieces: Iterator[bytes], lines: int, *, has_root: bool) -> Outcome:
        reader = XmlReader(self._collector, self._log, self._limits, now=self._now)
        outcome = reader.read(pieces, line_offset=lines, has_root=has_root)
        self.kind = reader.kind
        if isinstance(reader.blocks, BlockReader):
            self.extensions = reader.blocks.extensions
            if self.extensions.get("news", 0) > self._limits.protocol_news:
                self._log.add("too_many_news", f"{self.extensions['news']} news elements")
            self._judge_mixture(reader.blocks)
        return outcome

    def _judge_mixture(self, blocks: BlockReader) -> None:
        """An index with entries, a urlset with children: both are read for what their blocks are, whatever the root is called."""
        strangers = blocks.sitemap_blocks if self.kind is Kind.URLSET else blocks.url_blocks
        if not strangers:
            return
        self._log.add("mixed_index", f"{blocks.sitemap_blocks} <sitemap> and {blocks.url_blocks} <url> in one file")
        if not blocks.url_blocks or not blocks.sitemap_blocks:
            self.kind = Kind.INDEX if blocks.sitemap_blocks else Kind.URLSET


def _judge_transport(outcome: Outcome, unpacked: Unpacked, decoded: Decoded, log: ProblemLog, *, truncated: bool) -> Outcome:
    """What the way of the bytes says about the file, told beside what the file said."""
    if unpacked.layers > 1:
        log.add("double_gzip", f"{unpacked.layers} layers of gzip")
    if unpacked.trailing_bytes:
        log.add("gzip_trailing_bytes", f"{unpacked.trailing_bytes} bytes behind the gzip stream")
    if decoded.mismatch and outcome is not Outcome.NOT_A_SITEMAP:
        log.add("encoding_mismatch", f"declared {decoded.declared or 'nothing'}, read as {decoded.encoding}")
    if decoded.replaced and outcome is not Outcome.NOT_A_SITEMAP:
        log.add("encoding_replaced", f"bytes that are no {decoded.encoding}")
    if unpacked.over_cap:
        # It is we who stopped: that the rest is missing says nothing about the file.
        for code in ("xml_not_closed", "truncated_response"):
            log.forget(code)
    is_cut = unpacked.cut or truncated
    if is_cut:
        log.add("truncated_response", "the gzip stream ends early or is damaged" if unpacked.cut else "shorter than announced")
    if unpacked.over_cap:
        log.add("too_large", "more than the allowed bytes after decompression")
    return Outcome.PARTIAL if outcome is Outcome.OK and (is_cut or unpacked.over_cap) else outcome
