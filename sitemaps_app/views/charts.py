"""The charts of a site: one alone with its table, as CSV and SVG, and two sites on the same axes."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from sitemaps_app.access import role, site_for, sites_for
from sitemaps_app.views.downloads import attached, csv_text
from sitemaps_app.views.presenters import comparing, history, panels
from sitemaps_app.views.presenters.marks import marks_of
from sitemaps_app.views.presenters.measures import measures
from sitemaps_app.views.presenters.spans import Span
from sitemaps_app.views.site_page import render_site_page

ROWS = 100


@require_GET
@role("viewer")
def chart_page(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    """One chart, large, with all its values."""
    site, panel, span = site_for(request.user, pk), _panel(code), Span.read(request.GET, now=timezone.now())
    found, happened = [measures(site, span)], marks_of(site, span)
    page = Paginator(history.values(panel, found), ROWS).get_page(request.GET.get("page"))
    context: dict[str, object] = {
        "span": span,
        "chart": panels.drawn(panels.large(panel), found, [one.mark for one in happened], span=span),
        "unit": panels.unit(panel),
        "marks": happened,
        "page": page,
        "has_intervals": any(row.low is not None for row in page.object_list),
    }
    return render_site_page(request, site, "sites/chart.html", context, tab="site")


@require_GET
@role("viewer")
def chart_file(request: HttpRequest, pk: int, code: str, file_format: str) -> HttpResponse:
    """The values as CSV, or the drawing as an SVG that needs no style sheet; `with` adds another site to both."""
    site, panel, span = site_for(request.user, pk), _panel(code), Span.read(request.GET, now=timezone.now())
    other = comparing.other_site(sites_for(request.user), site, request.GET.get("with", ""))
    found = [measures(one, span) for one in (site, other) if one is not None]
    if file_format == "csv":
        return attached(csv_text(history.csv_rows(panel, found)), "text/csv; charset=utf-8", [site, other], f"{code}.csv")
    marks = [] if other else [one.mark for one in marks_of(site, span)]
    return attached(panels.as_file(panel, found, marks, span=span), "image/svg+xml; charset=utf-8", [site, other], f"{code}.svg")


@require_GET
@role("viewer")
def compare_sites(request: HttpRequest, pk: int) -> HttpResponse:
    """Two sites on the same axes; without a second one the page asks for it."""
    site, span = site_for(request.user, pk), Span.read(request.GET, now=timezone.now())
    asked = request.GET.get("with", "")
    sites = sites_for(request.user)
    card = comparing.compare(site, comparing.other_site(sites, site, asked), asked, span)
    context: dict[str, object] = {"card": card, "span": span, "suggested": comparing.suggested(sites, site, asked)}
    return render_site_page(request, site, "sites/compare.html", context, tab="site")


def _panel(code: str) -> panels.Panel:
    if code not in panels.BY_CODE:
        raise Http404(code)
    return panels.BY_CODE[code]
