from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.urls import host_of, in_scope, is_relative, normalise_key, origin_of, plain_parts, resolve, same_host

BASE = "https://site.example/maps/main.xml"


@pytest.mark.parametrize(
    ("loc", "address"),
    [
        ("  https://site.example/a\n", "https://site.example/a"),
        ("\u3000https://site.example/a\u200b\u00a0", "https://site.example/a"),
        ("https://site.example/a#part", "https://site.example/a"),
        ("https://site.example/a b", "https://site.example/a b"),
        ("https://site.example/\n  long/path", "https://site.example/long/path"),
        ("/root", "https://site.example/root"),
        ("beside", "https://site.example/maps/beside"),
        ("../up", "https://site.example/up"),
        ("//other.example/x", "https://other.example/x"),
        ("site.example/a", "https://site.example/a"),
        ("www.site.example/a", "https://www.site.example/a"),
        ("?page=2", "https://site.example/maps/main.xml?page=2"),
        ("HTTPS://Site.Example/A", "HTTPS://Site.Example/A"),
    ],
)
def test_a_loc_becomes_the_address_it_means_in_its_own_spelling(loc: str, address: str) -> None:
    assert resolve(loc, BASE) == address


@pytest.mark.parametrize(
    "loc",
    [
        "", " ", "mailto:me@site.example", "javascript:alert(1)", "ftp://site.example/a", "data:text/plain,x", "http://", "https:///a",
        "https://[::1/a", "https://site.example:70000/", "https://site.example:port/", "https://si te.example/", "None", "undefined",
        "{{ page.url }}", "https:/site.example/a", "http//site.example/a", "https://\ud800.example/",
    ],
)  # fmt: skip
def test_what_is_no_address_of_the_web_is_none(loc: str) -> None:
    assert resolve(loc, BASE) is None


@pytest.mark.parametrize(
    "spelling",
    [
        "https://xn--bcher-kva.example/b%C3%BCcher/a~b", "https://bücher.example/bücher/a~b", "HTTPS://BÜCHER.example:443/b%c3%bccher/a%7Eb",
        "https://bücher.example./x/../bücher/./a~b#top",
    ],
)  # fmt: skip
def test_spellings_of_one_page_have_one_key(spelling: str) -> None:
    assert normalise_key(spelling) == "https://xn--bcher-kva.example/b%C3%BCcher/a~b"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("http://site.example/", "https://site.example/"), ("https://www.site.example/", "https://site.example/"),
        ("https://site.example/a", "https://site.example/a/"), ("https://site.example/A", "https://site.example/a"),
        ("https://site.example/?a&b", "https://site.example/?b&a"), ("https://site.example/a%2Fb", "https://site.example/a/b"),
        ("https://site.example/a+b", "https://site.example/a%20b"), ("https://site.example/", "https://site.example:8443/"),
    ],
)  # fmt: skip
def test_addresses_that_servers_tell_apart_keep_their_own_keys(one: str, two: str) -> None:
    assert normalise_key(one) != normalise_key(two)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://site.example", "https://site.example/"),
        ("https://site.example?q", "https://site.example/?q"),
        ("https://site.example/a b", "https://site.example/a%20b"),
        ("https://site.example/100%", "https://site.example/100%25"),
        ("https://site.example/a/..", "https://site.example/"),
        ("https://site.example/../../a", "https://site.example/a"),
        ("http://[2001:DB8::1]:80/x", "http://[2001:db8::1]/x"),
    ],
)
def test_a_key_is_a_valid_address(url: str, key: str) -> None:
    assert normalise_key(url) == key


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://site.example/a", True), ("http://site.example/a", True), ("https://www.site.example/a", True),
        ("https://shop.site.example/a", False), ("https://site.example.evil.example/", False), ("https://site.example:8443/", False),
        ("http://127.0.0.1/", False), ("nonsense", False), ("https://site.example@evil.example/", False),
    ],
)  # fmt: skip
def test_scope_is_the_host_and_port_whatever_the_scheme_and_www(url: str, expected: bool) -> None:
    assert in_scope(url, "https://site.example") is expected


def test_parts_of_an_address_are_in_normal_form() -> None:
    assert origin_of("HTTP://Site.Example:80/x") == "http://site.example"
    assert origin_of("https://site.example:8443/x") == "https://site.example:8443"
    assert (origin_of("nonsense"), host_of("mailto:x")) == ("", "")
    assert same_host("http://site.example/a", "https://SITE.example/b")
    assert not same_host("nonsense", "nonsense")
    assert is_relative("/a")
    assert not is_relative("mailto:x")


@given(st.text(max_size=60), st.text(max_size=30))
def test_no_text_makes_resolving_raise_and_every_result_has_a_stable_key(loc: str, base: str) -> None:
    for text in (loc, f"https://site.example/{loc}", f"https://{loc}/x"):
        address = resolve(text, base)
        if address is not None:
            key = normalise_key(address)
            assert normalise_key(key) == key
            assert key.isascii()
            assert "#" not in key


@st.composite
def spelled_addresses(draw: st.DrawFn) -> str:
    origin = draw(st.sampled_from(["https://site.example", "http://SITE.example:80", "https://x", "HTTPS://site.example", "https://a..b", "https://é.example",
                                   "https://user@site.example", "https://site.example:99999", "https://[::1]", "http://1.2.3.4:8080"]))  # fmt: skip
    parts = st.one_of(
        st.sampled_from(
            [
                "/",
                "a",
                "%41",
                "%e9",
                "%",
                "%2",
                "é",
                "\u3000",
                "?",
                "&",
                "..",
                "/./",
                "#",
                "\\",
                "{{",
                "|",
                "\x85",
                "\u200b",
                "\ud800",
                " ",
                "\n",
            ]
        ),
        st.characters(),
    )
    return origin + draw(st.sampled_from(["/", "/p", "", "?"])) + "".join(draw(st.lists(parts, max_size=8)))


@given(spelled_addresses())
def test_the_short_way_to_a_key_gives_what_the_long_one_gives(loc: str) -> None:
    plain = plain_parts(loc)
    if plain is not None and origin_of(plain[0]):
        assert resolve(loc, "https://other.example/x/") == loc
        assert origin_of(plain[0]) + plain[1] == normalise_key(loc)


def test_the_short_way_takes_the_addresses_that_only_need_escaping() -> None:
    for loc in ("https://site.example/straße?q=é&r=%41", "http://www.site.example:80/a%c3%a9", "https://site.example/日本語/"):
        assert plain_parts(loc) is not None
    for loc in ("https://site.example/a b", "https://site.example/a/../b", "https://site.example/a#b", "/a", "https://site.example"):
        assert plain_parts(loc) is None


@pytest.mark.parametrize(
    ("loc", "address"),
    [
        ("a//b", "https://site.example/maps/a//b"),
        ("r/https://x.example/y", "https://site.example/maps/r/https://x.example/y"),
        ("/a?", "https://site.example/a?"),
        ("/a;", "https://site.example/a;"),
        ("../a/./b", "https://site.example/a/b"),
        ("?page=2", "https://site.example/maps/main.xml?page=2"),
        ("//cdn.example/x", "https://cdn.example/x"),
        ("[object Object]", None),
        ("<![CDATA[https://site.example/1]]>", None),
        ("[x](https://site.example/1)", None),
        ('<a href="/1">x</a>', None),
    ],
)
def test_a_reference_loses_nothing_when_it_is_resolved_and_what_is_none_is_refused(loc: str, address: str | None) -> None:
    assert resolve(loc, BASE) == address
