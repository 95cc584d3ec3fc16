"""A part of a page on its own, for the script that refreshes it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers


def render_page(request: HttpRequest, template: str, fragment: str, context: dict[str, object], *, name: str) -> HttpResponse:
    """The whole page, or its fragment where the script asks for it by name in `X-Fragment`."""
    asked = request.headers.get("X-Fragment") == name
    response = render(request, fragment if asked else template, context)
    patch_vary_headers(response, ["X-Fragment", "Cookie"])
    return response
