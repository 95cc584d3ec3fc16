"""The product's addresses and one more, to which the browser reports what broke the Content-Security-Policy."""

from __future__ import annotations

import json

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from sitemaps_app import urls
from sitemaps_app.urls import handler400, handler403, handler404, handler500

__all__ = ["REPORTS", "REPORT_PATH", "handler400", "handler403", "handler404", "handler500", "urlpatterns"]

REPORT_PATH = "/csp-report"
REPORTS: list[str] = []


@csrf_exempt
@login_not_required
def take_report(request: HttpRequest) -> HttpResponse:
    """One violation: on which page, by what, against which directive."""
    told = json.loads(request.body)["csp-report"]
    REPORTS.append(f"{told['document-uri']}: {told['blocked-uri']} against {told['violated-directive']}")
    return HttpResponse(status=204)


urlpatterns = [path(REPORT_PATH.removeprefix("/"), take_report), *urls.urlpatterns]
