"""Dates in the markup of a page: a walk over microdata and RDFa whose cost is bounded.

The full reader of microdata and RDFa is `page_structured`; the walk answers where that is not asked or must not be. It looks up only date
properties, and from each the way up to the thing it belongs to: a page with thousands of marked-up comments costs no more than its date
properties, which are capped. (Readers that build all things of a page take minutes on such pages.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sitemaps_app.formats.page_html import PageLimits
from sitemaps_app.formats.page_jsonld import JsonLdScript, Node, is_json_ld, local_name

MODIFIED_PROPERTIES = frozenset({"datemodified", "modified"})
PUBLISHED_PROPERTIES = frozenset({"datepublished"})
DATE_PROPERTIES = MODIFIED_PROPERTIES | PUBLISHED_PROPERTIES
ADDRESS_PROPERTIES = frozenset({"url", "mainentityofpage", "ispartof"})
SAME_THING = frozenset({"mainentity", "mainentityofpage"})
_MAX_STEPS = 400
_MOST_ADDRESSES, _MOST_OF_A_KIND = 1_000, 5
_MOST_METAS, _MOST_LINKS, _MOST_TIMES, _MOST_SCRIPTS = 500, 200, 200, 500
_LOOKED_FOR = 'meta[content], link[rel][href], time, script[type*="ld" i], h1, article, [itemprop], [property]'
_STATING = frozenset({"price", "lowPrice", "highPrice", "availability", "startDate", "endDate"})
_MOST_STATING = 200
_PROPERTIES = ("itemprop", "property")
_FOR_MACHINES = frozenset({"meta", "link", "script"})


@dataclass(frozen=True, slots=True)
class MetaDate:
    """A date text with the name of what holds it: a meta element, `time`, `itemprop`, `text`."""

    name: str
    raw: str


def above(node: LexborNode) -> Iterator[LexborNode]:
    """The elements around a node, nearest first, at most 400."""
    current = node.parent
    steps = 0
    while current is not None and (current.tag or "-") != "-document" and steps < _MAX_STEPS:
        yield current
        current = current.parent
        steps += 1


class Marks:
    """A page's tree and the elements in it that may tell a date, the address or the subject of the page.

    All are found by one search of the tree: each search visits every element, which costs more than what it asks of them.

    `metas` are the attributes of the `<meta>` elements that have a content, each with its element, and `links` those of `<link>`
    elements with an address; `stating` those of elements of microdata with a price, a stock, a begin or an end; `times` the `<time>`
    elements, `heading` the first `<h1>`, `articles` the number of `<article>` elements; `scripts` are JSON-LD; `addressed` the elements of
    each syntax whose property may be an address, once for each that it may be. All in document order and bounded in number.
    """

    def __init__(self, tree: LexborHTMLParser, limits: PageLimits) -> None:
        self.tree = tree
        self.limits = limits
        self.metas: list[tuple[LexborNode, dict[str, str | None]]] = []
        self.links: list[dict[str, str | None]] = []
        self.times: list[LexborNode] = []
        self.scripts: list[JsonLdScript] = []
        self.stating: list[dict[str, str | None]] = []
        self.heading: LexborNode | None = None
        self.articles = 0
        self.addressed: dict[str, list[tuple[LexborNode, dict[str, str | None]]]] = {prop: [] for prop in _PROPERTIES}
        self._named: dict[str, list[tuple[LexborNode, str]]] = {prop: [] for prop in _PROPERTIES}
        self._dated: dict[str, list[tuple[LexborNode, set[str]]]] = {}
        last = 0
        for node in tree.css(_LOOKED_FOR):
            # An element comes once for each selector that fits it.
            if node.mem_id != last:
                last = node.mem_id
                self._take(node)

    def _take(self, node: LexborNode) -> None:
        tag, attributes = node.tag, node.attributes
        if tag in _FOR_MACHINES:
            self._take_statement(node, attributes)
        elif tag == "time" and len(self.times) < _MOST_TIMES:
            self.times.append(node)
        elif tag == "h1":
            self.heading = self.heading or node
        elif tag == "article":
            self.articles += 1
        for prop in _PROPERTIES:
            names = attributes.get(prop)
            if names:
                self._take_property(node, prop, names, attributes)

    def _take_statement(self, node: LexborNode, attributes: dict[str, str | None]) -> None:
        """Take in an element that readers do not see."""
        if node.tag == "script":
            if is_json_ld(attributes.get("type") or "") and len(self.scripts) < _MOST_SCRIPTS:
                self.scripts.append(JsonLdScript(node.text(), self.limits))
        elif node.tag == "meta":
            if "content" in attributes and len(self.metas) < _MOST_METAS:
                self.metas.append((node, attributes))
        elif "rel" in attributes and "href" in attributes and len(self.links) < _MOST_LINKS:
            self.links.append(attributes)

    def _take_property(self, node: LexborNode, prop: str, names: str, attributes: dict[str, str | None]) -> None:
        small, named = names.lower(), self._named[prop]
        if ("odified" in small or "ublished" in small) and len(named) < self.limits.max_candidates:
            # What names both kinds of date stands twice.
            named += [(node, names)] * (("odified" in small) + ("ublished" in small))
        addressing = ("url" in small) + ("mainentityofpage" in small) + ("ispartof" in small)
        if addressing and len(self.addressed[prop]) < _MOST_ADDRESSES:
            self.addressed[prop] += [(node, attributes)] * addressing
        if names in _STATING and prop == "itemprop" and len(self.stating) < _MOST_STATING:
            self.stating.append(attributes)

    def dated(self, prop: str) -> list[tuple[LexborNode, set[str]]]:
        """The elements whose `prop` (itemprop or property) names a date, in document order, with the local names in lower case."""
        if prop not in self._dated:
            named = [(node, {local_name(name).lower() for name in names.split()}) for node, names in self._named[prop]]
            self._dated[prop] = [(node, names) for node, names in named[: self.limits.max_candidates] if names & DATE_PROPERTIES]
        return self._dated[prop]

    def has_references(self) -> bool:
        """Whether a thing of microdata has parts elsewhere. Asked of few pages, so it is a search of its own."""
        return self.tree.css_first("[itemref][itemscope]") is not None

    @property
    def has_more_metas(self) -> bool:
        """Whether there may be more `<meta>` elements than `metas` holds."""
        return len(self.metas) == _MOST_METAS

    def headings_in_articles(self) -> list[LexborNode]:
        """The `<h1>` elements within an `<article>`."""
        return self.tree.css("article h1") if self.articles and self.heading is not None else []


def microdata_nodes(marks: Marks) -> list[Node]:
    """Things with a date in microdata (https://html.spec.whatwg.org/multipage/microdata.html), read as far as dates need it."""
    return _marked_up(marks, "itemprop", "itemscope", "itemtype", "itemid", "microdata")


def rdfa_nodes(marks: Marks) -> list[Node]:
    """Things with a date in RDFa Lite (https://www.w3.org/TR/rdfa-lite/)."""
    return _marked_up(marks, "property", "typeof", "typeof", "resource", "rdfa")


def _marked_up(marks: Marks, prop: str, scope: str, kind: str, identity: str, syntax: str) -> list[Node]:
    """One node a thing, in the order of their first dates."""
    things: dict[int, LexborNode] = {}
    dates: dict[int, tuple[list[str], list[str]]] = {}
    for node, names in marks.dated(prop):
        thing = next((one for one in above(node) if scope in one.attributes), None)
        if thing is not None:
            things.setdefault(thing.mem_id, thing)
            modified, published = dates.setdefault(thing.mem_id, ([], []))
            modified += [date_text(node)] if names & MODIFIED_PROPERTIES else []
            published += [date_text(node)] if names & PUBLISHED_PROPERTIES else []
    said = _addresses(marks, prop, scope) if things else {}
    nodes = []
    for place, thing in things.items():
        attributes, own = thing.attributes, said.get(place, {})
        nodes.append(
            Node(
                types=tuple(local_name(one) for one in (attributes.get(kind) or "").split()),
                addresses=tuple(own.get("url", ())),
                identity=attributes.get(identity) or "",
                modified=tuple(dates[place][0]),
                published=tuple(dates[place][1]),
                nested=_is_nested(thing, prop, scope),
                syntax=syntax,
                subjects=tuple(own.get("mainentityofpage", ())),
                wholes=tuple(own.get("ispartof", ())),
            )
        )
    return nodes


def date_text(node: LexborNode) -> str:
    """The value of a property element as microdata and RDFa define it."""
    attributes = node.attributes
    for name in ("content", "datetime", "value"):
        if attributes.get(name) is not None:
            return attributes[name] or ""
    return " ".join(node.text().split())[:200]


def _addresses(marks: Marks, prop: str, scope: str) -> dict[int, dict[str, list[str]]]:
    """What each thing of a page says of addresses, by property; found in one walk over the page, however its things lie in each other."""
    said: dict[int, dict[str, list[str]]] = {}
    for node, attributes in marks.addressed[prop][:_MOST_ADDRESSES]:
        value = next(filter(None, (attributes.get(key) for key in ("href", "content", "itemid", "resource"))), None)
        names = {local_name(name).lower() for name in (attributes.get(prop) or "").split()} & ADDRESS_PROPERTIES
        owner = next((one for one in above(node) if scope in one.attributes), None) if value and names else None
        if owner is not None:
            for name in names:
                texts = said.setdefault(owner.mem_id, {}).setdefault(name, [])
                if value and len(texts) < _MOST_OF_A_KIND:
                    texts.append(value)
    return said


def _is_nested(thing: LexborNode, prop: str, scope: str) -> bool:
    """Whether the thing is the value of a property of another thing that names something else than the page's main entity."""
    current = thing
    while True:
        names = {local_name(name).lower() for name in (current.attributes.get(prop) or "").split()}
        if not names:
            return False
        if not names & SAME_THING:
            return True
        around = next((one for one in above(current) if scope in one.attributes), None)
        if around is None:
            return False
        current = around
