"""The bytes of a page as a parsed tree, with bounds: no page, however built, may cost minutes."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from sitemaps_app.formats.page_guard import costly
from sitemaps_app.formats.problems import Problem, Severity


@dataclass(frozen=True, slots=True)
class PageLimits:
    """Bounds of reading one page: characters of HTML looked at, depth of open elements, attributes of one element, blocks and characters
    of text kept, size and depth of one JSON-LD script, dates looked at; and up to what the full reader of structured data is asked:
    characters, elements, depth, names in RDFa, marked-up properties, and these times the size (see `page_structured`)."""

    max_bytes: int = 5_000_000
    max_depth: int = 1_500
    max_attributes: int = 2_000
    max_blocks: int = 20_000
    max_text: int = 1_000_000
    max_json_bytes: int = 1_000_000
    max_json_depth: int = 200
    max_candidates: int = 200
    max_markup_characters: int = 1_000_000
    max_markup_elements: int = 5_000
    max_markup_depth: int = 120
    max_markup_names: int = 5_000
    max_markup_properties: int = 400
    max_markup_cost: int = 800_000


_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([\w.:-]{2,40})""", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{2,40})""", re.IGNORECASE)
# Browsers read these labels as their larger relatives (https://encoding.spec.whatwg.org/#names-and-labels).
_WIDER = {"iso-8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "us-ascii": "cp1252", "ascii": "cp1252"}
_WIDER |= {"gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "shift_jis": "cp932", "x-sjis": "cp932", "ks_c_5601-1987": "cp949"}
_WIDER |= {"euc-kr": "cp949", "big5": "big5hkscs", "utf8": "utf-8", "unicode": "utf-8", "utf-16": "utf-8"}

_EAST_ASIAN = frozenset({"gb18030", "cp932", "cp949", "big5hkscs"})

_SCAN_FROM = 5_000
"""Shorter pages cannot be slow enough to be worth a look before parsing."""


def decode_page(body: bytes, headers: Mapping[str, str]) -> str:
    """The text of a page: byte order mark, then the HTTP charset, then the page's own label, then UTF-8.

    A label that plainly does not fit (many undecodable bytes where UTF-8 has none) loses against UTF-8. NUL characters are removed, as a
    text column of PostgreSQL refuses them. Never raises.
    """
    for mark, name in _BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace").replace("\x00", "")
    if body[:200].count(0) > 40:
        return body.decode("utf-16-le" if body[1:2] == b"\x00" else "utf-16-be", "replace").replace("\x00", "")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    # Whatever the label says, ASCII is read alike.
    if text and text.isascii():
        return _without_nul(text, body)
    label = _label(body, headers)
    if text and not (label in _EAST_ASIAN and not _has_long_sequences(text)):
        return _without_nul(text, body)
    if label == "utf-8":
        label = "utf-8" if body.decode("utf-8", "replace").count("\ufffd") * 200 < len(body) else "cp1252"
    return body.decode(label, "replace").replace("\x00", "")


def _without_nul(text: str, body: bytes) -> str:
    """A text without NUL characters; they are looked for in its UTF-8, as every second byte of a text in memory may be zero."""
    return text.replace("\x00", "") if b"\x00" in body else text


def _has_long_sequences(text: str) -> bool:
    """Whether a text needs more than two bytes a character in UTF-8: a few Chinese characters in a national encoding are valid UTF-8 by
    accident, but then only as pairs of bytes."""
    return text.isascii() or any(character > "\u07ff" for character in text)


def _label(body: bytes, headers: Mapping[str, str]) -> str:
    head = body[:4096]
    places = (
        _CHARSET.search(headers.get("content-type", "").encode("latin-1", "replace")),
        _CHARSET.search(head) if b"charset" in head.lower() else None,
        _XML_ENCODING.search(head),
    )
    for found in places:
        if found is None:
            continue
        name = found.group(1).decode("ascii", "replace").lower()
        name = _WIDER.get(name, name)
        try:
            if codecs.lookup(name).name in {"utf-8", "utf-8-sig"} or "".encode(name) == b"":
                return name
        except (LookupError, TypeError, ValueError):
            continue
    return "utf-8"


def parse_page(text: str, limits: PageLimits) -> tuple[LexborHTMLParser | None, tuple[Problem, ...]]:
    """Parse a page; None with a problem where its structure would take unbounded time or memory (see `page_guard`)."""
    problems: list[Problem] = []
    if len(text) > limits.max_bytes:
        text = text[: limits.max_bytes]
        problems.append(Problem("page_too_large", Severity.WARNING, f"only the first {limits.max_bytes} characters were read"))
    written = text.encode("utf-8", "replace")
    if len(text) > _SCAN_FROM:
        fault = costly(text, written, max_depth=limits.max_depth, max_attributes=limits.max_attributes)
        if fault:
            return None, (*problems, Problem("page_too_complex", Severity.ERROR, fault))
    return LexborHTMLParser(written), tuple(problems)
