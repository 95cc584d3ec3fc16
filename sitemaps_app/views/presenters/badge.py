"""What a badge says of a site."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import translation

from scoring.assessment import VerdictState
from sitemaps_app.models import Site
from sitemaps_app.models.site import UNREADABLE
from sitemaps_app.views.presenters.site_rows import verdict_shown
from sitemaps_app.views.presenters.verdict import rests_on_trust
from sitemaps_app.wording import numbers, words

LABEL = "lastmod"
CACHE_SECONDS = 600
# White can be read on each (4.5:1); the same blue-orange axis as on the pages.
COLORS = {
    "trusted": "#1d5fb8",
    "useful": "#0d6d74",
    "hint": "#7d5a00",
    "untrusted": "#a83a10",
    "no_lastmod": "#5d4f8c",
    "insufficient": "#566172",
}
UNKNOWN_COLOR = "#566172"
LANGUAGES = ("en", "zh-hans")


@dataclass(frozen=True, slots=True)
class BadgeText:
    """The two texts of a badge, and the colour of the second."""

    label: str
    message: str
    color: str


def badge_text(site: Site, *, language: str, now: datetime) -> BadgeText:
    """The verdict of a site, with its trust where the verdict is a good one.

    Beside another verdict the number would contradict it: comparisons may go well where the dates are those of the file's making, or
    where they are too few. A verdict without new evidence is told as such, in grey.
    """
    judged = site.current_assessment
    with translation.override(language if language in LANGUAGES else "en"):
        if judged is None:
            unreadable = verdict_shown(site, "") == UNREADABLE
            return BadgeText(LABEL, translation.gettext("Not readable") if unreadable else str(words("verdicts", "").title), UNKNOWN_COLOR)
        title = str(words("verdicts", judged.verdict).title)
        state = judged.state_at(now)
        if state == VerdictState.STALE:
            return BadgeText(LABEL, f"{title} · {words('verdict_states', state).title}", UNKNOWN_COLOR)
        score = f" · {numbers.score(judged.trust)}" if rests_on_trust(judged) else ""
        return BadgeText(LABEL, f"{title}{score}", COLORS.get(judged.verdict, UNKNOWN_COLOR))


def no_badge(*, language: str) -> BadgeText:
    """What stands under an address that shows nothing."""
    with translation.override(language if language in LANGUAGES else "en"):
        return BadgeText(LABEL, translation.gettext("unknown"), UNKNOWN_COLOR)
