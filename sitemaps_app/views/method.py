"""The page that tells how the score is made, with the limits that the scorer really uses."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from sitemaps_app.access import role
from sitemaps_app.views.presenters.method import method_page


@require_GET
@role("viewer")
def how_scores_are_made(request: HttpRequest) -> HttpResponse:
    """Definitions, formulas, priors, limits."""
    return render(request, "method/how_scores_are_made.html", {"active": "method", "method": method_page()})
