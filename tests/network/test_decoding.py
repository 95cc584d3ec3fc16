"""Content-Encoding is undone where it is true, and harmless where it lies."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitemaps_app.network.body import Body, _Reading, _Wire, decode_bytes

TEXT = b"<?xml version='1.0'?><urlset>" + b"<url><loc>https://site.example/page</loc></url>" * 300


def _read(coding: str, sent: bytes, piece: int = 700, max_bytes: int = 10_000_000) -> Body:
    pieces = iter([sent[place : place + piece] for place in range(0, len(sent), piece)])
    return _Reading(_Wire(lambda: next(pieces, b""), max_bytes), coding, max_bytes).read()


def _deflate(content: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(content) + packer.flush()


def _packer(codec: str) -> Callable[[bytes], bytes]:
    return lambda content: bytes(pa.compress(content, codec=codec, asbytes=True))


_brotli, _zstd = _packer("brotli"), _packer("zstd")


@pytest.mark.parametrize(
    ("coding", "sent"),
    [
        ("", TEXT),
        ("br", _brotli(TEXT)),
        ("zstd", _zstd(TEXT)),
        ("zstd", _zstd(TEXT[:500]) + _zstd(TEXT[500:])),
        ("br, gzip", gzip.compress(_brotli(TEXT))),
        ("gzip, zstd", _zstd(gzip.compress(TEXT))),
        ("zstd, br", _brotli(_zstd(TEXT))),
        ("identity", TEXT),
        ("gzip", gzip.compress(TEXT)),
        ("GZIP", gzip.compress(TEXT)),
        ("x-gzip", gzip.compress(TEXT)),
        ("gzip", gzip.compress(TEXT[:500]) + gzip.compress(TEXT[500:])),
        ("deflate", zlib.compress(TEXT)),
        ("deflate", _deflate(TEXT)),
        ("deflate, gzip", gzip.compress(zlib.compress(TEXT))),
        ("gzip, identity", gzip.compress(TEXT)),
        ("gzip", b""),
    ],
)
@pytest.mark.parametrize("piece", [1, 7, 65_536])
def test_a_true_coding_is_undone_however_it_is_cut_into_pieces(coding: str, sent: bytes, piece: int) -> None:
    body = _read(coding, sent, piece)
    assert body.content == (TEXT if sent else b"")
    assert (body.truncated, body.problem) == (False, "")


@pytest.mark.parametrize("coding", ["gzip", "deflate", "gzip, gzip", "br", "zstd", "br, gzip"])
@pytest.mark.parametrize("sent", [TEXT, b"\n\n<html>" + b"words of a page " * 50, b"plain text", b"User-agent: *\nDisallow:\n"])
@pytest.mark.parametrize("piece", [1, 65_536])
def test_a_coding_that_lies_leaves_the_bytes_as_sent(coding: str, sent: bytes, piece: int) -> None:
    body = _read(coding, sent, piece)
    assert body.content == sent
    assert (body.truncated, body.problem) == (False, "bad_content_encoding")


@pytest.mark.parametrize("coding", ["utf-8", "compress", "gzip, gzip, gzip", "none, gzip"])
def test_an_unknown_coding_leaves_the_bytes_as_sent(coding: str) -> None:
    body = _read(coding, TEXT)
    assert (body.content, body.truncated, body.problem) == (TEXT, False, "bad_content_encoding")


@pytest.mark.parametrize("junk", [b"\0" * 20, b"<!-- cached -->", b"\x1fjunk"])
def test_bytes_behind_a_gzip_stream_are_dropped_and_told(junk: bytes) -> None:
    body = _read("gzip", gzip.compress(TEXT) + junk)
    assert (body.content, body.truncated, body.problem) == (TEXT, False, "gzip_trailing_bytes")


@pytest.mark.parametrize(("coding", "pack"), [("gzip", gzip.compress), ("br", _brotli), ("zstd", _zstd), ("deflate", zlib.compress)])
def test_a_cut_stream_keeps_what_could_be_inflated(coding: str, pack: Callable[[bytes], bytes]) -> None:
    packed = pack(b"".join(b"<url><loc>https://site.example/%x</loc></url>" % (n * n) for n in range(50_000)))
    whole = decode_bytes(packed, coding, 10_000_000).content
    body = _read(coding, packed[: len(packed) // 2])
    assert len(body.content) > len(whole) // 4
    assert whole.startswith(body.content)
    assert (body.truncated, body.problem) == (True, "truncated_response")


@pytest.mark.parametrize("piece", [1, 65_536])
def test_a_stream_that_breaks_keeps_what_stood_in_front_of_the_fault(piece: int) -> None:
    packed = bytearray(gzip.compress(bytes(range(256)) * 40, compresslevel=1))
    packed[-6] ^= 0xFF
    body = _read("gzip", bytes(packed), piece)
    assert body.content == bytes(range(256)) * 40
    assert (body.truncated, body.problem) == (True, "bad_content_encoding")


def test_a_body_that_did_not_come_through_the_door_is_decoded_as_one_that_did() -> None:
    packed = gzip.compress(TEXT)
    assert decode_bytes(gzip.compress(packed), "gzip", 10_000).content == packed, "a packed file in a packed transfer keeps its own layer"
    assert decode_bytes(_zstd(TEXT), "zstd", 1_000_000) == Body(TEXT, len(_zstd(TEXT)), truncated=False, problem="")
    assert decode_bytes(packed, "gzip", 100) == Body(TEXT[:100], len(packed), truncated=True, problem="too_large")
    assert decode_bytes(TEXT, "br", 1_000_000) == Body(TEXT, len(TEXT), truncated=False, problem="bad_content_encoding")


def test_text_that_begins_like_brotli_and_breaks_off_is_text() -> None:
    """A coding without a mark of its own is not believed against a body that is readable as it is."""
    for word in (b"a", b"Q", b"k1", b"1", b"Sitemap: https://site.example/sitemap.xml", b"!"):
        body = _read("br", word)
        assert (body.content, body.problem, body.truncated) == (word, "bad_content_encoding", False)


@given(
    content=st.binary(max_size=5000),
    piece=st.integers(1, 400),
    cap=st.integers(0, 6000),
    coding=st.sampled_from(["gzip", "deflate", "br", "zstd", ""]),
)
@settings(max_examples=150, deadline=None)
def test_decoding_gives_back_what_was_packed_up_to_the_cap(content: bytes, piece: int, cap: int, coding: str) -> None:
    pack = {"gzip": gzip.compress, "deflate": _deflate, "br": _brotli, "zstd": _zstd, "": bytes}[coding]
    body = _read(coding, pack(content), piece, cap)
    assert body.content == content[:cap]
    assert body.truncated == (len(content) > cap)


@given(
    sent=st.binary(max_size=400),
    coding=st.sampled_from(["gzip", "deflate", "gzip, deflate", "deflate, gzip", "br", "zstd", "br, gzip", "zstd, br"]),
    piece=st.integers(1, 50),
)
@settings(max_examples=300, deadline=None)
def test_no_bytes_whatever_make_a_decoder_raise_or_lose_all(sent: bytes, coding: str, piece: int) -> None:
    body = _read(coding, sent, piece)
    assert body.wire_bytes == len(sent)
    assert len(body.content) <= 10_000_000
