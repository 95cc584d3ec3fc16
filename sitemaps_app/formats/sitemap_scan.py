"""The short way through plain blocks: one search for a whole run of `<url>` instead of nine calls of the parser for each.

The pattern takes only blocks whose meaning a strict parser could not see otherwise: no comment, CDATA, attribute, prefix or extension, no
reference but `&amp;`, no character that XML forbids, every hint valid. Any other block, and everything around the blocks, goes through the
parser; both ways end in the same collector. The bytes are valid UTF-8 before they come here.
"""

from __future__ import annotations

import re

import numpy as np

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
# `findall` goes from match to match: what is no plain block is swallowed whole as the last match, so all blocks before it are neighbours.
_PLAIN_BLOCKS_AND_REST = re.compile(
    _BLANK + rb"<url>" + _BLANK + rb"<loc>" + _BLANK + rb"(" + _TEXT + rb")" + _BLANK + rb"</loc>" + _BLANK + _HINTS
    + rb"(?:<lastmod>([0-9A-Za-z:.+ -]++)</lastmod>" + _BLANK + _HINTS + rb")?+" + BLOCK_END + rb"|(.+)", re.DOTALL
)  # fmt: skip
_BLOCK_START = re.compile(rb"<url>")
_SMALLEST_WINDOW, _LARGEST_WINDOW = 16_384, 262_144
_LONGEST_STRIDE = 1_048_576
_SHORTEST_STRIDE = 512
_MANY = 8


class BlockScanner:
    """Takes plain blocks out of a piece. Where they are rare it looks for them less and less often, so that it costs nothing there."""

    def __init__(self, collector: Collector, blocks: BlockReader) -> None:
        self._collector, self._blocks = collector, blocks
        self._stride = 0
        self._window = _SMALLEST_WINDOW

    def scan(self, piece: bytes, start: int) -> tuple[int, int]:
        """Read the plain blocks that follow each other from `start`. Returns the place behind them and the line ends before it.

        Call it only between two blocks, with everything before `start` parsed. Raises TooManyEntriesError.
        """
        place, line, count = start, self._blocks.line(), 0
        while place < len(piece):
            stop = min(place + self._window, len(piece))
            found = _PLAIN_BLOCKS_AND_REST.findall(piece, place, stop)
            rest = found.pop()[2] if found[-1][2] else b""
            if not found:
                # A block that is not plain, or half a block: the next run may be as short.
                self._window = _SMALLEST_WINDOW
                break
            end = stop - len(rest)
            self._take(found, piece, place, end, line)
            line += piece.count(b"\n", place, end)
            place, count = end, count + len(found)
            self._window = min(2 * self._window, _LARGEST_WINDOW)
        self._blocks.url_blocks += count
        self._stride = 0 if count >= _MANY else min(max(2 * self._stride, _SHORTEST_STRIDE), _LONGEST_STRIDE)
        return place, line - self._blocks.line()

    def next_stop(self, piece: bytes, start: int) -> int:
        """How far the parser should read before plain blocks are looked for again: to the end of a block, else of the piece."""
        found = piece.find(BLOCK_END, start + self._stride)
        return found + len(BLOCK_END) if found >= 0 else len(piece)

    def _take(self, found: list[tuple[bytes, bytes, bytes]], piece: bytes, start: int, end: int, line: int) -> None:
        """The fields of one run go on as columns: joined they are decoded at once, and no field can hold a line end."""
        locs, raws, _ = zip(*found, strict=True)
        dates = b"\n".join(raws).decode().split("\n")
        self._collector.add_run(
            b"\n".join(locs).replace(b"&amp;", b"&").decode().split("\n"),
            [date or None for date in dates] if b"" in raws else dates,
            lambda: _lines(piece[start:end], line),
        )


def _lines(run: bytes, line: int) -> list[int]:
    """The line of each block of a run that begins at `line`."""
    line_ends = np.flatnonzero(np.frombuffer(run, dtype=np.uint8) == ord("\n"))
    starts = [block.start() for block in _BLOCK_START.finditer(run)]
    return list((np.searchsorted(line_ends, starts) + line).tolist())
