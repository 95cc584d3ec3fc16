"""The content of a page as blocks: runs of visible text, link targets and images, each with its place in the document.

A page is compared block by block, not by an extractor's main text: the same imperfection at both visits cancels, and tables, code and
short pages are seen. What is recognisably not content (navigation, footers, consent layers, counters, stamps) is left out here; what only
a site's other pages or a second read can tell (furniture, volatile blocks) is left out by `comparing`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sitemaps_app.formats.page_html import PageLimits
from sitemaps_app.formats.page_links import comparable_target
from sitemaps_app.formats.page_noise import content_of
from sitemaps_app.formats.page_regions import is_chrome


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of content. `kind` is title, heading, text, item, cell, code, link or image; `text` the visible text with blanks collapsed, or
    the comparable address of a link or image; `place` the path of tags and classes above it, shortened."""

    text: str
    kind: str
    place: str = ""


TEXT_KINDS = frozenset({"title", "heading", "text", "item", "cell", "code"})

_KIND_OF_TAG = {"h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading"}
_KIND_OF_TAG |= {"li": "item", "dt": "item", "dd": "item", "td": "cell", "th": "cell", "pre": "code"}
_BLOCK_TAGS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5"
    " h6 header hgroup hr legend li main menu ol p pre section summary table tbody td tfoot th thead tr ul html search label".split()
)
_SKIPPED_TAGS = frozenset(
    "head script style noscript template svg iframe object embed canvas audio video input select textarea option datalist button nav map area"
    " progress meter param track source annotation annotation-xml".split()
)
_HEADING_MARKS = " ¶#§🔗"
_PLACE_LEVELS = 4
# The parts of a title; the site's name among them is furniture, an unread count or a date is noise.
_TITLE_PARTS = re.compile(r"\s+[-–—|·:»«•]+\s+|[|·»«•]")
_UNREAD = re.compile(r"^\(\d+\+?\)\s*")


def extract_blocks(tree: LexborHTMLParser, base: str, limits: PageLimits) -> tuple[Block, ...]:
    """All content blocks of a parsed page in document order, at most `limits.max_blocks`. `base` resolves addresses.

    Scripts and styles are removed from the tree, so dates are read before this.
    """
    body = tree.body
    if body is None:
        return ()
    tree.strip_tags(["script", "style", "noscript", "template", "svg"], recursive=True)
    walk = _Walk(base, limits)
    walk.read(body)
    return (*_title_blocks(tree), *walk.blocks)


def _title_blocks(tree: LexborHTMLParser) -> Iterator[Block]:
    title = tree.css_first("head title")
    if title is None:
        return
    for part in _TITLE_PARTS.split(_UNREAD.sub("", " ".join(title.text().split()))):
        text = content_of(part.strip(), dates_count=False)
        if text:
            yield Block(text, "title", "title")


class _Walk:
    """One pass over the tree with an explicit stack (pages may be nested deeper than Python's own)."""

    def __init__(self, base: str, limits: PageLimits) -> None:
        self.blocks: list[Block] = []
        self._base = base
        self._limits = limits
        self._run: list[str] = []
        self._characters = 0
        self._kinds: list[str] = ["text"]
        self._places: list[str] = [""]

    def read(self, body: LexborNode) -> None:
        size = max(1, len(body.text()))
        node: LexborNode | None = body
        open_nodes: list[tuple[LexborNode, bool]] = []
        while node is not None and len(self.blocks) < self._limits.max_blocks and self._characters < self._limits.max_text:
            child = self._enter(node, open_nodes, size)
            if child is not None:
                node = child
                continue
            following = node.next
            while following is None and open_nodes:
                parent, is_block = open_nodes.pop()
                if is_block:
                    self._leave()
                following = parent.next if open_nodes else None
            node = following
        self._flush()

    def _enter(self, node: LexborNode, open_nodes: list[tuple[LexborNode, bool]], size: int) -> LexborNode | None:
        """Take in one node; the first child where the walk goes down into it."""
        tag = node.tag or ""
        if tag == "-text":
            self._run.append(node.text_content or "")
            return None
        if tag == "br":
            self._run.append(" ")
            return None
        if tag == "img":
            self._image(node)
            return None
        if tag in _SKIPPED_TAGS or tag.startswith("-"):
            self._run.append(" ")
            return None
        child = node.first_child
        if child is None:
            if tag in _BLOCK_TAGS:
                self._flush()
            return None
        attributes = node.attrs
        is_block = tag in _BLOCK_TAGS
        if open_nodes and is_chrome(node, tag, attributes, size):
            if is_block:
                self._flush()
            return None
        if is_block:
            self._open_block(tag, attributes.get("class") or "", attributes.get("id") or "")
        elif tag == "a":
            self._link(attributes.get("href") or "")
        open_nodes.append((node, is_block))
        return child

    def _open_block(self, tag: str, classes: str, identifier: str) -> None:
        self._flush()
        inherited = self._kinds[-1]
        self._kinds.append(_KIND_OF_TAG.get(tag, inherited))
        name = tag + ("#" + identifier[:20] if identifier else "") + ("." + classes.split()[0][:20] if classes.strip() else "")
        self._places.append("/".join([*self._places[-1].split("/")[-_PLACE_LEVELS + 1 :], name]))

    def _leave(self) -> None:
        self._flush()
        self._kinds.pop()
        self._places.pop()

    def _flush(self) -> None:
        if not self._run:
            return
        text = " ".join("".join(self._run).split())
        self._run.clear()
        kind = self._kinds[-1]
        if kind == "heading":
            text = text.rstrip(_HEADING_MARKS)
        if kind != "code":
            text = content_of(text, dates_count=kind in {"cell", "item"})
        if text:
            self._characters += len(text)
            self.blocks.append(Block(text, kind, self._places[-1]))

    def _link(self, href: str) -> None:
        target = comparable_target(href, self._base)
        if target:
            self._characters += len(target)
            self.blocks.append(Block(target, "link", self._places[-1]))

    def _image(self, node: LexborNode) -> None:
        attributes = node.attrs
        source = attributes.get("src") or ""
        if not source or source.startswith("data:"):
            source = attributes.get("data-src") or attributes.get("data-lazy-src") or ""
        target = comparable_target(source, self._base, is_file=True)
        if target:
            self.blocks.append(Block(target, "image", self._places[-1]))
        self._run.append(" ")


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
