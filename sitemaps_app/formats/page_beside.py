"""What stands beside the main text of a page: lists of other pages, notices of the site, small tools (weather, rates, who is online).

The main text is the smallest element that holds most of the page's sentences, tables and code. On a page that has one, a list of
links outside of it leads to other pages whatever its heading says; on a listing the entries are the main text, or there is none.
A page that has put its main text into a `main` element says itself that what follows that element is not about its subject.
"""

from __future__ import annotations

import re
from functools import cached_property
from operator import itemgetter
from urllib.parse import urlsplit

from sitemaps_app.formats.page_beside_marks import has_sibling_with_text, is_count, is_list_of_links, names_of
from sitemaps_app.formats.page_beside_words import LISTED_HEADING, NOTICE_WORDS, PAGER, RATE, SITE_FIGURES, TOOL_HEADING, TOOL_WORDS
from sitemaps_app.formats.page_block import TEASERS, TEXT_KINDS, Block
from sitemaps_app.formats.page_main_text import Region, end_of_declared_main, main_text, weights_before
from sitemaps_app.formats.page_noise import content_of

_LONGEST_NOTICE, _LONGEST_TOOL = 400, 600
_LONGEST_ENTRY, _LONGEST_LINE, _LONGEST_HEADING = 300, 160, 60
_MOST_REGIONS = 5_000
_MOST_LOOKED_AT, _MOST_FIGURES = 60, 24
_LABELS_AND_FIGURES = re.compile(r"([^\W\d_][^\d:：]*?)\s*[:：]?\s*(\d[\d.,'\s\u00a0]*)?")
_FILE = re.compile(
    r"\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|csv|json|xml|zip|t?gz|bz2|xz|7z|rar|exe|dmg|deb|rpm|apk|whl|jar|iso|mp3|mp4|epub|txt|ics)$",
    re.IGNORECASE,
)
_BOX_TAGS = frozenset({"div", "section", "aside", "td", "center", "nav", "footer"})
_START_AND_DEPTH = itemgetter(0, 2)
_LIST_TAGS = frozenset({"ul", "ol", "dl", "table", "p", "article"})
_MAIN, _BEFORE, _AFTER, _AROUND, _WITHIN = range(5)


def without_what_stands_beside(blocks: list[Block], regions: list[Region], base: str) -> list[Block]:
    """The blocks with those beside the main text moved to `TEASERS`; `base` is the address of the page."""
    if len(regions) > _MOST_REGIONS or not regions:
        return blocks
    weights = weights_before(blocks)
    if weights[-1] == 0:
        return blocks
    main = main_text(regions, weights, len(blocks))
    page = _Page(blocks, weights, main, urlsplit(base).path.rstrip("/"))
    declared_end = end_of_declared_main(regions, main)
    out: set[int] = set()
    looked_at = covered = above = 0
    kept: set[int] = set()
    for region in sorted(_worth_asking(regions, weights, main), key=_START_AND_DEPTH):
        if region.start < covered or looked_at >= _MOST_LOOKED_AT:
            continue
        where = page.where(region)
        if where in {_MAIN, _AROUND}:
            continue
        looked_at += where != _WITHIN
        if where == _BEFORE and region.start >= above:
            above = region.end
            if page.is_top(region):
                out.update(page.texts_and_links(region))
                covered = region.end
                continue
            kept.update(range(region.start, region.end))
        if region.start >= declared_end or page.is_beside(region, where):
            out.update(range(region.start, region.end))
            covered = region.end
    out.update(page.loose_before(regions, kept))
    out.update(page.stamps_before())
    out.update(page.counts_after())
    return [block._replace(place=TEASERS) if number in out else block for number, block in enumerate(blocks)] if out else blocks


def _worth_asking(regions: list[Region], weights: list[int], main: tuple[int, int, int]) -> list[Region]:
    """The elements without those within the main text that have some of it behind them: these, nearly all, are content."""
    start, whole = main[0], weights[main[1]]
    return [region for region in regions if region.start < start or weights[region.end] >= whole]


