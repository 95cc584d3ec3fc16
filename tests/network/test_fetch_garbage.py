"""Whatever a server sends, the door answers with a value."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from tests.loopback import Answer, LoopbackSite
from tests.network.conftest import MakeFetcher

_PIECES = [
    b"HTTP/1.1 200 OK\r\n",
    b"HTTP/1.1 302 Found\r\nLocation: ",
    b"HTTP/1.1 100 Continue\r\n\r\n",
    b"HTTP/1.1 99999 X\r\n",
    b"HTTP/9.9 200\r\n",
    b"Content-Length: ",
    b"Content-Encoding: gzip\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"Set-Cookie: a=b; expires=never; max-age=x; domain=..; path=\r\n",
    b"no colon\r\n",
    b": no name\r\n",
    b" folded\r\n",
    b"\r\n",
    b"\n",
    b"-5\r\n",
    b"5, 6\r\n",
    b"99999999999999999999\r\n",
    b"ffffffffffffffffffff\r\n",
    b"http://[::1\r\n",
    b"\x00\xff",
    b"\x1f\x8b\x08\x00",
]


@pytest.fixture(scope="module")
def site() -> Iterator[LoopbackSite]:
    with LoopbackSite() as site:
        yield site


@pytest.mark.parametrize(
    ("sent", "seen"),
    [
        (b"", "connection_broken"),
        (b"\x00\x01 not http at all\r\n\r\n", "connection_broken"),
        (b"HTTP/1.1 abc OK\r\n\r\n", "connection_broken"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\nabcde", "connection_broken"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nabc", b"abc"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nabc", b"abc"),
        (b"HTTP/1.1 200\r\n\r\nabc", b"abc"),
        (b"HTTP/1.0 200 OK\n\nabc", b"abc"),
        (b"HTTP/1.1 200 OK\r\nno colon\r\nX: 1\r\n\r\nabc", None),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffffff\r\nabc", b"abc"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nabc", None),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nabc", b"abc"),
        (b"HTTP/1.1 302 Found\r\nLocation: http://[::1\r\n\r\n", "url_invalid"),
    ],
)
def test_broken_http_is_a_body_or_a_code(sent: bytes, seen: bytes | str | None, site: LoopbackSite, make_fetcher: MakeFetcher) -> None:
    site.routes["/"] = Answer(mode="raw", body=sent)
    answer = make_fetcher(read_seconds=2).fetch(site.url("/"))
    outcome = answer.body if isinstance(answer, FetchedResponse) else answer.code
    assert seen in {None, outcome}


@given(sent=st.lists(st.sampled_from(_PIECES) | st.binary(max_size=20), max_size=12).map(b"".join))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_whatever_make_the_door_raise(sent: bytes, site: LoopbackSite, make_fetcher: MakeFetcher) -> None:
    site.routes["/"] = Answer(mode="raw", body=sent)
    assert isinstance(make_fetcher(read_seconds=2).fetch(site.url("/")), FetchedResponse | FetchFailure)
