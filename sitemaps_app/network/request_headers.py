"""What a request says about us: the headers of the policy, the validators, and cookies within one chain of redirects."""

from __future__ import annotations

import re
from http.cookiejar import CookieJar
from urllib.request import Request

from requests import Response
from requests.cookies import extract_cookies_to_jar

from sitemaps_app.network.decoding import ACCEPT_ENCODING
from sitemaps_app.network.exchange import FetchPolicy
from sitemaps_app.network.targets import Target

_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.7"
_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
# The door itself answers for the frame of a request; a header of the policy must not contradict it.
_OURS = frozenset({"host", "connection", "content-length", "transfer-encoding", "accept-encoding", "te", "upgrade", "trailer", "expect"})
_SECRET = re.compile(r"auth|cookie|token|key|secret|session|password|credential", re.IGNORECASE)


def header_fault(name: str, value: str) -> str:
    """Say why a header cannot be sent (RFC 9110 §5.5), or "". For forms and for the constructor of the fetcher."""
    if not _NAME.fullmatch(name):
        return f"{name!r} is no header name"
    if name.lower() in _OURS:
        return f"{name} is set by the fetcher itself"
    return "" if _VALUE.fullmatch(value) else f"the value of {name} has characters that cannot be sent"


def is_secret(name: str) -> bool:
    """Does the name of a header look as if its value were a secret (Authorization, Cookie, X-Api-Key, …)?"""
    return _SECRET.search(name) is not None


class RequestHeaders:
    """The headers of one policy. Raises ValueError where one cannot be sent."""

    def __init__(self, policy: FetchPolicy) -> None:
        wanted = (("User-Agent", policy.user_agent), ("Accept", _ACCEPT), *policy.headers)
        fault = next(filter(None, (header_fault(name, value) for name, value in wanted)), "")
        if fault:
            raise ValueError(fault)
        by_name = {name.lower(): (name, value) for name, value in wanted}
        self._headers = dict(by_name.values()) | {"Accept-Encoding": ACCEPT_ENCODING}

    def for_hop(self, target: Target, first: Target, cookie: str) -> dict[str, str]:
        """Return the headers for one hop of a chain that began at `first`.

        Headers that look like a secret stay with the host they were meant for, and never go from https to http: a redirect must not be a
        way to collect them.
        """
        is_upgrade = (first.scheme, first.port, target.scheme, target.port) == ("http", 80, "https", 443)
        is_home = target.host == first.host and (target.origin == first.origin or is_upgrade)
        headers = {name: value for name, value in self._headers.items() if is_home or not is_secret(name)}
        if cookie:
            given = next((name for name in headers if name.lower() == "cookie"), "Cookie")
            headers[given] = "; ".join(filter(None, (headers.get(given, ""), cookie)))
        return headers

    @staticmethod
    def conditional(etag: str, last_modified: str) -> dict[str, str]:
        """Return the headers of a conditional GET (RFC 9110 §13.1.2, §13.1.3); a validator that cannot be sent is left out."""
        wanted = {"If-None-Match": etag, "If-Modified-Since": last_modified}
        return {name: value for name, value in wanted.items() if value and _VALUE.fullmatch(value)}


class Cookies:
    """The cookies of one chain of redirects, forgotten with it: a wall that sets a cookie and redirects to itself lets us through."""

    def __init__(self) -> None:
        self._jar = CookieJar()

    def header_for(self, url: str) -> str:
        """Return the Cookie header for an address, or ""."""
        request = Request(url)  # noqa: S310 - never opened, the jar only reads it
        self._jar.add_cookie_header(request)
        return request.get_header("Cookie", "") or ""

    def keep(self, response: Response) -> None:
        """Take over the Set-Cookie headers of a response."""
        extract_cookies_to_jar(self._jar, response.request, response.raw)  # type: ignore[no-untyped-call]  # so in its stubs
