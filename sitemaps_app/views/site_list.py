"""The list of sites."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from sitemaps_app.access import Role, has_role, role, saved_views_for, sites_for
from sitemaps_app.forms import AddSitesForm
from sitemaps_app.pipeline.deletion import Deletion, recent_deletions
from sitemaps_app.views.fragments import render_page
from sitemaps_app.views.presenters.bulk import ACTS
from sitemaps_app.views.presenters.fleet import fleet_history, news
from sitemaps_app.views.presenters.list_choices import chips, headings, selects
from sitemaps_app.views.presenters.list_page import list_page
from sitemaps_app.views.presenters.list_query import ListQuery
from sitemaps_app.views.presenters.site_rows import plain_text, site_rows


@require_GET
@role("viewer")
def site_list(request: HttpRequest) -> HttpResponse:
    """All sites; filter, search, order and page stand in the address."""
    query, now, sites = ListQuery.read(request.GET), timezone.now(), sites_for(request.user)
    page = list_page(query.narrow(sites, now=now), query, request.GET)
    found = chips(sites, query, now=now)
    context: dict[str, object] = {
        "active": "sites",
        "query": query,
        "page": page,
        "rows": site_rows(page.sites, now=now),
        "chips": found.chips,
        "matching": found.matching,
        "headings": headings(query),
        "selects": partial(selects, query),
        "form": AddSitesForm(),
        "bulk_acts": [act for act in ACTS if act.is_export or has_role(request.user, Role.EDITOR)],
        "undo": _undo(request, now),
        "deletions": partial(recent_deletions, now=now, most=1),
        "saved_views": saved_views_for(request.user),
        "history": partial(fleet_history, now=now),
        "news": partial(news, now=now),
    }
    return render_page(request, "sites/list.html", "sites/_list_results.html", context, name="results")


def _undo(request: HttpRequest, now: datetime) -> Deletion | None:
    """The deletion that led here, while it can be undone."""
    token = plain_text(request.GET.get("deleted", ""))
    if not token or not has_role(request.user, Role.EDITOR):
        return None
    return next(iter(recent_deletions(now=now, token=token)), None)
