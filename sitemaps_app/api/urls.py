"""The addresses of the API. Whatever is asked below them is answered in JSON, never kept by anybody, and needs no cookie."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, path
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt

from sitemaps_app.api.app import api
from sitemaps_app.api.problems import ApiError, answer_problem

View = Callable[..., HttpResponseBase]


def api_view(view: View) -> View:
    """A view of the API. It is open to requests without a session because `callers` closes it, and needs no CSRF token because a
    session only reads.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        asked = request.method
        if asked == "HEAD":
            request.method = "GET"  # the server leaves out the body
        response = view(request, *args, **kwargs)
        request.method = asked
        if response.status_code == 405:
            response = answer_problem(ApiError("method_not_allowed", headers={"Allow": response["Allow"]}))
        response["Cache-Control"] = "no-store"
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
        return response

    opened: View = login_not_required(csrf_exempt(answered))
    return opened


def nothing_here(_request: HttpRequest, rest: str = "") -> HttpResponseBase:  # noqa: ARG001 - part of the address
    """There is no operation at this address."""
    return answer_problem(ApiError("not_found"))


patterns, app_name, namespace = api.urls
urlpatterns = [
    *(
        URLPattern(one.pattern, api_view(one.callback), one.default_args, one.name)
        for one in patterns
        if isinstance(one, URLPattern) and one.name != "api-root"
    ),
    path("", api_view(nothing_here), name="api-root"),
    path("<path:rest>", api_view(nothing_here)),
]
