"""Structured data of a page by the full reader of it, extruct, with the guards that keep any page from costing minutes.

The walk of `page_markup` gives the same dates in a thirtieth of the time for markup that keeps to the plain forms, as nearly all does.
extruct is asked only where its answer can differ: no JSON-LD has given the date, an element names a date property, and the page has what
the walk does not follow (`itemref`; in RDFa `about`, `resource`, `rel` and the like, or a date in no typed element), or a script that
the cheap reader cannot repair. Pages too large for it are left to the walk, and a problem says so. Microformats are never asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

import extruct
from extruct.utils import parse_html, parse_xmldom_html
from lxml.etree import LxmlError, XPath
from selectolax.lexbor import LexborHTMLParser, LexborNode

from sitemaps_app.formats.page_html import PageLimits
from sitemaps_app.formats.page_jsonld import Node, local_name, nodes_in
from sitemaps_app.formats.page_markup import (
    ADDRESS_PROPERTIES,
    DATE_PROPERTIES,
    Marks,
    above,
    date_text,
    microdata_nodes,
    rdfa_nodes,
)
from sitemaps_app.formats.page_things import microdata_things, rdfa_things
from sitemaps_app.formats.page_times import Places
from sitemaps_app.formats.problems import Problem, Severity


@dataclass(frozen=True, slots=True)
class Structured:
    """Things with a date that structured data describes, and what kept them from being read in full."""

    nodes: tuple[Node, ...]
    problems: tuple[Problem, ...]


# What extruct and the libraries below it raise on bad pages: addresses that cannot be joined, texts that are no JSON or no XML characters
# (ValueError), documents that lxml takes for empty (LxmlError), nested JSON (RecursionError).
_FAULTS = (ValueError, LxmlError, RecursionError)
_MAX_BROKEN = 200_000
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)")
# The attributes whose words RDFa looks up (an `xmlns:` has one).
_NAMES = re.compile(r' (?:property|typeof|rel|rev|role|about|resource|prefix|vocab|xmlns:[^\s=]*)="([^"]*)"')
# Copying so many characters takes as long as copying an element.
_TEXT_PER_ELEMENT = 50
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_MARKED_UP = XPath("descendant-or-self::*[@itemprop or @itemscope or @property]")
_TYPED = XPath("descendant-or-self::*[@datatype or @lang or @*[name() = 'xml:lang']]")
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())  # noqa: SIM905


def read_structured(marks: Marks, known: tuple[str, ...], broken: list[str], *, settled: bool, thorough: bool = False) -> Structured:
    """The dated things of microdata and RDFa, and of JSON-LD scripts that the cheap reader could not read.

    `known` are the page's addresses, the asked one first and then the one that answered; `broken` the raw JSON-LD scripts that are not
    sound; `settled` says that JSON-LD has given the date, so that what is found here only stands beside it; `thorough` asks the full
    reader even where the walk gives the same. Bounded by `limits`; never raises. Problems: page_markup_too_complex (over the bounds),
    page_markup_invalid (the reader failed); the walk answers for both.
    """
    asked = [] if settled else _worth_asking(marks, broken, thorough=thorough)
    problems: list[Problem] = []
    read: dict[str, list[Node]] = {}
    if asked:
        html = marks.tree.html or ""
        fault = _too_costly(marks.tree, html, marks.limits)
        if fault:
            problems.append(Problem("page_markup_too_complex", Severity.NOTICE, fault))
        else:
            read, failed = _asked(html, known[1] if len(known) > 1 else "".join(known), asked)
            problems += [Problem("page_markup_invalid", Severity.NOTICE, text[:200]) for text in failed]
    microdata = read["microdata"] if "microdata" in read else microdata_nodes(marks)
    rdfa = _in_order(read["rdfa"], marks) if "rdfa" in read else rdfa_nodes(marks)
    marked_up = _of_the_page([*microdata, *rdfa], marks) if microdata or rdfa else []
    return Structured((*read.get("json-ld", ()), *marked_up), tuple(problems))


def _of_the_page(nodes: list[Node], marks: Marks) -> list[Node]:
    """Things whose dates all stand within comments, teasers and other foreign places are parts of something else, whatever they say."""
    places = Places(marks)
    within: dict[bool, set[str]] = {False: set(), True: set()}
    for prop in ("itemprop", "property"):
        for node, _ in marks.dated(prop):
            within[places.is_foreign(node)].add(date_text(node))
    foreign = within[True] - within[False]
    return [replace(node, nested=True) if {*node.modified, *node.published} <= foreign else node for node in nodes]


def _worth_asking(marks: Marks, broken: list[str], *, thorough: bool) -> list[str]:
    """The syntaxes in which the page may hold a date that the cheap path cannot read."""
    asked = []
    if any("odified" in raw for raw in broken) and sum(map(len, broken)) <= _MAX_BROKEN:
        asked.append("json-ld")
    if marks.dated("itemprop") and (marks.has_references() or (thorough and marks.tree.css_first("[itemscope]") is not None)):
        asked.append("microdata")
    # A bare name means something only below a `vocab`; without one nor a prefix the reader would drop what the walk still understands.
    named = marks.dated("property")
    if any(":" in (node.attributes.get("property") or "") for node, _ in named) or (named and marks.tree.css_first("[vocab]") is not None):
        asked += ["rdfa"] if thorough or not _is_lite([node for node, _ in named], marks.tree) else []
    return asked


def _is_lite(dated: list[LexborNode], tree: LexborHTMLParser) -> bool:
    """Whether dates are marked up in the part of RDFa that the walk reads as the full reader does: each within an element with a type, and
    nothing of what moves a property to another subject (https://www.w3.org/TR/rdfa-lite/ without `resource`)."""
    if tree.css_first("[resource], [about], [inlist], [rev]") is not None:
        return False
    for node in dated:
        around = [one.attributes for one in above(node)]
        if not any("typeof" in attributes for attributes in around) or any("rel" in attributes for attributes in around):
            return False
    return True


def _too_costly(tree: LexborHTMLParser, html: str, limits: PageLimits) -> str:
    """What makes a page too much for the full reader, "" where nothing does.

    For each thing of microdata it looks through all inside, and again for each `itemref`; for each name in RDFa, through all prefixes that
    are open there.
    """
    if len(html) > limits.max_markup_characters:
        return f"{len(html)} characters"
    elements, deepest = _shape(html)
    if elements > limits.max_markup_elements:
        return f"{elements} elements"
    if deepest > limits.max_markup_depth:
        return f"elements nested {deepest} deep"
    names = sum(len(found.split()) for found in _NAMES.findall(html))
    if names > limits.max_markup_names:
        return f"{names} names and prefixes"
    properties = html.count(" itemprop=") + html.count(" itemscope")
    properties *= 1 + sum(len((node.attributes.get("itemref") or "").split()) for node in tree.css("[itemref]"))
    size = elements + len(html) // _TEXT_PER_ELEMENT
    if properties > limits.max_markup_properties or properties * size > limits.max_markup_cost:
        return f"{properties} marked-up properties among {elements} elements"
    return ""


def _shape(html: str) -> tuple[int, int]:
    """The number of elements and their depth in a serialised tree, where every element but the void ones is closed."""
    elements = depth = deepest = 0
    for closing, name in _TAG.findall(html):
        if closing:
            depth -= 1
        else:
            elements += 1
            if name not in _VOID:
                depth += 1
                deepest = max(deepest, depth)
    return elements, deepest


def _asked(html: str, base: str, syntaxes: list[str]) -> tuple[dict[str, list[Node]], list[str]]:
    """What the full reader finds in each syntax, from one shared tree; a syntax that fails is missing, and told unless it is JSON-LD,
    which has been told as broken already."""
    read: dict[str, list[Node]] = {}
    failed: list[str] = []
    try:
        shared = _shared_tree(html, with_dom="rdfa" in syntaxes)
    except _FAULTS as fault:
        return {}, [f"{type(fault).__name__}: {fault}"]
    for syntax in syntaxes:
        try:
            found = extruct.extract(shared, base_url=base, syntaxes=[syntax])[syntax]
        except _FAULTS as fault:
            if syntax != "json-ld":
                failed.append(f"{syntax}: {type(fault).__name__}: {fault}")
            continue
        read[syntax] = _things(syntax, found)
    return read, failed


def _things(syntax: str, found: list[Any]) -> list[Node]:
    if syntax == "json-ld":
        return list(nodes_in(found))
    return microdata_things(found) if syntax == "microdata" else rdfa_things(found)


def _shared_tree(html: str, *, with_dom: bool) -> Any:
    """The page as lxml parses it, prepared so that values come out as written, and texts that nobody asked for not at all.

    `with_dom` gives the kind of tree that RDFa can be read from.
    """
    body = html.encode("utf-8", "replace")
    root = parse_xmldom_html(body, encoding="UTF-8") if with_dom else parse_html(body, encoding="UTF-8")
    for element in _MARKED_UP(root):
        names = {local_name(name).lower() for name in f"{element.get('itemprop', '')} {element.get('property', '')}".split()}
        if names & DATE_PROPERTIES:
            _write_out(element)
        elif not names & ADDRESS_PROPERTIES and "property" not in element.attrib and "content" not in element.attrib:
            # The reader copies and tidies all text inside (the whole article of an `articleBody`), unless there is a `content`.
            element.set("content", "-")
    for element in _TYPED(root) if with_dom else ():
        # Typed values would be rewritten (10:20Z becomes 10:20:00+00:00, another precision) and unsound language tags are an error.
        for name in ("datatype", "lang", "xml:lang"):
            element.attrib.pop(name, None)
    return root


def _write_out(element: Any) -> None:
    """Put the value of a date property where the full reader looks for it: it knows no `datetime` in RDFa, nor the text of a `<time>` or a
    `content` on it in microdata."""
    written = next((element.get(name) for name in ("content", "datetime", "value") if element.get(name) is not None), None)
    value = " ".join("".join(element.itertext()).split())[:200] if written is None else written
    for name in ("content", "datetime", "value"):
        element.set(name, _NOT_XML.sub("", value))


def _in_order(nodes: list[Node], marks: Marks) -> list[Node]:
    """Things of a graph, which has no order, by the place of their first date in the document."""
    places: dict[str, int] = {}
    for place, (node, _) in enumerate(marks.dated("property")):
        places.setdefault(date_text(node), place)

    def place_of(node: Node) -> tuple[int, tuple[str, ...]]:
        return min(places.get(raw, len(places)) for raw in (*node.modified, *node.published)), node.types

    return sorted(nodes, key=place_of)
