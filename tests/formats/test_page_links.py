from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.page_links import comparable_target

BASE = "https://site.example/garden/roses"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/next;jsessionid=9C0FFEE", "/next;jsessionid=0011FF"),
        ("/b?sid=1&page=2", "/b?page=2&sid=9"),
        ("/b?sessid=3fa8&page=2", "/b?page=2&sessid=b7e0"),
        ("/b?PHPSESSID=a1&page=2", "/b?page=2"),
        ("/i/a.jpg?v=1715150000", "/i/a.jpg?v=1715159999"),
        ("/app.3f2a9c1b.js", "/app.77aa01c9.js"),
        ("http://www.site.example/x/", "https://site.example/x"),
        ("tulips", "/garden/tulips#top"),
        ("/x/index.html", "/x/"),
        ("/x?utm_source=a", "/x"),
    ],
)
def test_what_a_server_adds_to_each_load_does_not_count(one, other):
    assert comparable_target(one, BASE) == comparable_target(other, BASE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/files/plan-v1.pdf", "/files/plan-v2.pdf"),
        ("https://shop.example.org/x", "https://shop.example.net/x"),
        ("/list?page=1", "/list?page=2"),
        ("/watch?v=dQw4w9WgXcQ", "/watch?v=oHg5SJYRHA0"),
    ],
)
def test_where_a_link_leads_counts(one, other):
    assert comparable_target(one, BASE) != comparable_target(other, BASE)


@pytest.mark.parametrize(
    "href",
    [
        "",
        "#top",
        "/garden/roses#top",
        "https://site.example/garden/roses/#top",
        "javascript:void(0)",
        "mailto:a@site.example",
        "data:image/png;base64,AA",
        "https://forge.example/a/edit/main/x.md",
    ],
)
def test_links_that_lead_nowhere_of_their_own_are_left_out(href):
    assert comparable_target(href, BASE) == ""


@pytest.mark.parametrize(
    "base", ["https://site.example/garden/roses", "https://site.example/", "https://site.example", "https://site.example/a/b/c/"]
)
@pytest.mark.parametrize(
    "href",
    ["x", "../x", "../../../x/y.html", "./x/", "x/../y", "x//y", "x/./y", "../", "..", "x?a=1#b", "x#b", "/x/../y", "x:y", "a b", "x.html"],
)
def test_short_cuts_lead_where_the_standard_says(base, href):
    assert comparable_target(href, base) == comparable_target(urljoin(base, href), base)


@given(st.from_regex(r"[a-z./?#-]{1,12}", fullmatch=True))
def test_any_relative_address_is_resolved_as_the_standard_says(href):
    assert comparable_target(href, BASE) == comparable_target(urljoin(BASE, href), BASE) or href.startswith(("#", "?", "//"))


@given(st.text(max_size=60))
def test_no_address_raises(href):
    assert isinstance(comparable_target(href, BASE), str)
