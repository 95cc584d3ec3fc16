"""Text sitemaps: one address a line, nothing else (https://www.sitemaps.org/protocol.html#otherformats)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitemaps_app.formats.sitemap import Outcome, SitemapLimits
from sitemaps_app.formats.sitemap_collector import Collector, TooManyEntriesError
from sitemaps_app.formats.sitemap_problems import ProblemLog

_LINE_END = re.compile(r"\r\n|\r|\n")
_ADDRESS = re.compile(r"\s*https?://\S", re.IGNORECASE)
_BLANK_LINE = "\ufeff \t\u200b"
_JUDGED_LINES = 20


def read_text(pieces: Iterator[bytes], collector: Collector, log: ProblemLog, limits: SitemapLimits, *, truncated: bool) -> Outcome:
    """Read the lines of a text file. A file whose first lines hold no address at all is not a sitemap.

    The last line of a truncated file is dropped: half an address may be another page's.
    """
    strangers = number = 0
    try:
        for number, line in enumerate(_lines(pieces, limits, truncated=truncated), start=1):
            text = line.strip(_BLANK_LINE)
            if not text:
                continue
            if not _ADDRESS.match(text):
                strangers += 1
                if not collector.blocks and strangers >= _JUDGED_LINES:
                    break
                log.add("url_invalid", text, number)
                continue
            collector.count_block(number)
            collector.add_entry(text, None, number)
    except TooManyEntriesError:
        log.add("too_large", f"more than {limits.max_entries} entries", number)
        return Outcome.PARTIAL
    if not collector.blocks:
        log.add("not_a_sitemap", "no XML and no list of addresses")
        return Outcome.NOT_A_SITEMAP
    return Outcome.OK


def _lines(pieces: Iterator[bytes], limits: SitemapLimits, *, truncated: bool) -> Iterator[str]:
    """Lines of any line end; one longer than a field may be is cut, for it is no address."""
    held = ""
    for piece in pieces:
        *whole, held = _LINE_END.split(held + piece.decode("utf-8", "replace"))
        held = held[: limits.max_text]
        yield from (line[: limits.max_text] for line in whole)
    if not truncated:
        yield held
