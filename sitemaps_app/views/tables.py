"""The long tables of a site: sections, sitemap files, visits."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET

from sitemaps_app.access import role, site_for
from sitemaps_app.views.presenters.file_tree import file_tree
from sitemaps_app.views.presenters.signals import double_reads, signal_rows
from sitemaps_app.views.presenters.site_rows import plain_text
from sitemaps_app.views.presenters.sitemap_file import children_of, file_page
from sitemaps_app.views.presenters.tables import current_sections, file_rows, files_by_need, section_rows
from sitemaps_app.views.presenters.visits import newest_visits, not_comparable, visit_rows
from sitemaps_app.views.site_page import render_site_page

ROWS = 50


@require_GET
@role("viewer")
def sections(request: HttpRequest, pk: int) -> HttpResponse:
    site = site_for(request.user, pk)
    page = Paginator(current_sections(site), ROWS).get_page(request.GET.get("page"))
    rows = section_rows(site, page.object_list, now=timezone.now())
    return render_site_page(request, site, "sites/sections.html", {"page": page, "sections": rows}, tab="site_sections")


@require_GET
@role("viewer")
def files(request: HttpRequest, pk: int) -> HttpResponse:
    """The sitemap files as a tree, or with `as=table` in the address as a table, page by page."""
    site = site_for(request.user, pk)
    if request.GET.get("as") != "table":
        return render_site_page(request, site, "sites/files.html", {"tree": file_tree(site)}, tab="site_files")
    page = Paginator(files_by_need(site), ROWS).get_page(request.GET.get("page"))
    return render_site_page(request, site, "sites/files.html", {"page": page, "files": file_rows(page.object_list)}, tab="site_files")


@require_GET
@role("viewer")
def sitemap_file(request: HttpRequest, pk: int, file_pk: int) -> HttpResponse:
    """One sitemap file; of an index also the files that it lists."""
    site = site_for(request.user, pk)
    file = get_object_or_404(site.sitemap_files.select_related("parent"), pk=file_pk)
    page = Paginator(children_of(file), ROWS).get_page(request.GET.get("page"))
    context: dict[str, object] = {"file": file_page(site, file), "page": page, "files": file_rows(page.object_list)}
    return render_site_page(request, site, "sites/file.html", context, tab="site_files")


@require_GET
@role("viewer")
def visits(request: HttpRequest, pk: int) -> HttpResponse:
    """The visits, newest first; `outcome` in the address narrows them. Above them what they say of the site's signals."""
    site = site_for(request.user, pk)
    outcome = plain_text(request.GET.get("outcome", ""))[:40]
    narrowed = {name: plain_text(request.GET.get(name, "")) for name in ("of", "comparable")}
    page = Paginator(newest_visits(site, outcome, **narrowed), ROWS).get_page(request.GET.get("page"))
    context: dict[str, object] = {
        "page": page,
        "rows": visit_rows(site, page.object_list),
        "outcome": outcome,
        "narrowed": any(narrowed.values()),
        "reasons": not_comparable(site),
        "signals": signal_rows(site.current_assessment),
        "double_reads": double_reads(site.current_assessment),
    }
    return render_site_page(request, site, "sites/visits.html", context, tab="site_visits")
