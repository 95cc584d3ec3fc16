"""Two visits of a page side by side, for a person: what differs, in its place, between its neighbours, with what was ignored and why.

Blocks are aligned by the keys that stand exactly once on each side, in the longest order they share (patience diff, Bram Cohen), so it
takes n log n time on any page.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from sitemaps_app.formats.comparing import differing_blocks
from sitemaps_app.formats.page_block import Block
from sitemaps_app.formats.page_keyed import keyed_blocks, place_of

SAME, ADDED, REMOVED, CHANGED, IGNORED, SKIPPED = "same", "added", "removed", "changed", "ignored", "skipped"
FURNITURE, VOLATILE, MOVED = "furniture", "volatile", "moved"
NEIGHBOURS = 2
MAX_PASSAGES = 300
MAX_TEXT = 2_000
_TRIED = 8
_ALIKE = 0.35


@dataclass(frozen=True, slots=True)
class Passage:
    """One block of either visit or of both.

    `state` is same, added, removed, changed, ignored or skipped (`count` blocks that stayed, or of a page that was cut here); `reason` says
    why it is not counted: furniture (it stands on many pages of the site), volatile (it differs between two reads within minutes), moved
    (the same text stands elsewhere, or is divided otherwise). `kind` is that of the block; `old` and `new` its texts, cut.
    """

    state: str
    reason: str = ""
    kind: str = ""
    old: str = ""
    new: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class _Side:
    """One visit: its blocks, their keys, which of them count, and why each of the others would not."""

    blocks: Sequence[Block]
    keys: list[str]
    counted: frozenset[int]
    reasons: list[str]


def passages(
    old: Sequence[Block], new: Sequence[Block], *, furniture: frozenset[str] = frozenset(), volatile: frozenset[str] = frozenset()
) -> tuple[Passage, ...]:
    """What `comparing.compare` counts and ignores, in the order of the page; () where nothing differs at all. At most `MAX_PASSAGES`."""
    counted = differing_blocks(old, new, furniture=furniture, volatile=volatile)
    left, right = (_side(blocks, ours, furniture, volatile) for blocks, ours in zip((old, new), counted, strict=True))
    lines = list(_lines(left, right))
    if all(line.state == SAME for line in lines):
        return ()
    return tuple(_cut(_with_neighbours(lines)))


def _side(blocks: Sequence[Block], counted: frozenset[int], furniture: frozenset[str], volatile: frozenset[str]) -> _Side:
    keyed = keyed_blocks(blocks)
    reasons = []
    for one in keyed:
        varies = one.key in volatile or place_of(one.block) in volatile or one.position in volatile
        reasons.append(FURNITURE if one.key in furniture else VOLATILE if varies else "")
    return _Side(blocks, [one.key for one in keyed], counted, reasons)


def _lines(left: _Side, right: _Side) -> Iterator[Passage]:
    """Every block of both sides once, in order."""
    begin_left = begin_right = 0
    for anchor_left, anchor_right in chain(_anchors(left.keys, right.keys), [(len(left.keys), len(right.keys))]):
        yield from _between(left, right, (begin_left, anchor_left), (begin_right, anchor_right))
        if anchor_left < len(left.keys):
            yield _same(right, anchor_right)
        begin_left, begin_right = anchor_left + 1, anchor_right + 1


def _anchors(left: list[str], right: list[str]) -> list[tuple[int, int]]:
    """Pairs of places of keys that are unique on both sides: the longest run of them that is ascending on both."""
    counts = Counter(left), Counter(right)
    place = {key: number for number, key in enumerate(right) if counts[1][key] == 1}
    pairs = [(number, place[key]) for number, key in enumerate(left) if counts[0][key] == 1 and key in place]
    ends: list[int] = []
    tails: list[int] = []
    before: list[int] = []
    for number, (_, there) in enumerate(pairs):
        length = bisect_left(ends, there)
        before.append(tails[length - 1] if length else -1)
        if length == len(ends):
            ends.append(there)
            tails.append(number)
        else:
            ends[length], tails[length] = there, number
    chosen = []
    number = tails[-1] if tails else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = before[number]
    return chosen[::-1]


def _between(left: _Side, right: _Side, old: tuple[int, int], new: tuple[int, int]) -> Iterator[Passage]:
    (i, old_end), (j, new_end) = old, new
    while i < old_end and j < new_end and left.keys[i] == right.keys[j]:
        yield _same(right, j)
        i, j = i + 1, j + 1
    tail = 0
    while old_end - tail > i and new_end - tail > j and left.keys[old_end - tail - 1] == right.keys[new_end - tail - 1]:
        tail += 1
    yield from _paired(
        [_one_sided(left, place, is_old=True) for place in range(i, old_end - tail)],
        [_one_sided(right, place, is_old=False) for place in range(j, new_end - tail)],
    )
    for place in range(new_end - tail, new_end):
        yield _same(right, place)


def _same(side: _Side, place: int) -> Passage:
    block = side.blocks[place]
    return Passage(SAME, side.reasons[place], block.kind, new=_short(block.text))


def _one_sided(side: _Side, place: int, *, is_old: bool) -> Passage:
    block = side.blocks[place]
    old, new = (_short(block.text), "") if is_old else ("", _short(block.text))
    if place in side.counted:
        return Passage(REMOVED if is_old else ADDED, "", block.kind, old, new)
    return Passage(IGNORED, side.reasons[place] or MOVED, block.kind, old, new)


def _paired(old: list[Passage], new: list[Passage]) -> Iterator[Passage]:
    """Blocks that went and blocks that came: one line where they are of one kind and much alike, or are ignored for one reason."""
    begin = 0
    for gone in old:
        tried = range(begin, min(begin + _TRIED, len(new)))
        partner = next((place for place in tried if _belong_together(gone, new[place])), None)
        if partner is None:
            yield gone
            continue
        yield from new[begin:partner]
        yield replace(gone, state=CHANGED if gone.state == REMOVED else IGNORED, new=new[partner].new)
        begin = partner + 1
    yield from new[begin:]


def _belong_together(gone: Passage, come: Passage) -> bool:
    if gone.kind != come.kind or gone.reason != come.reason or (gone.state == REMOVED) != (come.state == ADDED):
        return False
    return gone.state == IGNORED or _alike(gone.old, come.new)


def _alike(old: str, new: str) -> bool:
    one, other = Counter(old.split() if " " in old else old), Counter(new.split() if " " in new else new)
    total = one.total() + other.total()
    return bool(total) and 2 * (one & other).total() / total >= _ALIKE


def _short(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"


def _with_neighbours(lines: list[Passage]) -> Iterator[Passage]:
    """Without the blocks that stayed, but for a few beside each difference; how many were left out stands in their place."""
    shown = bytearray(len(lines))
    for number, line in enumerate(lines):
        if line.state != SAME:
            begin, end = max(0, number - NEIGHBOURS), min(len(lines), number + NEIGHBOURS + 1)
            shown[begin:end] = b"\x01" * (end - begin)
    skipped = 0
    for line, is_shown in zip(lines, shown, strict=True):
        if not is_shown:
            skipped += 1
            continue
        if skipped:
            yield Passage(SKIPPED, count=skipped)
            skipped = 0
        yield line
    if skipped:
        yield Passage(SKIPPED, count=skipped)


def _cut(lines: Iterator[Passage]) -> list[Passage]:
    kept = [line for _, line in zip(range(MAX_PASSAGES), lines, strict=False)]
    rest = sum(line.count or 1 for line in lines)
    return [*kept, Passage(SKIPPED, "cut", count=rest)] if rest else kept
