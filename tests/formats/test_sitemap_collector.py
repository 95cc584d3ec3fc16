from __future__ import annotations

from itertools import permutations

import pytest

from sitemaps_app.formats.sitemap import Outcome, SitemapLimits
from tests.formats.sitemap_texts import SITE, block, read, urlset


def loc(address: str, lastmod: str = "") -> str:
    return f"<url><loc>{address}</loc>{f'<lastmod>{lastmod}</lastmod>' if lastmod else ''}</url>\n"


@pytest.mark.parametrize("order", list(permutations(["2025-01-01", "2025-02-01", None, "2099-01-01", "nonsense"], 3)))
def test_an_address_that_comes_more_than_once_has_the_newest_valid_date_in_any_order(order: tuple[str | None, ...]) -> None:
    found = read(urlset(*(block("a", date) for date in order), block("b")))
    valid = [date for date in order if date in {"2025-01-01", "2025-02-01"}]
    assert found.paths == ["a", "b"]
    if valid:
        assert found.dates[0] == max(valid)
    assert found.reading.entry_count == 2
    assert "duplicate_url" in found.codes


def test_the_same_date_in_another_form_is_no_conflict() -> None:
    found = read(urlset(block("a", "2025-01-01"), block("a", "2025-01-01T00:00:00Z"), block("a", "2025-01-01T02:00:00+02:00")))
    assert (found.codes, found.count_of("duplicate_url")) == ({"duplicate_url"}, 2)
    assert "duplicate_url_conflict" in read(urlset(block("a", "2025-01-01"), block("a", "2025-01-02"))).codes


def test_spellings_of_one_address_are_one_entry() -> None:
    found = read(urlset(loc("https://SITE.example:443/x/../a#top"), loc(f"{SITE}/a"), loc(f"{SITE}/%61")))
    assert (found.locs, list(found.by_key)) == ([f"{SITE}/%61"], [f"{SITE}/a"]) or found.locs == ["https://SITE.example:443/x/../a"]
    assert found.reading.entry_count == 1


def test_other_hosts_are_out_of_scope_and_named() -> None:
    found = read(urlset(block("a"), loc("https://other.example/x"), loc("https://sub.site.example/y"), loc("http://10.0.0.1/z")))
    assert [entry.in_scope for entry in found.by_key.values()] == [True, False, False, False]
    assert (found.codes, found.count_of("cross_host_url")) == ({"cross_host_url"}, 3)
    assert all(host in found.detail_of("cross_host_url") for host in ("other.example", "sub.site.example", "10.0.0.1"))


def test_another_scheme_or_www_is_in_scope_and_told() -> None:
    found = read(urlset(loc("http://site.example/a"), loc("https://www.site.example/b")))
    assert [entry.in_scope for entry in found.by_key.values()] == [True, True]
    assert found.codes == {"scheme_or_www_mismatch"}


def test_relative_addresses_are_resolved_and_told() -> None:
    found = read(urlset(loc("/a"), loc("b")), url=f"{SITE}/maps/s.xml")
    assert found.locs == [f"{SITE}/a", f"{SITE}/maps/b"]
    assert (found.count_of("url_relative"), found.line_of("url_relative")) == (2, 3)


def test_what_is_no_address_is_rejected_and_counted() -> None:
    found = read(
        urlset(
            *(loc(bad) for bad in ("mailto:a@b", "javascript:x", "ftp://a", "https://[x/", "https://a:99999/", "None")), loc(""), block("a")
        )
    )
    assert (found.paths, found.count_of("url_invalid"), found.count_of("url_without_loc")) == (["a"], 6, 1)
    assert found.reading.outcome is Outcome.OK


def test_an_address_that_is_too_long_is_left_out_and_never_cut() -> None:
    found = read(urlset(block("x" * 2_048), block("ü" * 400), block("x" * 2_000)))
    assert (found.paths, found.count_of("url_too_long")) == (["x" * 2_000], 2)


def test_pages_outside_the_folder_of_the_sitemap_are_told_and_in_scope() -> None:
    found = read(urlset(block("shop/a"), block("blog/b")), url=f"{SITE}/shop/map.xml")
    assert (found.count_of("url_outside_path"), [entry.in_scope for entry in found.by_key.values()]) == (1, [True, True])


def test_hints_are_reported_where_they_are_invalid() -> None:
    found = read(
        urlset(block("a", None, "<changefreq>sometimes</changefreq><priority>2</priority>"), block("b", None, "<priority>1.0</priority>"))
    )
    assert found.codes == {"changefreq_invalid", "priority_invalid"}


def test_every_fault_of_a_date_is_told_with_its_line() -> None:
    dates = ["2025-01-01 10:00:00", "03/04/2025", "soon", "", "0001-01-01", "2031-01-01", "1950-01-01", "2025-01-01T10:00:00"]
    found = read(urlset(*(block(f"p{number}", date) for number, date in enumerate(dates))))
    lines = {problem.code: problem.line for problem in found.reading.problems}
    assert lines == {
        "lastmod_nonstandard": 3, "lastmod_no_timezone": 3, "lastmod_ambiguous": 5, "lastmod_invalid": 7, "lastmod_empty": 9,
        "lastmod_placeholder": 11, "lastmod_future": 13, "lastmod_before_1970": 15,
    }  # fmt: skip
    assert found.count_of("lastmod_no_timezone") == 2


def test_problems_of_one_code_are_folded_with_examples() -> None:
    found = read(urlset(*(block(f"p{number}", f"bad {number}") for number in range(100))))
    assert len(found.reading.problems) == 1
    detail = found.detail_of("lastmod_invalid")
    assert (found.count_of("lastmod_invalid"), found.line_of("lastmod_invalid")) == (100, 3)
    assert detail.startswith("bad 0; bad 1; bad 2; bad 3; bad 4 (lines 3, 5,")
    assert detail.endswith(", …)")
    assert len(detail) < 300


def test_an_unknown_origin_puts_every_absolute_address_in_scope() -> None:
    found = read(urlset(block("a"), loc("https://other.example/x"), loc("/relative")), url="", origin="")
    assert [entry.in_scope for entry in found.by_key.values()] == [True, True]
    assert found.codes == {"url_invalid"}


def test_more_children_than_will_be_read_make_it_partial() -> None:
    children = "".join(f"<sitemap><loc>{SITE}/{number}.xml</loc></sitemap>" for number in range(20))
    found = read(f"<sitemapindex>{children}</sitemapindex>", limits=SitemapLimits(max_children=10))
    assert (len(found.reading.children), found.reading.outcome) == (10, Outcome.PARTIAL)


def test_a_fragment_is_left_out_and_told() -> None:
    found = read(urlset(loc(f"{SITE}/a#top"), loc(f"{SITE}/#/one"), loc(f"{SITE}/#/two")))
    assert (found.paths, found.codes, found.count_of("url_fragment")) == (["a", ""], {"url_fragment", "duplicate_url"}, 3)
