"""The long tables of a site: sections, sitemap files, visits."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from sitemaps_app.access import role, site_for
from sitemaps_app.views.presenters.sitemap_file import children_of, file_page
from sitemaps_app.views.presenters.tables import current_sections, file_rows, files_by_need, section_rows, visit_rows
from sitemaps_app.views.site_page import render_site_page

ROWS = 50


@require_GET
@role("viewer")
def sections(request: HttpRequest, pk: int) -> HttpResponse:
    site = site_for(request.user, pk)
    page = Paginator(current_sections(site), ROWS).get_page(request.GET.get("page"))
    rows = section_rows(site, page.object_list)
    return render_site_page(request, site, "sites/sections.html", {"page": page, "sections": rows}, tab="site_sections")


@require_GET
@role("viewer")
def files(request: HttpRequest, pk: int) -> HttpResponse:
    site = site_for(request.user, pk)
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
    site = site_for(request.user, pk)
    newest = site.visits.select_related("page").defer("blocks").order_by("-at", "-pk")
    page = Paginator(newest, ROWS).get_page(request.GET.get("page"))
    return render_site_page(
        request, site, "sites/visits.html", {"page": page, "rows": visit_rows(site, page.object_list)}, tab="site_visits"
    )
