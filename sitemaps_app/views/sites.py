"""Adding sites."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from sitemaps_app.access import audit, role, signed_in
from sitemaps_app.forms import AddSitesForm
from sitemaps_app.pipeline import sites as pipeline_sites
from sitemaps_app.views.presenters.added import added_lines, already_there


@require_http_methods(["GET", "HEAD", "POST"])
@role("editor")
def add_sites(request: HttpRequest) -> HttpResponse:
    """Add one or many; one good line leads straight to its site, more to a report line by line."""
    form = AddSitesForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "sites/add.html", {"active": "add", "form": form}, status=400 if form.errors else 200)
    lines = pipeline_sites.read_lines(form.cleaned_data["sites"])
    added = pipeline_sites.add_sites(lines, now=timezone.now(), user=signed_in(request))
    _audit_added(request, added)
    if len(lines) == 1 and added[0].site:
        if not added[0].created:
            messages.info(request, already_there(added[0]))
        return redirect(added[0].site)
    report = added_lines(added, lines_not_taken=len(lines) - len(added))
    return render(
        request, "sites/added.html", {"active": "add", "report": report, "form": AddSitesForm(initial={"sites": report.refused_text})}
    )


def _audit_added(request: HttpRequest, added: Sequence[pipeline_sites.Added]) -> None:
    """One line for the sites that are new, one for the sitemap addresses that known sites were given."""
    new = [one.site.origin for one in added if one.site and one.created]
    if new:
        audit(request.user, "sites_added", site_origin=new[0] if len(new) == 1 else "", detail="\n".join(new))
    given = [(one.site.origin, one.sitemap_url) for one in added if one.site and one.sitemap_url]
    if given:
        origins = {origin for origin, _url in given}
        only = origins.pop() if len(origins) == 1 else ""
        audit(request.user, "sitemap_addresses_added", site_origin=only, detail="\n".join(url for _origin, url in given))
