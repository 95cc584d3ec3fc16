"""How a check ended, in words."""

from __future__ import annotations

from sitemaps_app.models.check import QUIET_OUTCOMES
from sitemaps_app.wording import Words, is_known, words


def outcome_words(code: str) -> Words:
    """The words for the outcome of a check: one of its own codes, or the problem that ended it."""
    return words("check_outcomes" if is_known("check_outcomes", code) else "problems", code)


def failure_words(code: str) -> Words | None:
    """The words for the outcome of a check that could not read the site; None for a good one and for none."""
    return None if code in QUIET_OUTCOMES else outcome_words(code)
