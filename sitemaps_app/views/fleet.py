"""All sites together."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from sitemaps_app.access import role, site_for, sites_for
from sitemaps_app.views.presenters.fleet import by_generator, by_tag, failure_modes, fleet_history, news, worst_movers
from sitemaps_app.views.presenters.site_rows import site_rows
from sitemaps_app.views.site_page import render_site_page


@require_GET
@role("viewer")
def fleet(request: HttpRequest) -> HttpResponse:
    """Verdicts and failure modes of all sites, by tag and by generator, over time, and the worst movers."""
    sites, now = sites_for(request.user), timezone.now()
    context = {
        "active": "fleet",
        "history": fleet_history(now=now),
        "news": news(now=now),
        "modes": failure_modes(sites),
        "tags": by_tag(sites),
        "generators": by_generator(sites),
        "movers": site_rows(worst_movers(sites, now=now), now=now),
    }
    return render(request, "fleet.html", context)


@require_GET
@role("viewer")
def generator(request: HttpRequest, pk: int) -> HttpResponse:
    """The marks by which we think that a program makes the site."""
    site = site_for(request.user, pk)
    named = getattr(getattr(site, "standing", None), "generator", "")
    marks = site.generator_marks.order_by("-last_seen_at", "generator", "kind")
    return render_site_page(request, site, "sites/generator.html", {"named": named, "marks": marks}, tab="")
