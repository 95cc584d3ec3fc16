"""One pass over the tree of a page that collects its blocks (`page_blocks` tells what is content)."""

from __future__ import annotations

from collections.abc import Mapping

from selectolax.lexbor import LexborNode

from sitemaps_app.formats.page_beside import without_what_stands_beside
from sitemaps_app.formats.page_block import TEASERS, Block, make_block
from sitemaps_app.formats.page_boxes import CONTENT, LAYOUT, NAMED_CHROME, kind_within, subscription_box
from sitemaps_app.formats.page_html import PageLimits
from sitemaps_app.formats.page_level import Level, make_level
from sitemaps_app.formats.page_lines import in_its_element, is_age, is_plain_line
from sitemaps_app.formats.page_links import comparable_target
from sitemaps_app.formats.page_main_text import Region, make_region
from sitemaps_app.formats.page_noise import content_of
from sitemaps_app.formats.page_pictures import film_target, leave_link_around, picture_target, priced_options
from sitemaps_app.formats.page_places import MAX_BLOCK, bounded, place_below, with_single_blanks
from sitemaps_app.formats.page_regions import NAMING, TELLING, AttributeSigns, Suspicion, is_chrome, is_cookie_notice, suspicion_of
from sitemaps_app.formats.page_tags import BLOCK_TAGS, KIND_OF_TAG, LABELS, MEDIA, STRESSED, WITHOUT_A_WAY_DOWN
from sitemaps_app.formats.page_teasers import LONGEST_LABEL, announces_teasers, is_advertisement, is_advertisement_label, is_list_of_pages

_ANNOUNCING, _NO_SUSPICION = frozenset({"heading", "text"}), Suspicion.NONE
# A confirmation looks at all below an element; so many of them may lie in one another before names are no longer asked.
_MAX_JUDGED = 30
_LEFT_OUT = -1
_DATED, _LINES, _LONGEST_LINE = frozenset({"cell", "item"}), frozenset({"text", "item"}), 160


