"""The head of every page of one site: its verdict, what it does now, its tabs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from sitemaps_app.models import Check, Site
from sitemaps_app.models.check import CheckState
from sitemaps_app.views.presenters.site_rows import is_begun, site_state, verdict_shown

TABS = (
    ("site", _("Overview")),
    ("site_sections", _("Sections")),
    ("site_files", _("Sitemap files")),
    ("site_reads", _("Reads")),
    ("site_evidence", _("Evidence")),
    ("site_visits", _("Visits")),
    ("site_events", _("Events")),
    ("site_checks", _("Checks")),
    ("site_due", _("Due list")),
    ("site_share", _("Share")),
    ("site_settings", _("Settings")),
)
EDITORS_TABS = frozenset({"site_share", "site_settings"})


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab: its name, its address, whether it is open."""

    title: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SiteHead:
    """What stands above every page of a site. `generator` is the code of the program that seems to make it, "" where none is known."""

    site: Site
    verdict: str
    verdict_state: str
    preliminary: bool
    state: str
    state_words: str
    busy: bool
    generator: str
    tabs: tuple[Tab, ...]


def site_head(site: Site, *, tab: str, now: datetime, can_edit: bool) -> SiteHead:
    """The head of a page of one site. One query: is a check running?"""
    stage = Check.objects.filter(site=site, state=CheckState.RUNNING).values_list("stage", flat=True).first()
    state, state_words = site_state(site, stage, now=now)
    judged = site.current_assessment
    return SiteHead(
        site=site,
        verdict=verdict_shown(site, judged.verdict if judged else ""),
        verdict_state=judged.state_at(now) if judged else "",
        preliminary=bool(judged and judged.preliminary),
        state=state,
        state_words=state_words,
        busy=is_begun(site, stage, now=now),
        generator=getattr(getattr(site, "standing", None), "generator", ""),
        tabs=tuple(
            Tab(str(title), reverse(name, args=[site.pk]), chosen=name == tab)
            for name, title in TABS
            if can_edit or name not in EDITORS_TABS
        ),
    )
