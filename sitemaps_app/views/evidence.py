"""The evidence behind the numbers, down to the two visits of a page."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from sitemaps_app.access import role, site_for
from sitemaps_app.views.presenters import comparison as comparison_presenter
from sitemaps_app.views.presenters import evidence
from sitemaps_app.views.site_page import render_site_page

ROWS = 50


@require_GET
@role("viewer")
def comparisons(request: HttpRequest, pk: int) -> HttpResponse:
    """The comparisons; section, moved and changed narrow them, all in the address."""
    site = site_for(request.user, pk)
    query = evidence.EvidenceQuery.read(request.GET)
    page = Paginator(evidence.comparisons(site, query), ROWS).get_page(request.GET.get("page"))
    context: dict[str, object] = {
        "query": query,
        "standing": evidence.standing(site, query),
        "page": page,
        "rows": evidence.evidence_rows(site, page.object_list),
        "reasons": evidence.reason_choices(),
        "sections": evidence.section_names(site),
    }
    return render_site_page(request, site, "sites/evidence.html", context, tab="site_evidence")


@require_GET
@role("viewer")
def comparison(request: HttpRequest, pk: int, comparison_pk: int) -> HttpResponse:
    """One comparison: what lastmod said, what both visits saw, and what differs."""
    site = site_for(request.user, pk)
    seen = site.comparisons.select_related("page", "earlier", "later", "site__current_assessment")
    rows = seen.defer("earlier__blocks", "later__blocks")
    card = comparison_presenter.comparison_card(get_object_or_404(rows, pk=comparison_pk))
    return render_site_page(request, site, "sites/comparison.html", {"card": card}, tab="site_evidence")
