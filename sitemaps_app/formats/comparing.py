"""Whether the content of a page differs between two visits, and in what; and what of a page is not its own (furniture, volatile blocks)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sitemaps_app.formats.page_block import TEASERS, TEXT_KINDS, Block
from sitemaps_app.formats.page_diff import MAX_DIFF_LINES, DiffLine, diff_lines, similarity
from sitemaps_app.formats.page_keyed import KeyedBlock, keyed_blocks, place_of, residue
from sitemaps_app.formats.page_template import furniture, furniture_between, volatile_blocks

__all__ = [
    "MAX_DIFF_LINES", "DiffLine", "PageDifference", "compare", "differing_blocks", "furniture", "furniture_between", "volatile_blocks",
]  # fmt: skip

_TARGETS = frozenset({"link", "image"})
_MOVED_TOGETHER = 3


@dataclass(frozen=True, slots=True)
class PageDifference:
    """What two visits differ in.

    `similarity` is the share of words in common (Dice, 0..1); `changed_in` the kinds of the blocks that
    differ, sorted; `diff` at most `MAX_DIFF_LINES` of `difference_count` differences, in document order.
    """

    changed: bool
    similarity: float
    changed_in: tuple[str, ...] = ()
    diff: tuple[DiffLine, ...] = ()
    difference_count: int = 0


def compare(
    old: Sequence[Block],
    new: Sequence[Block],
    *,
    furniture: frozenset[str] = frozenset(),
    volatile: frozenset[str] = frozenset(),
) -> PageDifference:
    """Compare two visits of one page.

    Blocks are compared as a multiset of keys, so moved and shuffled blocks are no change; the same text cut into other blocks is none
    either. `furniture` and `volatile` (see the functions of these names) are left out on both sides.
    """
    removed, added = _counted(old, new, furniture, volatile)
    if not removed and not added:
        return PageDifference(changed=False, similarity=1.0)
    lines = diff_lines(removed, added)
    kinds = {keyed.block.kind for keyed in (*removed, *added)}
    return PageDifference(
        changed=True,
        similarity=min(similarity(*(_steady(_own(side, furniture), volatile) for side in (old, new))), 0.9999),
        changed_in=tuple(sorted(kinds)),
        diff=tuple(lines[:MAX_DIFF_LINES]),
        difference_count=len(lines),
    )


def differing_blocks(
    old: Sequence[Block], new: Sequence[Block], *, furniture: frozenset[str] = frozenset(), volatile: frozenset[str] = frozenset()
) -> tuple[frozenset[int], frozenset[int]]:
    """The places (0 = first) in `old` and in `new` of the blocks that make the change `compare` tells; both empty where it tells none."""
    removed, added = _counted(old, new, furniture, volatile)
    return frozenset(keyed.order for keyed in removed), frozenset(keyed.order for keyed in added)


def _counted(
    old: Sequence[Block], new: Sequence[Block], shared: frozenset[str], volatile: frozenset[str]
) -> tuple[list[KeyedBlock], list[KeyedBlock]]:
    """The blocks that count as removed and as added.

    What is volatile or a teaser is left out of the differences, not of the pages: a block that stands on a volatile position in one of them
    and elsewhere in the other is the same block.
    """
    left, right = _own(old, shared), _own(new, shared)
    removed, added = (
        [keyed for keyed in _steady(residue(one, other), volatile) if keyed.block.place != TEASERS]
        for one, other in ((left, right), (right, left))
    )
    removed, added = _without_recut(removed, added)
    removed, added = _without_moved_links(removed, added)
    return _without_new_markup(removed, added, left, right)


def _own(blocks: Sequence[Block], shared: frozenset[str]) -> list[KeyedBlock]:
    return [one for one in keyed_blocks(blocks) if one.key and one.key not in shared]


def _steady(keyed: list[KeyedBlock], volatile: frozenset[str]) -> list[KeyedBlock]:
    if not volatile:
        return keyed
    return [k for k in keyed if k.key not in volatile and place_of(k.block) not in volatile and k.position not in volatile]


def _without_recut(removed: list[KeyedBlock], added: list[KeyedBlock]) -> tuple[list[KeyedBlock], list[KeyedBlock]]:
    """Nothing on either side where the remaining text is the same and only its division into blocks differs."""
    texts = ["".join(keyed.key for keyed in side if keyed.block.kind in TEXT_KINDS) for side in (removed, added)]
    if texts[0] and texts[0] == texts[1]:
        return [k for k in removed if k.block.kind not in TEXT_KINDS], [k for k in added if k.block.kind not in TEXT_KINDS]
    return removed, added


def _without_moved_links(removed: list[KeyedBlock], added: list[KeyedBlock]) -> tuple[list[KeyedBlock], list[KeyedBlock]]:
    """Without links and images whose addresses all changed in the same way (`/docs/…` became `/guide/…`): the site moved, not the content.

    One exchanged link stays a difference; `_MOVED_TOGETHER` with one and the same exchange of the front part are a move.
    """
    gone = [keyed for keyed in removed if keyed.block.kind in _TARGETS]
    come: dict[str, list[KeyedBlock]] = defaultdict(list)
    for keyed in added:
        if keyed.block.kind in _TARGETS:
            come[_last_segment(keyed.key)].append(keyed)
    exchanges: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for old in gone:
        for new in come.get(_last_segment(old.key), [])[:5]:
            exchanges[_exchange(old.block.text, new.block.text)].append((old.order, new.order))
    moved = [pair for pairs in exchanges.values() if len({old for old, _ in pairs}) >= _MOVED_TOGETHER for pair in pairs]
    if not moved:
        return removed, added
    old_orders, new_orders = {old for old, _ in moved}, {new for _, new in moved}
    return [k for k in removed if k.order not in old_orders], [k for k in added if k.order not in new_orders]


def _without_new_markup(
    removed: list[KeyedBlock], added: list[KeyedBlock], left: list[KeyedBlock], right: list[KeyedBlock]
) -> tuple[list[KeyedBlock], list[KeyedBlock]]:
    """Without statements of structured data about what the other side does not speak of: that is markup which came or went (a new version
    of a plugin), not a fact that became another."""
    spoken = [{keyed.block.place for keyed in side if keyed.block.kind == "structured"} for side in (left, right)]
    both = spoken[0] & spoken[1]
    if spoken[0] == spoken[1]:
        return removed, added
    kept = [[k for k in side if k.block.kind != "structured" or k.block.place in both] for side in (removed, added)]
    return kept[0], kept[1]


def _last_segment(address: str) -> str:
    return address.rpartition("/")[2]


def _exchange(old: str, new: str) -> tuple[str, str]:
    """The front parts of two addresses, without what they have in common at their ends (whole path segments)."""
    left, right = old.split("/"), new.split("/")
    while left and right and left[-1] == right[-1]:
        left.pop()
        right.pop()
    return "/".join(left), "/".join(right)
