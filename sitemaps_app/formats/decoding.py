"""Compressed bytes as pieces of plain bytes: gunzipped by magic, never by name or label.

Nothing here holds more than a piece of the unpacked file, and nothing raises on broken input: what was met is told by `Unpacked`, whose
facts are complete once the last piece was taken. The letters of the bytes are the matter of `charsets`.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

PIECE = 1_048_576
"""Bytes a piece. A parser that keeps an unfinished token scans it again at every feed, so smaller pieces cost quadratic time."""

MAX_UNPACKED = 52_428_800
GZIP_MAGIC = b"\x1f\x8b"
_MAX_LAYERS = 2
_STEP = 65_536
_DOUBTFUL_BYTES = 512
_CHECKSUM_BYTES = 8
_GZIP = zlib.MAX_WBITS | 16


@dataclass(slots=True)
class Unpacked:
    """The facts of unpacking one body.

    `layers` of gzip were taken off; `cut` says that the compressed stream broke off or is damaged; `over_cap` that the cap was reached;
    `trailing_bytes` follow the last member.
    """

    layers: int = 0
    cut: bool = False
    over_cap: bool = False
    trailing_bytes: int = 0


def unpack(body: bytes, facts: Unpacked, *, max_bytes: int = MAX_UNPACKED, piece: int = PIECE) -> Iterator[bytes]:
    """The body in pieces of about `piece` bytes, gunzipped where it starts with the gzip magic, up to `max_bytes` after unpacking.

    Blanks before the magic, which a script printed before the file, are passed over. At most two layers; several members are one stream
    (RFC 1952 section 2.2); what follows the last member is counted, not read.
    A stream that breaks off gives everything before its end, one that is damaged all but what may be invented (`_salvaged`).
    """
    pieces = _slices(body, piece)
    for _ in range(_MAX_LAYERS):
        first = next(pieces, b"")
        if first[:1].isspace() and first.lstrip().startswith(GZIP_MAGIC):
            first = first.lstrip()
        pieces = _chained(first, pieces)
        if not first.startswith(GZIP_MAGIC):
            break
        facts.layers += 1
        pieces = _joined(_gunzip(pieces, facts), piece)
    left = max_bytes
    for part in pieces:
        if len(part) > left:
            facts.over_cap = True
            if left:
                yield part[:left]
            return
        left -= len(part)
        yield part


def _slices(body: bytes, size: int) -> Iterator[bytes]:
    if len(body) <= size:
        if body:
            yield body
        return
    for start in range(0, len(body), size):
        yield body[start : start + size]


def _chained(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    if first:
        yield first
    yield from rest


def _joined(parts: Iterator[bytes], piece: int) -> Iterator[bytes]:
    """Small parts put together until they are a piece."""
    waiting: list[bytes] = []
    size = 0
    for part in parts:
        waiting.append(part)
        size += len(part)
        if size >= piece:
            yield b"".join(waiting)
            waiting, size = [], 0
    if size:
        yield b"".join(waiting)


def _gunzip(pieces: Iterator[bytes], facts: Unpacked) -> Iterator[bytes]:
    """One layer of gzip with all its members. Input goes in small steps and output is bounded, so that a bomb costs little memory."""
    stream = zlib.decompressobj(_GZIP)
    steps = (step for part in pieces for step in _slices(part, _STEP))
    for step in steps:
        unread = step
        while True:
            before = stream.copy()
            try:
                unpacked = stream.decompress(unread, PIECE)
            except zlib.error:
                facts.cut = True
                yield from _salvaged(before, unread)
                return
            if unpacked:
                yield unpacked
            if stream.eof:
                unread = _next_member(stream.unused_data, steps)
                if not unread.startswith(GZIP_MAGIC):
                    facts.trailing_bytes += len(unread) + sum(map(len, steps))
                    return
                stream = zlib.decompressobj(_GZIP)
                continue
            unread = stream.unconsumed_tail
            if not unread and len(unpacked) < PIECE:
                break
    facts.cut = not stream.eof


def _next_member(unused: bytes, steps: Iterator[bytes]) -> bytes:
    """What follows a member, zero padding aside (as gzip itself allows), long enough to hold the magic of the next."""
    unread = unused.lstrip(b"\0")
    while len(unread) < len(GZIP_MAGIC):
        step = next(steps, None)
        if step is None:
            break
        unread = (unread + step).lstrip(b"\0")
    return unread


def _salvaged(stream: zlib._Decompress, damaged: bytes) -> Iterator[bytes]:
    """The output before a fault: zlib throws away what the failing call had unpacked, so the last step is taken again byte by byte.

    Damage is noticed some way behind the place where it is, and until then it unpacks to text that nobody wrote: what the last bytes gave
    is left out, unless all was unpacked and only the checksum at the very end is another.
    """
    kept: list[bytes] = []
    for place in range(len(damaged)):
        try:
            kept.append(stream.decompress(damaged[place : place + 1], PIECE))
        except zlib.error as error:
            is_at_end = "check" in str(error) and len(damaged) - place <= _CHECKSUM_BYTES
            kept = kept if is_at_end else kept[: max(place - _DOUBTFUL_BYTES, 0)]
            break
    if salvaged := b"".join(kept):
        yield salvaged
