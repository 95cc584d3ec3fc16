"""What only the walk over all files can see and tells: dates of the index, losses, moved and refused files."""

from __future__ import annotations

import pytest

from sitemaps_app.models import SitemapFile
from tests.pipeline.web_of_tests import (
    ORIGIN,
    MemoryWeb,
    Served,
    check,
    current_entries,
    dated_index,
    problems_of,
    robots,
    the_site,
    told,
    urlset,
)

pytestmark = pytest.mark.django_db
HOME = b"<!doctype html><html><head><title>Home</title></head><body><a href='/a'>a</a></body></html>"


@pytest.fixture
def web() -> MemoryWeb:
    """An index over two files."""
    web = MemoryWeb()
    web.pages[f"{ORIGIN}/robots.txt"] = robots(f"Sitemap: {ORIGIN}/sitemap.xml")
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(dated_index({"/one.xml": "", "/two.xml": ""}))
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset({"/a": "2026-02-01", "/b": "2026-02-20T10:00:00Z"}))
    web.pages[f"{ORIGIN}/two.xml"] = Served(urlset({"/c": "2026-01-01", "/d": ""}))
    return web


def set_index(web: MemoryWeb, one: str, two: str = "") -> None:
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(dated_index({"/one.xml": one, "/two.xml": two}))


@pytest.mark.parametrize(
    ("one", "two", "named"),
    [
        ("2026-01-01", "", ["one.xml: 2026-01-01, newest entry 2026-02-20T10:00:00Z"]),
        ("2026-01-01", "2025", ["one.xml: 2026-01-01, newest entry 2026-02-20T10:00:00Z", "two.xml: 2025, newest entry 2026-01-01"]),
        ("2026-02-20T09:59:59Z", "", ["one.xml: 2026-02-20T09:59:59Z, newest entry 2026-02-20T10:00:00Z"]),
        ("2026-02-20", "2026-01", []),
        ("2026-02-28", "2026-02-28", []),
        ("", "", []),
        ("yesterday", "2099-01-01", []),
    ],
)
def test_an_index_that_dates_a_file_before_its_newest_entry_is_told_once(web: MemoryWeb, one: str, two: str, named: list[str]) -> None:
    set_index(web, one, two)
    check(web, pages=0)
    told_details = problems_of("/sitemap.xml").get("index_lastmod_mismatch", "")
    assert told_details == "; ".join(f"{ORIGIN}/{name}" for name in named)


def test_the_newest_entry_of_a_file_that_answers_304_still_counts(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset({"/b": "2026-02-20"}), headers={"etag": '"v1"'})
    check(web, pages=0)
    set_index(web, "2026-01-01")
    check(web, days=1, pages=0)
    assert web.conditional == [f"{ORIGIN}/one.xml"]
    assert "index_lastmod_mismatch" in problems_of("/sitemap.xml")


def test_an_index_whose_dates_move_while_its_files_stand_still_is_told(web: MemoryWeb) -> None:
    set_index(web, "2026-03-01T06:00:00Z", "2026-03-01T06:00:00Z")
    check(web, pages=0)
    assert "index_lastmod_moves_alone" not in problems_of("/sitemap.xml"), "the first date may be right"
    web.pages[f"{ORIGIN}/two.xml"] = Served(urlset({"/c": "2026-01-01", "/d": "", "/e": ""}))
    set_index(web, "2026-03-02T06:00:00Z", "2026-03-02T06:00:00Z")
    check(web, days=1, pages=0)
    expected = f"{ORIGIN}/one.xml: 2026-03-01T06:00:00Z, now 2026-03-02T06:00:00Z"
    assert problems_of("/sitemap.xml") == {"index_lastmod_moves_alone": expected}
    check(web, days=2, pages=0)
    assert problems_of("/sitemap.xml") == {}, "an index that stands still with its files is right"


def entries(count: int, start: int = 0) -> dict[str, str]:
    return {f"/p{n}": "2026-01-01" for n in range(start, start + count)}


@pytest.mark.parametrize(
    ("before", "after", "is_told"), [(100, 45, True), (100, 50, False), (30, 10, False), (31, 10, True), (50, 90, False)]
)
def test_a_file_that_lost_more_than_half_of_its_entries_is_told_and_they_count_as_gone(
    web: MemoryWeb, before: int, after: int, is_told: bool
) -> None:
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset(entries(before)))
    check(web, pages=0)
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset(entries(after)))
    done = check(web, days=1, pages=0)
    expected = {"sitemap_shrunk": f"{before} entries at the last read, {after} now"} if is_told else {}
    assert problems_of("/one.xml") == expected
    assert ("site_shrunk" in told(done)) == is_told
    snapshot = the_site().current_snapshot
    assert snapshot is not None
    assert snapshot.vanished == max(before - after, 0)


def test_entries_that_went_to_another_file_are_no_loss(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset(entries(100)))
    check(web, pages=0)
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset(entries(10)))
    web.pages[f"{ORIGIN}/two.xml"] = Served(urlset(entries(90, start=10)))
    done = check(web, days=1, pages=0)
    assert problems_of("/one.xml") == {}
    assert "site_shrunk" not in told(done)


