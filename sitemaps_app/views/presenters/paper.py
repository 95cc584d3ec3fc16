"""One site on one page: for printing, and for strangers with a shared address. Nothing of it leads inside."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sitemaps_app.models import Assessment, Site
from sitemaps_app.views.presenters.history import History, history
from sitemaps_app.views.presenters.rules import rules_line
from sitemaps_app.views.presenters.site_rows import verdict_shown
from sitemaps_app.views.presenters.spans import Span
from sitemaps_app.views.presenters.tables import SectionRow, current_sections, section_rows
from sitemaps_app.views.presenters.verdict import VerdictCard, verdict_card
from sitemaps_app.wording import numbers

FEW_SECTIONS, FEW_MARKS = 6, 6


@dataclass(frozen=True, slots=True)
class Paper:
    """What stands on the page: the verdict, the charts, the sections and what all of it rests on. `shown` is the verdict,
    or why there is none; `more_sections` is "" for none, `rules` says by which rules it is.
    """

    host: str
    origin: str
    judged: Assessment | None
    shown: str
    verdict: VerdictCard
    history: History | None
    sections: tuple[SectionRow, ...]
    more_sections: str
    visits: str
    panel: str
    comparisons: str
    rules: str
    since: datetime | None
    drawn_at: datetime


def paper(site: Site, *, now: datetime, sections: int = FEW_SECTIONS, marks: int = FEW_MARKS) -> Paper:
    """The page of a site as it is now, with at most so many sections and, on its charts and in their list, events (the newest)."""
    found = current_sections(site)
    count = found.count()
    first = site.checks.order_by("at").values_list("at", flat=True).first()
    judged = site.current_assessment
    return Paper(
        host=site.name,
        origin=site.origin,
        judged=judged,
        shown=verdict_shown(site, judged.verdict if judged else ""),
        verdict=verdict_card(site, now=now),
        history=history(site, Span.read({}, now=now), kinds=("event",), most=marks),
        sections=tuple(section_rows(site, found[:sections], now=now)) if count > 1 else (),
        more_sections=numbers.whole(count - sections) if count > sections else "",
        visits=numbers.whole(site.visits.count()),
        panel=numbers.whole(site.pages.filter(retired_at__isnull=True).count()),
        comparisons=numbers.whole(judged.comparison_count if judged else 0),
        rules=rules_line(site),
        since=first,
        drawn_at=now,
    )