class PageWalk:
    """One pass over the tree with an explicit stack (pages may be nested deeper than Python's own)."""

    def __init__(self, source: str, base: str, limits: PageLimits) -> None:
        self.blocks: list[Block] = []
        self._signs = AttributeSigns(source)
        self._cookies = "ookie" in source
        self._base = base
        self._limits = limits
        self._run: list[str] = []
        self._characters = 0
        self._levels: list[Level] = []
        self._page_size = 1
        self._teasers_follow, self._announcement = False, ""
        self._teasers: set[int] = set()
        self._regions: list[Region] = []
        self._cells: dict[str, str] = {}
        self._targets: dict[str, str] = {}

    def read(self, body: LexborNode) -> None:
        """Collect the blocks of the body."""
        self._page_size = max(1, len(body.text()))
        self._levels.append(Level(body, is_block=True, kind="text", place="", in_article=False, judged=0, start=0))
        self._walk(body.first_child)
        self._flush()
        self.blocks = without_what_stands_beside(self.blocks, self._regions, self._base)

    def _walk(self, node: LexborNode | None) -> None:
        """Go from node to node until the end of the body or of the limits."""
        run, blocks, most, longest = self._run, self.blocks, self._limits.max_blocks, self._limits.max_text
        # Text nodes are taken in and siblings followed in here: a call costs more than either does. Most nodes are texts, so that is asked
        # first, and nothing else of them.
        while node is not None:
            text = node.text_content
            if text is not None:
                if run or not text.isspace():
                    run.append(text)
                below = node.next
                if below is not None and not self._teasers_follow:
                    node = below
                    continue
                below = self._following(below)
            else:
                tag = node.tag or "-"
                below = None
                if tag in WITHOUT_A_WAY_DOWN:
                    self._pass(node, tag)
                else:
                    below = self._open(node, tag)
                if below is None:
                    below = node.next
                    if below is None or self._teasers_follow:
                        below = self._following(below)
            if len(blocks) >= most or self._characters >= longest:
                break
            node = below

    def _following(self, following: LexborNode | None) -> LexborNode | None:
        """The given sibling, else the next node behind the elements that end here, which are closed; None at the end of the body."""
        levels, blocks = self._levels, self.blocks
        while following is None and len(levels) > 1:
            level = levels.pop()
            node, is_block, _, place, _, _, start = level
            if is_block:
                if self._run:
                    self._flush(level)
                if len(blocks) > start:
                    self._regions.append(make_region((start, len(blocks), len(levels), place, node)))
            following = node.next
        if self._teasers_follow and following is not None and levels[-1].place != TEASERS:
            self._look_for_teasers(following)
        return following

    def _look_for_teasers(self, following: LexborNode) -> None:
        """Remember the list of other pages that a heading before it announced."""
        tag = following.tag or "-"
        if tag == "-text":
            self._teasers_follow = not (following.text_content or "").strip()
        elif is_list_of_pages(following, self._page_size, self._announcement):
            self._teasers.add(following.mem_id)
        else:
            self._teasers_follow = tag in {"hr", "br"} or tag.startswith("-")

    def _pass(self, node: LexborNode, tag: str) -> None:
        """Take in a node that is not gone down into."""
        if tag == "img":
            self._image(node)
        elif tag == "pre":
            self._code(node)
        elif tag in MEDIA:
            self._media(node)
        elif tag == "select":
            self._flush()
            self.blocks.extend(Block(text, "item", self._levels[-1].place) for text in priced_options(node))
        elif tag == "input":
            self._field(node)
        elif self._run:
            self._run.append(" ")

    def _open(self, node: LexborNode, tag: str) -> LexborNode | None:
        """The first node in an element that is gone down into; None where it is left out, empty, or has been taken in as a whole."""
        is_teasers = bool(self._teasers) and node.mem_id in self._teasers
        is_block = is_teasers or tag in BLOCK_TAGS
        if is_block and self._run:
            is_teasers = self._ends_the_run(node) or is_teasers
        child = node.first_child
        if child is None:
            return None
        leaf = child.text_content if child.next is None else None
        if (
            leaf is not None
            and tag != "a"
            and (tag in LABELS or (len(leaf) <= LONGEST_LABEL and is_advertisement_label(leaf)))
            and self._is_no_content(node, tag, leaf)
        ):
            return None
        _, _, kind, place, in_article, judged, _ = self._levels[-1]
        attributes = node.attributes
        # Against most elements nothing can be said: they have no name.
        if (attributes and not NAMING.isdisjoint(attributes)) or tag in NAMED_CHROME or len(self._levels) == 1:
            suspected = self._judged(node, tag, attributes)
            if suspected == _LEFT_OUT:
                return None
            judged += suspected
        if tag == "a":
            self._link(attributes.get("href") or "", TEASERS if is_teasers else place)
        if leaf is not None and not is_block:
            self._run.append(leaf)
            return None
        if is_block:
            in_layout = kind == LAYOUT or (tag == "table" and not in_article)
            kind = kind_within(node, tag, kind) if in_layout else KIND_OF_TAG.get(tag, kind)
            place = TEASERS if is_teasers else place_below(place, tag, attributes.get("class") or "", attributes.get("id") or "")
        if leaf is not None:
            self._take(leaf, kind, place, node)
            return None
        self._levels.append(make_level((node, is_block, kind, place, in_article or tag in CONTENT, judged, len(self.blocks))))
        return child

    def _field(self, node: LexborNode) -> None:
        """What has been read of a box that asks a reader to subscribe is no content, nor is what follows in it."""
        self._run.append(" ")
        if (box := subscription_box(node)) is None or all(level.node.mem_id != box.mem_id for level in self._levels):
            return
        self._flush()
        for number in reversed(range(len(self._levels))):
            level = self._levels[number] = self._levels[number]._replace(place=TEASERS)
            if level.node.mem_id == box.mem_id:
                self.blocks[level.start :] = [block._replace(place=TEASERS) for block in self.blocks[level.start :]]
                return

    def _ends_the_run(self, following: LexborNode) -> bool:
        """End the running block before an element; whether that is the list of other pages which the block announced."""
        self._flush()
        if self._teasers_follow and self._levels[-1].place != TEASERS:
            self._look_for_teasers(following)
        return following.mem_id in self._teasers

    def _labels_advertisement(self) -> bool:
        """Whether a text labels what is around it as an advertisement; all that follows there is none of the page's content then."""
        for number in (-1, -2)[: len(self._levels)]:
            if not is_advertisement(self._levels[number].node, self._page_size):
                break
            self._levels[number] = self._levels[number]._replace(place=TEASERS)
        return self._levels[-1].place == TEASERS

    def _judged(self, node: LexborNode, tag: str, attributes: Mapping[str, str | None]) -> int:
        """`_LEFT_OUT` where an element and all below it is not content, else 1 where it was suspected and 0 where it was not."""
        above = self._levels[-1]
        suspicion = _NO_SUSPICION if TELLING.isdisjoint(attributes) else self._signs.suspicion(tag, attributes)
        if suspicion is _NO_SUSPICION:
            get = attributes.get
            classes, identifier, role = get("class") or "", get("id") or "", get("role") or ""
            if self._cookies and len(self._levels) == 1 and tag in BLOCK_TAGS and is_cookie_notice(node):
                suspicion = Suspicion.ADVERTISEMENT
            elif classes or identifier or role or tag in NAMED_CHROME:
                suspicion = suspicion_of(tag, role, classes, identifier, above.in_article)
        if suspicion is _NO_SUSPICION or above.judged >= _MAX_JUDGED:
            return 0
        return _LEFT_OUT if is_chrome(node, suspicion, self._page_size) else 1

    def _code(self, node: LexborNode) -> None:
        """Code is taken whole: the elements in it colour its words."""
        self._flush()
        attributes = node.attributes
        place = place_below(self._levels[-1].place, "pre", attributes.get("class") or "", attributes.get("id") or "")
        for link in node.css("a[href]")[:100]:
            self._link(link.attributes.get("href") or "", place)
        text = bounded(" ".join(node.text().split()))
        if text:
            self._characters += len(text)
            self.blocks.append(Block(text, "code", place))

    def _is_no_content(self, node: LexborNode, tag: str, text: str) -> bool:
        """Whether a text alone in its element is a label of an advertisement, a counter or an age; stressed within a sentence the same
        words belong to it."""
        if len(text) <= LONGEST_LABEL and is_advertisement_label(text) and self._labels_advertisement():
            return True
        if tag not in LABELS:
            return False
        if tag in STRESSED and self._run and (self._run[0].strip() or any(part.strip() for part in self._run)):
            return False
        text = " ".join(text.split())
        return not content_of(text, dates_count=True) or is_age(text, node)

    def _flush(self, level: Level | None = None) -> None:
        """End the running block; it belongs to the given level, else to the innermost open one."""
        if not self._run:
            return
        node, _, kind, place, _, _, _ = level or self._levels[-1]
        text = with_single_blanks("".join(self._run))
        self._run.clear()
        self._emit(text, kind, place, node)

    def _emit(self, text: str, kind: str, place: str, node: LexborNode) -> None:
        """Make a block of the text of an element, where it is content."""
        if not text:
            return
        if kind == "heading":
            text = text.rstrip(" ¶#§🔗")
        text = content_of(text, dates_count=kind in _DATED)
        if text and kind in _LINES and len(text) <= _LONGEST_LINE and not is_plain_line(text):
            text, place = in_its_element(text, kind, place, node, self.blocks)
        if text and kind in _ANNOUNCING and self._announces_teasers(text, node):
            self._teasers_follow, self._announcement = True, text
        elif text:
            self._teasers_follow = self._teasers_follow and place == TEASERS
            if len(text) > MAX_BLOCK:
                text = bounded(text)
            self._characters += len(text)
            self.blocks.append(make_block((text, kind, place)))

    def _take(self, text: str, kind: str, place: str, node: LexborNode) -> None:
        """Make a block of an element that holds nothing but a text. A third of all cells say what another cell of the page says."""
        if kind != "cell":
            self._emit(with_single_blanks(text), kind, place, node)
            return
        content = self._cells.get(text)
        if content is None:
            content = self._cells[text] = bounded(content_of(with_single_blanks(text), dates_count=True))
        if content:
            self._teasers_follow = self._teasers_follow and place == TEASERS
            self._characters += len(content)
            self.blocks.append(make_block((content, kind, place)))

    def _announces_teasers(self, text: str, node: LexborNode) -> bool:
        if not announces_teasers(text, characters_above=self._characters, open_ones=self._levels, closed_ones=self._regions):
            return False
        may_link = node.tag in KIND_OF_TAG or (self.blocks and self.blocks[-1].kind == "link")
        return not (may_link and node.css_first("a[href]") is not None) and not any(one.node.tag == "a" for one in self._levels)

    def _link(self, href: str, place: str) -> None:
        target = self._targets.get(href) or comparable_target(href, self._base)
        if target:
            self._targets[href] = target
            self._characters += len(target)
            self.blocks.append(make_block((target, "link", place)))

    def _image(self, node: LexborNode) -> None:
        if is_advertisement_label(node.attributes.get("alt") or ""):
            leave_link_around(node, self.blocks)
        elif target := picture_target(node.attributes, self._base):
            self.blocks.append(Block(target, "image", self._levels[-1].place))
        self._run.append(" ")

    def _media(self, node: LexborNode) -> None:
        """A film, a sound or a map of the page is one of its pictures."""
        if target := film_target(node, self._base):
            self.blocks.append(Block(target, "image", self._levels[-1].place))
        self._run.append(" ")
