"""The short way through plain blocks: one pattern a `<url>` instead of nine calls from the parser.

The pattern takes only blocks whose meaning a strict parser could not see otherwise: no comment, CDATA, attribute, prefix or extension, no
reference but `&amp;`, no character that XML forbids, every hint valid. Any other block, and everything around the blocks, goes through the
parser; both ways end in the same collector. The bytes are valid UTF-8 before they come here.
"""

from __future__ import annotations

import re

from sitemaps_app.formats.sitemap_blocks import BlockReader
from sitemaps_app.formats.sitemap_collector import Collector

BLOCK_END = b"</url>"
_BLANK = rb"[ \t\r\n]*+"
# U+FFFE and U+FFFF are forbidden; the byte their UTF-8 begins with is left to the parser.
_TEXT = rb"(?:[^<>&\x00-\x1f\xef]++|&amp;)++"
_HINTS = (
    rb"(?:(?:<changefreq>(?:always|hourly|daily|weekly|monthly|yearly|never)</changefreq>"
    rb"|<priority>(?:0?\.\d{1,10}|[01]|1\.0{1,10})</priority>)" + _BLANK + rb")*+"
)
_PLAIN_BLOCK = re.compile(
    rb"(" + _BLANK + rb")<url>" + _BLANK + rb"<loc>" + _BLANK + rb"(" + _TEXT + rb")" + _BLANK + rb"</loc>" + _BLANK + _HINTS
    + rb"(?:<lastmod>([0-9A-Za-z:.+ -]*+)</lastmod>" + _BLANK + _HINTS + rb")?+" + BLOCK_END
)  # fmt: skip
_LONGEST_STRIDE = 1_048_576
_SHORTEST_STRIDE = 512
_MANY = 8


class BlockScanner:
    """Takes plain blocks out of a piece. Where they are rare it looks for them less and less often, so that it costs nothing there."""

    def __init__(self, collector: Collector, blocks: BlockReader) -> None:
        self._collector, self._blocks = collector, blocks
        self._stride = 0

    def scan(self, piece: bytes, start: int) -> tuple[int, int]:
        """Read the plain blocks that follow each other from `start`. Returns the place behind them and the line ends before it.

        Call it only between two blocks, with everything before `start` parsed. Raises TooManyEntriesError.
        """
        line = self._blocks.line()
        first_line, place, count = line, start, 0
        match_at, count_block, add_entry = _PLAIN_BLOCK.match, self._collector.count_block, self._collector.add_entry
        while match := match_at(piece, place):
            blank, loc, lastmod = match.groups()
            line += blank.count(b"\n")
            count_block(line)
            add_entry(loc.replace(b"&amp;", b"&").decode(), lastmod if lastmod is None else lastmod.decode(), line)
            end = match.end()
            line += piece.count(b"\n", place + len(blank), end)
            place = end
            count += 1
        self._blocks.url_blocks += count
        self._stride = 0 if count >= _MANY else min(max(2 * self._stride, _SHORTEST_STRIDE), _LONGEST_STRIDE)
        return place, line - first_line

    def next_stop(self, piece: bytes, start: int) -> int:
        """How far the parser should read before plain blocks are looked for again: to the end of a block, else of the piece."""
        found = piece.find(BLOCK_END, start + self._stride)
        return found + len(BLOCK_END) if found >= 0 else len(piece)
