"""JSON-LD of a page: its scripts as nodes with what they describe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any

from sitemaps_app.formats.page_html import PageLimits
from sitemaps_app.formats.page_json import json_values, single_thing, texts, unwrapped


@dataclass(frozen=True, slots=True)
class Node:
    """One thing described by structured data.

    `types` are the local names of its types; `addresses` what its `url` says it is the page of and `subjects` what its `mainEntityOfPage`
    says; `wholes` what it is part of, by `isPartOf`; `identity` its `@id`. `nested` is true where it hangs below a property that names
    another thing (a comment, a list element, the author), and `listed` where such a property names it by its `@id`.
    """

    types: tuple[str, ...]
    addresses: tuple[str, ...]
    identity: str
    modified: tuple[str, ...]
    published: tuple[str, ...]
    nested: bool
    syntax: str = "json-ld"
    subjects: tuple[str, ...] = ()
    wholes: tuple[str, ...] = ()
    listed: bool = False


# Properties whose value is still the thing the page is about, or the page itself.
SAME_THING = frozenset({"@graph", "@included", "mainentity", "mainentityofpage", "webpage"})
# Properties that lead to things that have pages of their own, or are small parts of this one.
_TO_OTHERS = frozenset(
    """
    itemlistelement item comment haspart review reviews isrelatedto issimilarto mentions citation subjectof blogpost relatedlink
    significantlink suggestedanswer acceptedanswer isbasedon workexample exampleofwork liveblogupdate
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
_JSON_LD = frozenset({"application/ld+json", "application/json+ld", "application/ld-json", "text/ld+json"})
_MAX_NODES = 5_000
_MOST_KEPT = 10_000
_DATED = 20


class JsonLdScript:
    """One JSON-LD script of a page; parsed when it is first asked for."""

    def __init__(self, raw: str, limits: PageLimits) -> None:
        self.raw = raw
        self._limits = limits
        self._kept: tuple[list[Any] | None, bool] | None = None

    def values(self) -> list[Any]:
        """The parsed values, repaired as `page_json` tells; an empty list where that does not help. Never raises."""
        return self._parsed()[0] or []

    def nodes(self) -> tuple[tuple[Node, ...], bool]:
        """The things with a date, and whether the script was sound JSON.

        Where no repair helps, a date is taken from the text only if the script describes a single thing with a single value. Bounded in
        size and depth; never raises.
        """
        values, sound = self._parsed()
        if values is None:
            only = single_thing(unwrapped(self.raw)) if len(self.raw) <= self._limits.max_json_bytes else None
            return (tuple(nodes_in([only])) if only else ()), False
        return tuple(nodes_in(values)), sound

    def _parsed(self) -> tuple[list[Any] | None, bool]:
        if self._kept is not None:
            return self._kept
        if len(self.raw) > self._limits.max_json_bytes:
            return None, False
        parsed = json_values(unwrapped(self.raw), max_depth=self._limits.max_json_depth)
        # Dates and facts both ask; what is large is parsed twice rather than held.
        if len(self.raw) <= _MOST_KEPT:
            self._kept = parsed
        return parsed


def is_json_ld(kind: str) -> bool:
    """Whether the type of a script is JSON-LD, whatever blanks, capitals or parameters it has."""
    return kind.partition(";")[0].strip().lower() in _JSON_LD


def nodes_in(values: list[Any]) -> Iterator[Node]:
    """The things in parsed JSON-LD that have a date, in document order, among the first 5,000 things."""
    waiting: list[tuple[Any, bool, tuple[str, ...]]] = [(value, False, ()) for value in reversed(values)]
    found: list[tuple[dict[str, Any], bool, tuple[str, ...]]] = []
    others: set[str] = set()
    looked_at = 0
    while waiting and looked_at < _MAX_NODES:
        value, nested, above = waiting.pop()
        if isinstance(value, list):
            waiting.extend((part, nested, above) for part in reversed(value[:_MAX_NODES]))
        elif isinstance(value, dict):
            looked_at += 1
            named = {local_name(str(name)).lower(): part for name, part in value.items()}
            found.append((named, nested, above))
            for name, part in reversed(named.items()):
                if isinstance(part, dict | list):
                    others.update(_references(part) if name in _TO_OTHERS else ())
                    own = tuple(_addresses(named, "url")) if name in {"mainentity", "webpage"} else ()
                    several = name == "mainentity" and ((isinstance(part, list) and len(part) > 1) or _is_faq(named))
                    waiting.append((part, nested or name not in SAME_THING or several, own))
    for named, nested, above in found:
        node = _node(named, above, others, nested=nested)
        if node.modified or node.published:
            yield node


def _is_faq(named: dict[str, Any]) -> bool:
    """The questions of such a page are its parts, even where there is only one."""
    return any(local_name(text).lower() == "faqpage" for text in texts(named.get("@type")))


def _references(value: Any) -> Iterator[str]:
    parts = value[:_MAX_NODES] if isinstance(value, list) else [value]
    for part in parts:
        identity = part.get("@id") if isinstance(part, dict) else None
        if isinstance(identity, str):
            yield identity


def _node(named: dict[str, Any], above: tuple[str, ...], others: set[str], *, nested: bool) -> Node:
    """`above` are the addresses of the page whose main entity this is; they are its own where it gives none."""
    kinds = named.get("@type", named.get("type"))
    identity = next(texts(named.get("@id", named.get("id"))), "")
    return Node(
        types=tuple(local_name(text) for text in texts(kinds)),
        addresses=tuple(_addresses(named, "url")) or above,
        identity=identity,
        modified=tuple(unescape(text) for text in texts(named.get("datemodified"), _DATED)),
        published=tuple(unescape(text) for text in texts(named.get("datepublished"), _DATED)),
        nested=nested,
        subjects=tuple(_addresses(named, "mainentityofpage")),
        wholes=tuple(_addresses(named, "ispartof")),
        listed=identity in others,
    )


def _addresses(named: dict[str, Any], name: str) -> Iterator[str]:
    return (unescape(text) for text in texts(named.get(name)))


_NAME_ENDS = re.compile(r"[/#:]")


def local_name(name: str) -> str:
    """The last part of a name: `schema:Article` and `https://schema.org/Article` are `Article`."""
    if name.isalpha():
        return name
    return _NAME_ENDS.split(name.strip())[-1] or name
