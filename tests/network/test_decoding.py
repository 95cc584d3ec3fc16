"""Content-Encoding is undone where it is true, and harmless where it lies."""

from __future__ import annotations

import gzip
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitemaps_app.network.body import Body, _Reading
from sitemaps_app.network.decoding import decoders_for

TEXT = b"<?xml version='1.0'?><urlset>" + b"<url><loc>https://site.example/page</loc></url>" * 300


def _read(coding: str, sent: bytes, piece: int = 700, max_bytes: int = 10_000_000) -> Body:
    reading = _Reading(decoders_for(coding), max_bytes)
    for place in range(0, len(sent), piece):
        if reading.is_full():
            break
        reading.take(sent[place : place + piece])
    return reading.finish("")


def _deflate(content: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(content) + packer.flush()


@pytest.mark.parametrize(
    ("coding", "sent"),
    [
        ("", TEXT),
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


@pytest.mark.parametrize("coding", ["gzip", "deflate", "gzip, gzip"])
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


def test_a_cut_stream_keeps_what_could_be_inflated() -> None:
    packed = gzip.compress(TEXT)
    body = _read("gzip", packed[: len(packed) // 2])
    assert body.content
    assert TEXT.startswith(body.content)
    assert (body.truncated, body.problem) == (True, "truncated_response")


@pytest.mark.parametrize("piece", [1, 65_536])
def test_a_stream_that_breaks_keeps_what_stood_in_front_of_the_fault(piece: int) -> None:
    packed = bytearray(gzip.compress(bytes(range(256)) * 40, compresslevel=1))
    packed[-6] ^= 0xFF
    body = _read("gzip", bytes(packed), piece)
    assert body.content == bytes(range(256)) * 40
    assert (body.truncated, body.problem) == (True, "bad_content_encoding")


@given(
    content=st.binary(max_size=5000), piece=st.integers(1, 400), cap=st.integers(0, 6000), coding=st.sampled_from(["gzip", "deflate", ""])
)
@settings(max_examples=150, deadline=None)
def test_decoding_gives_back_what_was_packed_up_to_the_cap(content: bytes, piece: int, cap: int, coding: str) -> None:
    pack = {"gzip": gzip.compress, "deflate": _deflate, "": bytes}[coding]
    body = _read(coding, pack(content), piece, cap)
    assert body.content == content[:cap]
    assert body.truncated == (len(content) > cap)


@given(
    sent=st.binary(max_size=400), coding=st.sampled_from(["gzip", "deflate", "gzip, deflate", "deflate, gzip"]), piece=st.integers(1, 50)
)
@settings(max_examples=300, deadline=None)
def test_no_bytes_whatever_make_a_decoder_raise_or_lose_all(sent: bytes, coding: str, piece: int) -> None:
    body = _read(coding, sent, piece)
    assert body.wire_bytes == len(sent)
    assert len(body.content) <= 10_000_000
