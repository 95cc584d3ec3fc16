"""The content of a page as blocks: runs of visible text, link targets and images, each with its place in the document.

A page is compared block by block, not by an extractor's main text: the same imperfection at both visits cancels, and tables, code and
short pages are seen. What is recognisably not content (navigation, footers, consent layers, counters, stamps) is left out here; what only
a site's other pages or a second read can tell (furniture, volatile blocks) is left out by `comparing`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser

from sitemaps_app.formats.page_block import TEASERS, TEXT_KINDS, Block
from sitemaps_app.formats.page_facts import stated_facts
from sitemaps_app.formats.page_markup import Marks
from sitemaps_app.formats.page_noise import content_of
from sitemaps_app.formats.page_walk import PageWalk

__all__ = ["TEXT_KINDS", "Block", "extract_blocks", "main_text", "words_in"]

# The parts of a title; the site's name among them is furniture, an unread count or a date is noise.
_TITLE_PARTS = re.compile(r"\s+[-–—|·:»«•]+\s+|[|·»«•]")
_MAX_TITLE = 1_000
_BODY_KINDS = TEXT_KINDS - {"title"}
_UNREAD = re.compile(r"^\(\d+\+?\)\s*")


def extract_blocks(marks: Marks, source: str, base: str) -> tuple[Block, ...]:
    """All content blocks of a parsed page in document order, as many as its limits allow. `source` is the text that was
    parsed; `base` resolves addresses.

    Scripts and styles are removed from the tree, so dates are read before this.
    """
    tree = marks.tree
    body = tree.body
    if body is None:
        return ()
    facts = tuple(stated_facts(marks, source))
    tree.strip_tags(["script", "style", "noscript", "template", "svg"], recursive=True)
    walk = PageWalk(source, base, marks.limits)
    walk.read(body)
    return (*_title_blocks(tree), *walk.blocks, *facts)


def _title_blocks(tree: LexborHTMLParser) -> Iterator[Block]:
    title = tree.css_first("head title")
    if title is None:
        return
    for part in _TITLE_PARTS.split(_UNREAD.sub("", " ".join(title.text()[:_MAX_TITLE].split()))):
        text = content_of(part.strip(), dates_count=False)
        if text:
            yield Block(text, "title", "title")


def main_text(blocks: tuple[Block, ...], *, limit: int = 100_000) -> str:
    """The text blocks as lines, without the title, at most `limit` characters."""
    return "\n".join([text for text, kind, place in blocks if kind in _BODY_KINDS and place != TEASERS])[:limit]


def words_in(blocks: tuple[Block, ...], *, limit: int) -> int:
    """About how many words the text blocks hold, counted up to `limit`; a Chinese, Japanese or Korean character counts as one."""
    words = 0
    for block in _body_texts(blocks):
        words += len(block.text.split())
        if not block.text.isascii():
            words += sum(1 for character in block.text[:limit] if character > "\u2e7f")
        if words >= limit:
            return limit
    return words


def _body_texts(blocks: tuple[Block, ...]) -> Iterator[Block]:
    return (block for block in blocks if block.kind in _BODY_KINDS and block.place != TEASERS)
