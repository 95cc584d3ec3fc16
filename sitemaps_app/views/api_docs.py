"""The page that tells what the API offers: made from its own document, without a script."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from sitemaps_app.access import role
from sitemaps_app.api.app import api
from sitemaps_app.api.document import openapi_document
from sitemaps_app.views.presenters.api_docs import operations, problems


@require_GET
@role("viewer")
def api_docs(request: HttpRequest) -> HttpResponse:
    """The operations, and the codes of what can go wrong."""
    context = {
        "active": "keys",
        "operations": operations(openapi_document(api)),
        "problems": problems(),
        "root": request.build_absolute_uri("/api/v1"),
    }
    return render(request, "api_docs.html", context)
