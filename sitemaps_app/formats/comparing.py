"""Whether the content of a page differs between two visits, and in what; and what of a page is not its own (furniture, volatile blocks)."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sitemaps_app.formats.fingerprint import block_key
from sitemaps_app.formats.page_blocks import TEXT_KINDS, Block

MAX_DIFF_LINES = 200
MAX_LINE = 400
_PLACE = "@"
_PLACE_MOSTLY_VOLATILE = 0.5
_COUNTED = frozenset({"cell", "item"})
_TARGETS = frozenset({"link", "image"})
_MOVED_TOGETHER = 3
_TRIED = 8
_SAME_LINE = 0.35
_TOKEN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff]|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One difference.

    `kind` is removed, added or changed; `place_kind` the kind of the block (title, heading, text, item, cell, code, link, image); `old` and
    `new` are empty where there is no such side, and cut around the difference where they are long.
    """

    kind: str
    place_kind: str
    old: str
    new: str


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


@dataclass(frozen=True, slots=True)
class _Keyed:
    key: str
    block: Block
    order: int
    position: str


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
    left, right = _own(old, furniture, volatile), _own(new, furniture, volatile)
    removed, added = _residue(left, right), _residue(right, left)
    removed, added = _without_recut(removed, added)
    removed, added = _without_moved_links(removed, added)
    if not removed and not added:
        return PageDifference(changed=False, similarity=1.0)
    lines = _lines(removed, added)
    kinds = {keyed.block.kind for keyed in (*removed, *added)}
    return PageDifference(
        changed=True,
        similarity=min(_similarity(left, right), 0.9999),
        changed_in=tuple(sorted(kinds)),
        diff=tuple(lines[:MAX_DIFF_LINES]),
        difference_count=len(lines),
    )


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


def volatile_blocks(first: Sequence[Block], second: Sequence[Block]) -> frozenset[str]:
    """What differs between two reads of one page minutes apart: keys of the differing blocks, and the places where such blocks stand.

    A place is volatile as a whole where most of its blocks differ (rotating teasers hold other texts next time); otherwise only the
    position of the differing block within it is.
    """
    keyed_first, keyed_second = _keyed(first), _keyed(second)
    differing = [*_residue(keyed_first, keyed_second), *_residue(keyed_second, keyed_first)]
    if not differing:
        return frozenset()
    total = Counter(_place_of(block) for block in (*first, *second))
    moving = Counter(_place_of(keyed.block) for keyed in differing)
    found = {keyed.key for keyed in differing}
    for place, count in moving.items():
        if count >= _PLACE_MOSTLY_VOLATILE * total[place]:
            found.add(place)
    found.update(keyed.position for keyed in differing)
    return frozenset(found)


def _place_of(block: Block) -> str:
    return f"{_PLACE}{block.kind}@{block.place}"


def _keyed(blocks: Sequence[Block]) -> list[_Keyed]:
    """Each block with its key, its order and its position: the number of the block among the blocks of its place."""
    seen: Counter[str] = Counter()
    keyed = []
    for order, block in enumerate(blocks):
        place = _place_of(block)
        seen[place] += 1
        keyed.append(_Keyed(block_key(block), block, order, f"{place}@{seen[place]}"))
    return keyed


def _own(blocks: Sequence[Block], shared: frozenset[str], volatile: frozenset[str]) -> list[_Keyed]:
    keyed = [one for one in _keyed(blocks) if one.key and one.key not in shared and one.key not in volatile]
    return [one for one in keyed if _place_of(one.block) not in volatile and one.position not in volatile] if volatile else keyed


def _residue(these: Iterable[_Keyed], those: Iterable[_Keyed]) -> list[_Keyed]:
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


