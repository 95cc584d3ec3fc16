"""Keys of blocks and the fingerprint of a page: equal exactly where the content is equal."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from sitemaps_app.formats.page_block import TEASERS, TEXT_KINDS, Block
from sitemaps_app.formats.page_noise import without_moving_parts

# Typographic variants that a generator's smart-quotes setting swaps.
_TYPOGRAPHY = str.maketrans("“”„«»‘’‚–—‑−", '"""""\'\'\'----')
_BLANKS = re.compile(r"[\s\u00ad\u200b-\u200f\u2060\ufeff]+")


def block_key(block: Block) -> str:
    """The normalised form of a block: compatibility characters folded, blanks removed, typography and moving parts levelled.

    Text blocks of all kinds share one space of keys, so that a heading that becomes a paragraph is no change; links, images, files
    and each property of structured data have their own.
    """
    kind = block.kind
    if kind in TEXT_KINDS:
        return _text_key(block.text)
    if kind == "structured":
        return f"structured:{block.place}:{_text_key(block.text)}"
    return f"{kind}:{block.text}"


# Most blocks of a site stand on many of its pages, and on the same page at the next visit.
@lru_cache(maxsize=20_000)
def _text_key(text: str) -> str:
    if text.isascii():
        return "".join(without_moving_parts(text).split()).replace("...", "…")
    folded = unicodedata.normalize("NFKC", text).translate(_TYPOGRAPHY)
    return _BLANKS.sub("", without_moving_parts(folded).replace("...", "…"))


def fingerprint(blocks: Iterable[Block]) -> str:
    """A hash (32 hex digits) over the keys of all blocks but teasers, as a multiset: an order that shuffles at each load is no
    change."""
    keys = [
        _text_key(text) if kind in TEXT_KINDS else f"{kind}:{text}" if kind != "structured" else block_key(Block(text, kind, place))
        for text, kind, place in blocks
        if place != TEASERS
    ]
    keys.sort()
    return hashlib.blake2b("\n".join(keys).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
