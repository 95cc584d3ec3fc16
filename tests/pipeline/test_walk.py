"""The walk over many files: what is read, what waits, and that nothing is lost meanwhile."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sitemaps_app.models import SitemapFile, Snapshot
from sitemaps_app.pipeline.storage import snapshot_path
from tests.pipeline.web_of_tests import (
    DAY_0,
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

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def web_of(count: int, *, etag: str = "") -> MemoryWeb:
    """An index over so many files of one entry each, dated from new to old; with `etag` everything answers conditional requests."""
    web = MemoryWeb()
    web.pages[f"{ORIGIN}/robots.txt"] = robots(f"Sitemap: {ORIGIN}/sitemap.xml")
    headers = {"etag": etag} if etag else {}
    days = {f"/{n}.xml": (DAY_0 - timedelta(days=n)).date().isoformat() for n in range(count)}
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(dated_index(days), headers=headers)
    for n in range(count):
        web.pages[f"{ORIGIN}/{n}.xml"] = Served(urlset({f"/p{n}": "2026-01-01"}), headers=headers)
    return web


def files_asked(web: MemoryWeb) -> list[str]:
    """The sitemap files that were asked for since the last call."""
    asked = [url.removeprefix(f"{ORIGIN}/") for url in web.asked if url.endswith(".xml")]
    web.asked.clear()
    return asked


@pytest.mark.parametrize("etag", ["", 'W/"v1"'], ids=["read anew", "answered with 304"])
def test_over_several_checks_every_child_is_read_and_none_is_lost_meanwhile(etag: str) -> None:
    web = web_of(10, etag=etag)
    counts = []
    for day in range(6):
        done = check(web, days=day, files=5, pages=0)
        snapshot = the_site().current_snapshot
        assert snapshot is not None
        assert (done.outcome, snapshot.complete, snapshot.vanished, snapshot.files_left) == ("partial", False, None, 6)
        counts.append(snapshot.entries)
        assert set(files_asked(web)[:2]) == {"sitemap.xml", "0.xml"}, "the newest one is read each time"
    assert counts == sorted(counts)
    assert current_entries() == {f"/p{n}": "2026-01-01" for n in range(10)}
    assert SitemapFile.objects.filter(last_good_at=None).count() == 0


def test_children_that_were_left_are_known_from_the_beginning_and_told() -> None:
    done = check(web_of(10), files=5, pages=0)
    assert SitemapFile.objects.count() == 11
    assert SitemapFile.objects.filter(last_read_at=None, outcome="").count() == 6
    [left] = [line["params"] for line in done.account if line["code"] == "files_left"]
    assert (left["read"], left["known"], left["budget"]) == (5, 11, 5)


def test_a_file_that_its_index_lists_no_more_leaves_the_tree_although_others_are_never_reached() -> None:
    web = web_of(10)
    check(web, files=5, pages=0)
    index = {f"/{n}.xml": "2026-01-01" for n in range(1, 10)}
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(dated_index(index))
    check(web, days=1, files=5, pages=0)
    assert not SitemapFile.objects.get(url=f"{ORIGIN}/0.xml").listed
    assert "/p0" not in current_entries()
    assert "/p1" in current_entries()


@pytest.mark.parametrize("new", ["a urlset", "a feed"])
def test_an_index_that_becomes_a_file_of_entries_names_its_old_files_no_more(new: str) -> None:
    web = web_of(3)
    check(web, days=0, pages=0)
    feed = f'<rss version="2.0"><channel><item><link>{ORIGIN}/p0</link></item></channel></rss>'.encode()
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset({"/p0": "2026-01-01"}) if new == "a urlset" else feed)
    done = check(web, days=1, pages=0)
    snapshot = the_site().current_snapshot
    assert snapshot is not None
    assert (done.outcome, snapshot.complete, snapshot.entries, snapshot.vanished) == ("ok", True, 1, 2)
    assert set(SitemapFile.objects.filter(listed=True).values_list("url", flat=True)) == {f"{ORIGIN}/sitemap.xml"}


def test_a_file_stays_while_the_index_that_names_it_cannot_be_read_whole() -> None:
    web = web_of(3)
    check(web, pages=0)
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(dated_index({"/0.xml": ""})[:-20], truncated=True)
    check(web, days=1, pages=0)
    assert SitemapFile.objects.filter(listed=True).count() == 4
    assert len(current_entries()) == 3
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(b"busy", status=503)
    web.pages[f"{ORIGIN}/0.xml"] = Served(urlset({"/p0": "2026-01-02"}))
    check(web, days=2, pages=0)
    assert current_entries()["/p0"] == "2026-01-02", "the children that were listed are read all the same"


def test_failed_children_are_named_at_their_index_with_their_status_and_keep_their_entries() -> None:
    web = web_of(3, etag='"v1"')
    check(web, pages=0)
    good = web.pages[f"{ORIGIN}/1.xml"]
    web.pages[f"{ORIGIN}/1.xml"] = Served(b"gone", status=404)
    web.pages[f"{ORIGIN}/2.xml"] = "connect_failed"
    done = check(web, days=1, pages=0)
    assert done.outcome == "partial"
    assert problems_of("/sitemap.xml") == {"child_failed": f"{ORIGIN}/1.xml (http_404); {ORIGIN}/2.xml (connect_failed)"}
    assert len(current_entries()) == 3
    web.pages[f"{ORIGIN}/1.xml"] = web.pages[f"{ORIGIN}/2.xml"] = good
    check(web, days=2, pages=0)
    assert problems_of("/sitemap.xml") == {}, "also where the index itself answers 304"


def test_a_304_that_was_not_asked_for_says_nothing() -> None:
    web = web_of(1)
    web.pages[f"{ORIGIN}/0.xml"] = Served(status=304)
    assert check(web, pages=0).outcome == "unexpected_304"
    assert not Snapshot.objects.exists()
    assert problems_of("/0.xml").keys() == {"unexpected_304"}


def test_a_file_with_last_modified_alone_is_asked_for_conditionally() -> None:
    web = web_of(1)
    stamp = {"last-modified": "Sun, 01 Feb 2026 10:00:00 GMT"}
    web.pages[f"{ORIGIN}/0.xml"] = Served(urlset({"/p0": "2026-01-01"}), headers=stamp)
    check(web, pages=0)
    check(web, days=1, pages=0)
    assert web.conditional == [f"{ORIGIN}/0.xml"]
    assert current_entries() == {"/p0": "2026-01-01"}


def test_validators_of_a_read_that_never_came_into_a_snapshot_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that is killed between reading and storing must not make the next one take a 304 for the older entries."""
    web = web_of(1, etag='"v1"')
    check(web, pages=0)
    web.pages[f"{ORIGIN}/0.xml"] = Served(urlset({"/p0": "2026-02-02"}), headers={"etag": '"v2"'})

    class KilledError(BaseException):
        """What no handler of ours may catch."""

    def killed(*_: object, **__: object) -> None:
        raise KilledError

    with monkeypatch.context() as patch:
        patch.setattr("sitemaps_app.pipeline.snapshot.count_snapshot", killed)
        with pytest.raises(KilledError):
            check(web, days=1, pages=0)
    check(web, days=2, pages=0)
    assert current_entries() == {"/p0": "2026-02-02"}


