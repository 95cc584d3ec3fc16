"""What can become different at a site, and what each kind means for the evidence from before it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from scoring.assessment import Param

# Of evidence about a generator that may or may not be the same one, so much counts on (STATISTICS.md §14: the prior plus a tenth).
CARRIED_OVER = 0.1


class ChangeKind(StrEnum):
    """What became different."""

    ALL_MOVING = "all_moving"
    SELECTIVE_AGAIN = "selective_again"
    FROZEN = "frozen"
    LASTMOD_VANISHED = "lastmod_vanished"
    LASTMOD_APPEARED = "lastmod_appeared"
    FORMAT_CHANGED = "format_changed"
    JUMPED_BACK = "jumped_back"
    ZONE_SHIFTED = "zone_shifted"
    URLS_REPLACED = "urls_replaced"
    UNUSUAL_WAVE = "unusual_wave"
    REDESIGNED = "redesigned"


# The dates of all entries prove these: what moves and changes meant before says nothing about what they mean now.
_NEW_GENERATOR = frozenset(
    {
        ChangeKind.ALL_MOVING,
        ChangeKind.SELECTIVE_AGAIN,
        ChangeKind.FROZEN,
        ChangeKind.LASTMOD_VANISHED,
        ChangeKind.LASTMOD_APPEARED,
    }
)
# The dates have another source, or the pages are others; whether lastmod is kept as it was has to be seen again.
_PERHAPS_NEW = frozenset({ChangeKind.JUMPED_BACK, ChangeKind.URLS_REPLACED})
# All dates or all pages were touched at once, so a comparison across that moment says nothing about a page's lastmod.
TOUCHES_ALL = frozenset({ChangeKind.JUMPED_BACK, ChangeKind.ZONE_SHIFTED, ChangeKind.REDESIGNED})


@dataclass(frozen=True, slots=True)
class ChangePoint:
    """A change of the site or its generator: the first snapshot that shows it, what it is, and its numbers."""

    at: datetime
    kind: ChangeKind
    detail_params: dict[str, Param] = field(default_factory=dict)

    @property
    def carried_over(self) -> float:
        """The share (0..1) of the evidence from before it that still counts."""
        if self.kind in _NEW_GENERATOR:
            return 0.0
        return CARRIED_OVER if self.kind in _PERHAPS_NEW else 1.0

    @property
    def restarts_evidence(self) -> bool:
        """Is what was learnt before worth nothing, or little, now? A new notation of the same dates is only worth a note."""
        return self.carried_over < 1.0

    @property
    def spoils_comparisons(self) -> bool:
        """Are comparisons of a visit before with a visit after it no evidence about a page?"""
        return self.kind in TOUCHES_ALL
