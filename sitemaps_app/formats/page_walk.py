"""One pass over the tree of a page that collects its blocks (`page_blocks` tells what is content)."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sitemaps_app.formats.page_beside import Region, without_what_stands_beside
from sitemaps_app.formats.page_block import TEASERS, Block
from sitemaps_app.formats.page_html import PageLimits
from sitemaps_app.formats.page_links import comparable_target, media_target
from sitemaps_app.formats.page_noise import content_of
from sitemaps_app.formats.page_regions import Suspicion, is_chrome, is_cookie_notice, suspicion_of, told_by_attributes
from sitemaps_app.formats.page_teasers import announces_teasers, is_advertisement, is_advertisement_label, is_list_of_pages

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
_LABELS = frozenset({"span", "time", "small", "em", "i", "relative-time", "time-ago"})
_STRESSED = frozenset({"em", "i"})
_MEDIA = frozenset({"iframe", "embed", "video", "audio"})
_WITHOUT_A_WAY_DOWN = _SKIPPED_TAGS | _MEDIA | {"img", "pre", "select", "br"}
_ANNOUNCING = frozenset({"heading", "text"})
_NAMED_CHROME = frozenset({"header", "footer", "aside"})
_PRICED = re.compile(r"[€$£¥₹₽]\s?\d|\d\s?(?:[€$£¥₹₽元円]|(?:EUR|USD|GBP|CHF|CNY|JPY|kr|zł)\b)")
_MAX_OPTIONS = 100
# A confirmation looks at all below an element; so many of them may lie in one another before names are no longer asked.
_MAX_JUDGED = 30
_MAX_BLOCK = 20_000
_HEADING_MARKS = " ¶#§🔗"
_PLACE_LEVELS = 4
_GIVEN_NAME = re.compile(r"(?!(?:css|sc|jsx|jss|svelte|emotion|ember|yui)[_-])[A-Za-z][A-Za-z-]*(?:_{1,2}[a-z-]+)*")


@dataclass(slots=True)
class _Level:
    """An open element: the kind and place of the blocks in it, whether it lies in an article, and how many regions above it were judged."""

    node: LexborNode
    is_block: bool
    kind: str
    place: str
    in_article: bool
    judged: int
    start: int


class PageWalk:
    """One pass over the tree with an explicit stack (pages may be nested deeper than Python's own)."""

    def __init__(self, tree: LexborHTMLParser, source: str, base: str, limits: PageLimits) -> None:
        self.blocks: list[Block] = []
        self._told = told_by_attributes(tree, source)
        self._cookies = "ookie" in source
        self._base = base
        self._limits = limits
        self._run: list[str] = []
        self._characters = 0
        self._levels: list[_Level] = []
        self._page_size = 1
        self._teasers_follow = False
        self._teasers: set[int] = set()
        self._regions: list[Region] = []

    def read(self, body: LexborNode) -> None:
        """Collect the blocks of the body."""
        self._page_size = max(1, len(body.text()))
        self._levels.append(_Level(body, is_block=True, kind="text", place="", in_article=False, judged=0, start=0))
        node = body.first_child
        blocks, most, longest = self.blocks, self._limits.max_blocks, self._limits.max_text
        while node is not None and len(blocks) < most and self._characters < longest:
            node = self._enter(node) or self._following(node)
        self._flush()
        self.blocks = without_what_stands_beside(self.blocks, self._regions, self._base)

    def _following(self, node: LexborNode) -> LexborNode | None:
        """The next node that is not below this one, closing the elements that end in between; None at the end of the body."""
        following = self._after(node)
        while following is None and len(self._levels) > 1:
            level = self._levels.pop()
            if level.is_block and self._run:
                self._flush(level)
            if level.is_block and len(self.blocks) > level.start:
                self._regions.append(Region(level.start, len(self.blocks), len(self._levels), level.place, level.node))
            following = self._after(level.node)
        return following

    def _after(self, node: LexborNode) -> LexborNode | None:
        """The next sibling, remembered where it is the list of other pages that a heading before it announced."""
        following = node.next
        if self._teasers_follow and following is not None and self._levels[-1].place != TEASERS:
            tag = following.tag or "-"
            if tag == "-text":
                self._teasers_follow = not (following.text_content or "").strip()
            elif is_list_of_pages(following, self._page_size):
                self._teasers.add(following.mem_id)
            else:
                self._teasers_follow = tag in {"hr", "br"} or tag.startswith("-")
        return following

    def _enter(self, node: LexborNode) -> LexborNode | None:
        """Take in one node; its first child where the walk goes down into it."""
        tag = node.tag or "-"
        if tag == "-text":
            text = node.text_content or ""
            if self._run or not text.isspace():
                self._run.append(text)
            return None
        if tag not in _WITHOUT_A_WAY_DOWN and tag[0] != "-":
            return self._open(node, tag)
        if tag == "img":
            self._image(node)
        elif tag == "pre":
            self._code(node)
        elif tag in _MEDIA:
            self._media(node)
        elif tag == "select":
            self._priced_options(node)
        elif self._run:
            self._run.append(" ")
        return None

    def _open(self, node: LexborNode, tag: str) -> LexborNode | None:
        is_teasers = bool(self._teasers) and node.mem_id in self._teasers
        is_block = is_teasers or tag in _BLOCK_TAGS
        if is_block and self._run:
            self._flush()
        child = node.first_child
        if child is None:
            return None
        only_text = child.next is None and child.tag == "-text"
        if only_text and self._is_no_content(child, tag):
            return None
        above = self._levels[-1]
        attributes = node.attributes
        classes, identifier = attributes.get("class") or "", attributes.get("id") or ""
        judged = above.judged
        suspicion = self._suspicion(node, tag, attributes.get("role") or "", classes, identifier)
        if suspicion is not Suspicion.NONE and judged < _MAX_JUDGED:
            if is_chrome(node, suspicion, self._page_size):
                return None
            judged += 1
        if tag == "a":
            self._link(attributes.get("href") or "", TEASERS if is_teasers else above.place)
        if only_text and not is_block:
            self._run.append(child.text_content or "")
            return None
        kind = _KIND_OF_TAG.get(tag, above.kind)
        place = TEASERS if is_teasers else _place(above.place, tag, classes, identifier) if is_block else above.place
        if only_text:
            self._emit(" ".join((child.text_content or "").split()), kind, place, node)
            return None
        self._levels.append(_Level(node, is_block, kind, place, above.in_article or tag in {"article", "main"}, judged, len(self.blocks)))
        return child

    def _labels_advertisement(self, child: LexborNode) -> bool:
        """Whether a text labels what is around it as an advertisement; all that follows there is none of the page's content then."""
        if not is_advertisement_label(child.text_content or ""):
            return False
        for level in self._levels[:-3:-1]:
            if not is_advertisement(level.node, self._page_size):
                break
            level.place = TEASERS
        return self._levels[-1].place == TEASERS

    def _suspicion(self, node: LexborNode, tag: str, role: str, classes: str, identifier: str) -> Suspicion:
        if self._told and node.mem_id in self._told:
            return self._told[node.mem_id]
        if self._cookies and len(self._levels) == 1 and tag in _BLOCK_TAGS and is_cookie_notice(node):
            return Suspicion.ADVERTISEMENT
        if not (classes or identifier or role) and tag not in _NAMED_CHROME:
            return Suspicion.NONE
        return suspicion_of(tag, role, classes, identifier, in_article=self._levels[-1].in_article)

    def _code(self, node: LexborNode) -> None:
        """Code is taken whole: the elements in it colour its words."""
        self._flush()
        attributes = node.attributes
        place = _place(self._levels[-1].place, "pre", attributes.get("class") or "", attributes.get("id") or "")
        for link in node.css("a[href]")[:_MAX_OPTIONS]:
            self._link(link.attributes.get("href") or "", place)
        text = _bounded(" ".join(node.text().split()))
        if text:
            self._characters += len(text)
            self.blocks.append(Block(text, "code", place))

    def _is_no_content(self, child: LexborNode, tag: str) -> bool:
        """Whether a text alone in its element is a label of an advertisement, a counter or an age; stressed within a sentence the same
        words belong to it."""
        if tag != "a" and self._labels_advertisement(child):
            return True
        if tag not in _LABELS:
            return False
        if tag in _STRESSED and any(part.strip() for part in self._run):
            return False
        return not content_of(" ".join((child.text_content or "").split()), dates_count=True)

    def _flush(self, level: _Level | None = None) -> None:
        """End the running block; it belongs to the given level, else to the innermost open one."""
        if not self._run:
            return
        level = level or self._levels[-1]
        text = " ".join("".join(self._run).split())
        self._run.clear()
        self._emit(text, level.kind, level.place, level.node)

    def _emit(self, text: str, kind: str, place: str, node: LexborNode) -> None:
        """Make a block of the text of an element, where it is content."""
        if not text:
            return
        if kind == "heading":
            text = text.rstrip(_HEADING_MARKS)
        if kind != "code":
            text = content_of(text, dates_count=kind in {"cell", "item"})
        if text and self._announces_teasers(text, kind, node):
            self._teasers_follow = True
        elif text:
            self._teasers_follow = self._teasers_follow and place == TEASERS
            text = _bounded(text)
            self._characters += len(text)
            self.blocks.append(Block(text, kind, place))

    def _announces_teasers(self, text: str, kind: str, node: LexborNode) -> bool:
        if kind not in _ANNOUNCING or not announces_teasers(text, characters_above=self._characters):
            return False
        return node.css_first("a[href]") is None and not any(one.node.tag == "a" for one in self._levels)

    def _link(self, href: str, place: str) -> None:
        target = comparable_target(href, self._base)
        if target:
            self._characters += len(target)
            self.blocks.append(Block(target, "link", place))

    def _image(self, node: LexborNode) -> None:
        attributes = node.attributes
        source = attributes.get("src") or ""
        if not source or source.startswith("data:"):
            source = attributes.get("data-src") or attributes.get("data-lazy-src") or ""
        target = comparable_target(source, self._base, is_file=True)
        if target:
            self.blocks.append(Block(target, "image", self._levels[-1].place))
        self._run.append(" ")

    def _media(self, node: LexborNode) -> None:
        """A film, a sound or a map of the page is one of its pictures; frames of other kinds hold advertisements and tools."""
        source = node.attributes.get("src") or next((one.attributes.get("src") or "" for one in node.css("source[src]")), "")
        target = media_target(source, self._base, is_frame=node.tag in {"iframe", "embed"})
        if target:
            self.blocks.append(Block(target, "image", self._levels[-1].place))
        self._run.append(" ")

    def _priced_options(self, node: LexborNode) -> None:
        """The variants of a product that state their price; other choices are a form's."""
        self._flush()
        for option in node.css("option")[:_MAX_OPTIONS]:
            text = " ".join(option.text().split())[:200]
            if _PRICED.search(text):
                self.blocks.append(Block(text, "item", self._levels[-1].place))


def _bounded(text: str) -> str:
    """A text of unusual length (a file pasted into one element) as its beginning and a digest of all of it, so that any change shows."""
    if len(text) <= _MAX_BLOCK:
        return text
    return f"{text[:_MAX_BLOCK]} … {hashlib.blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=32).hexdigest()}"


@lru_cache(maxsize=10_000)
def _place(above: str, tag: str, classes: str, identifier: str) -> str:
    if above == TEASERS:
        return TEASERS
    name = tag + ("#" + identifier[:20] if _is_lasting(identifier) else "")
    first_class = classes.split(None, 1)[0] if classes.strip() else ""
    name += "." + first_class[:20] if _is_lasting(first_class) else ""
    return "/".join([*above.split("/")[1 - _PLACE_LEVELS :], name]) if above else name


def _is_lasting(name: str) -> bool:
    """Whether an id or class was given by a person; builds and frameworks make up others (`css-1x8f`, `Title_a9xK2`, `:r3:`) each time."""
    return bool(name) and _GIVEN_NAME.fullmatch(name) is not None
