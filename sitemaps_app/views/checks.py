"""Checks: what runs now, what ran, and what each did and why."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from sitemaps_app.access import role, site_for
from sitemaps_app.views.presenters.progress import check_progress, is_leased, site_progress
from sitemaps_app.views.site_page import render_site_page

ROWS = 25


@require_GET
@never_cache
@role("viewer")
def progress(request: HttpRequest, pk: int) -> HttpResponse:
    """The fragment that follows a check; the header tells the script when to stop."""
    site = site_for(request.user, pk)
    shown = site_progress(site, now=timezone.now())
    response = render(request, "sites/_progress.html", {"site": site, "progress": shown})
    response["X-Check-Running"] = "1" if shown.running or shown.waiting else "0"
    return response


@require_GET
@role("viewer")
def check_list(request: HttpRequest, pk: int) -> HttpResponse:
    site = site_for(request.user, pk)
    page = Paginator(site.checks.order_by("-began_at", "-pk"), ROWS).get_page(request.GET.get("page"))
    leased = is_leased(site, now=timezone.now())
    rows = [check_progress(check, leased=leased) for check in page.object_list]
    return render_site_page(request, site, "sites/checks.html", {"page": page, "rows": rows}, tab="site_checks")


@require_GET
@role("viewer")
def check_account(request: HttpRequest, pk: int, check_pk: int) -> HttpResponse:
    """The whole account of one check."""
    site = site_for(request.user, pk)
    check = get_object_or_404(site.checks, pk=check_pk)
    shown = check_progress(check, leased=is_leased(site, now=timezone.now()))
    return render_site_page(request, site, "sites/check.html", {"check": check, "progress": shown}, tab="site_checks")
