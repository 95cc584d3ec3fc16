"""Two sites side by side."""

from __future__ import annotations

from dataclasses import dataclass

from sitemaps_app.models import Site
from sitemaps_app.models.site import SiteQuerySet
from sitemaps_app.views.presenters.measures import measures
from sitemaps_app.views.presenters.panels import PANELS, Drawn, drawn
from sitemaps_app.views.presenters.site_rows import plain_text, verdict_shown
from sitemaps_app.views.presenters.spans import Span
from sitemaps_app.wording import numbers

SUGGESTED = 200


@dataclass(frozen=True, slots=True)
class SideRow:
    """One of the two sites with its numbers of now."""

    site: Site
    verdict: str
    preliminary: bool
    trust: str
    interval: str
    precision: str
    recall: str
    lastmod_share: str
    entries: str


@dataclass(frozen=True, slots=True)
class SideBySide:
    """The page: `other` is None until one is chosen, `unknown` what was asked for and is not there."""

    other: Site | None
    unknown: str
    rows: tuple[SideRow, ...]
    charts: tuple[Drawn, ...]


def other_site(sites: SiteQuerySet, site: Site, asked: str) -> Site | None:
    """The second site, by its number, its origin or its host; None where there is none such, or it is the first one."""
    text = plain_text(asked).strip().rstrip("/")
    if not text:
        return None
    found = sites.for_list().exclude(pk=site.pk)
    if text.isascii() and text.isdigit() and len(text) < 18:
        return found.filter(pk=int(text)).first()
    origins = [text] if "://" in text else [f"https://{text}", f"http://{text}"]
    return found.filter(origin__in=origins).order_by("-origin").first()


def suggested(sites: SiteQuerySet, site: Site, asked: str) -> list[str]:
    """Hosts to choose from; those with the text that was typed first."""
    text = plain_text(asked).strip()
    others = sites.exclude(pk=site.pk).order_by("origin")
    named = [one.host for one in (others.with_text(text) if text else others)[:SUGGESTED]]
    return named or [one.host for one in others[:SUGGESTED]]


def compare(site: Site, other: Site | None, asked: str, span: Span) -> SideBySide:
    """Both sites on the same axes. Six queries where there are two."""
    if other is None:
        return SideBySide(None, plain_text(asked).strip()[:200], (_side(site),), ())
    found = [measures(one, span) for one in (site, other)]
    charts = tuple(drawn(panel, found, (), span=span) for panel in PANELS)
    return SideBySide(other, "", (_side(site), _side(other)), tuple(chart for chart in charts if not chart.is_empty))


def _side(site: Site) -> SideRow:
    judged = site.current_assessment
    measured = judged if judged is not None and not judged.preliminary else None
    return SideRow(
        site=site,
        verdict=verdict_shown(site, judged.verdict if judged else ""),
        preliminary=bool(judged and judged.preliminary),
        trust=numbers.score(measured.trust if measured else None),
        interval=numbers.score_interval(measured.trust_low, measured.trust_high) if measured else "",
        precision=numbers.share(measured.precision if measured else None),
        recall=numbers.share(measured.recall if measured else None),
        lastmod_share=numbers.share(judged.lastmod_share if judged else None),
        entries=numbers.whole(site.current_snapshot.entries if site.current_snapshot else None),
    )
