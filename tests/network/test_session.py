"""Nothing that a session of requests does by itself happens behind the door's back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from sitemaps_app.network.addresses import parse_networks
from sitemaps_app.network.connections import Door, tls_context
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure, FetchLimits
from sitemaps_app.network.pace import Pace
from sitemaps_app.network.session import DoorSession, read_proxy
from tests.loopback import Answer, LoopbackSite, redirect
from tests.network.conftest import AUTHORITY, LOOPBACK, MakeFetcher, tls_server


def _loopback(_host: str, _port: int) -> Sequence[str]:
    return ["127.0.0.1"]


def _got(answer: FetchedResponse | FetchFailure) -> FetchedResponse:
    assert isinstance(answer, FetchedResponse), answer
    return answer


def _door() -> Door:
    door = Door(parse_networks(LOOPBACK), (), _loopback)
    door.pace = Pace(FetchLimits(total_seconds=20))
    return door


def test_a_request_carries_the_headers_that_were_given_and_no_others() -> None:
    with LoopbackSite({"/": Answer()}) as site, DoorSession(_door(), tls_context(AUTHORITY), "") as session:
        headers = {"User-Agent": "Bot/3", "Accept-Encoding": "gzip", "X-Market": "de"}
        response = session.ask(site.url("/"), headers, connect_seconds=5, read_seconds=5)
        response.raw.read()
    assert {"host": f"127.0.0.1:{site.port}"} | {name.lower(): value for name, value in headers.items()} == site.requests[0].headers


def test_a_session_keeps_no_cookie() -> None:
    with (
        LoopbackSite({"/": Answer(200, {"Set-Cookie": "a=1; Path=/"})}) as site,
        DoorSession(_door(), tls_context(AUTHORITY), "") as session,
    ):
        response = session.ask(site.url("/"), {}, connect_seconds=5, read_seconds=5)
        response.raw.read()
    assert response.headers["set-cookie"] == "a=1; Path=/"
    assert list(session.cookies) == []


def test_only_the_authorities_of_the_context_are_trusted_after_a_request_too() -> None:
    context = tls_context(AUTHORITY)
    trusted = context.cert_store_stats()
    with LoopbackSite({"/": Answer(body=b"safe")}, tls=tls_server([])) as site, DoorSession(_door(), context, "") as session:
        assert session.ask(site.url("/", "site.example"), {}, connect_seconds=5, read_seconds=5).raw.read() == b"safe"
    assert context.cert_store_stats() == trusted


def test_the_body_of_a_redirect_is_not_read_to_its_end(make_fetcher: MakeFetcher) -> None:
    endless = Answer(302, {"Location": "/end"}, b"x", mode="drip")
    with LoopbackSite({"/": endless, "/end": Answer(body=b"there")}) as site:
        assert _got(make_fetcher(total_seconds=3).fetch(site.url("/"))).body == b"there"


def test_a_password_file_of_the_user_is_not_read(make_fetcher: MakeFetcher, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    passwords = tmp_path / "netrc"
    passwords.write_text("machine 127.0.0.1 login me password secret\n")
    passwords.chmod(0o600)
    monkeypatch.setenv("NETRC", str(passwords))
    with LoopbackSite({"/": Answer()}) as site:
        _got(make_fetcher().fetch(site.url("/")))
    assert "authorization" not in site.requests[0].headers


def test_authorities_that_the_environment_names_are_not_trusted(make_fetcher: MakeFetcher, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"):
        monkeypatch.setenv(name, AUTHORITY)
    with LoopbackSite({"/": Answer()}, tls=tls_server([])) as site:
        answer = make_fetcher(resolver=_loopback).fetch(site.url("/", "site.example"))
    assert isinstance(answer, FetchFailure)
    assert answer.code == "tls_failed"


def test_the_proxy_of_the_policy_is_used_whatever_the_environment_exempts(
    make_fetcher: MakeFetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.setenv(name, "*")
    with LoopbackSite({"http://site.example/?": Answer(body=b"by proxy")}) as proxy:
        assert _got(make_fetcher(proxy=proxy.proxy).fetch("http://site.example/?")).body == b"by proxy"


def test_a_tunnel_to_an_ipv6_address_is_asked_for_in_brackets(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite() as proxy:
        make_fetcher(proxy=proxy.proxy).fetch("https://[2606:2800:21f:cb07::1]/")
    assert [request.target for request in proxy.requests] == ["[2606:2800:21f:cb07::1]:443"]


@pytest.mark.parametrize(("scheme", "asked"), [("http", "/"), ("https", "site.example:443")])
def test_the_deadline_holds_through_a_proxy(scheme: str, asked: str, make_fetcher: MakeFetcher) -> None:
    """The proxy sends a byte of a header now and then, for ever."""
    with LoopbackSite({asked: Answer(mode="drip_headers")}) as proxy:
        answer = make_fetcher(total_seconds=0.3, proxy=proxy.proxy).fetch(f"{scheme}://site.example/")
    assert isinstance(answer, FetchFailure)
    assert answer.code == "fetch_timeout"


def test_of_a_repeated_header_the_last_one_counts(make_fetcher: MakeFetcher) -> None:
    headers = (("Last-Modified", "Mon, 01 Jan 2024 00:00:00 GMT"), ("Last-Modified", "Tue, 02 Jan 2024 00:00:00 GMT"))
    with LoopbackSite({"/": Answer(200, headers)}) as site:
        assert _got(make_fetcher().fetch(site.url("/"))).headers["last-modified"] == "Tue, 02 Jan 2024 00:00:00 GMT"


def test_a_cookie_that_a_redirect_takes_back_is_not_sent_on(make_fetcher: MakeFetcher) -> None:
    routes = {
        "/": redirect("/next", set_cookie="a=1; Path=/"),
        "/next": redirect("/end", set_cookie="a=; Path=/; Max-Age=0"),
        "/end": Answer(),
    }
    with LoopbackSite(routes) as site:
        _got(make_fetcher().fetch(site.url("/")))
    assert [request.headers.get("cookie", "") for request in site.requests] == ["", "a=1", ""]


@pytest.mark.parametrize(
    ("proxy", "address", "login"),
    [
        ("http://gate", "http://gate:80", ""),
        ("http://gate:3128/", "http://gate:3128", ""),
        ("http://[::1]:3128", "http://[::1]:3128", ""),
        ("http://me:p%40ss@gate:3128", "http://gate:3128", "Basic bWU6cEBzcw=="),
        ("http://me@gate:3128", "http://gate:3128", "Basic bWU6"),
    ],
)
def test_a_proxy_is_split_into_its_address_and_its_login(proxy: str, address: str, login: str) -> None:
    assert read_proxy(proxy) == (address, {"proxy-authorization": login} if login else {})


@pytest.mark.parametrize("proxy", ["gate:3128", "https://gate", "socks5://gate", "http://", "http://gate:99999", "http://日:x@gate"])
def test_what_is_no_http_proxy_is_refused(proxy: str) -> None:
    with pytest.raises(ValueError):
        read_proxy(proxy)
