"""The content of a page as blocks: runs of visible text, link targets and images, each with its place in the document.

A page is compared block by block, not by an extractor's main text: the same imperfection at both visits cancels, and tables, code and
short pages are seen. What is recognisably not content (navigation, footers, consent layers, counters, stamps) is left out here; what only
a site's other pages or a second read can tell (furniture, volatile blocks) is left out by `comparing`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sitemaps_app.formats.page_block import TEXT_KINDS, Block
from sitemaps_app.formats.page_facts import stated_facts
from sitemaps_app.formats.page_html import PageLimits
from sitemaps_app.formats.page_links import comparable_target
from sitemaps_app.formats.page_noise import content_of
from sitemaps_app.formats.page_regions import Suspicion, is_chrome, suspicion_of

__all__ = ["TEXT_KINDS", "Block", "extract_blocks", "main_text", "words_in"]

_KIND_OF_TAG = {"h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading"}
_KIND_OF_TAG |= {"li": "item", "dt": "item", "dd": "item", "td": "cell", "th": "cell", "pre": "code"}
_BLOCK_TAGS = frozenset(
    """
    address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4
    h5 h6 header hgroup hr legend li main menu ol p pre section summary table tbody td tfoot th thead tr ul html search label
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
_SKIPPED_TAGS = frozenset(
    """
    head script style noscript template svg iframe object embed canvas audio video input select textarea option datalist button nav map area
    progress meter param track source annotation annotation-xml
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
# A confirmation looks at all below an element; so many of them may lie in one another before names are no longer asked.
_MAX_JUDGED = 30
_MAX_BLOCK = 20_000
_HEADING_MARKS = " ¶#§🔗"
_PLACE_LEVELS = 4
# The parts of a title; the site's name among them is furniture, an unread count or a date is noise.
_TITLE_PARTS = re.compile(r"\s+[-–—|·:»«•]+\s+|[|·»«•]")
_MAX_TITLE = 1_000
_UNREAD = re.compile(r"^\(\d+\+?\)\s*")


def extract_blocks(tree: LexborHTMLParser, base: str, limits: PageLimits) -> tuple[Block, ...]:
    """All content blocks of a parsed page in document order, at most `limits.max_blocks`. `base` resolves addresses.

    Scripts and styles are removed from the tree, so dates are read before this.
    """
    body = tree.body
    if body is None:
        return ()
    facts = tuple(stated_facts(tree, limits))
    tree.strip_tags(["script", "style", "noscript", "template", "svg"], recursive=True)
    walk = _Walk(base, limits)
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


@dataclass(slots=True)
class _Level:
    """An open element: the kind and place of the blocks in it, whether it lies in an article, and how many regions above it were judged."""

    node: LexborNode
    is_block: bool
    kind: str
    place: str
    in_article: bool
    judged: int


class _Walk:
    """One pass over the tree with an explicit stack (pages may be nested deeper than Python's own)."""

    def __init__(self, base: str, limits: PageLimits) -> None:
        self.blocks: list[Block] = []
        self._base = base
        self._limits = limits
        self._run: list[str] = []
        self._characters = 0
        self._levels: list[_Level] = []
        self._page_size = 1

    def read(self, body: LexborNode) -> None:
        """Collect the blocks of the body."""
        self._page_size = max(1, len(body.text()))
        self._levels.append(_Level(body, is_block=True, kind="text", place="", in_article=False, judged=0))
        node = body.first_child
        while node is not None and len(self.blocks) < self._limits.max_blocks and self._characters < self._limits.max_text:
            node = self._enter(node) or self._following(node)
        self._flush()

    def _following(self, node: LexborNode) -> LexborNode | None:
        """The next node that is not below this one, closing the elements that end in between; None at the end of the body."""
        following = node.next
        while following is None and len(self._levels) > 1:
            level = self._levels.pop()
            if level.is_block:
                self._flush(level)
            following = level.node.next
        return following

    def _enter(self, node: LexborNode) -> LexborNode | None:
        """Take in one node; its first child where the walk goes down into it."""
        tag = node.tag or ""
        if tag == "-text":
            self._run.append(node.text_content or "")
        elif tag == "img":
            self._image(node)
        elif tag in _SKIPPED_TAGS or tag == "br" or tag.startswith("-"):
            self._run.append(" ")
        else:
            return self._open(node, tag)
        return None

    def _open(self, node: LexborNode, tag: str) -> LexborNode | None:
        is_block = tag in _BLOCK_TAGS
        if is_block:
            self._flush()
        child = node.first_child
        if child is None:
            return None
        attributes = node.attrs
        classes, identifier = attributes.get("class") or "", attributes.get("id") or ""
        above = self._levels[-1]
        suspicion = suspicion_of(tag, attributes.get("role") or "", classes, identifier, in_article=above.in_article)
        judged = above.judged
        if suspicion is not Suspicion.NONE and judged < _MAX_JUDGED:
            if is_chrome(node, suspicion, self._page_size):
                return None
            judged += 1
        if tag == "a":
            self._link(attributes.get("href") or "")
        kind = _KIND_OF_TAG.get(tag, above.kind)
        place = _place(above.place, tag, classes, identifier) if is_block else above.place
        self._levels.append(_Level(node, is_block, kind, place, above.in_article or tag in {"article", "main"}, judged))
        return child

    def _flush(self, level: _Level | None = None) -> None:
        """End the running block; it belongs to the given level, else to the innermost open one."""
        if not self._run:
            return
        level = level or self._levels[-1]
        text = " ".join("".join(self._run).split())
        self._run.clear()
        if level.kind == "heading":
            text = text.rstrip(_HEADING_MARKS)
        if level.kind != "code":
            text = content_of(text, dates_count=level.kind in {"cell", "item"})
        if text:
            text = _bounded(text)
            self._characters += len(text)
            self.blocks.append(Block(text, level.kind, level.place))

    def _link(self, href: str) -> None:
        target = comparable_target(href, self._base)
        if target:
            self._characters += len(target)
            self.blocks.append(Block(target, "link", self._levels[-1].place))

    def _image(self, node: LexborNode) -> None:
        attributes = node.attrs
        source = attributes.get("src") or ""
        if not source or source.startswith("data:"):
            source = attributes.get("data-src") or attributes.get("data-lazy-src") or ""
        target = comparable_target(source, self._base, is_file=True)
        if target:
            self.blocks.append(Block(target, "image", self._levels[-1].place))
        self._run.append(" ")


def _bounded(text: str) -> str:
    """A text of unusual length (a file pasted into one element) as its beginning and a digest of all of it, so that any change shows."""
    if len(text) <= _MAX_BLOCK:
        return text
    return f"{text[:_MAX_BLOCK]} … {hashlib.blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=32).hexdigest()}"


def _place(above: str, tag: str, classes: str, identifier: str) -> str:
    first_class = classes.split(None, 1)[0] if classes.strip() else ""
    name = tag + ("#" + identifier[:20] if identifier else "") + ("." + first_class[:20] if first_class else "")
    return "/".join([*above.split("/")[1 - _PLACE_LEVELS :], name]) if above else name


def main_text(blocks: tuple[Block, ...], *, limit: int = 100_000) -> str:
    """The text blocks as lines, without the title, at most `limit` characters."""
    lines: list[str] = []
    length = 0
    for block in _body_texts(blocks):
        lines.append(block.text)
        length += len(block.text) + 1
        if length > limit:
            break
    return "\n".join(lines)[:limit]


def words_in(blocks: tuple[Block, ...]) -> int:
    """About how many words the text blocks hold; a Chinese, Japanese or Korean character counts as one."""
    return sum(len(block.text.split()) + sum(1 for character in block.text if character > "\u2e7f") for block in _body_texts(blocks))


def _body_texts(blocks: tuple[Block, ...]) -> Iterator[Block]:
    return (block for block in blocks if block.kind in TEXT_KINDS and block.kind != "title")
