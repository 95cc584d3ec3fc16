"""What goes through the network door and what comes back. A failed fetch is a value with a stable code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Bounds of one fetch: seconds, bytes after transfer decoding (Content-Encoding included), hops."""

    total_seconds: float = 60.0
    connect_seconds: float = 10.0
    read_seconds: float = 20.0
    max_bytes: int = 52_428_800
    max_redirects: int = 5
    max_header_bytes: int = 65_536


@dataclass(frozen=True, slots=True)
class FetchPolicy:
    """How a site wants to be fetched.

    `allowed_networks` are CIDR texts whose addresses are dialled although they are private (intranet use); `allowed_ports` the ports beside
    80 and 443 that may be dialled on public addresses (addresses inside `allowed_networks` may use any port).
    """

    user_agent: str
    headers: tuple[tuple[str, str], ...] = ()
    proxy: str = ""
    allowed_networks: tuple[str, ...] = ()
    allowed_ports: tuple[int, ...] = ()
    limits: FetchLimits = field(default_factory=FetchLimits)


@dataclass(frozen=True, slots=True)
class FetchedResponse:
    """An answer of a server, whatever its status.

    `body` is decoded of Content-Encoding where the header told the truth, and untouched where it lied. `truncated` is true where the body
    is shorter than announced or was cut at the byte cap or the deadline. `problem` is "" or one of fetch_timeout, fetch_stopped,
    truncated_response, too_large, bad_content_encoding, gzip_trailing_bytes. Header names are lower case. `redirects` are the addresses
    that answered with a redirect, in order, `redirect_statuses` what they answered; `final_url` is the one that gave this answer.
    `wire_bytes` counts the body as sent. `failed_attempts` are the codes of the attempts before this one (`retries.RetryingFetcher`).
    """

    url: str
    final_url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    fetched_at: datetime
    truncated: bool = False
    problem: str = ""
    redirects: tuple[str, ...] = ()
    wire_bytes: int = 0
    redirect_statuses: tuple[int, ...] = ()
    failed_attempts: tuple[str, ...] = ()

    @property
    def moved_permanently(self) -> bool:
        """Did every hop on the way here say that it stays so (RFC 9110 §15.4.2, §15.4.9)?"""
        return bool(self.redirect_statuses) and all(status in {301, 308} for status in self.redirect_statuses)


@dataclass(frozen=True, slots=True)
class FetchFailure:
    """No answer. Codes: address_not_allowed, url_invalid, host_unknown, connect_failed, fetch_timeout, tls_failed, redirect_loop,
    too_many_redirects, connection_broken, header_too_large, fetch_stopped (the worker was told to stop), fetch_refused_by_robots,
    host_asks_to_wait (the host's Retry-After is not over). `failed_attempts` are the codes of the attempts before this one.
    """

    url: str
    code: str
    detail: str
    fetched_at: datetime
    failed_attempts: tuple[str, ...] = ()


class Fetcher(Protocol):
    """Anything that answers for the web: the network door, an archive, or a test's own world."""

    def fetch(self, url: str, *, etag: str = "", last_modified: str = "", max_bytes: int | None = None) -> FetchedResponse | FetchFailure:
        """Get one address. With validators it is a conditional GET (RFC 9110 §13) and the answer may be a 304."""
        ...
