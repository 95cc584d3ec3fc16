"""What the door brings back from a real server: answers, redirects, cookies, validators, headers, proxies and TLS."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sitemaps_app.network.exchange import FetchedResponse, FetchFailure, FetchPolicy
from sitemaps_app.network.fetch import HttpFetcher
from tests.loopback import Answer, LoopbackRequest, LoopbackSite, cookie_wall, redirect
from tests.network.conftest import AUTHORITY, NOW, MakeFetcher, tls_server


def _code(answer: FetchedResponse | FetchFailure) -> str:
    return answer.code if isinstance(answer, FetchFailure) else f"answered {answer.status}"


def _got(answer: FetchedResponse | FetchFailure) -> FetchedResponse:
    assert isinstance(answer, FetchedResponse), answer
    return answer


def test_an_answer_keeps_its_status_headers_body_and_the_time_of_the_clock(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/a": Answer(404, {"X-One": "1", "ETag": '"v1"'}, b"gone")}) as site:
        answer = _got(make_fetcher().fetch(site.url("/a")))
    assert (answer.status, answer.body, answer.wire_bytes, answer.truncated, answer.problem) == (404, b"gone", 4, False, "")
    assert answer.headers["x-one"] == "1"
    assert answer.headers["etag"] == '"v1"'
    assert answer.url == answer.final_url == site.url("/a")
    assert answer.fetched_at == NOW
    assert answer.redirects == ()


def test_one_connection_serves_several_fetches(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/a": Answer(body=b"a"), "/b": Answer(chunks=(b"b", b"b")), "/c": redirect("/a")}) as site:
        fetcher = make_fetcher()
        bodies = [_got(fetcher.fetch(site.url(path))).body for path in ("/a", "/b", "/c", "/b")]
    assert bodies == [b"a", b"bb", b"a", b"bb"]
    assert site.connections == 1


def test_a_kept_connection_that_the_server_closed_is_opened_again(make_fetcher: MakeFetcher) -> None:
    """The server promises to keep the connection, then answers the second request on it by closing it."""
    with LoopbackSite() as site:

        def route(request: LoopbackRequest) -> Answer:
            is_second_on_connection = [earlier.connection for earlier in site.requests].count(request.connection) > 1
            return Answer(mode="reset") if is_second_on_connection else Answer(body=b"ok")

        site.routes["/"] = route
        fetcher = make_fetcher()
        assert [_got(fetcher.fetch(site.url("/"))).body for _ in range(2)] == [b"ok", b"ok"]
    assert site.connections == 2


def test_a_server_that_closes_without_an_answer_is_asked_once(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(mode="reset")}) as site:
        assert _code(make_fetcher().fetch(site.url("/"))) == "connection_broken"
    assert len(site.requests) == 1


def test_a_closed_port_is_a_failed_connection(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite() as site:
        url = site.url("/")
    assert _code(make_fetcher().fetch(url)) == "connect_failed"


def test_an_unknown_host_is_told_apart_from_a_silent_one(make_fetcher: MakeFetcher) -> None:
    def resolver(host: str, _port: int) -> Sequence[str]:
        if host == "unknown.example":
            raise OSError(-2, "Name or service not known")
        return []

    fetcher = make_fetcher(resolver=resolver)
    assert _code(fetcher.fetch("http://unknown.example/")) == "host_unknown"
    assert _code(fetcher.fetch("http://empty.example/")) == "host_unknown"


def test_a_host_whose_first_address_is_dead_is_reached_by_its_second(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(body=b"ok")}) as site:
        answer = make_fetcher(resolver=lambda *_: ["::1", "127.0.0.1"]).fetch(site.url("/", "site.example"))
    assert _got(answer).body == b"ok"
    assert site.requests[0].headers["host"] == f"site.example:{site.port}"


def test_an_ipv6_literal_is_fetched(make_fetcher: MakeFetcher) -> None:
    import socket

    with LoopbackSite({"/": Answer(body=b"six")}, family=socket.AF_INET6) as site:
        assert _got(make_fetcher().fetch(site.url("/"))).body == b"six"
    assert site.requests[0].headers["host"] == f"[::1]:{site.port}"


def test_user_agent_and_headers_of_the_policy_are_sent_and_user_names_are_not(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer()}) as site:
        fetcher = make_fetcher(user_agent="Bot/2", headers=(("Accept-Language", "de"), ("accept", "text/xml")))
        answer = _got(fetcher.fetch(f"http://name:pass@127.0.0.1:{site.port}/#part"))
    sent = site.requests[0].headers
    assert (sent["user-agent"], sent["accept-language"], sent["accept"]) == ("Bot/2", "de", "text/xml")
    assert sent["accept-encoding"].startswith("gzip, deflate")
    assert "authorization" not in sent
    assert answer.final_url == site.url("/")


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/a b/ü?q=ü&x=1|2", "/a%20b/%C3%BC?q=%C3%BC&x=1%7C2"),
        ("/%7Euser/%2F?a=%26", "/%7Euser/%2F?a=%26"),
        ("/100%", "/100%25"),
        ("//double", "//double"),
        ("", "/"),
        ("?q=1", "/?q=1"),
        ("/a?", "/a?"),
        ("/%zz;a=[1]", "/%25zz;a=%5B1%5D"),
    ],
)
def test_paths_are_sent_as_they_are_written_and_escaped_only_where_they_must(path: str, sent: str, make_fetcher: MakeFetcher) -> None:
    with LoopbackSite() as site:
        make_fetcher().fetch(site.url(path))
    assert site.requests[0].target == sent


@pytest.mark.parametrize(
    "policy",
    [
        FetchPolicy("Bot\r\nX: y"),
        FetchPolicy("Bot", headers=(("Host", "other.example"),)),
        FetchPolicy("Bot", headers=(("Bad name", "x"),)),
        FetchPolicy("Bot", headers=(("X-Name", "日本"),)),
        FetchPolicy("Bot", proxy="socks5://127.0.0.1:1"),
        FetchPolicy("Bot", allowed_networks=("10.0.0.0/99",)),
    ],
)
def test_a_policy_that_cannot_be_right_is_refused_at_once(policy: FetchPolicy) -> None:
    with pytest.raises(ValueError):
        HttpFetcher(policy, clock=lambda: NOW)


def test_validators_make_a_conditional_get_and_a_304_passes_through(make_fetcher: MakeFetcher) -> None:
    def route(request: LoopbackRequest) -> Answer:
        is_known = request.headers.get("if-none-match") == 'W/"v2"' and "if-modified-since" in request.headers
        return Answer(304, {"ETag": 'W/"v2"', "Content-Encoding": "gzip"}) if is_known else Answer(body=b"new")

    with LoopbackSite({"/": route}) as site:
        fetcher = make_fetcher()
        known = _got(fetcher.fetch(site.url("/"), etag='W/"v2"', last_modified="Mon, 01 Jan 2024 00:00:00 GMT"))
        plain = _got(fetcher.fetch(site.url("/")))
    assert (known.status, known.body, known.problem) == (304, b"", "")
    assert plain.status == 200


def test_a_validator_that_cannot_be_sent_is_left_out(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer()}) as site:
        _got(make_fetcher().fetch(site.url("/"), etag='"a\r\nX-Evil: 1"', last_modified="日"))
    assert "if-none-match" not in site.requests[0].headers
    assert "x-evil" not in site.requests[0].headers


def test_redirects_are_followed_and_listed(make_fetcher: MakeFetcher) -> None:
    routes = {"/a": redirect("b?x=1"), "/b?x=1": redirect("/c%C3%BC", 308), "/c%C3%BC": Answer(body=b"end")}
    with LoopbackSite(routes) as site:
        answer = _got(make_fetcher().fetch(site.url("/a")))
    assert answer.body == b"end"
    assert answer.url == site.url("/a")
    assert answer.final_url == site.url("/c%C3%BC")
    assert answer.redirects == (site.url("/a"), site.url("/b?x=1"))


def test_a_location_in_raw_utf8_is_understood(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": redirect("/ü".encode().decode("latin-1")), "/%C3%BC": Answer(body=b"ok")}) as site:
        assert _got(make_fetcher().fetch(site.url("/"))).body == b"ok"


@pytest.mark.parametrize("answer", [Answer(302), Answer(300, {"Location": "/b"}), Answer(304, {"Location": "/b"})])
def test_what_only_looks_like_a_redirect_is_an_answer(answer: Answer, make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": answer}) as site:
        assert _got(make_fetcher().fetch(site.url("/"))).status == answer.status


@pytest.mark.parametrize(
    ("routes", "code"),
    [
        ({"/": redirect("/")}, "redirect_loop"),
        ({"/": redirect("/#again")}, "redirect_loop"),
        ({"/": redirect("/b"), "/b": redirect("/")}, "redirect_loop"),
        ({"/": redirect("/1")} | {f"/{n}": redirect(f"/{n + 1}") for n in range(1, 9)}, "too_many_redirects"),
    ],
)
def test_redirects_that_lead_nowhere_end_with_a_code(routes: dict[str, Any], code: str, make_fetcher: MakeFetcher) -> None:
    with LoopbackSite(routes) as site:
        assert _code(make_fetcher().fetch(site.url("/"))) == code
    assert len(site.requests) <= 6


def test_a_loop_that_sets_the_same_cookie_each_time_is_seen_at_once(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": redirect("/", set_cookie="a=1")}) as site:
        assert _code(make_fetcher().fetch(site.url("/"))) == "redirect_loop"
    assert len(site.requests) == 2


def test_a_loop_that_sets_another_cookie_each_time_ends_as_a_loop(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite() as site:
        site.routes["/"] = lambda _: redirect("/", set_cookie=f"n={len(site.requests)}")
        assert _code(make_fetcher().fetch(site.url("/"))) == "redirect_loop"
    assert len(site.requests) == 6


def test_a_cookie_wall_opens_within_one_fetch_and_is_closed_again_for_the_next(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/s": cookie_wall(Answer(body=b"inside"), "/s")}) as site:
        fetcher = make_fetcher()
        first, second = (_got(fetcher.fetch(site.url("/s"))) for _ in range(2))
    assert (first.body, first.redirects) == (b"inside", (site.url("/s"),))
    assert second.body == b"inside"
    assert ["cookie" in request.headers for request in site.requests] == [False, True, False, True]


def test_cookies_do_not_travel_to_another_host(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/end": Answer()}) as site:
        site.routes["/"] = redirect(site.url("/end", "localhost"), set_cookie="a=1; Path=/")
        _got(make_fetcher().fetch(site.url("/")))
    assert "cookie" not in site.requests[1].headers


def test_secret_headers_do_not_follow_a_redirect_to_another_host(make_fetcher: MakeFetcher) -> None:
    headers = (("Authorization", "Basic eDp5"), ("X-Api-Key", "k"), ("Cookie", "c=1"), ("X-Market", "de"))
    with LoopbackSite({"/away": Answer(), "/b": Answer()}) as site:
        site.routes["/"] = redirect("/b")
        site.routes["/b"] = redirect(site.url("/away", "localhost"))
        _got(make_fetcher(headers=headers).fetch(site.url("/")))
    home, still_home, away = (request.headers for request in site.requests)
    assert home["authorization"] == still_home["authorization"] == "Basic eDp5"
    assert not {"authorization", "x-api-key", "cookie"} & set(away)
    assert away["x-market"] == "de"


def test_proxy_variables_of_the_environment_are_never_obeyed(make_fetcher: MakeFetcher, monkeypatch: pytest.MonkeyPatch) -> None:
    with LoopbackSite({"/": Answer(body=b"direct")}) as site, LoopbackSite({"/": Answer(body=b"proxy")}) as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.proxy)
        assert _got(make_fetcher().fetch(site.url("/"))).body == b"direct"
    assert proxy.requests == []


def _never_asked(host: str, port: int) -> Sequence[str]:
    assert host == "127.0.0.1", f"looked up {host}:{port} although the proxy does"
    return [host]


def test_a_given_proxy_is_asked_for_the_whole_address_and_may_be_private(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"http://site.example/a?b=1": Answer(body=b"by proxy")}) as proxy:
        fetcher = make_fetcher(allowed_networks=(), proxy=f"http://me:p%40ss@127.0.0.1:{proxy.port}", resolver=_never_asked)
        answer = _got(fetcher.fetch("http://site.example/a?b=1"))
    assert answer.body == b"by proxy"
    assert answer.final_url == "http://site.example/a?b=1"
    assert proxy.requests[0].headers["host"] == "site.example"
    assert proxy.requests[0].headers["proxy-authorization"] == "Basic bWU6cEBzcw=="


@pytest.mark.parametrize(
    "url", ["http://10.0.0.1/", "http://localhost/", "http://a.localhost/", "http://[::1]/", "http://site.example:22/"]
)
def test_through_a_proxy_literal_internal_addresses_and_ports_stay_refused(url: str, make_fetcher: MakeFetcher) -> None:
    with LoopbackSite() as proxy:
        assert _code(make_fetcher(allowed_networks=(), proxy=proxy.proxy).fetch(url)) == "address_not_allowed"
    assert proxy.connections == 0


def test_a_proxy_that_refuses_is_named(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite() as proxy:
        answer = make_fetcher(proxy=proxy.proxy).fetch("https://site.example/")
    assert isinstance(answer, FetchFailure)
    assert answer.code == "connect_failed"
    assert "404" in answer.detail


def test_https_checks_the_certificate_against_the_name_and_sends_it_as_sni(make_fetcher: MakeFetcher) -> None:
    names: list[str] = []
    with LoopbackSite({"/": Answer(body=b"safe")}, tls=tls_server(names)) as site:
        fetcher = make_fetcher(resolver=lambda *_: ["127.0.0.1"], ca_bundle=AUTHORITY)
        right = fetcher.fetch(site.url("/", "site.example"))
        idn = fetcher.fetch(site.url("/", "bücher.example"))
        wrong = fetcher.fetch(site.url("/", "other.example"))
        untrusted = make_fetcher(resolver=lambda *_: ["127.0.0.1"]).fetch(site.url("/", "site.example"))
    assert _got(right).body == b"safe"
    assert _got(idn).body == b"safe"
    assert [_code(wrong), _code(untrusted)] == ["tls_failed", "tls_failed"]
    assert names == ["site.example", "xn--bcher-kva.example", "other.example", "site.example"]
    assert len(site.requests) == 2


def test_https_goes_through_a_proxy_by_a_tunnel_with_the_names_checked(make_fetcher: MakeFetcher) -> None:
    names: list[str] = []
    with LoopbackSite({"/a": Answer(body=b"tunnelled")}, tls=tls_server(names)) as site, LoopbackSite(tunnel_to=site) as proxy:
        fetcher = make_fetcher(allowed_networks=(), proxy=proxy.proxy, ca_bundle=AUTHORITY)
        answer = _got(fetcher.fetch("https://site.example/a"))
        other = fetcher.fetch("https://other.example/a")
    assert answer.body == b"tunnelled"
    assert _code(other) == "tls_failed"
    assert [request.target for request in proxy.requests] == ["site.example:443", "other.example:443"]
    assert names == ["site.example", "other.example"]


def test_a_redirect_from_https_to_http_is_followed_without_secrets(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(body=b"plain")}) as plain:
        routes = {"/": redirect(f"http://site.example:{plain.port}/")}
        with LoopbackSite(routes, tls=tls_server([])) as site:
            fetcher = make_fetcher(resolver=lambda *_: ["127.0.0.1"], ca_bundle=AUTHORITY, headers=(("Authorization", "x"),))
            assert _got(fetcher.fetch(site.url("/", "site.example"))).body == b"plain"
    assert site.requests[0].headers["authorization"] == "x"
    assert "authorization" not in plain.requests[0].headers
