from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.robots_txt import MAX_BYTES, RobotsRules, read_robots

URL = "https://site.example/robots.txt"
AGENT = "LastmodTrust/1.0 (+https://trust.example)"


def read(text: str | bytes, *, status: int = 200, url: str = URL) -> RobotsRules:
    return read_robots(text.encode() if isinstance(text, str) else text, url=url, status=status)


def codes(rules: RobotsRules) -> list[str]:
    return [problem.code for problem in rules.problems]


def test_every_sitemap_line_counts_wherever_it_stands() -> None:
    rules = read(
        "sitemap: https://site.example/1.xml\nUser-agent: Other\nDisallow: /\nSITEMAP :https://cdn.example/2.xml # main\n\n"
        "#Sitemap: https://site.example/old.xml\nSite-map: https://site.example/3.xml\nSitemap:\nSitemap: https://SITE.example/1.xml\n"
    )
    assert rules.sitemaps == ("https://site.example/1.xml", "https://cdn.example/2.xml", "https://site.example/3.xml")
    assert rules.problems == ()


def test_several_addresses_in_one_line_are_several_sitemaps() -> None:
    assert read("Sitemap: https://site.example/a.xml, https://site.example/b.xml").sitemaps == (
        "https://site.example/a.xml",
        "https://site.example/b.xml",
    )


def test_a_relative_sitemap_is_resolved_against_the_address_that_answered_and_told() -> None:
    rules = read("User-agent: *\nSitemap: /maps/a.xml", url="https://www.site.example/robots.txt")
    assert rules.sitemaps == ("https://www.site.example/maps/a.xml",)
    assert (codes(rules), rules.problems[0].line) == (["robots_sitemap_relative"], 2)


def test_a_sitemap_that_is_no_address_is_told_and_left_out() -> None:
    rules = read("Sitemap: ftp://site.example/a.xml\nSitemap: None")
    assert (rules.sitemaps, codes(rules), rules.problems[0].count) == ((), ["url_invalid"], 2)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_end_ends_a_line(end: str) -> None:
    rules = read(end.join(["User-agent: *", "Disallow: /private/", "Sitemap: https://site.example/s.xml", ""]))
    assert rules.sitemaps == ("https://site.example/s.xml",)
    assert not rules.allowed("https://site.example/private/x", AGENT)
    assert rules.allowed("https://site.example/open", AGENT)


@pytest.mark.parametrize("body", [b"\xef\xbb\xbfUser-agent: *\nDisallow: /\n", "\ufeffUser-agent: *\nDisallow: /\n".encode("utf-16-le")])
def test_a_byte_order_mark_does_not_hide_the_first_line(body: bytes) -> None:
    rules = read(body)
    assert not rules.allowed("https://site.example/x", AGENT)
    assert codes(rules) == ["robots_bom"]


@pytest.mark.parametrize("status", [500, 503, 599, 429])
def test_a_server_that_cannot_answer_allows_nothing(status: int) -> None:
    rules = read("User-agent: *\nAllow: /\nSitemap: https://site.example/s.xml", status=status)
    assert rules.unreachable
    assert not rules.allowed("https://site.example/x", AGENT)
    assert (rules.sitemaps, codes(rules)) == ((), ["robots_unreachable"])


@pytest.mark.parametrize("status", [401, 403, 404, 410, 302])
def test_a_file_that_is_not_there_allows_everything(status: int) -> None:
    rules = read("User-agent: *\nDisallow: /", status=status)
    assert not rules.unreachable
    assert rules.allowed("https://site.example/x", AGENT)


@pytest.mark.parametrize("page", ["<!DOCTYPE html><p>Disallow: /", "\n<html><body>\nUser-agent: *\nDisallow: /", "<div>Not found</div>"])
def test_a_page_instead_of_rules_holds_no_rules(page: str) -> None:
    rules = read(page)
    assert rules.allowed("https://site.example/x", AGENT)
    assert codes(rules) == ["robots_is_html"]


def test_what_stands_behind_500_kib_is_ignored_and_told() -> None:
    start = "User-agent: *\nDisallow: /early\n"
    rules = read(start + "#" * (MAX_BYTES - len(start) - 10) + "\nDisallow: /late\n")
    assert codes(rules) == ["robots_too_large"]
    assert not rules.allowed("https://site.example/early", AGENT)
    assert rules.allowed("https://site.example/late", AGENT)


def test_a_packed_file_is_unpacked() -> None:
    assert read(gzip.compress(b"Sitemap: https://site.example/s.xml")).sitemaps == ("https://site.example/s.xml",)


@pytest.mark.parametrize(
    ("path", "is_allowed"),
    [("a/b", False), ("a/open/x", True), ("file.pdf", False), ("file.pdf?x", True), ("%7euser", False), ("robots.txt", True)],
)
def test_rules_match_by_length_wildcards_and_normal_form(path: str, is_allowed: bool) -> None:
    rules = read("User-agent: *\nDisallow: /a/\nAllow: /a/open\nDisallow: /*.pdf$\nDisallow: /~user\nDisallow: /robots")
    assert rules.allowed(f"https://site.example/{path}", AGENT) is is_allowed


def test_the_group_of_our_own_product_wins() -> None:
    rules = read("User-agent: *\nDisallow: /\n\nUser-agent: lastmodtrust\nAllow: /\nCrawl-delay: 7\nRequest-rate: 1/20\n")
    assert rules.allowed("https://site.example/x", AGENT)
    assert not rules.allowed("https://site.example/x", "Mozilla/5.0 (compatible; OtherBot/2.0; LastmodTrust)")
    assert (rules.crawl_delay(AGENT), rules.crawl_delay("OtherBot")) == (20.0, None)


