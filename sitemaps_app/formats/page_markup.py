"""Dates in the markup of a page: meta elements, `<time>`, and a walk over microdata and RDFa whose cost is bounded.

The full reader of microdata and RDFa is `page_structured`; the walk answers where that is not asked or must not be. It looks up only date
properties, and from each the way up to the thing it belongs to: a page with thousands of marked-up comments costs no more than its date
properties, which are capped. (Readers that build all things of a page take minutes on such pages.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sitemaps_app.formats.page_html import PageLimits
from sitemaps_app.formats.page_jsonld import Node, local_name

MODIFIED_PROPERTIES = frozenset({"datemodified", "modified"})
PUBLISHED_PROPERTIES = frozenset({"datepublished"})
DATE_PROPERTIES = MODIFIED_PROPERTIES | PUBLISHED_PROPERTIES
SAME_THING = frozenset({"mainentity", "mainentityofpage"})
_MAX_STEPS = 400


@dataclass(frozen=True, slots=True)
class MetaDate:
    """A date text with the name of the element that holds it."""

    name: str
    raw: str


MODIFIED_META = (
    "article:modified_time", "og:updated_time", "og:modified_time", "datemodified", "dcterms.modified", "dc.date.modified", "dc.modified",
    "last-modified", "last_modified", "lastmod", "revised", "modified", "date.modified", "article.updated", "bt:moddate",
    "sailthru.modified", "parsely-modified-date", "lastupdated", "last-updated",
)  # fmt: skip
PUBLISHED_META = (
    "article:published_time", "og:published_time", "og:article:published_time", "datepublished", "dcterms.created", "dcterms.issued",
    "dcterms.date", "dc.date.issued", "dc.date.created", "dc.date", "pubdate", "publishdate", "publish-date", "publication_date",
    "article.published", "sailthru.date", "parsely-pub-date", "citation_publication_date", "date",
)  # fmt: skip
_RANK = {name: rank for rank, name in enumerate((*MODIFIED_META, *PUBLISHED_META))}
_UPDATED = re.compile(
    r"^\W*(?:last\s+|page\s+last\s+)?(?:up-?dated|modified|edited|revised|aktualisiert|geändert|mis à jour|modifié|actualizado"
    r"|更新|修改|最后更新)",
    re.IGNORECASE,
)
_UPDATED_CLASS = re.compile(r"(?:^|[\s_-])(?:updated|modified|last-?mod(?:ified)?|lastupdated|dateModified)(?:$|[\s_-])", re.IGNORECASE)
_PUBLISHED_CLASS = re.compile(r"(?:^|[\s_-])(?:published|pubdate|entry-date|post-date|datePublished)(?:$|[\s_-])", re.IGNORECASE)
_FOREIGN = re.compile(r"comment|related|recommend|teaser|sidebar|widget|reply", re.IGNORECASE)


def meta_dates(tree: LexborHTMLParser) -> tuple[list[MetaDate], list[MetaDate]]:
    """Modified and published dates of `<meta>` elements, best name first; `name=` and `property=` alike, in any case."""
    found: list[MetaDate] = []
    for meta in tree.css("meta[content]")[:500]:
        attributes = meta.attributes
        for key in ("property", "name", "itemprop", "http-equiv"):
            name = (attributes.get(key) or "").strip().lower()
            if name in _RANK and not (key == "itemprop" and _inside_thing(meta)):
                found.append(MetaDate(name, attributes.get("content") or ""))
                break
    found.sort(key=lambda one: _RANK[one.name])
    return [one for one in found if one.name in MODIFIED_META], [one for one in found if one.name in PUBLISHED_META]


def _inside_thing(node: LexborNode) -> bool:
    return any("itemscope" in above.attributes for above in _above(node))


def time_dates(tree: LexborHTMLParser) -> tuple[list[MetaDate], list[MetaDate]]:
    """Modified and published dates of `<time>` elements that say what they are, outside comments and teasers."""
    modified: list[MetaDate] = []
    published: list[MetaDate] = []
    for node in tree.css("time[datetime]")[:100]:
        attributes = node.attributes
        raw = attributes.get("datetime") or ""
        if attributes.get("itemprop") or attributes.get("property") or _is_foreign(node):
            continue
        parent = node.parent
        named = f"{attributes.get('class') or ''} {(parent.attributes.get('class') or '') if parent is not None else ''}"
        if _UPDATED_CLASS.search(named) or _UPDATED.match(node.text()) or _UPDATED.match(_text_before(node)):
            modified.append(MetaDate("time", raw))
        elif "pubdate" in attributes or _PUBLISHED_CLASS.search(named):
            published.append(MetaDate("time", raw))
    return modified, published


def _text_before(node: LexborNode) -> str:
    before = node.prev
    text = before.text() if before is not None else ""
    return text[-60:].strip() if len(text) <= 60 else ""


def _is_foreign(node: LexborNode) -> bool:
    for above in _above(node):
        attributes = above.attributes
        if above.tag == "aside" or _FOREIGN.search(f"{attributes.get('class') or ''} {attributes.get('id') or ''}"):
            return above.tag not in {"html", "body"}
    return False


def _above(node: LexborNode) -> Iterator[LexborNode]:
    above = node.parent
    steps = 0
    while above is not None and (above.tag or "-") != "-document" and steps < _MAX_STEPS:
        yield above
        above = above.parent
        steps += 1


def microdata_nodes(tree: LexborHTMLParser, limits: PageLimits) -> list[Node]:
    """Things with a date in microdata (https://html.spec.whatwg.org/multipage/microdata.html), one node a thing and property."""
    return _marked_up(tree, limits, "itemprop", "itemscope", "itemtype", "itemid", "microdata")


def rdfa_nodes(tree: LexborHTMLParser, limits: PageLimits) -> list[Node]:
    """Things with a date in RDFa Lite (https://www.w3.org/TR/rdfa-lite/)."""
    return _marked_up(tree, limits, "property", "typeof", "typeof", "resource", "rdfa")


def date_properties(tree: LexborHTMLParser, prop: str, limits: PageLimits) -> Iterator[tuple[LexborNode, set[str]]]:
    """The elements whose `prop` (itemprop or property) names a date, in document order, with the local names in lower case."""
    for node in tree.css(f'[{prop}*="odified" i], [{prop}*="ublished" i]')[: limits.max_candidates]:
        names = {local_name(name).lower() for name in (node.attributes.get(prop) or "").split()}
        if names & DATE_PROPERTIES:
            yield node, names


def _marked_up(tree: LexborHTMLParser, limits: PageLimits, prop: str, scope: str, kind: str, identity: str, syntax: str) -> list[Node]:
    nodes = []
    addresses_of: dict[int, tuple[str, ...]] = {}
    for node, names in date_properties(tree, prop, limits):
        raw = date_text(node)
        modified = (raw,) if names & MODIFIED_PROPERTIES else ()
        published = (raw,) if names & PUBLISHED_PROPERTIES else ()
        thing = next((above for above in _above(node) if scope in above.attributes), None)
        if thing is None:
            continue
        attributes = thing.attributes
        types = tuple(local_name(one) for one in (attributes.get(kind) or "").split())
        if thing.mem_id not in addresses_of:
            addresses_of[thing.mem_id] = tuple(_addresses(thing, prop))
        addresses = addresses_of[thing.mem_id]
        nodes.append(Node(types, addresses, attributes.get(identity) or "", modified, published, _is_nested(thing, prop, scope), syntax))
    return nodes


def date_text(node: LexborNode) -> str:
    """The value of a property element as microdata and RDFa define it."""
    attributes = node.attributes
    for name in ("content", "datetime", "value"):
        if attributes.get(name) is not None:
            return attributes[name] or ""
    return " ".join(node.text().split())[:200]


def _addresses(thing: LexborNode, prop: str) -> Iterator[str]:
    for node in thing.css(f'[{prop}="url"], [{prop}="mainEntityOfPage"]')[:5]:
        owner = next((above for above in _above(node) if "itemscope" in above.attributes or "typeof" in above.attributes), None)
        if owner is not None and owner.mem_id != thing.mem_id:
            continue
        attributes = node.attributes
        value = attributes.get("href") or attributes.get("content") or attributes.get("itemid") or attributes.get("resource")
        if value:
            yield value


def _is_nested(thing: LexborNode, prop: str, scope: str) -> bool:
    """Whether the thing is the value of a property of another thing that names something else than the page's main entity."""
    current = thing
    while True:
        names = {local_name(name).lower() for name in (current.attributes.get(prop) or "").split()}
        if not names:
            return False
        if not names & SAME_THING:
            return True
        above = next((one for one in _above(current) if scope in one.attributes), None)
        if above is None:
            return False
        current = above
