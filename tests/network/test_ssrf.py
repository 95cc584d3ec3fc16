"""No spelling of an internal address, no redirect and no name server gets the door to dial one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from tests.loopback import Answer, LoopbackSite, redirect
from tests.network.conftest import MakeFetcher

INTERNAL = [
    "http://127.0.0.1/",
    "http://127.0.0.1:80/",
    "http://127.1/",
    "http://127.0.1/",
    "http://0/",
    "http://0.0.0.0/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0X7F.0.0.0x1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://127.0.0.1./",
    "http://①②⑦.⓪.⓪.①/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://user:secret@127.0.0.1/",
    "http://site.example@127.0.0.1/",
    "http://[::1]/",
    "http://[::]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::ffff:0:127.0.0.1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[64:ff9b::a00:1]/",
    "http://[64:ff9b:1::a00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/",
    "http://[2001:db8::1]/",
    "http://[3fff::1]/",
    "http://[fe80::1]/",
    "http://[fec0::1]/",
    "http://[fd00:ec2::254]/",
    "http://[ff02::1]/",
    "http://10.0.0.7/",
    "http://172.16.0.1/",
    "http://172.31.255.254/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.100.100.200/",
    "http://192.0.0.192/",
    "http://198.18.0.1/",
    "http://198.51.100.1/",
    "http://224.0.0.1/",
    "http://239.255.255.250/",
    "http://255.255.255.255/",
    "https://192.168.0.1/",
    "http://93.184.215.14:6379/",
    "http://93.184.215.14:22/",
]
UNREADABLE = [
    "http://127.0.0.1\\@93.184.215.14/",
    "http://93.184.215.14\\@127.0.0.1/",
    "http://a@b@127.0.0.1/",
    "http:\\\\127.0.0.1\\",
    "http:/127.0.0.1/",
    "http:127.0.0.1",
    "http:///127.0.0.1/",
    "//127.0.0.1/",
    "http://127.0.0.%31/",
    "http://127.0.0.1%00.site.example/",
    "http://127.0.0.1\t.site.example/",
    "http://127.0.0.1\r\nHost: x/",
    "http://[fe80::1%25eth0]/",
    "http://[127.0.0.1]/",
    "http://[::1/",
    "http://256.0.0.1/",
    "http://1.2.3.4.5/",
    "http://0x1ffffffff/",
    "http://site.example:0/",
    "http://site.example:99999/",
    "http://site.example:８０/",
    "file:///etc/passwd",
    "ftp://127.0.0.1/",
    "gopher://127.0.0.1:6379/_INFO",
    "javascript:alert(1)",
    "",
]


def _never_asked(host: str, port: int) -> Sequence[str]:
    raise AssertionError(f"a literal address was looked up: {host}:{port}")


@pytest.mark.parametrize("url", INTERNAL)
def test_an_internal_address_is_refused_before_any_dial(url: str, make_fetcher: MakeFetcher, dials: list[Any]) -> None:
    answer = make_fetcher(allowed_networks=(), resolver=_never_asked).fetch(url)
    assert isinstance(answer, FetchFailure)
    assert answer.code == "address_not_allowed"
    assert answer.url == url
    assert dials == []


@pytest.mark.parametrize("url", UNREADABLE)
def test_an_address_that_readers_could_read_in_two_ways_is_refused(url: str, make_fetcher: MakeFetcher, dials: list[Any]) -> None:
    answer = make_fetcher(allowed_networks=(), resolver=lambda *_: ["93.184.215.14"]).fetch(url)
    assert isinstance(answer, FetchFailure)
    assert answer.code == "url_invalid"
    assert dials == []


@pytest.mark.parametrize("answer", ["127.0.0.1", "::1", "10.1.2.3", "::ffff:169.254.169.254", "fe80::1%eth0", "0.0.0.0"])
@pytest.mark.parametrize("host", ["site.example", "localhost", "LOCALHOST.", "ⓛocalhost", "127.0.0.1.nip.example"])
def test_a_name_that_leads_inside_is_refused(host: str, answer: str, make_fetcher: MakeFetcher, dials: list[Any]) -> None:
    failure = make_fetcher(allowed_networks=(), resolver=lambda *_: [answer]).fetch(f"http://{host}/")
    assert isinstance(failure, FetchFailure)
    assert failure.code == "address_not_allowed"
    assert dials == []


def test_of_a_mixed_answer_only_the_public_addresses_are_dialled(make_fetcher: MakeFetcher, dials: list[Any]) -> None:
    fetcher = make_fetcher(allowed_networks=(), resolver=lambda *_: ["10.0.0.1", "93.184.215.14", "::1", "2606:2800:21f:cb07::1"])
    assert isinstance(fetcher.fetch("https://site.example/"), FetchFailure)
    assert dials == [("93.184.215.14", 443), ("2606:2800:21f:cb07::1", 443)]


def test_the_address_that_was_checked_is_the_one_that_is_dialled(make_fetcher: MakeFetcher, dials: list[Any]) -> None:
    lookups: list[str] = []

    def rebinding(host: str, _port: int) -> Sequence[str]:
        lookups.append(host)
        return ["93.184.215.14"] if len(lookups) == 1 else ["127.0.0.1"]

    fetcher = make_fetcher(allowed_networks=(), resolver=rebinding)
    assert isinstance(fetcher.fetch("http://site.example/"), FetchFailure)
    assert lookups == ["site.example"]
    assert dials == [("93.184.215.14", 80)]
    second = fetcher.fetch("http://site.example/")
    assert isinstance(second, FetchFailure)
    assert second.code == "address_not_allowed"
    assert dials == [("93.184.215.14", 80)]


@pytest.mark.parametrize(
    "location",
    [
        "http://10.0.0.7/",
        "http://169.254.169.254/latest/user-data",
        "//192.168.0.1/",
        "http://[fd00::1]/",
        "http://inside.example/",
        "https://0xa000001/",
        "http://1.1.1.1:6379/",
    ],
)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_inside_is_refused_at_its_hop(location: str, status: int, make_fetcher: MakeFetcher, guard: Any) -> None:
    def resolver(host: str, _port: int) -> Sequence[str]:
        return ["10.9.9.9"] if host == "inside.example" else ["127.0.0.1"]

    with LoopbackSite({"/start": redirect(location, status)}) as site:
        answer = make_fetcher(allowed_networks=("127.0.0.1/32",), resolver=resolver).fetch(site.url("/start"))
    assert isinstance(answer, FetchFailure)
    assert answer.code == "address_not_allowed"
    target = f"http:{location}" if location.startswith("//") else location
    assert answer.detail.startswith(f"{site.url('/start')} redirects to ")
    assert target in answer.detail or "10.0.0.1" in answer.detail, "where it leads is told"
    assert site.paths() == ["/start"]
    assert guard.reached == []


def test_a_redirect_to_another_loopback_address_is_refused_where_only_one_is_allowed(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(body=b"secret")}) as inside, LoopbackSite({"/": redirect(f"http://127.0.0.2:{inside.port}/")}) as site:
        answer = make_fetcher(allowed_networks=("127.0.0.1/32",)).fetch(site.url("/"))
    assert isinstance(answer, FetchFailure)
    assert answer.code == "address_not_allowed"
    assert inside.connections == 0


@pytest.mark.parametrize("location", ["file:///etc/passwd", "ftp://site.example/", "gopher://127.0.0.1/", "http://@/", "data:text/html,x"])
def test_a_redirect_to_another_scheme_is_refused(location: str, make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": redirect(location)}) as site:
        answer = make_fetcher().fetch(site.url("/"))
    assert isinstance(answer, FetchFailure)
    assert answer.code == "url_invalid"


def test_a_kept_connection_is_not_a_way_around_the_check_of_another_name(make_fetcher: MakeFetcher) -> None:
    """The pool keeps connections by host name, so a name that leads inside cannot borrow one that was checked for another."""

    def resolver(host: str, _port: int) -> Sequence[str]:
        return ["127.0.0.1"] if host == "good.example" else ["127.0.0.2"]

    with LoopbackSite({"/": Answer(body=b"ok")}) as site:
        fetcher = make_fetcher(allowed_networks=("127.0.0.1/32",), resolver=resolver)
        assert isinstance(fetcher.fetch(site.url("/", "good.example")), FetchedResponse)
        assert isinstance(fetcher.fetch(site.url("/", "bad.example")), FetchFailure)
    assert len(site.requests) == 1


@pytest.mark.parametrize(("port", "is_open"), [(80, True), (443, True), (8443, True), (8080, False), (22, False)])
def test_on_public_addresses_only_named_ports_are_dialled(port: int, is_open: bool, make_fetcher: MakeFetcher, dials: list[Any]) -> None:
    fetcher = make_fetcher(allowed_networks=(), allowed_ports=(8443,), resolver=lambda *_: ["93.184.215.14"])
    answer = fetcher.fetch(f"http://site.example:{port}/")
    assert isinstance(answer, FetchFailure)
    assert answer.code == ("connect_failed" if is_open else "address_not_allowed")
    assert dials == ([("93.184.215.14", port)] if is_open else [])


@given(url=st.text(max_size=60) | st.text(alphabet="htp:/@[]\\.0127xf%?#ⓛ①。 \t", max_size=40).map("http://".__add__))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
def test_no_text_whatever_raises_or_is_dialled_inside(url: str, make_fetcher: MakeFetcher, dials: list[Any]) -> None:
    fetcher = make_fetcher(allowed_networks=(), resolver=lambda *_: ["127.0.0.1"])
    assert isinstance(fetcher.fetch(url), FetchFailure)
    assert all(not address[0].startswith(("127.", "0.", "10.", "::1")) for address in dials)
