"""Which address a request came from, when reverse proxies stand in front."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address that the outermost of our own proxies saw.

    Each proxy appends to X-Forwarded-For whom it talked to, so with n proxies the n-th from the right is true and all before it is
    what the client claims. Without this, everybody behind a proxy shares one address, and a stranger could lock the admin out.
    """
    direct = str(request.META.get("REMOTE_ADDR", ""))
    count: int = settings.LASTMOD_PROXIES
    seen = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    return seen[-count] if count and len(seen) >= count else direct
