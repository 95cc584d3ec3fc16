"""What people do to a site. Every change is a POST, and leaves a line in the audit log."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from sitemaps_app.access import audit, role, site_for
from sitemaps_app.pipeline import sites as pipeline_sites
from sitemaps_app.pipeline.deletion import delete_sites
from sitemaps_app.pipeline.demo import request_demo
from sitemaps_app.views.site_page import render_site_page


@require_POST
@role("editor")
def check_now(request: HttpRequest, pk: int) -> HttpResponse:
    site = site_for(request.user, pk)
    if pipeline_sites.request_check(site, now=timezone.now()):
        audit(request.user, "check_requested", site_origin=site.origin)
        messages.success(request, _("The check is asked for; it begins as soon as a worker is free."))
    else:
        messages.info(request, _("A check of this site is at work already."))
    return redirect(site)


@require_POST
@role("editor")
def load_demo(request: HttpRequest) -> HttpResponse:
    """Ask for the demo's dozen sites; a worker walks them."""
    request_demo(now=timezone.now())
    audit(request.user, "demo_requested")
    messages.success(request, _("The demo is being loaded: its sites fill up one after the other."))
    return redirect("sites")


@require_POST
@role("editor")
def pause(request: HttpRequest, pk: int) -> HttpResponse:
    site = site_for(request.user, pk)
    pipeline_sites.pause(site)
    audit(request.user, "site_paused", site_origin=site.origin)
    messages.success(request, _("Paused. The history stays; nothing new is fetched."))
    return redirect(site)


@require_POST
@role("editor")
def resume(request: HttpRequest, pk: int) -> HttpResponse:
    site = site_for(request.user, pk)
    pipeline_sites.resume(site, now=timezone.now())
    audit(request.user, "site_resumed", site_origin=site.origin)
    messages.success(request, _("Resumed. The next check begins as soon as a worker is free."))
    return redirect(site)


@require_http_methods(["GET", "HEAD", "POST"])
@role("editor")
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask first; then delete the site with its whole history. The list that follows offers to undo it."""
    site = site_for(request.user, pk)
    if request.method != "POST":
        return render_site_page(request, site, "sites/delete.html", {}, tab="site_settings")
    token = delete_sites([site.pk], now=timezone.now())
    audit(request.user, "site_deleted", site_origin=site.origin)
    return redirect(f"{reverse('sites')}?deleted={token}")
