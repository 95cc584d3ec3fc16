"""Sections nobody has looked into yet, though they hold a good part of the site.

Moves of all entries count in the share that moves, so a section that was never visited would be believed on the word of the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.assessment import Assessment

# Sections below this share of the site's entries with lastmod are drawn from a common pool and speak for each other.
UNSEEN_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class SectionView:
    """What must be known of a section: its entries, the share (0..1) of them with lastmod (None: not known), and its comparisons."""

    section: str
    entries: int
    lastmod_share: float | None
    comparisons: int

    @property
    def dated(self) -> float:
        """Entries with lastmod; all of them where the share is not known."""
        return self.entries * (1.0 if self.lastmod_share is None else self.lastmod_share)


def unseen_sections(views: Iterable[SectionView]) -> dict[str, float]:
    """The sections without any comparison that hold `UNSEEN_SHARE` or more of the entries with lastmod, and their shares (0..1).

    `views` are all sections of one site; a site of one section has nothing to be unlike.
    """
    known = list(views)
    dated = sum(view.dated for view in known)
    if len(known) < 2 or dated <= 0.0:
        return {}
    return {v.section: v.dated / dated for v in known if v.comparisons == 0 and v.dated >= UNSEEN_SHARE * dated}


def view_of(judged: Assessment) -> SectionView:
    """The same from a section's assessment."""
    return SectionView(judged.section, judged.entries, judged.lastmod_share, judged.counts.total)
