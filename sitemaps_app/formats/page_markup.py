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
from sitemaps_app.formats.page_jsonld import Node, local_name

MODIFIED_PROPERTIES = frozenset({"datemodified", "modified"})
PUBLISHED_PROPERTIES = frozenset({"datepublished"})
DATE_PROPERTIES = MODIFIED_PROPERTIES | PUBLISHED_PROPERTIES
ADDRESS_PROPERTIES = frozenset({"url", "mainentityofpage", "ispartof"})
SAME_THING = frozenset({"mainentity", "mainentityofpage"})
_MAX_STEPS = 400
_MOST_ADDRESSES, _MOST_OF_A_KIND = 1_000, 5


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
    """A page's tree and the elements in it that name a date, which are looked up once for each syntax."""

    def __init__(self, tree: LexborHTMLParser, limits: PageLimits) -> None:
        self.tree = tree
        self.limits = limits
        self._dated: dict[str, list[tuple[LexborNode, set[str]]]] = {}

    def dated(self, prop: str) -> list[tuple[LexborNode, set[str]]]:
        """The elements whose `prop` (itemprop or property) names a date, in document order, with the local names in lower case."""
        if prop not in self._dated:
            found = self.tree.css(f'[{prop}*="odified" i], [{prop}*="ublished" i]')[: self.limits.max_candidates]
            named = [(node, {local_name(name).lower() for name in (node.attributes.get(prop) or "").split()}) for node in found]
            self._dated[prop] = [(node, names) for node, names in named if names & DATE_PROPERTIES]
        return self._dated[prop]


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
    said = _addresses(marks.tree, prop, scope) if things else {}
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


def _addresses(tree: LexborHTMLParser, prop: str, scope: str) -> dict[int, dict[str, list[str]]]:
    """What each thing of a page says of addresses, by property; found in one walk over the page, however its things lie in each other."""
    said: dict[int, dict[str, list[str]]] = {}
    for node in tree.css(f'[{prop}*="url" i], [{prop}*="mainEntityOfPage" i], [{prop}*="isPartOf" i]')[:_MOST_ADDRESSES]:
        attributes = node.attributes
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