@pytest.mark.parametrize("damage", ["removed", "cut", "emptied of rows"])
def test_a_304_cannot_stand_for_entries_that_are_not_stored_any_more(damage: str) -> None:
    web = web_of(3, etag='"v1"')
    check(web, pages=0)
    snapshot = the_site().current_snapshot
    assert snapshot is not None
    path = snapshot_path(snapshot.path)
    whole = path.read_bytes()
    if damage == "removed":
        path.unlink()
    elif damage == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    else:
        # The footer is right and the pages are not: seen only when the entries are wanted.
        path.write_bytes(whole[:4] + bytes(60) + whole[64:])
    done = check(web, days=1, pages=0)
    assert done.outcome == ("partial" if damage == "emptied of rows" else "ok")
    check(web, days=2, pages=0)
    assert len(current_entries()) == 3


def test_a_host_that_asks_to_wait_for_long_leaves_the_rest_unread_and_first_in_line() -> None:
    web = web_of(3)
    web.pages[f"{ORIGIN}/1.xml"] = "host_asks_to_wait"
    check(web, pages=0)
    row = SitemapFile.objects.get(url=f"{ORIGIN}/1.xml")
    assert (row.failure_code, row.last_read_at) == ("host_asks_to_wait", None)


def test_a_file_that_breaks_off_before_its_first_entry_is_told_as_its_row_says() -> None:
    web = web_of(2)
    web.pages[f"{ORIGIN}/1.xml"] = Served(b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://site.example/cut')
    done = check(web, pages=0)
    row = SitemapFile.objects.get(url=f"{ORIGIN}/1.xml")
    assert (row.outcome, row.kind, row.last_good_at) == ("partial", "urlset", None)
    line = next(line for line in done.account if line["params"].get("url") == row.url)
    assert (line["code"], line["params"]["outcome"], line["params"]["kind"]) == ("file_read", "partial", "urlset")


def test_a_file_costs_few_queries_however_many_there_are() -> None:
    spent = []
    for count in (20, 60):
        web = web_of(count, etag='"v1"')
        SitemapFile.objects.all().delete()
        with CaptureQueriesContext(connection) as queries:
            check(web, days=len(spent), pages=0)
        spent.append(len(queries))
    assert (spent[1] - spent[0]) / 40 <= 4


def test_the_account_names_a_hundred_files_and_counts_the_others() -> None:
    web = web_of(140)
    for n in range(20):
        web.pages[f"{ORIGIN}/{n}.xml"] = Served(status=404)
    done = check(web, pages=0)
    assert told(done).count("file_read") == 100
    assert told(done).count("file_failed") == 20
    assert [line["params"] for line in done.account if line["code"] == "more_files_read"] == [{"good": 21, "failed": 0}]


def test_zero_characters_of_strangers_reach_no_column() -> None:
    web = web_of(1)
    listed = f"{ORIGIN}/p0\nno address \x00 at all\nhttp://\x00/\n".encode()
    web.pages[f"{ORIGIN}/0.xml"] = Served(listed, headers={"etag": '"\x00"', "last-modified": "\x00", "content-type": "text/plain"})
    check(web, pages=0)
    row = SitemapFile.objects.get(url=f"{ORIGIN}/0.xml")
    assert "\x00" not in str([row.etag, row.http_last_modified, row.problems])
    assert (row.etag, row.http_last_modified) == ("", "")
