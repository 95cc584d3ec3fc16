"""What all pages of one site share: the site through `access`, its head, the template."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from sitemaps_app.access import Role, has_role
from sitemaps_app.models import Site
from sitemaps_app.views.presenters.site_head import site_head


def render_site_page(
    request: HttpRequest, site: Site, template: str, context: dict[str, object], *, tab: str, status: int = 200
) -> HttpResponse:
    """A page of one site under its head, with the tab open that is named like its address."""
    head = site_head(site, tab=tab, now=timezone.now(), can_edit=has_role(request.user, Role.EDITOR))
    return render(request, template, {"active": "sites", "site": site, "head": head, **context}, status=status)
