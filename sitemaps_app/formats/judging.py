"""What a difference between two visits of a page is: a change, blocks that move by themselves, a return to an earlier state, or nothing.

The road of a pair: a page that switched noindex is no pair; what furniture and known volatile blocks explain is unchanged; what an earlier
version held already is flicker; what remains is suspected, and a second read minutes later tells it from blocks that never stand still.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from sitemaps_app.formats.comparing import PageDifference, compare
from sitemaps_app.formats.page_block import Block
from sitemaps_app.formats.page_template import volatile_blocks


class Outcome(Enum):
    """What became of a pair. SUSPECTED asks for a second read of the newer version; only CHANGED is a change."""

    UNCHANGED = "unchanged"
    SUSPECTED = "suspected"
    CHANGED = "changed"
    VOLATILE = "volatile"
    FLICKER = "flicker"
    NOT_COMPARABLE = "not_comparable"


PAGE_NOINDEX_SWITCHED = "page_noindex_switched"
"""The reason of a pair of which one side asks not to be indexed: the page was withdrawn or published, not edited."""


@dataclass(frozen=True, slots=True)
class PageVersion:
    """One comparable read of a page. `fingerprint` may be all that is left of an older one ("" = unknown)."""

    blocks: Sequence[Block] = ()
    fingerprint: str = ""
    noindex: bool = False


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome of a pair, what differs, and all that is known to be volatile now (to be kept and given to the next judgement).

    `reason` is filled for NOT_COMPARABLE. For every other outcome but CHANGED and SUSPECTED the difference is what was explained away.
    """

    outcome: Outcome
    difference: PageDifference
    volatile: frozenset[str] = field(default_factory=frozenset)
    reason: str = ""

    @property
    def changed(self) -> bool:
        """Whether the pair is a change, confirmed by a second read."""
        return self.outcome is Outcome.CHANGED


def judge(
    old: PageVersion,
    new: PageVersion,
    *,
    reread: PageVersion | None = None,
    furniture: frozenset[str] = frozenset(),
    volatile: frozenset[str] = frozenset(),
    earlier: Sequence[PageVersion] = (),
) -> Judgement:
    """Judge two visits of one page, both comparable.

    `reread` is a second read of the new version, minutes after it (None = not made, or not comparable); `furniture` what the site's pages
    share (`furniture_between`); `volatile` what earlier judgements of this page found; `earlier` the versions before `old`, newest first.
    A version equals an earlier one where its fingerprint does, or where its kept blocks do not differ.
    """
    difference = compare(old.blocks, new.blocks, furniture=furniture, volatile=volatile)
    if old.noindex != new.noindex:
        return Judgement(Outcome.NOT_COMPARABLE, difference, volatile, PAGE_NOINDEX_SWITCHED)
    if not difference.changed:
        return Judgement(Outcome.UNCHANGED, difference, volatile)
    if any(_is_same(version, new, furniture, volatile) for version in earlier):
        return Judgement(Outcome.FLICKER, difference, volatile)
    if reread is None:
        return Judgement(Outcome.SUSPECTED, difference, volatile)
    return _confirmed(old, new, reread, difference, furniture, volatile)


def _confirmed(
    old: PageVersion,
    new: PageVersion,
    reread: PageVersion,
    difference: PageDifference,
    furniture: frozenset[str],
    volatile: frozenset[str],
) -> Judgement:
    """The judgement of a suspected change with its second read: what did not hold for some minutes is no version of the page."""
    moving = volatile | volatile_blocks(new.blocks, reread.blocks)
    if moving == volatile:
        return Judgement(Outcome.CHANGED, difference, volatile)
    if _is_same(old, reread, furniture, volatile):
        return Judgement(Outcome.VOLATILE, difference, moving)
    remaining = compare(old.blocks, new.blocks, furniture=furniture, volatile=moving)
    if not remaining.changed:
        return Judgement(Outcome.VOLATILE, difference, moving)
    return Judgement(Outcome.CHANGED, remaining, moving)


def _is_same(one: PageVersion, other: PageVersion, furniture: frozenset[str], volatile: frozenset[str]) -> bool:
    if one.noindex != other.noindex:
        return False
    if one.fingerprint and one.fingerprint == other.fingerprint:
        return True
    return bool(one.blocks) and not compare(one.blocks, other.blocks, furniture=furniture, volatile=volatile).changed
