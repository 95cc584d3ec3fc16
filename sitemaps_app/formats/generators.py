"""Which program makes a site, from the marks it leaves in sitemaps, pages and headers, each with what was seen, so that one can look."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from sitemaps_app.formats.charsets import Decoded, to_utf8
from sitemaps_app.formats.decoding import Unpacked, unpack
from sitemaps_app.formats.generator_rules import IN_HEADERS, IN_META, IN_PAGES, IN_SITEMAPS, IN_URLS, OWN_ASSETS, PLUGIN_OF
from sitemaps_app.formats.urls import host_of

SITEMAP_BYTES = 4_096
PAGE_BYTES = 200_000
LONGEST_SEEN = 200
# One weak trace may be an accident: a picture of another site, a name that others use as well.
LEAST_WEIGHT = 2

_META = re.compile(
    rb"""<meta\s(?=[^>]{0,400}?name\s*=\s*["']?generator\b)[^>]{0,400}?content\s*=\s*(?:"([^">]{1,200})|'([^'>]{1,200}))""", re.IGNORECASE
)
_ASSET = re.compile(rb"""(?:src|href)\s*=\s*["']?((?:https?:)?//[^/"'\s>]{1,253})?(/[^"'\s>]{1,300})""", re.IGNORECASE)
_MOST_ASSETS = 500


class MarkKind(StrEnum):
    """Where a mark was found."""

    COMMENT = "comment"
    STYLESHEET = "stylesheet"
    FILE_NAME = "file_name"
    NAMESPACE = "namespace"
    META = "meta_generator"
    ASSET = "asset"
    MARKUP = "markup"
    HEADER = "header"


WEIGHTS = {
    MarkKind.COMMENT: 5,
    MarkKind.META: 5,
    MarkKind.STYLESHEET: 4,
    MarkKind.HEADER: 4,
    MarkKind.ASSET: 3,
    MarkKind.MARKUP: 3,
    MarkKind.FILE_NAME: 3,
    MarkKind.NAMESPACE: 2,
}


@dataclass(frozen=True, slots=True)
class Mark:
    """One trace of a generator: `seen` is the text that was found, in the document or headers of `url`."""

    generator: str
    kind: MarkKind
    seen: str
    url: str


def marks_of_sitemap(body: bytes, *, url: str, headers: Mapping[str, str]) -> tuple[Mark, ...]:
    """The marks in the first 4 KB of a sitemap file (packed or not), in its address and its headers. Header names are in lower case."""
    head = _first_bytes(body)
    return tuple(_once((*_by_rules(IN_SITEMAPS, head, url), *_of_url(url), *_of_headers(headers, url))))


def marks_of_page(body: bytes, *, url: str, headers: Mapping[str, str]) -> tuple[Mark, ...]:
    """The marks in the first 200 kB of a page and in its headers. Paths of files count on the page's own host only."""
    head = body[:PAGE_BYTES]
    return tuple(_once((*_of_meta(head, url), *_by_rules(IN_PAGES, head, url), *_of_assets(head, url), *_of_headers(headers, url))))


def decide(marks: Iterable[Mark]) -> str:
    """The generator that the marks speak for, "" where they do not say. A plugin is named before the program that it is a part of."""
    weights: dict[str, int] = {}
    for mark in _once(marks):
        weights[mark.generator] = weights.get(mark.generator, 0) + WEIGHTS[mark.kind]
    whole = {name: weight + weights.get(PLUGIN_OF.get(name, ""), 0) for name, weight in weights.items()}
    best = max(whole, key=lambda name: (whole[name], name in PLUGIN_OF, name), default="")
    return best if best and whole[best] >= LEAST_WEIGHT else ""


def _first_bytes(body: bytes) -> bytes:
    pieces = to_utf8(unpack(body[:65_536], Unpacked(), max_bytes=SITEMAP_BYTES), Decoded())
    return next(iter(pieces), b"")[:SITEMAP_BYTES]


def _by_rules(rules: Iterable[tuple[str, str, re.Pattern[bytes]]], text: bytes, url: str) -> Iterator[Mark]:
    for generator, kind, pattern in rules:
        if found := pattern.search(text):
            yield Mark(generator, MarkKind(kind), _text(found[0]), url)


def _of_meta(text: bytes, url: str) -> Iterator[Mark]:
    for found in _META.finditer(text):
        said = (found[1] or found[2]).strip()
        for generator, pattern in IN_META:
            if pattern.match(said):
                yield Mark(generator, MarkKind.META, _text(said), url)


def _of_assets(text: bytes, url: str) -> Iterator[Mark]:
    host = host_of(url).encode("utf-8", "replace").lower()
    paths = [found[2] for found, _ in zip(_ASSET.finditer(text), range(_MOST_ASSETS), strict=False) if _is_own(found[1], host)]
    for generator, pattern in OWN_ASSETS:
        path = next((path for path in paths if pattern.search(path)), None)
        if path is not None:
            yield Mark(generator, MarkKind.ASSET, _text(path), url)


def _is_own(origin: bytes | None, host: bytes) -> bool:
    return not origin or origin.rpartition(b"//")[2].lower().partition(b":")[0] == host.partition(b":")[0]


def _of_url(url: str) -> Iterator[Mark]:
    for generator, pattern in IN_URLS:
        if found := pattern.search(url):
            yield Mark(generator, MarkKind.FILE_NAME, found[0][:LONGEST_SEEN], url)


def _of_headers(headers: Mapping[str, str], url: str) -> Iterator[Mark]:
    for generator, name, pattern in IN_HEADERS:
        value = headers.get(name)
        if value is not None and pattern.search(value):
            yield Mark(generator, MarkKind.HEADER, _clean(f"{name}: {value}"), url)


def _once(marks: Iterable[Mark]) -> Iterator[Mark]:
    """Of each kind of mark of a generator the first."""
    seen: set[tuple[str, MarkKind]] = set()
    for mark in marks:
        if (mark.generator, mark.kind) not in seen:
            seen.add((mark.generator, mark.kind))
            yield mark


def _text(found: bytes) -> str:
    return _clean(found.decode("utf-8", "replace"))


def _clean(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:LONGEST_SEEN].rstrip(" -")
