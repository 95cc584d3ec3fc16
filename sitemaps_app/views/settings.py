"""The settings of one site."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from sitemaps_app.access import Role, audit, has_role, role, site_for
from sitemaps_app.forms import SiteForm
from sitemaps_app.views.site_page import render_site_page


@require_http_methods(["GET", "HEAD", "POST"])
@role("editor")
def site_settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Show and change them. The audit line tells each change, secrets hidden."""
    site = site_for(request.user, pk)
    form = SiteForm(request.POST or None, instance=site, is_admin=has_role(request.user, Role.ADMIN))
    if request.method == "POST" and form.is_valid():
        changes = form.save_all()
        if changes:
            names = ", ".join(change.field for change in changes)
            audit(request.user, "site_settings_changed", site_origin=site.origin, detail=names, changes=changes)
        messages.success(request, _("The settings are saved; the next check uses them."))
        for url in form.foreign_sitemaps if "sitemap_urls" in form.changed_data else ():
            told = _("%(url)s lies on another host than the site. It is read, but of its entries only those of %(host)s count.")
            messages.warning(request, told % {"url": url, "host": site.host})
        return redirect("site_settings", pk=site.pk)
    status = 400 if form.errors else 200
    return render_site_page(request, site_for(request.user, pk), "sites/settings.html", {"form": form}, tab="site_settings", status=status)
