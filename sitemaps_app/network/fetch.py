"""The network door: every outgoing request of the product goes through `HttpFetcher.fetch`.

The road of one fetch: read the address (`targets`), refuse what may not be dialled, wait for politeness, dial the checked address
(`connections`), send one request with requests (`session`), read the headers and the body under one deadline (`pace`, `body`), follow
redirects by hand with the same checks at each hop. requests does the HTTP; what it would decide by itself (redirects, cookies, proxy
variables, trust) is decided here, and its sockets are ours.

Through a proxy the name of the target is looked up by the proxy, not here. Then literal addresses, the names of this machine and ports are
all that can be refused; a proxy that can reach internal hosts must have rules of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from types import TracebackType
from typing import NamedTuple, Self

import certifi
from requests import Response
from urllib3.exceptions import HTTPError

from sitemaps_app.network.addresses import Resolver, parse_networks, system_resolver
from sitemaps_app.network.body import read_body
from sitemaps_app.network.body_room import BodyRoom
from sitemaps_app.network.connections import Door, tls_context
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure, FetchPolicy
from sitemaps_app.network.failures import refusal_of
from sitemaps_app.network.pace import DoorError, Pace
from sitemaps_app.network.politeness import Politeness
from sitemaps_app.network.request_headers import Cookies, RequestHeaders
from sitemaps_app.network.session import DoorSession
from sitemaps_app.network.targets import Target, check_literal, read_target, resolve_location

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
# A small body of a redirect is read so that the connection can be used again; a larger one costs more than a new connection.
_DRAINED_BYTES = 16_384
_shared_tls_context = lru_cache(maxsize=8)(tls_context)


class _Redirect(NamedTuple):
    status: int
    location: str


class HttpFetcher:
    """Fetches over HTTP, as one site wants it. Meant for one check of one site: connections are kept between fetches, cookies are not.

    `clock` gives the time that is written on answers (not used for deadlines). `politeness` is asked before every request, redirects
    included, with `min_interval` seconds, which the caller may raise to a crawl-delay, and `width`, the requests that may be under way at
    one host at once (1; at most `session.KEPT_CONNECTIONS` keep their connections). `resolver` looks names up. `stop` is asked while
    waiting; when it returns true the fetch ends with `fetch_stopped`. `ca_bundle` is a PEM file of trusted authorities instead of the
    usual ones. May be used from several threads. Raises ValueError for a policy that cannot be right (networks, proxy, headers).
    """

    def __init__(
        self,
        policy: FetchPolicy,
        *,
        clock: Callable[[], datetime],
        politeness: Politeness | None = None,
        min_interval: float = 1.0,
        resolver: Resolver = system_resolver,
        stop: Callable[[], bool] | None = None,
        ca_bundle: str = "",
    ) -> None:
        self.min_interval = min_interval
        self.width = 1
        self._policy = policy
        self._clock = clock
        self._politeness = politeness
        self._stop = stop
        self._request_headers = RequestHeaders(policy)
        self._room = BodyRoom()
        self._door = Door(parse_networks(policy.allowed_networks), policy.allowed_ports, resolver)
        self._session = DoorSession(self._door, _shared_tls_context(ca_bundle or certifi.where()), policy.proxy)

    def fetch(self, url: str, *, etag: str = "", last_modified: str = "", max_bytes: int | None = None) -> FetchedResponse | FetchFailure:
        """Get one address; see `Fetcher.fetch`. Never raises for what a server, a name server or an address may do.

        Beside the codes of `FetchFailure` there is `fetch_stopped`. `FetchedResponse.problem` is one of too_large, truncated_response,
        fetch_timeout, fetch_stopped, bad_content_encoding, gzip_trailing_bytes.
        """
        limits = self._policy.limits if max_bytes is None else replace(self._policy.limits, max_bytes=max_bytes)
        pace = Pace(limits, self._stop)
        self._door.pace = pace
        try:
            return self._follow(url, read_target(url), pace, self._request_headers.conditional(etag, last_modified))
        except DoorError as refusal:
            return FetchFailure(url, refusal.code, refusal.detail, self._clock())

    def close(self) -> None:
        """Close the kept connections."""
        self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _follow(self, url: str, target: Target, pace: Pace, conditions: dict[str, str]) -> FetchedResponse:
        """Ask for the target and for what it redirects to, until there is an answer. Cookies live as long as this chain."""
        first = target
        cookies = Cookies()
        asked: set[tuple[str, str]] = set()
        hops: list[tuple[str, int]] = []
        while True:
            cookie = cookies.header_for(target.url)
            if (target.url, cookie) in asked:
                raise DoorError("redirect_loop", f"{target.url} redirects to itself, {len(hops)} redirects followed")
            asked.add((target.url, cookie))
            headers = self._request_headers.for_hop(target, first, cookie) | conditions
            try:
                answer = self._ask(target, headers, pace, cookies)
            except DoorError as refused:
                raise _as_of_redirect(refused, hops, target) from refused
            if isinstance(answer, FetchedResponse):
                return replace(
                    answer, url=url, redirects=tuple(hop for hop, _ in hops), redirect_statuses=tuple(status for _, status in hops)
                )
            hops.append((target.url, answer.status))
            target = read_target(answer.location)
            if len(hops) > pace.limits.max_redirects:
                is_loop = target.url in {hop for hop, _ in hops}
                raise DoorError("redirect_loop" if is_loop else "too_many_redirects", f"more than {pace.limits.max_redirects} redirects")

    def _ask(self, target: Target, headers: dict[str, str], pace: Pace, cookies: Cookies) -> FetchedResponse | _Redirect:
        """Make one request; returns its answer, or where it redirects to."""
        check_literal(target, self._door.allowed_networks, self._policy.allowed_ports, resolved_by_proxy=bool(self._policy.proxy))
        self._wait_for_turn(target, pace)
        try:
            response = self._send(target, headers, pace)
            cookies.keep(response)
            location = response.headers.get("location", "") if response.status_code in _REDIRECTS else ""
            if location:
                _drop(response, pace)
                return _Redirect(response.status_code, resolve_location(target, location))
            return self._read(target, response, pace)
        finally:
            if self._politeness is not None:
                self._politeness.done(target.host)

    def _wait_for_turn(self, target: Target, pace: Pace) -> None:
        if self._politeness is not None:
            before = pace.monotonic()
            self._politeness.wait(target.host, self.min_interval, self.width, self._stop)
            pace.prolong(pace.monotonic() - before)
        pace.remaining()

    def _send(self, target: Target, headers: dict[str, str], pace: Pace) -> Response:
        """Send the request and read the headers of the answer. A kept connection that the server has just closed gets a second chance."""
        pace.dialled = False
        while True:
            pace.begin_headers()
            try:
                left = pace.remaining()
                return self._session.ask(target.url, headers, connect_seconds=left, read_seconds=min(pace.limits.read_seconds, left))
            except (HTTPError, OSError, ValueError) as error:
                refusal = refusal_of(error)
                if pace.dialled or refusal.code != "connection_broken":
                    raise refusal from error
                self._session.close()
                pace.dialled = True
            finally:
                pace.end_headers()

    def _read(self, target: Target, response: Response, pace: Pace) -> FetchedResponse:
        fetched_at = self._clock()
        body = read_body(response.raw, pace, pace.limits.max_bytes, self._room)
        return FetchedResponse(
            url=target.url,
            final_url=target.url,
            status=response.status_code,
            # Of a repeated header the last one counts; requests would join two dates or types into one that is none.
            headers={name.lower(): value for name, value in response.raw.headers.items()},
            body=body.content,
            fetched_at=fetched_at,
            truncated=body.truncated,
            problem=body.problem,
            wire_bytes=body.wire_bytes,
        )


def _as_of_redirect(refused: DoorError, hops: list[tuple[str, int]], target: Target) -> DoorError:
    """A refusal names the redirect that led to it: whoever knows only the first address would look for the fault there."""
    if not hops or refused.code != "address_not_allowed":
        return refused
    return DoorError(refused.code, f"{hops[-1][0]} redirects to {target.url}: {refused.detail}")


def _drop(response: Response, pace: Pace) -> None:
    """Finish with a response whose body nobody needs."""
    length = response.headers.get("content-length", "")
    if length.isdecimal() and len(length) < 6 and int(length) <= _DRAINED_BYTES:
        read_body(response.raw, pace, _DRAINED_BYTES)
    else:
        response.close()