def test_a_cut_file_is_no_shrunk_one(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset(entries(100)))
    check(web, pages=0)
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset(entries(10), closed=False), truncated=True)
    check(web, days=1, pages=0)
    assert "sitemap_shrunk" not in problems_of("/one.xml")
    assert len(current_entries()) == 102


def test_an_index_that_lists_far_fewer_files_is_told(web: MemoryWeb) -> None:
    names = [f"/{n}.xml" for n in range(50)]
    for n, name in enumerate(names):
        web.pages[ORIGIN + name] = Served(urlset({f"/p{n}": ""}))
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(dated_index(dict.fromkeys(names, "")))
    check(web, pages=0)
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(dated_index(dict.fromkeys(names[:5], "")))
    done = check(web, days=1, pages=0)
    assert problems_of("/sitemap.xml") == {"sitemap_shrunk": "50 files listed at the last read, 5 now"}
    assert "site_shrunk" in told(done)


def test_an_address_that_redirects_to_a_page_is_told_so_and_loses_nothing(web: MemoryWeb) -> None:
    check(web, pages=0)
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(HOME, final_url=f"{ORIGIN}/", headers={"content-type": "text/html"})
    done = check(web, days=1, pages=0)
    row = SitemapFile.objects.get(url=f"{ORIGIN}/sitemap.xml")
    assert (done.outcome, row.outcome, row.failure_code) == ("partial", "not_a_sitemap", "redirected_to_page")
    assert (row.problems[0]["code"], row.problems[0]["detail"]) == ("redirected_to_page", f"redirects to {ORIGIN}/")
    assert len(current_entries()) == 4
    assert [line["params"]["reason"] for line in done.account if line["code"] == "file_failed"] == ["redirected_to_page"]


def test_the_files_of_an_index_that_is_gone_are_not_read_and_keep_their_entries(web: MemoryWeb) -> None:
    check(web, pages=0)
    web.asked.clear()
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(b"gone", status=410)
    assert check(web, days=1, pages=0).outcome == "http_410"
    assert web.asked == [f"{ORIGIN}/robots.txt", f"{ORIGIN}/sitemap.xml"]
    assert len(current_entries()) == 4


@pytest.mark.parametrize(("status", "is_told"), [(301, True), (308, True), (302, False), (307, False)])
def test_a_permanent_redirect_is_shown_in_the_row(web: MemoryWeb, status: int, is_told: bool) -> None:
    body = urlset({"/a": "2026-02-01"})
    web.pages[f"{ORIGIN}/one.xml"] = Served(body, final_url=f"{ORIGIN}/new.xml", redirect_status=status)
    assert check(web, pages=0).outcome == "ok"
    assert problems_of("/one.xml") == ({"moved_permanently": f"now at {ORIGIN}/new.xml"} if is_told else {})


def test_two_names_of_one_file_that_are_both_listed_lose_nothing(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset({"/c": "2026-01-01", "/d": ""}), final_url=f"{ORIGIN}/two.xml", redirect_status=301)
    assert check(web, pages=0).outcome == "ok"
    assert len(current_entries()) == 2


@pytest.mark.parametrize(("announced", "is_told"), [(True, False), (False, True)])
def test_who_is_named_in_robots_txt_may_list_what_lies_outside_of_its_folder(announced: bool, is_told: bool) -> None:
    web = MemoryWeb()
    web.pages[f"{ORIGIN}/robots.txt"] = robots(f"Sitemap: {ORIGIN}/maps/index.xml") if announced else robots()
    web.pages[f"{ORIGIN}/maps/index.xml"] = Served(dated_index({"/maps/one.xml": ""}))
    web.pages[f"{ORIGIN}/maps/one.xml"] = Served(urlset({"/a": ""}))
    if not announced:
        web.pages[f"{ORIGIN}/sitemap.xml"] = Served(dated_index({"/maps/one.xml": ""}))
    assert check(web, pages=0).outcome == "ok"
    assert ("url_outside_path" in problems_of("/maps/one.xml")) == is_told


@pytest.mark.parametrize("status", [401, 403, 429])
def test_a_refusal_is_never_told_as_if_there_were_no_sitemap(status: int) -> None:
    web = MemoryWeb()
    web.pages[f"{ORIGIN}/robots.txt"] = Served(status=404)
    web.pages[f"{ORIGIN}/sitemap_index.xml"] = Served(b"<title>Just a moment</title>", status=status)
    done = check(web)
    assert done.outcome == f"http_{status}"
    assert "no_sitemap_found" not in told(done)


def test_a_refused_reader_keeps_the_snapshot_and_the_verdict(web: MemoryWeb) -> None:
    check(web)
    before = the_site()
    for path in ("/robots.txt", "/sitemap.xml", "/one.xml", "/two.xml"):
        web.pages[ORIGIN + path] = Served(b"<title>Just a moment</title>", status=403)
    done = check(web, days=1)
    after = the_site()
    assert done.outcome == "http_403"
    assert "robots_refused" in told(done)
    assert (after.current_snapshot, after.current_assessment) == (before.current_snapshot, before.current_assessment)
    assert {row.outcome for row in SitemapFile.objects.filter(listed=True)} == {"blocked"}
