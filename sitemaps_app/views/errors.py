"""The pages for what went wrong: they say what happened and where to go on."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template

from sitemaps_app.api.problems import ApiError, answer_problem, is_for_api
from sitemaps_app.wording import numbers


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Damaged, or larger than we take: Django tells both as 400, but only the first is the sender's mistake to look for."""
    is_large = isinstance(exception, RequestDataTooBig)
    if is_for_api(request):
        return answer_problem(ApiError("body_too_large" if is_large else "request_damaged"))
    if is_large:
        limit = numbers.size(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        return render(request, "413.html", {"limit": limit}, status=413)
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The needed role comes with the exception of `access.role`."""
    needed = str(exception) if str(exception) in {"viewer", "editor", "admin"} else ""
    return render(request, "403.html", {"needed": needed}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Drawn without context processors: whatever failed may fail there again."""
    if is_for_api(request):
        return answer_problem(ApiError("our_fault"))
    return HttpResponse(get_template("500.html").render(), status=500)
