from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitemaps_app.formats.page import read_page
from tests.formats.page_texts import ARTICLE, NOW, URL, page, read, read_inside


def codes(reading):
    return [problem.code for problem in reading.problems]


def test_a_plain_article_is_comparable():
    reading = read(page())

    assert reading.comparable
    assert reading.reason == ""
    assert reading.title == "Pruning roses"
    assert reading.main_text.splitlines()[0] == "Pruning roses"
    assert "24.90 euro" in reading.main_text
    assert len(reading.fingerprint) == 32


@pytest.mark.parametrize("status", [301, 404, 410, 429, 500, 503])
def test_any_status_but_success_is_not_comparable_and_told(status):
    reading = read(page(), status=status)

    assert not reading.comparable
    assert reading.reason == f"http_{status}"
    assert codes(reading) == [f"http_{status}"]
    assert reading.fingerprint == ""


@pytest.mark.parametrize("body", [b"", b" \r\n\t", b"\x00\x00"])
def test_an_empty_answer_is_not_a_version_of_the_page(body):
    assert read(body).reason == "page_empty"


@pytest.mark.parametrize(
    ("kind", "body", "first"),
    [
        ("application/pdf", b"%PDF-1.7 ...", "file"),
        ("application/json", b'{"a": 1}', "item"),
        ("text/plain", b"a note", "text"),
        ("text/plain", page(), "title"),
        ("", page(), "title"),
        ("application/xhtml+xml", page(), "title"),
    ],
)
def test_a_page_is_read_as_one_whatever_the_type_says_and_a_file_as_a_file(kind, body, first):
    reading = read(body, headers={"Content-Type": kind})

    assert reading.comparable
    assert reading.blocks[0].kind == first


@pytest.mark.parametrize(
    "title",
    [
        "404",
        "404 Not Found",
        "Error 404 - Garden",
        "Page not found | Garden",
        "Seite nicht gefunden",
        "页面不存在",
        "Service Unavailable",
        "Access denied",
    ],
)
def test_an_error_page_served_as_a_success_is_recognised(title):
    reading = read(page("<h1>Hm.</h1><p>Try the search.</p>", head=f"<title>{title}</title>"))

    assert reading.reason == "page_looks_like_error"


def test_an_article_about_errors_is_an_article():
    long_text = "<p>A server answers 404 where it has nothing at an address, and people then look for it elsewhere.</p>" * 12

    assert read(page(f"<h1>404 Not Found</h1>{long_text}", head="<title>404 Not Found</title>")).comparable
    assert read(page(head="<title>Errors in pruning and how to avoid them</title>")).comparable


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ('<h1>Sign in</h1><form action="/login"><input name=u><input type="password" name="p"></form>', "page_is_login"),
        ('<h1>Just a moment...</h1><script src="/cdn-cgi/challenge-platform/x.js"></script>', "page_is_challenge"),
        ("<div><p>We and our partners use cookies to make this better.</p><button>Accept all</button></div>", "page_is_consent_wall"),
        ('<div id="root"></div><script>boot()</script>', "page_without_text"),
    ],
)
def test_walls_and_shells_are_not_content(inside, reason):
    assert read(page(inside, head="<title>Garden</title>")).reason == reason


def test_a_login_box_beside_an_article_does_not_matter():
    assert read_inside(f'<main>{ARTICLE * 4}</main><form><input type="password"></form>').comparable


@pytest.mark.parametrize(
    ("final_url", "away"),
    [
        ("https://site.example/garden/roses/", False),
        ("https://www.site.example/garden/roses", False),
        ("http://site.example/Garden/Roses", False),
        ("https://site.example/garden/roses-2024", False),
        ("https://site.example/", True),
        ("https://site.example/login?next=/garden/roses", True),
        ("https://consent.site.example/garden", True),
        ("https://elsewhere.example.org/garden/roses", True),
    ],
)
def test_a_redirect_to_a_wall_the_home_page_or_a_stranger_is_not_the_page(final_url, away):
    reading = read(page(), final_url=final_url)

    assert reading.reason == ("page_redirected_away" if away else "")