def test_what_is_no_address_may_never_be_fetched() -> None:
    rules = read("")
    assert not rules.allowed("javascript:alert(1)", AGENT)
    assert not rules.allowed("https://[bad/", AGENT)


@pytest.mark.parametrize(
    "place", ["{}", "User-agent: Other\nDisallow: /\n{}\n", "User-agent: *\nDisallow: /\n\n{}", "{}\nUser-agent: *\nDisallow:"]
)
@pytest.mark.parametrize(
    "line", ["Sitemap: https://site.example/s.xml", "SITEMAP:https://site.example/s.xml # main", "\tsitemap :  https://site.example/s.xml"]
)
def test_a_sitemap_line_belongs_to_no_group(place: str, line: str) -> None:
    assert read(place.format(line)).sitemaps == ("https://site.example/s.xml",)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("/s.xml", "https://site.example/s.xml"),
        ("s.xml", "https://site.example/s.xml"),
        ("//cdn.example/s.xml", "https://cdn.example/s.xml"),
        ("site.example/s.xml", "https://site.example/s.xml"),
        ("?map=1", "https://site.example/robots.txt?map=1"),
    ],
)
def test_what_a_relative_sitemap_means_is_what_a_browser_would_make_of_it(written: str, meant: str) -> None:
    rules = read(f"Sitemap: {written}")
    assert (rules.sitemaps, codes(rules)) == ((meant,), ["robots_sitemap_relative"])


def test_a_byte_order_mark_between_two_files_put_together_hides_no_line() -> None:
    assert not read("User-agent: other\nDisallow:\n\ufeffUser-agent: *\nDisallow: /").allowed("https://site.example/x", AGENT)


def test_nul_bytes_are_blanks() -> None:
    rules = read(b"User-agent: *\0\nDisallow:\0 /x\0\nSitemap: https://site.example/s.xml\0\n")
    assert (rules.sitemaps, rules.allowed("https://site.example/x", AGENT)) == (("https://site.example/s.xml",), False)


def test_wide_letters_without_a_mark_are_read() -> None:
    for codec in ("utf-16-le", "utf-16-be"):
        assert not read("User-agent: *\nDisallow: /x".encode(codec)).allowed("https://site.example/x", AGENT)


def test_a_rule_that_the_cap_cuts_does_not_count_by_half() -> None:
    start = "User-agent: *\n"
    cut = "Disallow: /private/files"
    padding = "#" * (MAX_BYTES - len(start) - len("\nDisallow: /")) + "\n"
    rules = read(start + padding + cut)
    assert codes(rules) == ["robots_too_large"]
    assert rules.allowed("https://site.example/open", AGENT)


def test_a_file_of_exactly_500_kib_is_whole() -> None:
    start = "User-agent: *\n"
    last = "\nDisallow: /x"
    rules = read(start + "#" * (MAX_BYTES - len(start) - len(last)) + last)
    assert (codes(rules), rules.allowed("https://site.example/x", AGENT)) == ([], False)


def test_a_file_of_which_a_part_is_missing_allows_nothing_and_names_its_whole_sitemaps() -> None:
    body = b"User-agent: *\nDisallow:\nSitemap: https://site.example/a.xml\nSitemap: https://site.example/b"
    rules = read_robots(body, url=URL, status=200, truncated=True)
    assert (rules.unreachable, rules.sitemaps, codes(rules)) == (True, ("https://site.example/a.xml",), ["truncated_response"])
    assert not rules.allowed("https://site.example/x", AGENT)


@pytest.mark.parametrize(
    "address", ["https://site.example/robots.txt", "https://site.example/robots.txt?v=/a/b", "https://SITE.example:443/./robots.txt"]
)
def test_robots_txt_itself_may_always_be_fetched(address: str) -> None:
    assert read("User-agent: *\nDisallow: /").allowed(address, AGENT)
    assert not read("User-agent: *\nDisallow: /").allowed("https://site.example/a/robots.txt", AGENT)


@pytest.mark.parametrize(
    "line",
    [
        "Sitemap: https://site.example/a" + " " * 480_000 + "x",
        "Sitemap:" + "https://site.example/a " * 20_000,
        "user" + " " * 480_000 + "x",
        "User-agent: " + "(compatible; " * 38_000,
        "\r" * 500_000,
        "<" + " " * 500_000,
    ],
    ids=["blanks", "addresses", "field", "agent", "line-ends", "no-page"],
)
def test_a_hostile_line_is_read_in_one_pass(line: str) -> None:
    """Each of these was, or is elsewhere, a pattern that starts again at every character."""
    assert read(f"User-agent: *\nDisallow: /x\n{line}").allowed("https://site.example/y", AGENT)


LINES = st.lists(
    st.sampled_from(["User-agent: *", "User-agent: *a*", "Disallow: /$", "Disallow: *", "Crawl-delay: 1e999", "Request-rate: /", ": x"])
)


@given(st.binary(max_size=200), LINES, st.sampled_from(["\r", "\n", "\x0b", "\u2028"]))
def test_no_file_makes_it_raise(noise: bytes, lines: list[str], end: str) -> None:
    rules = read(end.join(lines).encode() + noise)
    rules.allowed("https://site.example/a?b=%zz", AGENT)
    rules.crawl_delay(AGENT)
