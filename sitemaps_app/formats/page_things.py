"""What extruct returns for microdata and RDFa, as the nodes that the dates of a page are chosen from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sitemaps_app.formats.page_jsonld import Node, local_name
from sitemaps_app.formats.page_markup import MODIFIED_PROPERTIES, PUBLISHED_PROPERTIES, SAME_THING

_URL, _SUBJECT, _WHOLE = frozenset({"url"}), frozenset({"mainentityofpage"}), frozenset({"ispartof"})
# Properties that lead from a part back to what it is a part of, or to a kind: these do not make their target a part.
_NO_PART = SAME_THING | {"ispartof", "about", "usesvocabulary", "role", "type"}


def microdata_things(items: list[Any]) -> list[Node]:
    """The dated things of microdata, in document order. `items` is extruct's tree of `{"type", "id", "properties"}`."""
    nodes: list[Node] = []
    waiting: list[tuple[Any, bool]] = [(item, False) for item in reversed(items)]
    while waiting:
        item, nested = waiting.pop()
        named = _by_local_name(item.get("properties", {}))
        kinds = item.get("type", [])
        node = Node(
            types=tuple(local_name(kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)),
            addresses=tuple(_texts(named, _URL)),
            identity=item.get("id", ""),
            modified=tuple(_texts(named, MODIFIED_PROPERTIES)),
            published=tuple(_texts(named, PUBLISHED_PROPERTIES)),
            nested=nested,
            syntax="microdata",
            subjects=tuple(_texts(named, _SUBJECT)),
            wholes=tuple(_texts(named, _WHOLE)),
        )
        if node.modified or node.published:
            nodes.append(node)
        inner = [(part, nested or name not in SAME_THING) for name, parts in named.items() for part in parts if isinstance(part, dict)]
        waiting.extend(reversed(inner))
    return nodes


def rdfa_things(subjects: list[Any]) -> list[Node]:
    """The dated things of RDFa. `subjects` is extruct's expanded JSON-LD, flat and in no order."""
    named_of = {subject["@id"]: _by_local_name(subject) for subject in subjects if isinstance(subject.get("@id"), str)}
    parts = _parts(named_of)
    nodes = (_subject(identity, named, nested=identity in parts) for identity, named in named_of.items())
    return [node for node in nodes if node.modified or node.published]


def _subject(identity: str, named: dict[str, list[Any]], *, nested: bool) -> Node:
    return Node(
        types=tuple(local_name(kind) for kind in named.get("@type", []) if isinstance(kind, str)),
        addresses=tuple(_texts(named, _URL)),
        identity="" if identity.startswith("_:") else identity,
        modified=tuple(_texts(named, MODIFIED_PROPERTIES)),
        published=tuple(_texts(named, PUBLISHED_PROPERTIES)),
        nested=nested,
        syntax="rdfa",
        subjects=tuple(_texts(named, _SUBJECT)),
        wholes=tuple(_texts(named, _WHOLE)),
    )


def _parts(named_of: dict[str, dict[str, list[Any]]]) -> set[str]:
    """The subjects that are values of a property of another one, and what is the main entity of these. Two that name each other are
    neighbours, not parts."""
    targets = {
        source: [(name, part["@id"]) for name, parts in named.items() for part in parts if isinstance(part, dict) and "@id" in part]
        for source, named in named_of.items()
    }
    pointed = {source: {target for _, target in edges} for source, edges in targets.items()}
    waiting = [
        target
        for source, edges in targets.items()
        for name, target in edges
        if name not in _NO_PART and target != source and source not in pointed.get(target, ())
    ]
    parts: set[str] = set()
    while waiting:
        part = waiting.pop()
        if part not in parts:
            parts.add(part)
            waiting.extend(target for name, target in targets.get(part, ()) if name in SAME_THING)
    return parts


def _by_local_name(properties: dict[str, Any]) -> dict[str, list[Any]]:
    """All values of each property under its local name in lower case."""
    named: dict[str, list[Any]] = {}
    for name, value in properties.items():
        named.setdefault(local_name(name).lower(), []).extend(value if isinstance(value, list) else [value])
    return named


def _texts(named: dict[str, list[Any]], names: frozenset[str]) -> Iterator[str]:
    """The texts of the properties so named: a text, a value, a reference, or the address of a thing inside."""
    for name in sorted(names & named.keys()):
        for part in named[name][:20]:
            inner = next((part[key] for key in ("@value", "@id", "id") if key in part), None) if isinstance(part, dict) else part
            if isinstance(inner, str) and not inner.startswith("_:"):
                yield inner
