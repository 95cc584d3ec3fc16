"""What differs between two visits of a page, as lines for a person: removed, added, changed; and how much the two have in common."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sitemaps_app.formats.page_block import TEXT_KINDS
from sitemaps_app.formats.page_keyed import KeyedBlock, place_of

MAX_DIFF_LINES = 200
MAX_LINE = 400
_TRIED = 8
_SAME_LINE = 0.35
_TOKEN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff]|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One difference.

    `kind` is removed, added or changed; `place_kind` the kind of the block (title, heading, text, item, cell, code, link, image,
    structured, file); `old` and `new` are empty where there is no such side, and cut around the difference where they are long.
    """

    kind: str
    place_kind: str
    old: str
    new: str


def _words(keyed: Iterable[KeyedBlock]) -> Counter[str]:
    words: Counter[str] = Counter()
    for one in keyed:
        words.update(_TOKEN.findall(one.block.text) if one.block.kind in TEXT_KINDS else [one.key])
    return words


def similarity(left: list[KeyedBlock], right: list[KeyedBlock]) -> float:
    """The share of words in common (Dice, 0..1)."""
    one, other = _words(left), _words(right)
    total = one.total() + other.total()
    return 1.0 if total == 0 else 2 * (one & other).total() / total


def diff_lines(removed: list[KeyedBlock], added: list[KeyedBlock]) -> list[DiffLine]:
    """Removed and added blocks of one place that are much alike are one changed line; the order is that of the documents."""
    waiting: dict[str, list[KeyedBlock]] = defaultdict(list)
    for keyed in added:
        waiting[place_of(keyed.block)].append(keyed)
    taken: set[int] = set()
    lines: list[tuple[int, DiffLine]] = []
    for number, keyed in enumerate(removed):
        candidates = waiting[place_of(keyed.block)]
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


def _partner(keyed: KeyedBlock, candidates: list[KeyedBlock]) -> KeyedBlock | None:
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
