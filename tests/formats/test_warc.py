from __future__ import annotations

import gzip
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemaps_app.formats.warc import WarcLimits, read_archive
from sitemaps_app.formats.warc_index import parse_warc_date, plain_digest
from tests.formats.archives import ArchiveMaker, digest_of

SITE = "https://site.example"
MAY1, MAY1_LATER, MAY9 = "2024-05-01T08:00:00Z", "2024-05-01T08:10:00Z", "2024-05-09T08:00:00Z"


def at(text):
    return datetime.fromisoformat(text)


def codes(archive):
    return [problem.code for problem in archive.problems]


def test_the_latest_answer_at_or_before_a_time_is_found(tmp_path):
    maker = ArchiveMaker().page(f"{SITE}/a", MAY1, b"<p>old</p>").page(f"{SITE}/a", MAY9, b"<p>new</p>")
    archive = read_archive([maker.save(tmp_path / "a.warc.gz")])

    assert archive.lookup(f"{SITE}/a", at("2024-04-30T00:00:00Z")) is None
    assert archive.lookup(f"{SITE}/a", at(MAY1)).body == b"<p>old</p>"
    assert archive.lookup(f"{SITE}/a", at("2024-05-08T00:00:00Z")).at == at(MAY1)
    assert archive.lookup(f"{SITE}/a", at("2024-06-01T00:00:00Z")).body == b"<p>new</p>"
    assert archive.lookup(f"{SITE}/b", at(MAY9)) is None
    assert codes(archive) == []


@pytest.mark.parametrize("url", ["https://SITE.example:443/a#top", "http://site.example/a", "https://site.example/a/"])
def test_an_address_is_found_in_other_spellings(tmp_path, url):
    archive = read_archive([ArchiveMaker().page(f"{SITE}/a", MAY1).save(tmp_path / "a.warc.gz")])

    assert archive.lookup(url, at(MAY9)).url == f"{SITE}/a"


def test_status_headers_and_encodings_of_an_answer_come_back(tmp_path):
    packed = gzip.compress(b"<p>Text</p>")
    chunked = b"%x\r\n" % len(packed) + packed + b"\r\n0\r\n\r\n"
    headers = [("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked"), ("X-One", "1"), ("X-One", "2")]
    maker = ArchiveMaker().page(f"{SITE}/a", MAY1, chunked, headers=headers).page(f"{SITE}/b", MAY1, b"gone", status="410 Gone")
    archive = read_archive([maker.save(tmp_path / "a.warc.gz")])

    answer = archive.lookup(f"{SITE}/a", at(MAY1))
    assert (answer.status, answer.body, answer.headers["x-one"]) == (200, b"<p>Text</p>", "1, 2")
    assert archive.lookup(f"{SITE}/b", at(MAY1)).status == 410


def test_a_revisit_answers_with_the_body_it_repeats_and_its_own_time(tmp_path):
    maker = (
        ArchiveMaker().page(f"{SITE}/a", MAY1, b"<p>same</p>").revisit(f"{SITE}/a", MAY1_LATER, MAY1).revisit(f"{SITE}/a", MAY9, MAY1_LATER)
    )
    archive = read_archive([maker.save(tmp_path / "a.warc.gz")])

    answer = archive.lookup(f"{SITE}/a", at(MAY9))
    assert (answer.at, answer.status, answer.body) == (at(MAY9), 200, b"<p>same</p>")


def test_a_revisit_is_resolved_by_digest_and_across_files(tmp_path):
    first = ArchiveMaker().page(f"{SITE}/a", MAY1, b"<p>same</p>").save(tmp_path / "one.warc.gz")
    digest = digest_of(b"<p>same</p>")
    second = ArchiveMaker().repeat_by_digest(f"{SITE}/b", MAY9, digest).save(tmp_path / "two.warc.gz")

    assert read_archive([second, first]).lookup(f"{SITE}/b", at(MAY9)).body == b"<p>same</p>"


def test_a_revisit_of_something_that_is_not_there_is_left_out_and_told(tmp_path):
    archive = read_archive([ArchiveMaker().revisit(f"{SITE}/a", MAY9, MAY1).save(tmp_path / "a.warc.gz")])

    assert len(archive) == 0
    assert codes(archive) == ["archive_revisit_unresolved"]


@pytest.mark.parametrize("packed", [True, False])
def test_requests_are_no_answers_and_plain_files_are_read_too(tmp_path, packed):
    maker = ArchiveMaker(packed=packed).request(f"{SITE}/a", MAY1).page(f"{SITE}/a", MAY1)
    archive = read_archive([maker.save(tmp_path / "a.warc")])

    assert len(archive) == 1
    assert b"Text of a page" in archive.lookup(f"{SITE}/a", at(MAY1)).body
    assert codes(archive) == []


def test_a_file_packed_as_one_stream_is_read(tmp_path):
    maker = ArchiveMaker(packed=False).page(f"{SITE}/a", MAY1).page(f"{SITE}/b", MAY1, b"<p>second</p>")
    archive = read_archive([maker.save_as_one_stream(tmp_path / "a.warc.gz")])

    assert archive.lookup(f"{SITE}/b", at(MAY1)).body == b"<p>second</p>"


