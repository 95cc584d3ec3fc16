"""What the structured data of a page states about its subject, as blocks: prices, stock, times and places of events, ingredients, answers.

A shop may render its price by script and state it in JSON-LD only. Taken are statements that a reader would miss if they were wrong, from
the thing the page is about; not dates of publishing (claims about changes, see `page_dates`), counts and ratings, addresses of images,
nor what is said of the publisher, of comments, or of other pages. schema.org names: https://schema.org/docs/full.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from sitemaps_app.formats.page_block import Block
from sitemaps_app.formats.page_jsonld import local_name
from sitemaps_app.formats.page_markup import Marks

_STATED = frozenset(
    """
    name headline title price lowprice highprice minprice maxprice pricecurrency availability itemcondition sku
    startdate enddate doortime eventstatus previousstartdate minvalue maxvalue value unittext employmenttype
    recipeingredient recipeyield cooktime preptime totaltime text openinghours opens closes telephone streetaddress postalcode
    addresslocality softwareversion isbn numberofpages duration calories
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
_ABOUT_OTHERS = frozenset(
    """
    publisher author creator provider sourceorganization ispartof breadcrumb aggregaterating review reviews comment comments isrelatedto
    issimilarto potentialaction interactionstatistic brand manufacturer seller offeredby itemlistelement mentions citation image logo
    thumbnail primaryimageofpage contributor editor sponsor funder copyrightholder relatedlink haspart subjectof identifier
    additionalproperty hasmerchantreturnpolicy shippingdetails
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
_OTHER_TYPES = frozenset(
    """
    organization corporation newsmediaorganization website person breadcrumblist listitem imageobject sitenavigationelement searchaction
    wpheader wpfooter wpsidebar brand comment review userreview rating aggregaterating itemlist imagegallery
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
# The page around its subject: its own name is the page's title.
_WRAPPERS = frozenset({"webpage", "collectionpage", "searchresultspage", "profilepage", "itempage", "aboutpage", "contactpage"})
_META = {"product:price:amount": "price", "og:price:amount": "price", "product:price:currency": "pricecurrency"}
_META |= {"og:price:currency": "pricecurrency", "product:availability": "availability", "og:availability": "availability"}
_DECIMAL = re.compile(r"\d+(?:[.,]\d{1,2})?")
_TITLE_PARTS = re.compile(r"\s+[-–—|·:»«•]+\s+|[|·»«•]")
_MAX_STATED = 500
_MAX_LOOKED_AT = 5_000
_MAX_TEXT = 2_000
_MAX_MARKED = 200


def stated_facts(marks: Marks, source: str) -> Iterator[Block]:
    """The statements of JSON-LD, of prices in meta elements and of marked-up prices and times that carry their value in an attribute.

    The block's place is the name of the property, its text the value, levelled (`14.50` and `14.5` are one). Each is told once, at most
    `_MAX_STATED`. `source` is the text of the page: the tree is searched only for what stands there. Scripts that are broken beyond
    repair state nothing.
    """
    seen: set[tuple[str, str]] = set()
    for name, value in _all_stated(marks, source):
        if (name, value) not in seen and value:
            seen.add((name, value))
            yield Block(value, "structured", name)
            if len(seen) >= _MAX_STATED:
                return


def _all_stated(marks: Marks, source: str) -> Iterator[tuple[str, str]]:
    if marks.scripts and ("+json" in source or "+JSON" in source):
        for script in marks.scripts:
            for name, value in _in_values(script.values()):
                yield from _levelled(name, value)
    if _may_sell(marks) and (":price:" in source or ":availability" in source):
        yield from _in_metas(marks.tree)
    for attributes in marks.stating:
        value = attributes.get("content") or attributes.get("href") or attributes.get("datetime") or ""
        yield from _levelled((attributes.get("itemprop") or "").lower(), value)


def _may_sell(marks: Marks) -> bool:
    """Whether a meta element states a price or the like; always where a page has more of them than were looked at."""
    return marks.has_more_metas or any((meta.get("property") or "").lower() in _META for _, meta in marks.metas)


def _in_metas(tree: LexborHTMLParser) -> Iterator[tuple[str, str]]:
    for meta in tree.css('meta[property*="price" i], meta[property*="availability" i]')[:_MAX_MARKED]:
        attributes = meta.attributes
        known = _META.get((attributes.get("property") or "").lower())
        if known:
            yield from _levelled(known, attributes.get("content") or "")


def _in_values(values: list[Any]) -> Iterator[tuple[str, str]]:
    """Names and values of what is stated in parsed JSON-LD, in document order."""
    waiting: list[tuple[str, Any]] = [("", value) for value in reversed(values)]
    looked_at = 0
    while waiting and looked_at < _MAX_LOOKED_AT:
        name, value = waiting.pop()
        looked_at += 1
        if isinstance(value, list):
            waiting.extend((name, part) for part in reversed(value))
        elif isinstance(value, dict):
            waiting.extend(reversed(list(_properties(value))))
        elif name in _STATED and not isinstance(value, bool) and isinstance(value, str | int | float):
            yield name, str(value)


def _properties(thing: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    kinds = thing.get("@type")
    types = {local_name(kind).lower() for kind in (kinds if isinstance(kinds, list) else [kinds]) if isinstance(kind, str)}
    if not types.isdisjoint(_OTHER_TYPES):
        return
    is_wrapper = not types.isdisjoint(_WRAPPERS)
    for raw_name, value in thing.items():
        name = local_name(str(raw_name)).lower()
        if name not in _ABOUT_OTHERS and (isinstance(value, dict | list) or not is_wrapper):
            yield name, value


def _levelled(name: str, value: str) -> Iterator[tuple[str, str]]:
    text = " ".join(value[:_MAX_TEXT].split())
    if name in {"name", "headline", "title"}:
        yield from ((name, part.strip()) for part in _TITLE_PARTS.split(text))
    elif name in {"availability", "itemcondition", "eventstatus"}:
        yield name, local_name(text.rstrip("/")).lower()
    elif _DECIMAL.fullmatch(text):
        number = text.replace(",", ".")
        yield name, number.rstrip("0").rstrip(".") if "." in number else number
    else:
        yield name, text
