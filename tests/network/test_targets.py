"""Addresses are read once, into one form."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.network.pace import DoorError
from sitemaps_app.network.targets import Target, read_target, resolve_location


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("HTTP://Site.Example", "http://site.example/"),
        (" https://site.example./a \n", "https://site.example/a"),
        ("https://site.example:443/", "https://site.example/"),
        ("http://site.example:443/", "http://site.example:443/"),
        ("http://site.example:/a#b", "http://site.example/a"),
        ("https://user:pw@site.example/?q", "https://site.example/?q"),
        ("https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"),
        ("https://☃.example/", "https://xn--n3h.example/"),
        ("https://my_site.example/", "https://my_site.example/"),
        ("http://0x5db8d70e/", "http://93.184.215.14/"),
        ("http://[2606:4700:0:0::1111]:8080/", "http://[2606:4700::1111]:8080/"),
        ("https://site.example/a?b=[1]&c='x'", "https://site.example/a?b=[1]&c='x'"),
        ('https://site.example/"<>', "https://site.example/%22%3C%3E"),
    ],
)
def test_an_address_is_brought_into_its_one_form(written: str, url: str) -> None:
    target = read_target(written)
    assert target.url == url
    assert read_target(url) == target


@pytest.mark.parametrize(
    "written",
    ["https://-x.example/", "https://a..b/", "https://.example/", f"https://{'a' * 64}.example/", "https://a b/", "https://a/\udc80"],
)
def test_what_is_no_host_is_refused(written: str) -> None:
    with pytest.raises(DoorError) as refused:
        read_target(written)
    assert refused.value.code == "url_invalid"


def _read(text: str) -> Target | str:
    """The target, or the code of its refusal."""
    try:
        return read_target(text)
    except DoorError as refused:
        return refused.code


@given(st.text(max_size=80))
def test_a_text_is_read_into_a_stable_form_or_refused_with_a_code(text: str) -> None:
    target = _read("http://" + text)
    assert target == "url_invalid" or (isinstance(target, Target) and target.url.isascii() and read_target(target.url) == target)


@given(st.text(alphabet="/.:?#[]@ab\\ü%", max_size=30))
def test_any_location_resolves_or_is_refused(location: str) -> None:
    with contextlib.suppress(DoorError):
        assert resolve_location(read_target("https://site.example/dir/page"), location)
