"""Passages as bytes for the database: compact, versioned, and safe to read back from any source."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import astuple

from sitemaps_app.formats.page_passages import Passage

_VERSION = b"P1"
_MAX_UNPACKED = 4_000_000


def pack_passages(passages: Sequence[Passage]) -> bytes:
    """Passages as compressed bytes; b"" for none. Halves of surrogate pairs, which no page could be sent with, become question marks."""
    if not passages:
        return b""
    text = json.dumps([astuple(passage) for passage in passages], ensure_ascii=False, separators=(",", ":"))
    return _VERSION + zlib.compress(text.encode("utf-8", "replace"), 9)


def unpack_passages(packed: bytes) -> tuple[Passage, ...]:
    """The passages that `pack_passages` wrote; an empty tuple for empty or damaged bytes and for other versions. Never raises."""
    if packed[:2] != _VERSION:
        return ()
    try:
        text = zlib.decompressobj().decompress(packed[2:], _MAX_UNPACKED)
        rows = json.loads(text.decode("utf-8", "replace"))
        return tuple(
            Passage(str(state), str(reason), str(kind), str(old), str(new), int(count)) for state, reason, kind, old, new, count in rows
        )
    except (zlib.error, ValueError, TypeError, IndexError, RecursionError):
        return ()
