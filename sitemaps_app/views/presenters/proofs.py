"""Where a failure mode can be seen: the pages, reads and files that prove it, so that an owner need not take our word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.assessment import FailureMode
from sitemaps_app.models import Assessment, Comparison, Site
from sitemaps_app.views.presenters.counted import counted_since, evidence_url
from sitemaps_app.views.presenters.tables import path_of
from sitemaps_app.views.presenters.verdict import Proof, VerdictCard

SHOWN = 3
# Of moves without a change, of changes without a move; the others are seen in the sitemap itself.
_FALSE = frozenset(
    {
        FailureMode.REQUEST_TIME,
        FailureMode.GENERATION_TIME,
        FailureMode.BUILD_STAMP,
        FailureMode.FURNITURE_CHURN,
        FailureMode.MIXED_SECTIONS,
        FailureMode.SECTIONS_DISAGREE,
    }
)
_SILENT = frozenset({FailureMode.FROZEN, FailureMode.PUBLISH_DATE_ONLY, FailureMode.SILENT_CHANGES})
_DATES = frozenset(
    {FailureMode.GENERATION_TIME, FailureMode.BUILD_STAMP, FailureMode.BULK_STAMP, FailureMode.DATE_ONLY, FailureMode.FROZEN}
)
_READS = frozenset({FailureMode.ZONE_SHIFT, FailureMode.BACKWARDS, FailureMode.ROLLING_WINDOW, FailureMode.REQUEST_TIME})
_FILES = frozenset({FailureMode.NO_LASTMOD, FailureMode.FUTURE_DATES, FailureMode.INDEX_MISMATCH, FailureMode.PARTIAL_COVERAGE})


def with_proofs(card: VerdictCard, site: Site) -> VerdictCard:
    """The card of a verdict with what proves each of its failure modes."""
    found = proofs(site, site.current_assessment)
    return replace(card, failure_modes=tuple(replace(mode, proofs=found.get(mode.code, ())) for mode in card.failure_modes))


def proofs(site: Site, judged: Assessment | None) -> dict[str, tuple[Proof, ...]]:
    """For each failure mode of the judgement what proves it, the comparisons first. One query, and only where comparisons do."""
    modes = frozenset(judged.failure_modes) if judged else frozenset()
    wanted = modes & (_FALSE | _SILENT)
    by_kind = _comparisons(site, judged) if wanted else {}
    return {mode: tuple(_of_mode(site, mode, by_kind)) for mode in modes}


def _of_mode(site: Site, mode: str, by_kind: Mapping[bool, list[Comparison]]) -> Iterable[Proof]:
    for moved in [*([True] if mode in _FALSE else []), *([False] if mode in _SILENT else [])]:
        for one in by_kind.get(moved, []):
            yield Proof(path_of(site, one.page.url), reverse("comparison", args=[site.pk, one.pk]))
        if by_kind.get(moved):
            asked = {"moved": "yes" if moved else "no", "changed": "no" if moved else "yes"}
            yield Proof(_("all such pages"), evidence_url(site, **asked))
    if mode in _DATES:
        yield Proof(_("calendar of the dates"), reverse("site_dates", args=[site.pk]))
    if mode in _READS:
        yield Proof(_("what moved in each read"), reverse("site_reads", args=[site.pk]))
    if mode in _FILES:
        yield Proof(_("the sitemap files and their problems"), reverse("site_files", args=[site.pk]))
    if mode == FailureMode.UNVERIFIABLE:
        yield Proof(_("visits that could not be compared"), f"{reverse('site_visits', args=[site.pk])}?comparable=no")


def _comparisons(site: Site, judged: Assessment | None) -> dict[bool, list[Comparison]]:
    """The newest comparisons against lastmod that count: moved without a change (True), changed without a move (False)."""
    against = Q(moves__gt=0, changed=False) | Q(moves=0, changed=True)
    found = site.comparisons.filter(against, has_lastmod=True, flicker="")
    since = counted_since(judged)
    if since is not None:
        found = found.filter(at__gte=since)
    rows = found.select_related("page").only("pk", "moves", "site", "page__url").order_by("-at", "-pk")[: SHOWN * 20]
    return {moved: _of_different_pages(row for row in rows if bool(row.moves) is moved) for moved in (True, False)}


def _of_different_pages(rows: Iterable[Comparison]) -> list[Comparison]:
    found: dict[int, Comparison] = {}
    for row in rows:
        found.setdefault(row.page_id, row)
    return list(found.values())[:SHOWN]
