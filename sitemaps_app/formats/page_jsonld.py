"""JSON-LD of a page: its scripts as nodes with what they describe, broken JSON repaired where that cannot invent anything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from sitemaps_app.formats.page_html import PageLimits


@dataclass(frozen=True, slots=True)
class Node:
    """One thing described by structured data.

    `types` are the local names of its types; `addresses` what `url`, `mainEntityOfPage` and `isPartOf` say it is the page of; `identity`
    its `@id`. `nested` is true where it hangs below a property that names another thing (a comment, a list element, the author).
    """

    types: tuple[str, ...]
    addresses: tuple[str, ...]
    identity: str
    modified: tuple[str, ...]
    published: tuple[str, ...]
    nested: bool
    syntax: str = "json-ld"


# Properties whose value is still the thing the page is about, or the page itself.
_SAME_THING = frozenset({"@graph", "mainentity", "mainentityofpage", "webpage"})
_OPENERS = re.compile(r"(?:<!--|//\s?<!\[CDATA\[|/\*\s?<!\[CDATA\[\s?\*/|<!\[CDATA\[)")
_CLOSERS = ("// -->", "//-->", "-->", "//]]>", "// ]]>", "/* ]]> */", "/*]]>*/", "]]>")
_MAX_NODES = 5_000
_MARKS = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|[\[{]|[\]}]|//[^\n]*|/\*.*?(?:\*/|\Z)|,(?=\s*[\]}])', re.DOTALL)
_LAST_RESORT = re.compile(r'"date(Modified|Published)"\s*:\s*"([^"\\]{4,40})"')
_OTHER_THINGS = re.compile(r'"(?:comment|review|itemListElement|blogPost|hasPart|ItemList|Comment|Review|isRelatedTo)"')
_ARTICLE_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"((?:\w*Article|BlogPosting|WebPage|Report))"')


def json_ld_scripts(tree: LexborHTMLParser) -> Iterator[str]:
    """The raw texts of all JSON-LD scripts, whatever blanks, capitals or parameters their type has."""
    for script in tree.css("script[type]"):
        kind = (script.attributes.get("type") or "").split(";")[0].strip().lower()
        if kind in {"application/ld+json", "application/json+ld", "application/ld-json"}:
            yield script.text()


def read_json_ld(raw: str, limits: PageLimits) -> tuple[tuple[Node, ...], bool]:
    """The nodes of one script, and whether it was sound JSON.

    Repaired: comment and CDATA wrappers, control characters in texts, comments, trailing commas and semicolons, several values in one
    script, escaped quotes of the whole script. Where nothing helps, a date is taken from the text only if the script describes a single
    thing with a single value. Bounded in size and depth; never raises.
    """
    text = _unwrapped(raw)
    if not text:
        return (), True
    if len(text) > limits.max_json_bytes or _depth(text) > limits.max_json_depth:
        return (), False
    values = _values(text)
    if values is not None:
        return tuple(nodes_in(values)), True
    for repaired in (_tidied(text), _tidied(unescape(text))):
        values = _values(repaired)
        if values is not None:
            return tuple(nodes_in(values)), False
    return _last_resort(text), False


def json_ld_values(raw: str, limits: PageLimits) -> list[Any]:
    """The parsed values of one script, repaired as by `read_json_ld`; an empty list where that does not help. Never raises."""
    text = _unwrapped(raw)
    if not text or len(text) > limits.max_json_bytes or _depth(text) > limits.max_json_depth:
        return []
    values = _values(text)
    if values is None:
        values = _values(_tidied(text))
    if values is None:
        values = _values(_tidied(unescape(text)))
    return values or []


def _unwrapped(raw: str) -> str:
    """Without the comment and CDATA marks that XHTML authors put around scripts."""
    text = raw.strip().lstrip("\ufeff")
    while opener := _OPENERS.match(text):
        text = text[opener.end() :].lstrip()
    while text.endswith(_CLOSERS):
        text = next(text.removesuffix(closer) for closer in _CLOSERS if text.endswith(closer)).rstrip()
    return text


def _depth(text: str) -> int:
    depth = deepest = 0
    for found in _MARKS.finditer(text):
        mark = found.group()
        if mark in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif mark in "]}":
            depth -= 1
    return deepest


def _values(text: str) -> list[Any] | None:
    """All JSON values in a text (several may follow each other, with semicolons between); None where it is not JSON."""
    decoder = json.JSONDecoder(strict=False)
    values: list[Any] = []
    position = 0
    while position < len(text):
        try:
            value, position = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            return None
        values.append(value)
        while position < len(text) and text[position] in " \t\r\n;,":
            position += 1
    return values


def _tidied(text: str) -> str:
    """Without comments and trailing commas, both only outside of texts."""
    return _MARKS.sub(lambda found: "" if found.group().startswith(("//", "/*", ",")) else found.group(), text)


def nodes_in(values: list[Any]) -> Iterator[Node]:
    """The things in parsed JSON-LD, in document order, at most 5,000."""
    waiting: list[tuple[Any, bool]] = [(value, False) for value in reversed(values)]
    found = 0
    while waiting and found < _MAX_NODES:
        value, nested = waiting.pop()
        if isinstance(value, list):
            waiting.extend((part, nested) for part in reversed(value))
        elif isinstance(value, dict):
            found += 1
            yield _node(value, nested=nested)
            for name, part in reversed(value.items()):
                if isinstance(part, dict | list):
                    waiting.append((part, nested or local_name(str(name)).lower() not in _SAME_THING))


def _node(value: dict[str, Any], *, nested: bool) -> Node:
    named = {local_name(str(name)).lower(): part for name, part in value.items()}
    return Node(
        types=tuple(local_name(text) for text in _texts(named.get("@type"))),
        addresses=tuple(text for name in ("url", "mainentityofpage", "ispartof") for text in _texts(named.get(name))),
        identity=next(iter(_texts(named.get("@id"))), ""),
        modified=tuple(_texts(named.get("datemodified"))),
        published=tuple(_texts(named.get("datepublished"))),
        nested=nested,
    )


def local_name(name: str) -> str:
    """The last part of a name: `schema:Article` and `https://schema.org/Article` are `Article`."""
    return re.split(r"[/#:]", name.strip())[-1] or name


def _texts(value: Any) -> Iterator[str]:
    """The texts of a value that may be a text, a number, a value object, a reference, or a list of these."""
    parts = value[:20] if isinstance(value, list) else [value]
    for part in parts:
        inner = next((part[key] for key in ("@value", "@id", "url") if key in part), None) if isinstance(part, dict) else part
        if isinstance(inner, str):
            yield inner
        elif isinstance(inner, int | float) and not isinstance(inner, bool):
            yield str(inner)


def _last_resort(text: str) -> tuple[Node, ...]:
    types = {found.group(1) for found in _ARTICLE_TYPE.finditer(text)}
    dates: dict[str, set[str]] = {"Modified": set(), "Published": set()}
    for found in _LAST_RESORT.finditer(text):
        dates[found.group(1)].add(found.group(2))
    single = len(dates["Modified"]) <= 1 and len(dates["Published"]) <= 1
    if not types or not single or _OTHER_THINGS.search(text):
        return ()
    return (Node(tuple(sorted(types)), (), "", tuple(dates["Modified"]), tuple(dates["Published"]), nested=False),)
