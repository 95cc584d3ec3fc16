"""Blocks as they are compared: with their key, their order, and their position within their place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sitemaps_app.formats.fingerprint import block_key
from sitemaps_app.formats.page_block import Block

_PLACE = "@"
_COUNTED = frozenset({"cell", "item", "structured"})


@dataclass(frozen=True, slots=True)
class KeyedBlock:
    """A block with its key; `order` counts in the document, `position` is its place with its number among the blocks of that place."""

    key: str
    block: Block
    order: int
    position: str


def place_of(block: Block) -> str:
    """Kind and place of a block, marked so that no key of a text can be mistaken for it."""
    return f"{_PLACE}{block.kind}@{block.place}"


def keyed_blocks(blocks: Sequence[Block]) -> list[KeyedBlock]:
    """The blocks in their order, keyed."""
    seen: Counter[str] = Counter()
    keyed = []
    for order, block in enumerate(blocks):
        place = place_of(block)
        seen[place] += 1
        keyed.append(KeyedBlock(block_key(block), block, order, f"{place}@{seen[place]}"))
    return keyed


def residue(these: Iterable[KeyedBlock], those: Iterable[KeyedBlock]) -> list[KeyedBlock]:
    """Blocks of `these` that `those` do not hold.

    In tables and lists every occurrence counts (a cell that becomes "0" matters although other cells are "0"); where a key occurs more
    often here, its last occurrences are the difference. Elsewhere a repetition (a contents list, a second link) is none.
    """
    left = Counter(keyed.key for keyed in those)
    present = set(left)
    missing = []
    for keyed in these:
        if left[keyed.key] > 0:
            left[keyed.key] -= 1
        elif keyed.key not in present or keyed.block.kind in _COUNTED:
            missing.append(keyed)
    return missing
