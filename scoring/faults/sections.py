"""What the sections of a site say of it as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.assessment import Assessment, FailureMode, Reason, Verdict

MOST = 0.5


def with_sections(site: Assessment, sections: Sequence[Assessment]) -> Assessment:
    """The site's assessment with the modes that only its sections show, and their reasons."""
    return _with_window(_with_disagreement(site, sections), sections)


def _with_disagreement(site: Assessment, sections: Sequence[Assessment]) -> Assessment:
    """Say so where lastmod can be followed in some sections and not in others; a hint is no more than an order to crawl in."""
    good = sum(s.verdict in (Verdict.TRUSTED, Verdict.USEFUL) for s in sections)
    bad = sum(s.verdict in (Verdict.HINT, Verdict.UNTRUSTED, Verdict.NO_LASTMOD) for s in sections)
    if not good or not bad:
        return site
    reason = Reason("sections_disagree", {"good": good, "bad": bad})
    return replace(_named(site, FailureMode.MIXED_SECTIONS), reasons=(*site.reasons[:1], reason, *site.reasons[1:]))


def _with_window(site: Assessment, sections: Sequence[Assessment]) -> Assessment:
    """A site is a rolling window where sections that are hold most of its entries, though some old pages may stand beside them for ever."""
    rolling = [s for s in sections if FailureMode.ROLLING_WINDOW in s.failure_modes]
    if FailureMode.ROLLING_WINDOW in site.failure_modes or sum(s.entries for s in rolling) <= MOST * sum(s.entries for s in sections):
        return site
    largest = max(rolling, key=lambda s: (s.entries, s.section))
    told = [reason for reason in largest.reasons if reason.code == "rolling_window"]
    return replace(_named(site, FailureMode.ROLLING_WINDOW), reasons=(*site.reasons, *told))


def _named(site: Assessment, mode: FailureMode) -> Assessment:
    order = list(FailureMode)
    return replace(site, failure_modes=tuple(sorted({*site.failure_modes, mode}, key=order.index)))
