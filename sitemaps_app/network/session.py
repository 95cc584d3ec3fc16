"""The session of requests that the door sends through, with the door's own connections under it.

A session does several things by itself that must be decided here, hop by hop: it follows redirects, and where it may not it still reads
their bodies to the end, however long; it keeps cookies; it obeys proxy variables, .netrc and REQUESTS_CA_BUNDLE; it rewrites addresses and
adds headers. Each of these is switched off below. What remains is one request, one answer whose body is still on the wire, and the pools.
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from requests import PreparedRequest, Response, Session
from requests.adapters import HTTPAdapter
from requests.cookies import RequestsCookieJar
from requests.structures import CaseInsensitiveDict
from urllib3.util import make_headers, parse_url

from sitemaps_app.network.connections import Door, pool_classes

KEPT_CONNECTIONS = 8


class DoorSession(Session):
    """Sends over the connections of one door, through a proxy only where one is named: http://[user:password@]host:port.

    `context` decides alone which certificates are trusted. May be used from several threads. Raises ValueError for a proxy that is none.
    """

    def __init__(self, door: Door, context: ssl.SSLContext, proxy: str) -> None:
        super().__init__()
        address, proxy_headers = read_proxy(proxy) if proxy else ("", {})
        adapter = _DoorAdapter(door, context, proxy_headers)
        self.mount("http://", adapter)
        self.mount("https://", adapter)
        self.proxies = {"http": address, "https": address} if proxy else {}
        self.trust_env = False
        self.cookies = _NoCookies()

    def ask(self, url: str, headers: Mapping[str, str], *, connect_seconds: float, read_seconds: float) -> Response:
        """Send one GET with exactly these headers; the body of the answer is left to be read from its `raw`.

        The request is put together by hand, because the usual preparation decodes and encodes the address anew. Raises the exceptions of
        requests and urllib3, and what the connections raise.
        """
        request = PreparedRequest()
        request.method = "GET"
        request.url = url
        request.headers = CaseInsensitiveDict(headers)
        return self.send(request, stream=True, allow_redirects=False, timeout=(connect_seconds, read_seconds))

    def get_redirect_target(self, resp: Response) -> None:
        """See no redirect in any answer. Even with `allow_redirects=False` a session prepares the next hop, and for that reads the body."""


class _NoCookies(RequestsCookieJar):
    """Takes no cookie: those of one fetch are `request_headers.Cookies`, and nothing is to be left for the next."""

    def extract_cookies(self, response: Any, request: Any) -> None:
        pass


class _DoorAdapter(HTTPAdapter):
    """Makes its pools, direct or through the proxy, of the connections of one door."""

    def __init__(self, door: Door, context: ssl.SSLContext, proxy_headers: Mapping[str, str]) -> None:
        self._pool_classes = pool_classes(door)
        self._context = context
        self._proxy_headers = dict(proxy_headers)
        # As many kept connections a host as requests may ever be under way there (`HttpFetcher.width`).
        super().__init__(pool_maxsize=KEPT_CONNECTIONS)

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **pool_kwargs: Any) -> None:  # noqa: FBT001, FBT002
        super().init_poolmanager(connections, maxsize, block, ssl_context=self._context, **pool_kwargs)
        self.poolmanager.pool_classes_by_scheme = self._pool_classes

    def proxy_manager_for(self, proxy: str, **proxy_kwargs: Any) -> Any:
        manager = super().proxy_manager_for(proxy, ssl_context=self._context, **proxy_kwargs)
        manager.pool_classes_by_scheme = self._pool_classes
        return manager

    def proxy_headers(self, proxy: str) -> dict[str, str]:  # noqa: ARG002
        return self._proxy_headers

    def cert_verify(self, conn: Any, url: str, verify: Any, cert: Any) -> None:
        """Leave the pool as it is: requests would load its own authorities into our context, beside those that were asked for."""

    def request_url(self, request: PreparedRequest, proxies: Mapping[str, str] | None) -> str:
        """Return what stands in the request line: the address as written, escaped only where it must be, whole for an http proxy."""
        address = parse_url(request.url or "")
        return address.url if proxies and address.scheme == "http" else address.request_uri


def read_proxy(proxy: str) -> tuple[str, dict[str, str]]:
    """Split a proxy address into the address without userinfo and the headers that log in there; raises ValueError where it is none.

    Only http proxies (https targets go through CONNECT). Not `read_target`, because a proxy may be given by a host's short name or a
    private address; the operator named it.
    """
    parts = urlsplit(proxy)
    if parts.scheme != "http" or not parts.hostname:
        raise ValueError(f"not the address of an http proxy: {proxy!r}")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    user = f"{unquote(parts.username)}:{unquote(parts.password or '')}" if parts.username else ""
    return f"http://{host}:{parts.port or 80}", dict(make_headers(proxy_basic_auth=user)) if user else {}
