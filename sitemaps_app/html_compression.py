"""Pages are sent compressed; files and the API are left to those who ask for them, for a list of a million rows should not cost its CPU."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressHtml(GZipMiddleware):
    """Django's, for whole pages only. It adds random bytes, and form tokens are masked anew each time: lengths tell no secret (BREACH)."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress what is a page and whole."""
        if response.streaming or not response.headers.get("Content-Type", "").startswith("text/html"):
            return response
        answer: HttpResponseBase = super().process_response(request, response)
        return answer
