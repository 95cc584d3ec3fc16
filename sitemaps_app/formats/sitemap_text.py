"""Text sitemaps: one address a line, nothing else (https://www.sitemaps.org/protocol.html#otherformats)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sitemaps_app.formats.sitemap import Outcome, SitemapLimits
from sitemaps_app.formats.sitemap_collector import Collector, TooManyEntriesError
from sitemaps_app.formats.sitemap_problems import ProblemLog

_LINE_END = re.compile(r"\r\n|[\r\n\u2028\u2029]")
# Several addresses on a line are several; a comma alone may be a part of one.
_SEVERAL_ADDRESSES = re.compile(r"(?<!\s)\s++(?=https?://)", re.IGNORECASE)
_ADDRESS = re.compile(r"\s*https?://\S", re.IGNORECASE)
_BLANK_LINE = "\ufeff \t\u200b\0"
_JUDGED_LINES = 20


def read_text(
    pieces: Iterator[bytes], collector: Collector, log: ProblemLog, limits: SitemapLimits, *, is_cut: Callable[[], bool]
) -> Outcome:
    """Read the lines of a text file. One is no sitemap where most of its first lines are no addresses (a message of a server may name one),
    and no more is said of them.

    The last line of a file that was cut is dropped: half an address may be another page's. `is_cut` is asked when the pieces are at their
    end, for a packed file tells only there that it broke off.
    """
    held: list[tuple[str, int]] | None = []
    number = 0
    try:
        for number, line in enumerate(_lines(pieces, limits, is_cut), start=1):
            text = line.strip(_BLANK_LINE)
            if not text:
                continue
            if held is None:
                _take(text, number, collector, log)
                continue
            held.append((text, number))
            if len(held) >= _JUDGED_LINES:
                if not _are_addresses(held):
                    break
                _take_all(held, collector, log)
                held = None
        if held and _are_addresses(held):
            _take_all(held, collector, log)
    except TooManyEntriesError:
        log.add("too_many_entries", "", number)
        return Outcome.PARTIAL
    if not collector.blocks:
        log.add("not_a_sitemap", "no XML and no list of addresses")
        return Outcome.NOT_A_SITEMAP
    return Outcome.OK


def _are_addresses(lines: list[tuple[str, int]]) -> bool:
    """Are at least half of the lines addresses?"""
    return 2 * sum(_ADDRESS.match(text) is not None for text, _ in lines) >= len(lines)


def _take_all(lines: list[tuple[str, int]], collector: Collector, log: ProblemLog) -> None:
    for text, number in lines:
        _take(text, number, collector, log)


def _take(text: str, number: int, collector: Collector, log: ProblemLog) -> None:
    """One line: an address, several of them, or none."""
    if not _ADDRESS.match(text):
        log.add("url_invalid", text, number)
        return
    for address in _SEVERAL_ADDRESSES.split(text):
        collector.count_block(number)
        # No address has a tab inside: what stands behind one is another column.
        collector.add_entry(address.partition("\t")[0], None, number)


def _lines(pieces: Iterator[bytes], limits: SitemapLimits, is_cut: Callable[[], bool]) -> Iterator[str]:
    """Lines of any line end; one longer than a field may be is cut, for it is no address."""
    held = ""
    for piece in pieces:
        *whole, held = _LINE_END.split(held + piece.decode("utf-8", "replace"))
        held = held[: limits.max_text]
        yield from (line[: limits.max_text] for line in whole)
    if not is_cut():
        yield held