class _Page:
    """A page whose main text is known."""

    def __init__(self, blocks: list[Block], weights: list[int], main: tuple[int, int, int], path: str) -> None:
        self._blocks = blocks
        self._weights = weights
        self._start, self._end, self._depth = main
        self._path = path
        self._is_headed = False
        self._top = self._headline()

    @cached_property
    def _subject(self) -> str:
        return " ".join(block.text.lower() for block in self._blocks if block.kind == "heading")[:200]

    def _headline(self) -> int:
        """Where the page begins: at its headline; what stands between that and the sentences belongs to both."""
        headings = [number for number, (_, kind, _) in enumerate(self._blocks[: self._end]) if kind == "heading"]
        first = [number for number in headings if self._blocks[number].place.rpartition("/")[2].startswith("h1")]
        above = [number for number in headings if number < self._start]
        self._is_headed = bool(first)
        return min(self._start, first[-1] if first else above[-1] if above else self._start)

    def where(self, region: Region) -> int:
        """Where an element stands as seen from the main text."""
        if region.end <= self._top:
            return _BEFORE
        if region.end <= self._start:
            return _MAIN
        if region.start >= self._end:
            return _AFTER
        if region.start <= self._start and region.end >= self._end:
            return _MAIN if region.depth >= self._depth else _AROUND
        return _WITHIN

    def is_top(self, region: Region) -> bool:
        """Whether an outermost element before the headline is the head of the site: short texts without a heading of their own."""
        blocks = self._blocks[region.start : region.end]
        if not self._is_headed or self._characters(region) > _LONGEST_TOOL:
            return False
        return not any(block.kind == "heading" or len(block.text) > _LONGEST_LINE for block in blocks if block.kind in TEXT_KINDS)

    def texts_and_links(self, region: Region) -> list[int]:
        """The blocks of an element but its pictures: a large picture above the headline belongs to the page."""
        return [number for number in range(region.start, region.end) if self._blocks[number].kind != "image"]

    def is_beside(self, region: Region, where: int) -> bool:
        """Whether an element and all in it is none of the page's content."""
        node = region.node
        if (node.tag or "-") not in _BOX_TAGS and (where == _WITHIN or node.tag not in _LIST_TAGS):
            return False
        if where == _WITHIN:
            return self._is_beside_within(region)
        if self._lists_other_pages(region, least=2) or self._counts_the_site(region) or (where == _AFTER and self._is_pager(region)):
            return True
        if node.tag not in _BOX_TAGS:
            return False
        return (where == _BEFORE and self._is_notice(region)) or self._is_tool(region)

    def _is_beside_within(self, region: Region) -> bool:
        below_all_text = self._weights[self._end] == self._weights[region.start]
        return (below_all_text and self._is_pager(region)) or (self._ends_the_text(region) and self._lists_other_pages(region, least=2))

    def _characters(self, region: Region) -> int:
        return sum(len(block.text) for block in self._blocks[region.start : region.end] if block.kind in TEXT_KINDS)

    def _lists_other_pages(self, region: Region, *, least: int) -> bool:
        targets = {block.text for block in self._blocks[region.start : region.end] if block.kind == "link"}
        if len(targets) < least or self._characters(region) > self._weights[-1] or self._is_content_of_its_own(targets):
            return False
        texts = [block for block in self._blocks[region.start : region.end] if block.kind in TEXT_KINDS]
        if any(block.kind == "code" or len(block.text) > _LONGEST_ENTRY for block in texts):
            return False
        return is_list_of_links(region.node)

    def _is_pager(self, region: Region) -> bool:
        """Whether an element below the text is one or two links to what comes before and after this page."""
        texts = [block.text for block in self._blocks[region.start : region.end] if block.kind in TEXT_KINDS]
        if not texts or self._characters(region) > _LONGEST_LINE * 2 or not PAGER.match(texts[0]):
            return False
        return region.node.css_first("a[href]") is not None and is_list_of_links(region.node)

    def _counts_the_site(self, region: Region) -> bool:
        """Whether an element beside the text is nothing but what the site counts of itself: "Threads 1,204, Members 3,310"."""
        texts = [block.text for block in self._blocks[region.start : region.end]]
        if not 2 <= len(texts) <= _MOST_FIGURES or self._characters(region) > _LONGEST_TOOL:
            return False
        labels = [found.group(1).lower() for text in texts if (found := _LABELS_AND_FIGURES.fullmatch(text)) is not None]
        figures = sum(text[:1].isdigit() or text[-1:].isdigit() for text in texts)
        known = [label for label in labels if not SITE_FIGURES.isdisjoint(label.split())]
        return figures >= 2 and len(known) == len(labels) >= 2 and len(labels) + figures >= len(texts)

    def _is_content_of_its_own(self, targets: set[str]) -> bool:
        """Whether links lead to files, to other sites or to what lies below this page: a list that its author wrote."""
        below = sum(target.startswith(self._path + "/") for target in targets)
        files = sum(_FILE.search(target.partition("?")[0]) is not None for target in targets)
        elsewhere = sum(not target.startswith("/") for target in targets)
        return 2 * max(below, files + elsewhere) >= len(targets)

    def _ends_the_text(self, region: Region) -> bool:
        """Whether a box within the main text is its last part, begins with a heading, and is not built like the parts with sentences."""
        weights = self._weights
        rest = weights[self._end] - weights[region.end]
        own = weights[region.end] - weights[region.start]
        first = next((block for block in self._blocks[region.start : region.end] if block.kind in TEXT_KINDS), None)
        if rest > 0 or 4 * own > weights[-1] or first is None or first.kind != "heading" or region.depth != self._depth + 1:
            return False
        return not has_sibling_with_text(region.node)

    def _is_notice(self, region: Region) -> bool:
        """Whether a box before the main text is a notice of the site."""
        if self._characters(region) > _LONGEST_NOTICE or region.node.css_first("h1, main") is not None:
            return False
        attributes = region.node.attributes
        if attributes.get("role") in {"status", "alert", "alertdialog", "log", "marquee", "timer"}:
            return True
        return not names_of(region.node).isdisjoint(NOTICE_WORDS)

    def _is_tool(self, region: Region) -> bool:
        """Whether a box is a tool that shows something else than the page is about."""
        if self._characters(region) > min(_LONGEST_TOOL, self._weights[-1]) or region.node.css_first("h1, main") is not None:
            return False
        if len({found for block in self._blocks[region.start : region.end] for found in RATE.findall(block.text)}) > 1:
            return True
        names = names_of(region.node)
        if not names.isdisjoint(TOOL_WORDS) and not any(name in self._subject for name in names & TOOL_WORDS):
            return True
        first = next((block.text for block in self._blocks[region.start : region.end] if block.kind in TEXT_KINDS), "")
        if len(first) <= _LONGEST_HEADING and LISTED_HEADING.fullmatch(first):
            return True
        found = TOOL_HEADING.match(first[:60].lower())
        return found is not None and found.group().strip() not in self._subject.replace(first.lower(), "", 1)

    def loose_before(self, regions: list[Region], kept: set[int]) -> list[int]:
        """The short texts before the headline that lie in no element of their own, up to the element that begins with the headline."""
        if not self._is_headed:
            return []
        headed = (one.start for one in regions if one.start <= self._top < one.end and self.where(one) != _AROUND)
        zone = range(min([self._start, self._top, *headed]))
        blocks = self._blocks
        return [
            number for number in zone if blocks[number].kind == "text" and len(blocks[number].text) <= _LONGEST_LINE and number not in kept
        ]

    def stamps_before(self) -> list[int]:
        """The dates, clocks and counters that stand alone before the main text, in cells and lists as well."""
        found = range(self._top)
        return [
            number
            for number in found
            if self._blocks[number].kind in {"cell", "item"} and not content_of(self._blocks[number].text, dates_count=False)
        ]

    def counts_after(self) -> list[int]:
        """The short lines with whole numbers below the last sentence ("812 made it"): how readers responded. A line that names its value
        ("Entrance: 5") or a unit is a fact."""
        weights = self._weights
        backwards = range(self._end - 1, self._start - 1, -1)
        last = next((number for number in backwards if weights[number + 1] > weights[number]), len(self._blocks))
        found = range(last + 1, len(self._blocks))
        return [number for number in found if self._blocks[number].kind == "text" and is_count(self._blocks[number].text)]
