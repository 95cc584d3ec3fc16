"""Bytes of some encoding as pieces of valid UTF-8: decided by evidence before labels.

A byte order mark is believed, then the bytes themselves where they can only be UTF-8 or UTF-16, then the XML declaration, then the HTTP
header, then UTF-8. A wrong label is survived and told (`encoding_mismatch`); bytes that fit nothing are read as Windows-1252, as browsers
do, and told (`encoding_replaced`).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?\sencoding\s*=\s*[\"']\s*([A-Za-z0-9._:-]{1,40})\s*[\"']")
_HTTP_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([A-Za-z0-9._:-]{1,40})", re.IGNORECASE)
_SNIFFED = 4_096
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE_STARTS = ((b"<\0\0\0", "utf-32-le"), (b"\0\0\0<", "utf-32-be"), (b"<\0", "utf-16-le"), (b"\0<", "utf-16-be"))
# Mainframes: no letter of EBCDIC is where ASCII has it, so the first tag tells (XML 1.0 appendix F), and the declaration tells which kind.
_EBCDIC = "cp037"
_EBCDIC_STARTS = tuple(start.encode(_EBCDIC) for start in ("<?xml", "<urlset", "<sitemapindex"))
# Labels as browsers read them (https://encoding.spec.whatwg.org/#names-and-labels): the superset that is really in use.
_MEANT = {
    "iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-9": "cp1254", "tis-620": "cp874", "gb2312": "gb18030", "gbk": "gb18030",
    "shift_jis": "cp932", "euc_kr": "cp949",
}  # fmt: skip
_TEXT_CODEC = re.compile(
    r"utf-(8|16|32)(-[lb]e)?|iso8859-\d+|cp\d+|koi8-.|mac-.*|gb.*|big5.*|euc_.*|shift_.*|johab|iso2022_.*|hz|tis-620|ascii"
)
_MULTI_BYTE = re.compile(r"gb.*|big5.*|euc_.*|shift_.*|johab|cp9(32|49|50)")
_WITH_ESCAPES = re.compile(r"iso2022_.*|hz")
_READ_AS_1252 = "sitemaps-read-as-1252"


def _read_as_1252(error: UnicodeError) -> tuple[str, int]:
    """Bytes that are no UTF-8, as Windows-1252; its five holes as the control characters of Latin-1."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in wrong), error.end


codecs.register_error(_READ_AS_1252, _read_as_1252)


@dataclass(slots=True)
class Decoded:
    """The facts of decoding: what was declared ("" where nothing was), what was found, and whether any byte fitted nothing."""

    declared: str = ""
    encoding: str = "utf-8"
    mismatch: bool = False
    replaced: bool = False


def http_charset(headers: Mapping[str, str]) -> str:
    """The charset of a Content-Type header (names in lower case), "" where there is none."""
    match = _HTTP_CHARSET.search(headers.get("content-type", ""))
    return match[1] if match else ""


def to_utf8(pieces: Iterator[bytes], facts: Decoded, *, charset: str = "") -> Iterator[bytes]:
    """The pieces as valid UTF-8 without a byte order mark. `charset` is the label of the HTTP header."""
    first = next(pieces, b"")
    mark, marked = next(((mark, name) for mark, name in _MARKS if first.startswith(mark)), (b"", ""))
    is_ebcdic = first.startswith(_EBCDIC_STARTS)
    sniffed = first[:_SNIFFED]
    declared = _DECLARED.search(sniffed.decode(_EBCDIC).encode("ascii", "replace") if is_ebcdic else sniffed)
    label = _codec(declared[1].decode("ascii")) if declared else ""
    facts.declared = declared[1].decode("ascii") if declared else charset
    found = marked or next((name for start, name in _WIDE_STARTS if first.startswith(start)), "")
    if is_ebcdic:
        kind = label or _codec(charset)
        found = kind if "<".encode(kind or "utf-8") == _EBCDIC_STARTS[0][:1] else _EBCDIC
    rest = _after(first[len(mark) :], pieces)
    if found and found != "utf-8":
        facts.encoding = found
        yield from _decoded(rest, found, facts)
        return
    if found or not label:
        facts.mismatch = bool(found and label and label != found) or bool(declared and not label)
        label = found or _codec(charset) or "utf-8"
    if label.startswith(("utf-16", "utf-32")):
        facts.mismatch, label = True, "utf-8"
    yield from _narrow(rest, label, facts, charset)


def _after(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    if first:
        yield first
    yield from rest


def _codec(label: str) -> str:
    """The codec a label means, "" for one that is unknown or no encoding of text."""
    try:
        name = codecs.lookup(label.strip().removeprefix("x-")).name if label else ""
    except (LookupError, ValueError):
        return ""
    return _MEANT.get(name, name) if _TEXT_CODEC.fullmatch(name) else ""


def _narrow(pieces: Iterator[bytes], label: str, facts: Decoded, charset: str) -> Iterator[bytes]:
    """Encodings that agree with ASCII. The first piece that is not ASCII decides, so that most files are never decoded at all."""
    if _WITH_ESCAPES.fullmatch(label):
        facts.encoding = label
        yield from _decoded(pieces, label, facts)
        return
    for piece in pieces:
        if piece.isascii():
            yield piece
            continue
        facts.encoding = _decide(piece, label, charset)
        facts.mismatch = facts.mismatch or facts.encoding != label
        rest = _after(piece, pieces)
        yield from _checked_utf8(rest, facts) if facts.encoding == "utf-8" else _decoded(rest, facts.encoding, facts)
        return


def _decide(piece: bytes, label: str, charset: str) -> str:
    if _MULTI_BYTE.fullmatch(label) and _fits(piece, label):
        return label
    if _fits(piece, "utf-8"):
        return "utf-8"
    if label != "utf-8":
        return label
    other = _codec(charset)
    if other and other != "utf-8" and not other.startswith(("utf-16", "utf-32")) and _fits(piece, other):
        return other
    has_some_utf8 = len(piece.decode("utf-8", "ignore")) > len(piece.decode("ascii", "ignore"))
    return "utf-8" if has_some_utf8 else "cp1252"


def _fits(piece: bytes, codec: str) -> bool:
    try:
        codecs.getincrementaldecoder(codec)("strict").decode(piece)
    except UnicodeError:
        return False
    return True


def _checked_utf8(pieces: Iterator[bytes], facts: Decoded) -> Iterator[bytes]:
    """UTF-8 passed on as it is while it is valid. A character split between two pieces waits for its other half; half a character at the
    very end belongs to a file that was cut, and is dropped with the entry it stands in."""
    held = b""
    for piece in pieces:
        whole = held + piece
        held = b""
        decoder = codecs.getincrementaldecoder("utf-8")("strict")
        try:
            decoder.decode(whole)
        except UnicodeDecodeError:
            facts.replaced = True
            lenient = codecs.getincrementaldecoder("utf-8")(_READ_AS_1252)
            text, held = lenient.decode(whole), lenient.getstate()[0]
            yield text.encode()
            continue
        held = decoder.getstate()[0]
        yield whole[: len(whole) - len(held)] if held else whole


def _decoded(pieces: Iterator[bytes], codec: str, facts: Decoded) -> Iterator[bytes]:
    """Any other encoding. Windows-1252 has a letter for every byte here; elsewhere a wrong byte becomes U+FFFD and is told."""
    decoder = codecs.getincrementaldecoder(codec)(_READ_AS_1252 if codec == "cp1252" else "replace")
    for piece in pieces:
        text = decoder.decode(piece)
        facts.replaced = facts.replaced or "\ufffd" in text
        yield text.encode("utf-8", "replace")
