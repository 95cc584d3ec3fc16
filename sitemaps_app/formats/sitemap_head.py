"""The beginning of a file: what it is, where its XML starts, and what stands before."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

_SEARCHED = 65_536
_BLANK = b" \t\r\n"
_INVISIBLE_START = re.compile(rb"(?:[ \t\r\n\x00]|\xef\xbb\xbf|\xe2\x80\x8b|\xc2\xa0)*+")
# Its end may be missing, or be that of a tag.
_DECLARATION = re.compile(rb"<\?xml[\s?][^>]{0,400}?\?>|<\?xml\s[^<>]{0,400}(?:>|(?=<))", re.IGNORECASE)
_ROOT_NAMES = rb"urlset|sitemapindex|rss|feed|rdf:rdf"
_SITEMAP_START = re.compile(rb"<\?xml\s|<(?:[\w.-]{1,40}:)?(?:" + _ROOT_NAMES + rb")[\s>/]", re.IGNORECASE)
_FIRST_ELEMENT = re.compile(rb"<([A-Za-z_:\x80-\xff][^\s<>/\"'=]{0,200})")
_HTML_DOCTYPE = re.compile(rb"<!doctype\s+html[^>]{0,400}>", re.IGNORECASE)
_HTML_START = re.compile(rb"<!doctype\s+html|<html[\s>]", re.IGNORECASE)
_BARE_BLOCK = re.compile(rb"(?:[\w.-]{1,40}:)?(?:url|sitemap)", re.IGNORECASE)


class Nature(Enum):
    """What the first bytes say that the file is."""

    EMPTY = auto()
    XML = auto()
    BLOCKS_WITHOUT_ROOT = auto()
    HTML = auto()
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class Head:
    """`start` is the byte at which the XML parser may begin (behind junk and the XML declaration, which is not needed any more);
    `lines` the line ends before it; `junk` what stood in the way, "" where nothing did."""

    nature: Nature
    start: int = 0
    lines: int = 0
    junk: str = ""


def look_at(piece: bytes) -> Head:
    """Judge a file by its first piece, which is UTF-8. Comments, processing instructions and a DOCTYPE before the root are no junk."""
    begin = _INVISIBLE_START.match(piece)
    start = begin.end() if begin else 0
    if start == len(piece):
        return Head(Nature.EMPTY)
    had_declaration = _DECLARATION.match(piece, start)
    junk = "blanks before the XML declaration" if had_declaration and start else ""
    if had_declaration:
        start = had_declaration.end()
    root = _skip_prologue(piece, start)
    if late := _late_start(piece, start, root):
        return _behind_junk(piece, start, late)
    if _HTML_START.match(piece, root) or _HTML_START.match(piece, start):
        return Head(Nature.HTML)
    element = _FIRST_ELEMENT.match(piece, root)
    if element is None or (_SITEMAP_START.match(piece, root) is None and not _BARE_BLOCK.fullmatch(element[1])):
        found = _SITEMAP_START.search(piece, start, _SEARCHED)
        if found is not None and found.start() > root:
            return _behind_junk(piece, start, found.start())
    if element is None and piece[root : root + 1] not in {b"<", b""}:
        return Head(Nature.TEXT, start)
    bare = element is not None and _BARE_BLOCK.fullmatch(element[1]) is not None
    return _head(Nature.BLOCKS_WITHOUT_ROOT if bare else Nature.XML, piece, start, junk)


def _late_start(piece: bytes, start: int, root: int) -> int:
    """Where the file begins that has its declaration behind a comment, or the DOCTYPE of a page before it; 0 where nothing is late."""
    if root > start and _DECLARATION.match(piece, root):
        return root
    doctype = _HTML_DOCTYPE.match(piece, root)
    inner = _skip_prologue(piece, doctype.end()) if doctype else 0
    return inner if inner and _SITEMAP_START.match(piece, inner) else 0


def _behind_junk(piece: bytes, junk_start: int, start: int) -> Head:
    junk = " ".join(piece[junk_start:start].decode("utf-8", "replace").split())
    declaration = _DECLARATION.match(piece, start)
    return _head(Nature.XML, piece, declaration.end() if declaration else start, junk or "blanks before the XML declaration")


def _head(nature: Nature, piece: bytes, start: int, junk: str) -> Head:
    return Head(nature, start, piece.count(b"\n", 0, start), junk)


def first_name(piece: bytes) -> str:
    """The name of the first element, "" where there is none near the start."""
    match = _FIRST_ELEMENT.search(piece, 0, _SEARCHED)
    return match[1].decode("utf-8", "replace") if match else ""


def _skip_prologue(piece: bytes, start: int) -> int:
    """Where blanks, comments, processing instructions and a DOCTYPE end, or where an XML declaration stands behind any of them, which no
    parser takes. One step a construct, so no input makes it slow."""
    place = start
    while place < len(piece):
        if place > start and _DECLARATION.match(piece, place):
            return place
        if piece[place] in _BLANK:
            place += 1
            continue
        for opening, closing in ((b"<!--", b"-->"), (b"<?", b"?>")):
            if piece.startswith(opening, place):
                end = piece.find(closing, place)
                break
        else:
            end = _end_of_doctype(piece, place) if piece[place : place + 9].upper() == b"<!DOCTYPE" else -1
            closing = b">"
        if end < 0 or _HTML_START.match(piece, place):
            return place
        place = end + len(closing)
    return place


def _end_of_doctype(piece: bytes, place: int) -> int:
    """The `>` that ends a DOCTYPE, behind its internal subset if it has one; -1 where there is none. Never looks further than it must."""
    end = piece.find(b">", place)
    subset = piece.find(b"[", place, end) if end >= 0 else -1
    if subset < 0:
        return end
    closing = piece.find(b"]", subset)
    return piece.find(b">", closing) if closing >= 0 else -1
