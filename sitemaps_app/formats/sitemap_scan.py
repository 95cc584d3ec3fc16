"""The short way through plain blocks: one search for a whole run of `<url>` instead of nine calls of the parser for each.

The pattern (`sitemap_patterns`) takes only blocks whose meaning a strict parser could not see otherwise. Any other block, and everything
around the blocks, goes through the parser; both ways end in the same collector. The bytes are valid UTF-8 before they come here.
"""

from __future__ import annotations

import re

import numpy as np

from sitemaps_app.formats.sitemap_blocks import BlockReader
from sitemaps_app.formats.sitemap_collector import Collector
from sitemaps_app.formats.sitemap_patterns import plain_blocks
from sitemaps_app.formats.sitemap_tags import TagReader

_SMALLEST_WINDOW, _LARGEST_WINDOW = 16_384, 262_144
_LONGEST_STRIDE = 1_048_576
_SHORTEST_STRIDE = 512
_MANY = 8


class BlockScanner:
    """Takes plain blocks out of a piece. Where they are rare it looks for them less and less often, so that it costs nothing there."""

    def __init__(self, collector: Collector, blocks: BlockReader, tags: TagReader) -> None:
        self._collector, self._blocks = collector, blocks
        self._plain = plain_blocks(tags.own_prefix, tags.foreign_prefixes())
        self._block_start = re.compile(rb"<%surl>" % re.escape(tags.own_prefix.encode()))
        self._block_end = f"</{tags.own_prefix}url>".encode()
        self._extensions = [
            (tag, re.compile(rb"<%s[ \t\r\n/>]" % re.escape(name.encode())).findall) for name, tag in tags.extension_names()
        ]
        self._stride = 0
        self._window = _SMALLEST_WINDOW

    def scan(self, piece: bytes, start: int) -> tuple[int, int]:
        """Read the plain blocks that follow each other from `start`. Returns the place behind them and the line ends before it.

        Call it only between two blocks, with everything before `start` parsed. Raises TooManyEntriesError.
        """
        place, line, count = start, self._blocks.line(), 0
        while place < len(piece):
            stop = min(place + self._window, len(piece))
            found = self._plain.find(piece, place, stop)
            rest = found.pop()[-1] if found[-1][-1] else b""
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
        found = piece.find(self._block_end, start + self._stride)
        return found + len(self._block_end) if found >= 0 else len(piece)

    def _take(self, found: list[tuple[bytes, ...]], piece: bytes, start: int, end: int, line: int) -> None:
        """The fields of one run go on as columns: joined they are decoded at once, and no field can hold a line end."""
        columns = list(zip(*found, strict=True))
        locs, raws = columns[0], columns[self._plain.lastmod]
        dates = b"\n".join(raws).decode().split("\n")
        self._collector.add_run(
            _texts(locs), [date or None for date in dates] if b"" in raws else dates, lambda: self._lines(piece[start:end], line)
        )
        for tag, find in self._extensions:
            self._blocks.count_extension(tag, len(find(piece, start, end)))

    def _lines(self, run: bytes, line: int) -> list[int]:
        """The line of each block of a run that begins at `line`."""
        line_ends = np.flatnonzero(np.frombuffer(run, dtype=np.uint8) == ord("\n"))
        starts = [block.start() for block in self._block_start.finditer(run)]
        return list((np.searchsorted(line_ends, starts) + line).tolist())


def _texts(locs: tuple[bytes, ...]) -> list[str]:
    """Addresses as text: unescaped, without the marks of CDATA, and without blanks at their ends."""
    joined = b"\n".join(locs)
    if b"<" in joined:
        joined = b"\n".join(loc.removeprefix(b"<![CDATA[").removesuffix(b"]]>").strip() for loc in locs)
    texts = joined.replace(b"&amp;", b"&").decode().split("\n")
    return [text.strip() for text in texts] if b" \n" in joined or joined.endswith(b" ") else texts