def test_nul_bytes_do_not_hide_the_rest_of_a_page():
    reading = read(page("<p>before\x00 and after</p><p>the end</p>", head="<title>A\x00B</title>"))

    assert reading.main_text == "before and after\nthe end"
    assert reading.title == "AB"


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (page("<p>Grüße aus München</p>"), {}),
        (page("<p>Grüße aus München</p>"), {"content-type": "text/html; charset=iso-8859-1"}),
        (b"<html><body><p>" + "Grüße aus München".encode("cp1252") + b"</p>", {"content-type": "text/html; charset=iso-8859-1"}),
        (b'<html><meta charset="windows-1252"><p>' + "Grüße aus München".encode("cp1252"), {}),
        (b"\xff\xfe" + "<html><p>Grüße aus München".encode("utf-16-le"), {}),
    ],
)
def test_the_text_survives_wrong_and_missing_labels(body, headers):
    assert read(body, headers=headers).main_text == "Grüße aus München"


def test_chinese_pages_in_a_national_encoding_are_read():
    body = b'<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312"></head><body><p>' + "停水通知".encode(
        "gb18030"
    )

    assert read(body).main_text == "停水通知"


def test_canonical_and_noindex_are_told():
    head = '<link rel="canonical" href="/garden/roses"><meta name="ROBOTS" content="noindex, follow">'

    assert read(page(head=head)).canonical == URL
    assert read(page(head=head)).noindex
    assert read(page(), headers={"X-Robots-Tag": "noindex"}).noindex
    assert codes(read(page(), headers={"X-Robots-Tag": "noindex"})) == ["page_noindex"]
    assert not read(page()).noindex
    assert not read(page('<meta name="robots" content="noindex">')).noindex
    assert read(page(head='<meta content="x">' * 600 + '<meta name="robots" content="none">')).noindex


def test_a_last_modified_that_is_the_time_of_the_answer_is_told():
    headers = {"Date": "Sat, 01 Jun 2024 12:00:00 GMT", "Last-Modified": "Sat, 01 Jun 2024 11:59:58 GMT"}

    assert "last_modified_is_request_time" in codes(read(page(), headers=headers))
    assert codes(read(page(), headers=headers | {"Last-Modified": "Wed, 01 May 2024 11:59:58 GMT"})) == []


def test_a_page_that_would_take_minutes_to_parse_is_refused():
    assert read(b"<html><body>" + b"<div>" * 40_000).reason == "page_too_complex"
    assert read(b"<html><body><p " + b" ".join(b"a%d=1" % number for number in range(20_000)) + b">").reason == "page_too_complex"


def test_a_choice_of_so_many_options_that_parsing_takes_minutes_is_refused():
    assert read(page("<select>" + "<option>1" * 21_000)).reason == "page_too_complex"
    assert read(page("<select>" + "<option>1</option>" * 2_000 + f"</select>{ARTICLE}")).comparable


def test_a_long_list_without_end_tags_is_no_deep_page():
    assert read(b"<html><body><ul>" + b"<li>One more line of the list" * 5_000).comparable


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400), st.sampled_from(["text/html", "text/html; charset=x-nothing", ""]))
def test_any_bytes_give_a_reading(body, kind):
    reading = read_page(b"<html>" + body, url=URL, now=NOW, headers={"content-type": kind})

    assert reading.comparable == (reading.reason == "")


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="<>/=\"' abdhiv!-&;1", max_size=120))
def test_any_markup_gives_the_same_reading_twice(inside):
    assert read_inside(inside) == read_inside(inside)


def test_markup_within_scripts_is_not_taken_for_depth():
    templates = "<div><section><ul>" * 5_000
    script = f"<script>const a = `{templates}`;</script><STYLE>{templates}</style>"

    assert read(page(f"{script}<main>{ARTICLE}</main>")).comparable
    assert read(page(f"<main>{ARTICLE}</main>{script[:-8]}")).comparable
    assert read(page(f"<svg><script>{templates}</script></svg>")).reason == "page_too_complex"
    assert read(page(f"İ<script>x</script>{templates}")).reason == "page_too_complex"