@pytest.mark.parametrize("packed", [True, False])
def test_a_truncated_file_keeps_its_whole_records_and_tells(tmp_path, packed):
    maker = ArchiveMaker(packed=packed).page(f"{SITE}/a", MAY1, b"<p>whole</p>").page(f"{SITE}/b", MAY1, bytes(range(256)) * 200)
    path = maker.save(tmp_path / "a.warc.gz")
    path.write_bytes(path.read_bytes()[:-200])
    archive = read_archive([path])

    assert archive.lookup(f"{SITE}/a", at(MAY1)).body == b"<p>whole</p>"
    assert archive.lookup(f"{SITE}/b", at(MAY1)) is None
    assert "archive_damaged" in codes(archive)


def test_records_after_a_damaged_place_are_read(tmp_path):
    maker = ArchiveMaker().page(f"{SITE}/a", MAY1)
    start = len(maker.written)
    maker.page(f"{SITE}/b", MAY1)
    end = len(maker.written)
    maker.page(f"{SITE}/c", MAY1, b"<p>third</p>")
    spoiled = bytearray(maker.written)
    spoiled[start + 20 : end - 20] = b"\x00" * (end - start - 40)
    path = tmp_path / "a.warc.gz"
    path.write_bytes(bytes(spoiled))
    archive = read_archive([path])

    assert archive.lookup(f"{SITE}/a", at(MAY1)) is not None
    assert archive.lookup(f"{SITE}/c", at(MAY1)).body == b"<p>third</p>"
    assert "archive_damaged" in codes(archive)


def test_a_missing_file_is_told(tmp_path):
    assert codes(read_archive([tmp_path / "none.warc.gz"])) == ["archive_unreadable"]


def test_a_body_over_the_limit_is_cut_and_marked(tmp_path):
    path = ArchiveMaker().page(f"{SITE}/a", MAY1, b"x" * 5_000).save(tmp_path / "a.warc.gz")
    answer = read_archive([path], limits=WarcLimits(max_body_bytes=1_000)).lookup(f"{SITE}/a", at(MAY1))

    assert (len(answer.body), answer.truncated) == (1_000, True)


def test_a_pause_begins_a_new_moment(tmp_path):
    maker = ArchiveMaker().page(f"{SITE}/a", MAY1).page(f"{SITE}/b", MAY1_LATER).page(f"{SITE}/c", MAY9)
    moments = read_archive([maker.save(tmp_path / "a.warc.gz")]).moments()

    assert [(moment.start, moment.end, moment.responses) for moment in moments] == [(at(MAY1), at(MAY1_LATER), 2), (at(MAY9), at(MAY9), 1)]


def test_a_crawl_that_begins_again_after_minutes_is_a_new_moment_from_its_robots_txt_on(tmp_path):
    maker = ArchiveMaker()
    for minute in (0, 5):
        maker.page(f"{SITE}/robots.txt", f"2024-05-01T08:0{minute}:00Z", b"User-agent: *", kind="text/plain")
        maker.page(f"{SITE}/a", f"2024-05-01T08:0{minute}:02Z").page(f"{SITE}/b", f"2024-05-01T08:0{minute}:04Z")
    moments = read_archive([maker.save(tmp_path / "a.warc.gz")]).moments()

    assert [moment.responses for moment in moments] == [3, 3]
    assert moments[1].start == at("2024-05-01T08:05:00Z")


def test_scripts_that_a_browser_fetches_for_every_page_do_not_split_a_moment(tmp_path):
    maker = ArchiveMaker()
    for minute in range(8):
        maker.page(f"{SITE}/{minute}", f"2024-05-01T08:0{minute}:00Z").page(
            f"{SITE}/x.js", f"2024-05-01T08:0{minute}:01Z", kind="text/javascript"
        )

    assert len(read_archive([maker.save(tmp_path / "a.warc.gz")]).moments()) == 1


def test_origins_with_a_sitemap_or_robots_txt_are_sites(tmp_path):
    maker = (
        ArchiveMaker().page(f"{SITE}/a", MAY1).page(f"{SITE}/robots.txt", MAY1, b"", kind="text/plain").page("https://cdn.example/x", MAY1)
    )
    archive = read_archive([maker.save(tmp_path / "a.warc.gz")])

    assert archive.sites() == (SITE,)
    assert archive.origins() == ("https://cdn.example", SITE)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-05-01T08:00:00Z", datetime(2024, 5, 1, 8, tzinfo=UTC)),
        ("2024-05-01T08:00:00.123456Z", datetime(2024, 5, 1, 8, 0, 0, 123456, tzinfo=UTC)),
        ("20240501080000", datetime(2024, 5, 1, 8, tzinfo=UTC)),
        ("yesterday", None),
        ("", None),
    ],
)
def test_dates_of_records_are_read(text, moment):
    assert parse_warc_date(text) == moment


def test_digests_in_both_spellings_are_the_same():
    assert plain_digest("sha1:NL5FNVKO3VKLZE5K5557SBDEDL3IJIFG") == plain_digest("sha1:6AFA56D54EDD54BC93AAEF7BF904641AF684A0A6".lower())


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(spoil=st.lists(st.tuples(st.integers(0, 2_000), st.binary(min_size=1, max_size=6)), max_size=4), cut=st.integers(0, 2_000))
def test_no_damage_raises(tmp_path, spoil, cut):
    data = bytearray(ArchiveMaker().page(f"{SITE}/a", MAY1).page(f"{SITE}/b", MAY9).revisit(f"{SITE}/a", MAY9, MAY1).written)
    for place, garbage in spoil:
        data[place % len(data) : place % len(data) + len(garbage)] = garbage
    path = tmp_path / "spoiled.warc.gz"
    path.write_bytes(bytes(data[: len(data) - cut % len(data)]))
    archive = read_archive([path])

    assert len(archive) <= 3
    archive.lookup(f"{SITE}/a", at(MAY9))
