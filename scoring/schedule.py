"""The due list, one entry at a time: is this page to be fetched now, and why?

lastmod is followed only in sections where it has been proven. New, removed and undated pages are listed everywhere. A small random
audit of the unmoved pages keeps finding silent changes; it is chosen by hash, so that a list asked for twice is the same list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.assessment import Verdict
from scoring.sampling import hash_order

PROVEN = frozenset({Verdict.TRUSTED, Verdict.USEFUL})


class EntryKind(StrEnum):
    """What became of an entry since the cursor of the due list."""

    MOVED = "moved"
    UNMOVED = "unmoved"
    BACKWARDS = "backwards"
    FORMAT_ONLY = "format_only"
    APPEARED = "appeared"
    VANISHED = "vanished"
    UNDATED = "undated"
    LASTMOD_APPEARED = "lastmod_appeared"
    LASTMOD_VANISHED = "lastmod_vanished"


# Without a lastmod at both ends there is nothing to compare, so these are fetched without its help.
_UNCOMPARABLE = frozenset({EntryKind.UNDATED, EntryKind.LASTMOD_APPEARED, EntryKind.LASTMOD_VANISHED})


class DueReason(StrEnum):
    """Why a page stands on the due list."""

    LASTMOD_MOVED = "lastmod_moved"
    NEW = "new"
    UNDATED = "undated"
    AUDIT_SAMPLE = "audit_sample"
    UNTRUSTED_FALLBACK = "untrusted_fallback"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class DuePolicy:
    """How the due list of one site is made.

    `verdict_by_section` holds the section verdicts and under "" the site's, which stands in for sections not named. `audit_share` is
    the share (0..1) of unmoved pages listed as an audit; `seed` belongs to the cursor, so that each list audits other pages.
    `followed` are the verdicts whose lastmod is used. `unseen` are sections that hold a good part of the site and of which no page was
    compared (`scoring.unseen.unseen_sections`); the site's verdict says nothing about these.
    """

    verdict_by_section: Mapping[str, Verdict] = field(default_factory=dict)
    audit_share: float = 0.02
    seed: int | str = 0
    followed: frozenset[Verdict] = PROVEN
    unseen: frozenset[str] = frozenset()

    def verdict(self, section: str) -> Verdict:
        """The verdict that decides for `section`; nothing known is not enough evidence.

        A section too small for a verdict of its own goes by the site's, but never a section known to be bad or never looked into.
        """
        site = self.verdict_by_section.get("", Verdict.INSUFFICIENT)
        own = self.verdict_by_section.get(section, Verdict.INSUFFICIENT)
        if own is not Verdict.INSUFFICIENT:
            return own
        return Verdict.INSUFFICIENT if section in self.unseen else site

    def refusal(self) -> Verdict | None:
        """None if lastmod is proven for the site or any section, else the verdict because of which a due list is refused."""
        if any(verdict in self.followed for verdict in self.verdict_by_section.values()):
            return None
        return self.verdict("")

    def decide(self, kind: str, key: str, section: str) -> DueReason | None:
        """Why the page `key` is due now, or None. `kind` is an `EntryKind`; one that is not known is treated as unmoved."""
        if kind == EntryKind.VANISHED:
            return DueReason.REMOVED
        if kind == EntryKind.APPEARED:
            return DueReason.NEW
        if kind in _UNCOMPARABLE:
            return DueReason.UNDATED
        if self.verdict(section) not in self.followed:
            return DueReason.UNTRUSTED_FALLBACK
        if kind == EntryKind.MOVED:
            return DueReason.LASTMOD_MOVED
        return DueReason.AUDIT_SAMPLE if in_audit(key, seed=self.seed, share=self.audit_share) else None


def in_audit(key: str, *, seed: int | str, share: float) -> bool:
    """Is the page in the audit sample of this seed? Each page is with probability `share`, the same at every call."""
    return hash_order(f"audit {seed}", key) < share * 2.0**64


def priority(reason: DueReason, trust: float | None) -> float:
    """Order of the due list in 0..1, highest first. `trust` (0..1) is that of the page's section, None where it means nothing."""
    if reason is DueReason.LASTMOD_MOVED:
        return 0.5 + 0.5 * min(max(trust or 0.0, 0.0), 1.0)
    return _PRIORITIES[reason]


_PRIORITIES: Mapping[DueReason, float] = {
    DueReason.NEW: 0.95,
    DueReason.UNDATED: 0.4,
    DueReason.AUDIT_SAMPLE: 0.3,
    DueReason.UNTRUSTED_FALLBACK: 0.2,
    DueReason.REMOVED: 0.1,
}
