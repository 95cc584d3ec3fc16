"""Blocks as bytes for the database: compact, versioned, and safe to read back from any source."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence

from sitemaps_app.formats.page_block import Block

_VERSION = b"B1"
_MAX_UNPACKED = 32_000_000


def pack_blocks(blocks: Sequence[Block]) -> bytes:
    """Blocks as compressed bytes (typically a fifth of their text). Places and kinds are written once each."""
    kinds: dict[str, int] = {}
    places: dict[str, int] = {}
    numbers = [(kinds.setdefault(block.kind, len(kinds)), places.setdefault(block.place, len(places))) for block in blocks]
    columns = [list(kinds), list(places), [kind for kind, _ in numbers], [place for _, place in numbers], [block.text for block in blocks]]
    text = json.dumps(columns, ensure_ascii=False, separators=(",", ":"))
    return _VERSION + zlib.compress(text.encode("utf-8", "surrogatepass"), 9)


def unpack_blocks(packed: bytes) -> tuple[Block, ...]:
    """The blocks that `pack_blocks` wrote; an empty tuple for empty or damaged bytes and for other versions. Never raises."""
    if packed[:2] != _VERSION:
        return ()
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(packed[2:], _MAX_UNPACKED)
        kinds, places, kind_of, place_of, texts = json.loads(text.decode("utf-8", "surrogatepass"))
        return tuple(Block(text, kinds[kind], places[place]) for text, kind, place in zip(texts, kind_of, place_of, strict=True))
    except (zlib.error, ValueError, TypeError, IndexError, RecursionError):
        return ()
