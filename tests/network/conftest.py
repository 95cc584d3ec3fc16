"""Fixtures of the network door: a fetcher that may dial loopback, and a record of every dial."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sitemaps_app.network.exchange import FetchLimits, FetchPolicy
from sitemaps_app.network.fetch import HttpFetcher

NOW = datetime(2031, 5, 6, 7, 8, 9, tzinfo=UTC)
LOOPBACK = ("127.0.0.0/8", "::1/128")
CERTIFICATES = Path(__file__).parent / "certificates"
AUTHORITY = str(CERTIFICATES / "authority.pem")
MakeFetcher = Callable[..., HttpFetcher]


def tls_server(names: list[str]) -> ssl.SSLContext:
    """A context for LoopbackSite with the certificate of site.example; the names that clients ask for (SNI) are added to `names`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / "site.pem")
    context.sni_callback = lambda _sock, name, _context: names.append(name)
    return context


@pytest.fixture
def make_fetcher() -> Iterator[MakeFetcher]:
    """Makes fetchers that are closed at the end. Keywords of FetchLimits, FetchPolicy and HttpFetcher may be mixed."""
    with ExitStack() as opened:

        def make(**wishes: Any) -> HttpFetcher:
            limits = FetchLimits(**{name: wishes.pop(name) for name in list(wishes) if name in FetchLimits.__slots__})
            policy_names = [name for name in wishes if name in FetchPolicy.__slots__]
            policy = {"user_agent": "LastmodTest/1", "allowed_networks": LOOPBACK} | {name: wishes.pop(name) for name in policy_names}
            fetcher = HttpFetcher(FetchPolicy(limits=limits, **policy), **({"clock": lambda: NOW} | wishes))
            return opened.enter_context(fetcher)

        yield make


@pytest.fixture
def dials(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every address that somebody tries to dial, with all of them refused."""
    seen: list[Any] = []

    def connect(_: socket.socket, address: Any) -> None:
        seen.append(address)
        raise ConnectionRefusedError(111, "refused by the test")

    monkeypatch.setattr(socket.socket, "connect", connect)
    return seen
