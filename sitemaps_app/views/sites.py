"""The list of sites, and adding to it."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from sitemaps_app.access import audit, role, signed_in, sites_for
from sitemaps_app.forms import AddSitesForm
from sitemaps_app.pipeline import sites as pipeline_sites
from sitemaps_app.views.fragments import render_page
from sitemaps_app.views.presenters.added import added_lines
from sitemaps_app.views.presenters.site_rows import ListQuery, chips, chosen_sites, headings, site_rows

ROWS = 50


@require_GET
@role("viewer")
def site_list(request: HttpRequest) -> HttpResponse:
    """All sites; filter, search, order and page stand in the address."""
    query = ListQuery.read(request.GET)
    sites = sites_for(request.user)
    page = Paginator(chosen_sites(sites, query), ROWS).get_page(request.GET.get("page"))
    context: dict[str, object] = {
        "active": "sites",
        "query": query,
        "page": page,
        "rows": site_rows(list(page.object_list), now=timezone.now()),
        "chips": chips(sites, query),
        "headings": headings(query),
        "form": AddSitesForm(),
        "filtered": bool(query.search or query.verdict),
    }
    return render_page(request, "sites/list.html", "sites/_list_results.html", context, name="results")


@require_http_methods(["GET", "HEAD", "POST"])
@role("editor")
def add_sites(request: HttpRequest) -> HttpResponse:
    """Add one or many; one good line leads straight to its site, more to a report line by line."""
    form = AddSitesForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "sites/add.html", {"active": "add", "form": form}, status=400 if form.errors else 200)
    added = pipeline_sites.add_sites(form.cleaned_data["sites"], now=timezone.now(), user=signed_in(request))
    origins = [one.site.origin for one in added if one.site and one.created]
    if origins:
        audit(request.user, "sites_added", site_origin=origins[0] if len(origins) == 1 else "", detail="\n".join(origins))
    if len(added) == 1 and added[0].site:
        return redirect(added[0].site)
    report = added_lines(added)
    return render(
        request, "sites/added.html", {"active": "add", "report": report, "form": AddSitesForm(initial={"sites": report.refused_text})}
    )
