"""What of a page is not its own: furniture that a site's pages share, and blocks that move by themselves between two reads."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from sitemaps_app.formats.fingerprint import block_key
from sitemaps_app.formats.page_block import Block
from sitemaps_app.formats.page_keyed import keyed_blocks, place_of, residue

_PLACE_MOSTLY_VOLATILE = 0.5
_FIGURE_KINDS = frozenset({"cell", "structured"})
_NUMBER = re.compile(r"[^\w\s]{0,2}\s?\d[\d.,:/\s]{0,20}\s?(?:[^\w\s]|[A-Z]{3}|[a-z]{1,3}[²³]?)?")


def furniture(pages: Sequence[Sequence[Block]], *, share: float = 0.2, min_pages: int = 5) -> frozenset[str]:
    """Keys of blocks that at least `share` of a site's pages have in common: template, not content (Gibson et al., WWW 2005).

    `pages` are visits of different pages at about the same time. Fewer than `min_pages` pages tell nothing; at least three must agree.
    """
    if len(pages) < min_pages:
        return frozenset()
    counts: Counter[str] = Counter()
    for blocks in pages:
        counts.update({block_key(block) for block in blocks})
    needed = max(3, math.ceil(share * len(pages)))
    return frozenset(key for key, count in counts.items() if count >= needed)


def furniture_between(
    earlier: Sequence[Sequence[Block]], later: Sequence[Sequence[Block]], *, share: float = 0.2, min_pages: int = 5
) -> frozenset[str]:
    """The furniture of either time, without figures that stayed common.

    `earlier` and `later` are visits of (about) the same pages. A menu that was replaced is furniture of one time and so left out on both
    sides. A figure or word that many pages have at both times ("in stock", "yes", "0") is no template where it stands alone in a table or
    in structured data: a page that exchanges it for another one did change.
    """
    before, after = furniture(earlier, share=share, min_pages=min_pages), furniture(later, share=share, min_pages=min_pages)
    return (before | after) - _figures((*earlier, *later), before & after)


def _figures(pages: Sequence[Sequence[Block]], common: frozenset[str]) -> frozenset[str]:
    """Those of `common` that are met as a cell, a statement of structured data or a bare number, and not as the words of a link."""
    found: set[str] = set()
    if not common:
        return frozenset()
    for blocks in pages:
        link_at = None
        for block in blocks:
            if block.kind == "link":
                link_at = block.place
                continue
            if link_at != block.place and (block.kind in _FIGURE_KINDS or _NUMBER.fullmatch(block.text)):
                found.add(block_key(block))
            link_at = None
    return common & found


def volatile_blocks(first: Sequence[Block], second: Sequence[Block]) -> frozenset[str]:
    """What differs between two reads of one page minutes apart: keys of the differing blocks, and the places where such blocks stand.

    A place is volatile as a whole where most of its blocks differ (rotating teasers hold other texts next time); otherwise only the
    position of the differing block within it is.
    """
    keyed_first, keyed_second = keyed_blocks(first), keyed_blocks(second)
    differing = [*residue(keyed_first, keyed_second), *residue(keyed_second, keyed_first)]
    if not differing:
        return frozenset()
    total = Counter(place_of(block) for block in (*first, *second))
    moving = Counter(place_of(keyed.block) for keyed in differing)
    found = {keyed.key for keyed in differing}
    for place, count in moving.items():
        if count >= _PLACE_MOSTLY_VOLATILE * total[place]:
            found.add(place)
    found.update(keyed.position for keyed in differing)
    return frozenset(found)
