"""Dates that a page shows to its readers: `<time>` elements, and date properties outside of any thing.

Such an element counts where it, its class or the words before it say what it is the date of, and where it belongs to the page itself: not
within comments, teasers, cards, lists of related pages or other articles. What holds the heading of the page is never one of these, so
a class like `with-sidebar` on the wrapper of everything does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from sitemaps_app.formats.page_date_words import BEGINS_UPDATED, SAYS_PUBLISHED, SAYS_UPDATED
from sitemaps_app.formats.page_markup import MODIFIED_PROPERTIES, PUBLISHED_PROPERTIES, Marks, MetaDate, above, date_text


@dataclass(frozen=True, slots=True)
class ShownDates:
    """The dates of elements, in document order."""

    modified: tuple[MetaDate, ...]
    published: tuple[MetaDate, ...]


_UPDATED_CLASS = re.compile(r"(?:^|[\s_-])(?:updated|modified|last-?mod(?:ified)?|last-?updated?|dateModified)(?:$|[\s_-])", re.IGNORECASE)
_PUBLISHED_CLASS = re.compile(r"(?:^|[\s_-])(?:published|pubdate|entry-date|post-date|datePublished)(?:$|[\s_-])", re.IGNORECASE)
_FOREIGN = re.compile(
    r"(?:^|\s|(?<!\bwith)(?<!\bhas)(?<!\bno)[_-])(?:comments?|commentlist|replies|reply|respond|related|recommend(?:ed|ations?)?|teasers?|sidebar|widget-area|listdate"
    r"|(?<![\w-])widgets?(?![\w-])|more-posts|read-more|also-like|latest-posts|recent-posts|archive-list|feed)(?:$|[\s_-])",
    re.IGNORECASE,
)
_CARD = re.compile(r"(?:^|[\s_-])cards?(?:$|[\s_-])", re.IGNORECASE)
_LINKED_HEADING = "h2 a[href], h3 a[href], h4 a[href], a[href] h2, a[href] h3, a[href] h4"
_SITE_CHANGED = re.compile(
    r"(?:web)?site(?:\s+(?:was|is|last|content))*\s+(?:updated|changed|modified|built|generated|rebuilt)|(?:updated?|changes?)\s+(?:of|to)\s+(?:the|this|our)\s+(?:web)?site|website\s+(?:zuletzt\s+)?aktualisiert"
    r"|site\s+mis\s+à\s+jour|sitio\s+(?:web\s+)?actualizado|sito\s+aggiornato|site\s+atualizado|сайт\s+(?:обновл|изменён)|网站(?:最后)?更新|サイト更新",
    re.IGNORECASE,
)
_LONGEST_FOOTER = 3_000
_NEAR = 60
_MOST_CARDS = 40


_OTHER_TAGS = frozenset({"aside", "nav", "pre", "code", "template", "blockquote", "script", "style"})
_MOST_SIBLINGS = 40


def _siblings(node: LexborNode, step: str) -> Iterator[LexborNode]:
    current = getattr(node, step)
    for _ in range(_MOST_SIBLINGS):
        if current is None:
            return
        yield current
        current = getattr(current, step)


def _is_of_the_site(footer: LexborNode) -> bool:
    """Whether the foot of a site tells when the site was changed, not the page."""
    return _SITE_CHANGED.search(" ".join(footer.text()[:_LONGEST_FOOTER].split())) is not None


class Places:
    """What of a page belongs to the page itself; every element is judged once."""

    def __init__(self, marks: Marks) -> None:
        headings = marks.headings_in_articles()
        self._several_articles = marks.articles > 1
        self._headed_article = bool(headings)
        self._holders: set[int] = set()
        heading = marks.heading
        if heading is not None:
            holders = list(above(heading))
            headed = {one.mem_id for other in headings[:20] for one in above(other) if one.tag == "article"}
            several = len(headed - {one.mem_id for one in holders}) > 0
            # Where each article has such a heading the page is a list of them, and its own heading is none of theirs.
            outermost = max((place for place, one in enumerate(holders) if one.tag == "article"), default=-1) if several else -1
            self._holders = {one.mem_id for one in holders[outermost + 1 :]}
        self._judged: dict[int, bool] = {}
        self._cards = 0

    def is_foreign(self, node: LexborNode) -> bool:
        """Whether an element is, or is within, something that is about other pages or by readers."""
        chain: list[LexborNode] = []
        foreign = False
        for one in (node, *above(node)):
            if one.mem_id in self._holders:
                break
            if one.mem_id in self._judged:
                foreign = self._judged[one.mem_id]
                break
            chain.append(one)
        for one in reversed(chain):
            foreign = foreign or self._is_other(one)
            self._judged[one.mem_id] = foreign
        return foreign

    def _is_other(self, one: LexborNode) -> bool:
        if one.tag in {"html", "body"}:
            return False
        if one.tag == "footer" and not any(around.tag in {"article", "main"} for around in above(one)):
            return _is_of_the_site(one)
        if one.tag in _OTHER_TAGS or (one.tag == "article" and self._is_other_article(one)):
            return True
        attributes = one.attributes
        named = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
        return bool(_FOREIGN.search(named)) or (bool(_CARD.search(named)) and self._is_teaser(one))

    def _is_other_article(self, article: LexborNode) -> bool:
        """Whether an article is one of a list, within another one, or beside the one that has the heading of the page."""
        if not self._several_articles:
            return False
        beside = [one for step in ("prev", "next") for one in _siblings(article, step)]
        return self._headed_article or any(one.tag == "article" for one in (*beside, *above(article)))

    def _is_teaser(self, card: LexborNode) -> bool:
        """Whether a card has a heading that leads elsewhere. Cards may lie in each other, so only some are looked through; where there
        are so many the rest are like them."""
        self._cards += 1
        return self._cards > _MOST_CARDS or card.css_first(_LINKED_HEADING) is not None


def shown_dates(marks: Marks) -> ShownDates:
    """The dates of `<time>` elements and of date properties outside of any thing of microdata."""
    modified: list[MetaDate] = []
    published: list[MetaDate] = []
    times = marks.times
    loose = _loose(marks)
    if not times and not loose:
        return ShownDates((), ())
    places = Places(marks)
    for node, names in loose:
        if not places.is_foreign(node):
            modified += [MetaDate("itemprop", date_text(node))] if names & MODIFIED_PROPERTIES else []
            published += [MetaDate("itemprop", date_text(node))] if names & PUBLISHED_PROPERTIES else []
    for node in times:
        if node.attributes.get("itemprop") or node.attributes.get("property") or places.is_foreign(node):
            continue
        updated, first = _says(node)
        modified += [MetaDate("time", _time_text(node))] if updated else []
        published += [MetaDate("time", _time_text(node))] if first else []
    return ShownDates(tuple(modified), tuple(published))


def _loose(marks: Marks) -> list[tuple[LexborNode, set[str]]]:
    """Elements (but `<meta>`, which is read as such) with a date property that belongs to no thing."""
    found = marks.dated("itemprop")
    return [(node, names) for node, names in found if node.tag != "meta" and not any("itemscope" in one.attributes for one in above(node))]


def _says(node: LexborNode) -> tuple[bool, bool]:
    """Whether a `<time>` says that it is the date of change, and of publication (WordPress writes both until a change)."""
    parent = node.parent
    around = (parent.attributes.get("class") or "") if parent is not None and len(parent.css("time")) == 1 else ""
    named = f"{node.attributes.get('class') or ''} {around}"
    before = _text_before(node)
    updated = bool(_UPDATED_CLASS.search(named) or SAYS_UPDATED.search(before) or BEGINS_UPDATED.match(node.text()[:_NEAR]))
    first = bool("pubdate" in node.attributes or _PUBLISHED_CLASS.search(named) or SAYS_PUBLISHED.search(before))
    return updated, first


def _time_text(node: LexborNode) -> str:
    """The value of a `<time>` without words before it (https://html.spec.whatwg.org/multipage/text-level-semantics.html#datetime-value)."""
    written = node.attributes.get("datetime")
    return written if written is not None else BEGINS_UPDATED.sub("", " ".join(node.text()[:200].split())).strip(" :：")


def _text_before(node: LexborNode) -> str:
    """The last words before an element: of its neighbours, else of those of the two elements around it, never beyond another `<time>`."""
    current: LexborNode | None = node
    for _ in range(3):
        if current is None or current.tag in {"body", "html", "main", "article"}:
            return ""
        text = ""
        neighbour = current.prev
        for _ in range(6):
            if neighbour is None or len(text.strip()) >= _NEAR:
                break
            if neighbour.tag == "time" or (neighbour.is_element_node and neighbour.css_first("time") is not None):
                return text.strip()[-_NEAR:]
            text = f"{neighbour.text()[-_NEAR:]} {text}"
            neighbour = neighbour.prev
        if text.strip():
            return " ".join(text.split())[-_NEAR:]
        current = current.parent
    return ""
