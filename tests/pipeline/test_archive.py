from __future__ import annotations

from datetime import datetime

import pytest

from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline.archive import ArchiveFetcher, open_archive
from tests.formats.archives import ArchiveMaker

SITE = "https://site.example"
FIRST, SECOND = "2024-05-01T08:00:00Z", "2024-05-01T12:00:00Z"


@pytest.fixture
def archive(tmp_path):
    maker = ArchiveMaker().page(f"{SITE}/robots.txt", FIRST, b"User-agent: *", kind="text/plain")
    maker.page(f"{SITE}/a", FIRST).page(f"{SITE}/b", FIRST).page(f"{SITE}/b", SECOND, b"<html><p>Newer</p></html>")
    maker.page(f"{SITE}/old", SECOND, b"", status="301 Moved", headers=[("Location", "/b")])
    maker.page(f"{SITE}/loop", SECOND, b"", status="302 Found", headers=[("Location", "/loop")])
    maker.page(f"{SITE}/gone", SECOND, b"<p>gone</p>", status="404 Not Found")
    maker.save(tmp_path / "crawl.warc.gz")
    return open_archive([tmp_path])


def second(archive):
    return ArchiveFetcher(archive, archive.moments()[1])


def test_a_moment_answers_with_its_own_captures(archive):
    answer = second(archive).fetch(f"{SITE}/b")

    assert isinstance(answer, FetchedResponse)
    assert (answer.status, answer.body, answer.fetched_at) == (200, b"<html><p>Newer</p></html>", datetime.fromisoformat(SECOND))


def test_a_page_of_an_earlier_moment_is_unknown_and_its_robots_txt_still_stands(archive):
    page = second(archive).fetch(f"{SITE}/a")

    assert isinstance(page, FetchFailure)
    assert page.code == "not_in_archive"
    assert second(archive).fetch(f"{SITE}/robots.txt").body == b"User-agent: *"


def test_the_pages_of_a_moment_are_those_captured_with_success(archive):
    assert ArchiveFetcher(archive, archive.moments()[0]).known_pages() == {f"{SITE}/a", f"{SITE}/b"}
    assert second(archive).known_pages() == {f"{SITE}/b"}


def test_redirects_are_followed_inside_the_archive(archive):
    answer = second(archive).fetch(f"{SITE}/old")

    assert (answer.status, answer.final_url, answer.redirects) == (200, f"{SITE}/b", (f"{SITE}/old",))
    assert second(archive).fetch(f"{SITE}/loop").code == "redirect_loop"


def test_an_archived_error_is_an_answer(archive):
    assert second(archive).fetch(f"{SITE}/gone").status == 404


def test_the_fetcher_of_a_moment_is_found_by_its_end(archive):
    assert ArchiveFetcher(archive, archive.moments()[0]).known_pages() == {f"{SITE}/a", f"{SITE}/b"}
