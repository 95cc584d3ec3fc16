from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.decoding import Unpacked, unpack

TEXT = b"<urlset>" + b"<url><loc>https://site.example/x</loc></url>" * 50 + b"</urlset>"


def unpacked(body: bytes, **options: int) -> tuple[bytes, Unpacked]:
    facts = Unpacked()
    return b"".join(unpack(body, facts, **options)), facts


@given(st.binary(max_size=400), st.integers(1, 50))
def test_plain_bytes_pass_as_they_are_in_pieces(body: bytes, piece: int) -> None:
    if not body.startswith(b"\x1f\x8b"):
        assert unpacked(body, piece=piece) == (body, Unpacked())


@given(st.binary(max_size=3000), st.integers(2, 500))
def test_gzip_is_undone_whatever_the_pieces(body: bytes, piece: int) -> None:
    if not body.startswith(b"\x1f\x8b"):
        assert unpacked(gzip.compress(body), piece=piece) == (body, Unpacked(layers=1))


def test_two_layers_are_undone_and_a_third_is_not() -> None:
    twice = gzip.compress(gzip.compress(TEXT))
    assert unpacked(twice) == (TEXT, Unpacked(layers=2))
    content, facts = unpacked(gzip.compress(twice))
    assert (content, facts.layers) == (gzip.compress(TEXT), 2)


def test_several_members_are_one_stream() -> None:
    body = b"".join(gzip.compress(TEXT[start : start + 100]) for start in range(0, len(TEXT), 100))
    assert unpacked(body, piece=37) == (TEXT, Unpacked(layers=1))


def test_bytes_behind_the_stream_are_counted_and_padding_is_not() -> None:
    assert unpacked(gzip.compress(TEXT) + b"<!-- cached -->") == (TEXT, Unpacked(layers=1, trailing_bytes=15))
    assert unpacked(gzip.compress(TEXT) + b"\0" * 512) == (TEXT, Unpacked(layers=1))


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.95])
def test_a_stream_that_breaks_off_gives_a_prefix_and_says_so(kept: float) -> None:
    packed = gzip.compress(TEXT)
    content, facts = unpacked(packed[: int(len(packed) * kept)])
    assert TEXT.startswith(content)
    assert facts.cut


def test_a_damaged_stream_gives_what_stood_before_the_damage() -> None:
    noise = bytes(range(256)) * 40
    stored = bytearray(gzip.compress(noise, compresslevel=0))
    stored[-6] ^= 0xFF  # the checksum: all of the content came through
    content, facts = unpacked(bytes(stored))
    assert content == noise
    assert facts.cut


def test_the_cap_counts_what_comes_out() -> None:
    bomb = gzip.compress(b"\0" * 5_000_000)
    content, facts = unpacked(bomb, max_bytes=1_000_000)
    assert (len(content), facts.over_cap) == (1_000_000, True)
    assert unpacked(gzip.compress(TEXT), max_bytes=len(TEXT)) == (TEXT, Unpacked(layers=1))


def test_a_bomb_comes_out_in_pieces() -> None:
    pieces = list(unpack(gzip.compress(b"\0" * 8_000_000), Unpacked(), piece=1_048_576))
    assert max(map(len, pieces)) <= 2 * 1_048_576
    assert sum(map(len, pieces)) == 8_000_000


@given(st.binary(max_size=300))
def test_no_bytes_behind_the_magic_make_it_raise(noise: bytes) -> None:
    unpacked(b"\x1f\x8b" + noise)
    unpacked(gzip.compress(TEXT)[:60] + noise)
