"""The reads of a site's sitemaps: each with what moved, came and went, and the dates of the newest."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from sitemaps_app.access import role, site_for
from sitemaps_app.pipeline.reads import KINDS
from sitemaps_app.views.downloads import attached, csv_text
from sitemaps_app.views.presenters.dates import FILES, date_rows, site_dates
from sitemaps_app.views.presenters.reads import read_page, read_rows
from sitemaps_app.views.site_page import render_site_page

ROWS = 50


@require_GET
@role("viewer")
def read_list(request: HttpRequest, pk: int) -> HttpResponse:
    """All reads, newest first."""
    site = site_for(request.user, pk)
    page = Paginator(site.snapshots.defer("ages", "stats").order_by("-taken_at"), ROWS).get_page(request.GET.get("page"))
    context: dict[str, object] = {"page": page, "rows": read_rows(page.object_list)}
    return render_site_page(request, site, "sites/reads.html", context, tab="site_reads")


@require_GET
@role("viewer")
def read(request: HttpRequest, pk: int, read_pk: int) -> HttpResponse:
    """One read: `kind` in the address is one of its lists, `after` the entry that the list goes on from."""
    site = site_for(request.user, pk)
    kind = request.GET.get("kind", "moved")
    if kind not in KINDS:
        raise Http404(kind)
    card = read_page(site, get_object_or_404(site.snapshots, pk=read_pk), kind, request.GET.get("after", ""))
    return render_site_page(request, site, "sites/read.html", {"card": card}, tab="site_reads")


@require_GET
@role("viewer")
def dates(request: HttpRequest, pk: int) -> HttpResponse:
    """A calendar and a clock of the dates in the newest read."""
    site = site_for(request.user, pk)
    return render_site_page(request, site, "sites/dates.html", {"dates": site_dates(site.current_snapshot)}, tab="site_reads")


@require_GET
@role("viewer")
def dates_file(request: HttpRequest, pk: int, counted: str) -> HttpResponse:
    """The dates of the newest read as CSV: all `days`, the `hours`, or the `ages`."""
    site = site_for(request.user, pk)
    if counted not in FILES:
        raise Http404(counted)
    rows = date_rows(site.current_snapshot, counted)
    return attached(csv_text(rows), "text/csv; charset=utf-8", [site], f"lastmod-{counted}.csv")