def _without_recut(removed: list[_Keyed], added: list[_Keyed]) -> tuple[list[_Keyed], list[_Keyed]]:
    """Nothing on either side where the remaining text is the same and only its division into blocks differs."""
    texts = ["".join(keyed.key for keyed in side if keyed.block.kind in TEXT_KINDS) for side in (removed, added)]
    if texts[0] and texts[0] == texts[1]:
        return [k for k in removed if k.block.kind not in TEXT_KINDS], [k for k in added if k.block.kind not in TEXT_KINDS]
    return removed, added


def _without_moved_links(removed: list[_Keyed], added: list[_Keyed]) -> tuple[list[_Keyed], list[_Keyed]]:
    """Without links and images whose addresses all changed in the same way (`/docs/…` became `/guide/…`): the site moved, not the content.

    One exchanged link stays a difference; `_MOVED_TOGETHER` with one and the same exchange of the front part are a move.
    """
    gone = [keyed for keyed in removed if keyed.block.kind in _TARGETS]
    come: dict[str, list[_Keyed]] = defaultdict(list)
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


def _last_segment(address: str) -> str:
    return address.rpartition("/")[2]


def _exchange(old: str, new: str) -> tuple[str, str]:
    """The front parts of two addresses, without what they have in common at their ends (whole path segments)."""
    left, right = old.split("/"), new.split("/")
    while left and right and left[-1] == right[-1]:
        left.pop()
        right.pop()
    return "/".join(left), "/".join(right)


def _words(keyed: Iterable[_Keyed]) -> Counter[str]:
    words: Counter[str] = Counter()
    for one in keyed:
        words.update(_TOKEN.findall(one.block.text) if one.block.kind in TEXT_KINDS else [one.key])
    return words


def _similarity(left: list[_Keyed], right: list[_Keyed]) -> float:
    one, other = _words(left), _words(right)
    total = one.total() + other.total()
    return 1.0 if total == 0 else 2 * (one & other).total() / total


def _lines(removed: list[_Keyed], added: list[_Keyed]) -> list[DiffLine]:
    """Removed and added blocks of one place that are much alike are one changed line; the order is that of the documents."""
    waiting: dict[str, list[_Keyed]] = defaultdict(list)
    for keyed in added:
        waiting[_place_of(keyed.block)].append(keyed)
    taken: set[int] = set()
    lines: list[tuple[int, DiffLine]] = []
    for number, keyed in enumerate(removed):
        candidates = waiting[_place_of(keyed.block)]
        partner = _partner(keyed, candidates[:_TRIED]) if number < MAX_DIFF_LINES else None
        if partner is None:
            lines.append((keyed.order, DiffLine("removed", keyed.block.kind, keyed.block.text[:MAX_LINE], "")))
        else:
            taken.add(partner.order)
            candidates.remove(partner)
            old, new = _around_difference(keyed.block.text, partner.block.text)
            lines.append((keyed.order, DiffLine("changed", keyed.block.kind, old, new)))
    lines.extend((k.order, DiffLine("added", k.block.kind, "", k.block.text[:MAX_LINE])) for k in added if k.order not in taken)
    lines.sort(key=lambda line: line[0])
    return [line for _, line in lines]


def _partner(keyed: _Keyed, candidates: list[_Keyed]) -> _Keyed | None:
    """The first candidate that shares enough words; links and images pair by position."""
    if keyed.block.kind not in TEXT_KINDS:
        return candidates[0] if candidates else None
    own = _words([keyed])
    for candidate in candidates:
        other = _words([candidate])
        total = own.total() + other.total()
        if total and 2 * (own & other).total() / total >= _SAME_LINE:
            return candidate
    return None


def _around_difference(old: str, new: str) -> tuple[str, str]:
    """Both texts, cut to a window that begins shortly before the first differing character where they are long."""
    if max(len(old), len(new)) <= MAX_LINE:
        return old, new
    start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    begin = max(0, start - 80)
    mark = "… " if begin else ""
    return mark + old[begin : begin + MAX_LINE], mark + new[begin : begin + MAX_LINE]
