"""The page on which a site's public addresses are made and revoked, and its report for printing."""

from __future__ import annotations

from datetime import UTC

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from sitemaps_app.access import audit, role, signed_in, site_for
from sitemaps_app.forms.sharing import ShareForm
from sitemaps_app.models.public_link import LinkKind
from sitemaps_app.public_links import MOST_LINKS, make_link, open_links, revoke_link
from sitemaps_app.views.presenters.paper import paper
from sitemaps_app.views.presenters.sharing import badge_rows, share_rows
from sitemaps_app.views.site_page import render_site_page

ACTS = {LinkKind.REPORT: ("share_made", "share_revoked"), LinkKind.BADGE: ("badge_made", "badge_revoked")}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@role("editor")
def site_share(request: HttpRequest, pk: int) -> HttpResponse:
    """The addresses in force, and the forms that make one."""
    site, now = site_for(request.user, pk), timezone.now()
    kind = LinkKind.BADGE if request.POST.get("kind") == LinkKind.BADGE else LinkKind.REPORT
    form = ShareForm(request.POST if request.method == "POST" else None, today=now.astimezone(UTC).date())
    if request.method == "POST" and form.is_valid() and (person := signed_in(request)):
        if open_links(site, kind, now=now).count() < MOST_LINKS:
            link = make_link(site, kind, by=person, name=form.cleaned_data["name"], expires_at=form.expires_at, now=now)
            audit(person, ACTS[kind][0], site_origin=site.origin, detail=link.name)
            return redirect("site_share", pk=site.pk)
        form.add_error(None, _("This site has as many addresses as one may have. Revoke one that is not used."))
    context: dict[str, object] = {
        "form": form,
        "shares": share_rows(request, open_links(site, LinkKind.REPORT, now=now)),
        "badges": badge_rows(request, open_links(site, LinkKind.BADGE, now=now)),
    }
    return render_site_page(request, site, "sites/share.html", context, tab="site_share", status=400 if form.errors else 200)


@require_POST
@role("editor")
def revoke_share(request: HttpRequest, pk: int, link_pk: int) -> HttpResponse:
    """Make an address show nothing any more."""
    site = site_for(request.user, pk)
    link = get_object_or_404(site.public_links, pk=link_pk)
    if revoke_link(link, now=timezone.now()):
        audit(request.user, ACTS[LinkKind(link.kind)][1], site_origin=site.origin, detail=link.name)
        messages.success(request, _("The address is revoked; it shows nothing any more."))
    return redirect("site_share", pk=site.pk)


@require_GET
@role("viewer")
def site_report(request: HttpRequest, pk: int) -> HttpResponse:
    """One page for printing."""
    site = site_for(request.user, pk)
    return render(request, "sites/report.html", {"site": site, "paper": paper(site, now=timezone.now())})
