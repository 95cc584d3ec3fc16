"""Packed files: gzip in its name, in its header, in its bytes, in any combination, whole and broken."""

from __future__ import annotations

import gzip
import random
import zlib

from tests.cases.case import BOTH, GZIP, HTML, PLAIN, XML, Case, Headers, many, told

_BYTES = PLAIN.encode()
_PACKED = gzip.compress(_BYTES, mtime=0)
_LONG, _LONG_ENTRIES = many(600)
_LONG_PACKED = gzip.compress(_LONG.encode(), mtime=0)
_HALF = len(_BYTES) // 2


def _coded(coding: str, headers: Headers = XML) -> Headers:
    return (*headers, ("Content-Encoding", coding))


def _noise(body: bytes, place: int, count: int = 200) -> bytes:
    return body[:place] + random.Random(5).randbytes(count) + body[place + count :]


COMPRESSION = (
    Case("gzip-by-its-first-bytes-whatever-name-and-type-say", _PACKED, BOTH, path="/shop", headers=(("Content-Type", "application/octet-stream"),)),
    Case("plain-under-a-name-and-type-of-gzip", _BYTES, BOTH, path="/sitemap.xml.gz", headers=(("Content-Type", "application/x-gzip"),)),
    Case("a-header-of-gzip-over-plain-bytes", _BYTES, BOTH, told("bad_content_encoding"), headers=_coded("gzip")),
    Case("a-header-of-deflate-over-plain-bytes", _BYTES, BOTH, told("bad_content_encoding"), headers=_coded("deflate")),
    Case("a-header-of-a-coding-that-nobody-knows", _BYTES, BOTH, told("bad_content_encoding"), headers=_coded("x-shop")),
    Case("a-header-of-utf-8-where-a-coding-should-stand", _BYTES, BOTH, told("bad_content_encoding"), headers=_coded("utf-8")),
    Case("packed-on-the-wire-alone", _PACKED, BOTH, headers=_coded("gzip")),
    Case("packed-on-the-wire-by-deflate", zlib.compress(_BYTES), BOTH, headers=_coded("deflate")),
    Case("packed-on-the-wire-by-deflate-without-its-head", zlib.compress(_BYTES)[2:-4], BOTH, headers=_coded("deflate")),
    Case("a-gz-file-packed-again-on-the-wire", gzip.compress(_PACKED), BOTH, path="/sitemap.xml.gz", headers=_coded("gzip", GZIP)),
    Case("packed-twice-as-a-file", gzip.compress(_PACKED), BOTH, told("double_gzip"), path="/sitemap.xml.gz", headers=GZIP),
    Case(
        "packed-three-times-is-too-often", gzip.compress(gzip.compress(_PACKED)), (), told("double_gzip", "not_a_sitemap"), "not_a_sitemap", "unknown",
        path="/sitemap.xml.gz", headers=GZIP,
    ),
    Case(
        "a-packed-file-that-was-cut", _LONG_PACKED[: len(_LONG_PACKED) // 2], _LONG_ENTRIES, told("truncated_response", "xml_not_closed"), "partial",
        path="/sitemap.xml.gz", headers=GZIP, at_least=100,
    ),
    Case(
        "a-packed-file-that-lost-only-its-checksum", _PACKED[:-6], BOTH, told("truncated_response"), "partial", path="/sitemap.xml.gz", headers=GZIP,
    ),
    Case("a-comment-behind-the-packed-bytes", _PACKED + b"\n<!-- from the cache -->\n", BOTH, told("gzip_trailing_bytes"), path="/sitemap.xml.gz", headers=GZIP),
    Case("zeros-behind-the-packed-bytes", _PACKED + bytes(512), BOTH, path="/sitemap.xml.gz", headers=GZIP),
    Case(
        "a-file-in-two-members", gzip.compress(_BYTES[:_HALF]) + gzip.compress(_BYTES[_HALF:]), BOTH, path="/sitemap.xml.gz", headers=GZIP,
    ),
    Case(
        "two-members-with-padding-between", gzip.compress(_BYTES[:_HALF]) + bytes(100) + gzip.compress(_BYTES[_HALF:]), BOTH,
        path="/sitemap.xml.gz", headers=GZIP,
    ),
    Case("a-blank-line-before-the-packed-bytes", b"\r\n" + _PACKED, BOTH, path="/sitemap.xml.gz", headers=GZIP),
    Case("an-empty-member-first", gzip.compress(b"") + _PACKED, BOTH, path="/sitemap.xml.gz", headers=GZIP),
    Case("a-packed-page-instead-of-a-sitemap", gzip.compress(b"<!doctype html><title>Gone</title>"), (), told("not_a_sitemap"), "not_a_sitemap", "unknown", path="/sitemap.xml.gz", headers=HTML),
    Case("packed-emptiness", gzip.compress(b""), (), told("empty_response"), "failed", "unknown", path="/sitemap.xml.gz", headers=GZIP),
    Case("the-first-bytes-of-gzip-and-nothing-else", b"\x1f\x8b", (), told("truncated_response", "empty_response"), "failed", "unknown", path="/sitemap.xml.gz", headers=GZIP),
    Case("a-packed-file-whose-checksum-alone-is-wrong", _PACKED[:-8] + bytes(4) + _PACKED[-4:], BOTH, told("truncated_response"), "partial", path="/sitemap.xml.gz", headers=GZIP),
    Case("a-packed-file-with-noise-in-its-middle", _noise(_LONG_PACKED, len(_LONG_PACKED) // 2), _LONG_ENTRIES, told("truncated_response", "xml_not_closed"), "partial", path="/sitemap.xml.gz", headers=GZIP, at_least=50),
    Case(
        "a-wire-that-was-packed-and-cut", _LONG_PACKED[: len(_LONG_PACKED) // 2], _LONG_ENTRIES, told("truncated_response", "xml_not_closed"), "partial",
        headers=_coded("gzip"), at_least=100,
    ),
)  # fmt: skip
