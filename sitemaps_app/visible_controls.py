"""Marks of direction are shown, not obeyed: a text of a hostile site must not turn the words around it (U+202E shows "moc" as "com").

Our own texts have none of them, and a site's may stand anywhere on a page: in addresses, titles, passages, names of files.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

# The embeddings, overrides and isolates of the bidirectional algorithm (UAX 9, section 2) in UTF-8; others, such as U+200F, turn nothing.
_TURNING = re.compile(rb"\xe2(?:\x80[\xaa-\xae]|\x81[\xa6-\xa9])")


class ShowMarksOfDirection:
    """Write each such character of a page by its number."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if isinstance(response, HttpResponse) and response.headers.get("Content-Type", "").startswith(("text/html", "image/svg")):
            content = response.content
            if _TURNING.search(content):
                response.content = _TURNING.sub(_shown, content)
        return response


def _shown(found: re.Match[bytes]) -> bytes:
    return f"[U+{ord(found.group().decode()):04X}]".encode()
