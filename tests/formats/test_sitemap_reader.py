from __future__ import annotations

import gzip
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.lastmod import LastmodStatus
from sitemaps_app.formats.sitemap import Entry, EntryBatch, Kind, Outcome, SitemapLimits
from sitemaps_app.formats.sitemap_reader import read_sitemap
from tests.formats.sitemap_texts import NAMESPACE, NOW, SITE, block, index, read, urlset


def test_a_clean_urlset_gives_its_entries_in_order_with_their_lines() -> None:
    found = read(urlset(block("a"), block("b", "2025-02-01T10:00:00Z"), block("c", None)))
    assert (found.reading.outcome, found.reading.kind, found.reading.entry_count) == (Outcome.OK, Kind.URLSET, 3)
    assert found.paths == ["a", "b", "c"]
    assert [entry.lastmod.status for entry in found.by_key.values()] == [LastmodStatus.OK, LastmodStatus.OK, LastmodStatus.ABSENT]
    assert [entry.line for entry in found.by_key.values()] == [3, 5, 7]
    assert found.reading.problems == ()


def test_an_empty_urlset_is_a_whole_read_of_nothing() -> None:
    found = read(f'<urlset xmlns="{NAMESPACE}"/>')
    assert (found.reading.outcome, found.reading.entry_count, found.codes) == (Outcome.OK, 0, set())


@pytest.mark.parametrize("body", ["", " \n\t ", "\ufeff\n"])
def test_an_empty_answer_is_a_failure_and_no_empty_sitemap(body: str) -> None:
    found = read(body)
    assert (found.reading.outcome, found.codes) == (Outcome.FAILED, {"empty_response"})


@pytest.mark.parametrize("status", [401, 403, 429])
def test_a_refusal_is_blocked(status: int) -> None:
    found = read(urlset(block("a")), status=status)
    assert (found.reading.outcome, found.codes, found.paths) == (Outcome.BLOCKED, {"fetch_blocked"}, [])
    assert str(status) in found.detail_of("fetch_blocked")


@pytest.mark.parametrize("status", [404, 410, 500, 503, 302])
def test_an_error_is_a_failure_whatever_its_body_says(status: int) -> None:
    found = read(urlset(block("a")), status=status)
    assert (found.reading.outcome, found.codes, found.paths) == (Outcome.FAILED, {"http_error"}, [])


def test_not_modified_is_read_and_unchanged() -> None:
    assert read("", status=304).reading.outcome is Outcome.UNCHANGED


@pytest.mark.parametrize(
    "body",
    [
        "<!doctype html><html><body><a href='/'>home</a></body></html>",
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Not here &nbsp;</p></body></html>',
        "<!-- cache --><!DOCTYPE html><html><pre>&lt;urlset&gt;</pre><urlset>",
        '<?xml version="1.0"?><error><message>building</message></error>',
        "{\"urls\": [1, 2]}",
        "Just words.\nAnd more of them.",
    ],
)  # fmt: skip
def test_what_lists_no_addresses_is_not_a_sitemap(body: str) -> None:
    found = read(body, headers={"content-type": "application/xml"})
    assert (found.reading.outcome, found.codes & {"not_a_sitemap"}, found.paths) == (Outcome.NOT_A_SITEMAP, {"not_a_sitemap"}, [])


def test_the_name_of_a_strange_root_is_told() -> None:
    assert "notice" in read('<?xml version="1.0"?><notice/>').detail_of("not_a_sitemap")


def test_an_index_gives_its_children_with_their_dates() -> None:
    found = read(
        index(
            f"<sitemap><loc>{SITE}/a.xml</loc><lastmod>2025-01-01</lastmod></sitemap>",
            f"<sitemap><loc> {SITE}/b.xml </loc></sitemap>",
            f"<sitemap><loc>{SITE}/a.xml</loc><lastmod>2025-02-01</lastmod></sitemap>",
            "<sitemap><loc>https://SITE.example:443/sitemap.xml</loc></sitemap>",
        )
    )
    assert (found.reading.kind, found.reading.outcome) == (Kind.INDEX, Outcome.OK)
    assert [(child.loc, child.lastmod.raw) for child in found.reading.children] == [(f"{SITE}/a.xml", "2025-02-01"), (f"{SITE}/b.xml", "")]
    assert found.codes == {"duplicate_child", "sitemap_loop"}


def test_blocks_are_what_they_are_whatever_the_root_is_called() -> None:
    child = f"<sitemap><loc>{SITE}/a.xml</loc></sitemap>"
    mixed = read(index(child, block("home")))
    assert (mixed.paths, len(mixed.reading.children), mixed.codes) == (["home"], 1, {"mixed_index"})
    wrong_root = read(urlset(child))
    assert (wrong_root.paths, len(wrong_root.reading.children), wrong_root.reading.kind) == ([], 1, Kind.INDEX)
    assert wrong_root.codes == {"mixed_index"}


def test_two_addresses_in_one_block_are_two_and_never_glued() -> None:
    found = read(index(f"<sitemap><loc>{SITE}/a.xml</loc><loc>{SITE}/b.xml</loc></sitemap><sitemap></sitemap>"))
    assert [child.loc for child in found.reading.children] == [f"{SITE}/a.xml", f"{SITE}/b.xml"]
    assert found.codes == {"duplicate_loc_element", "url_without_loc"}


def test_a_text_file_lists_one_address_a_line() -> None:
    found = read(f"\ufeff{SITE}/a\r\n\r\n  {SITE}/b\nnot one\r{SITE}/c")
    assert (found.reading.kind, found.reading.outcome, found.paths) == (Kind.TEXT, Outcome.OK, ["a", "b", "c"])
    assert found.line_of("url_invalid") == 4


def test_the_last_line_of_a_truncated_text_file_is_dropped() -> None:
    found = read(f"{SITE}/a\n{SITE}/lon", truncated=True)
    assert (found.reading.outcome, found.paths) == (Outcome.PARTIAL, ["a"])


def test_a_packed_file_is_read_by_its_bytes() -> None:
    found = read(gzip.compress(gzip.compress(urlset(block("a")).encode())) + b"tail", url=f"{SITE}/map")
    assert (found.reading.outcome, found.paths) == (Outcome.OK, ["a"])
    assert found.codes == {"double_gzip", "gzip_trailing_bytes"}


def test_a_packed_file_that_breaks_off_is_partial() -> None:
    packed = gzip.compress(urlset(*(block(f"page-{number}", f"2024-01-{number % 28 + 1:02}") for number in range(500))).encode())
    found = read(packed[: len(packed) // 2])
    assert found.reading.outcome is Outcome.PARTIAL
    assert found.paths == [f"page-{number}" for number in range(len(found.paths))]
    assert len(found.paths) > 50
    assert "truncated_response" in found.codes


def test_the_cap_on_bytes_keeps_what_was_read() -> None:
    body = urlset(*(block(f"page-{number}") for number in range(200)))
    found = read(body, limits=SitemapLimits(max_bytes=5_000))
    assert found.reading.outcome is Outcome.PARTIAL
    assert "too_large" in found.codes
    assert 0 < len(found.paths) < 200


def test_more_entries_than_the_protocol_allows_are_read_and_told() -> None:
    found = read(urlset(*(block(f"p{number}") for number in range(30))), limits=SitemapLimits(protocol_entries=20))
    assert (len(found.paths), found.reading.outcome, found.count_of("too_many_urls")) == (30, Outcome.OK, 1)


def test_more_entries_than_will_be_read_make_it_partial() -> None:
    found = read(urlset(*(block(f"p{number}") for number in range(30))), limits=SitemapLimits(max_entries=20))
    assert (len(found.paths), found.reading.outcome) == (20, Outcome.PARTIAL)


def test_html_as_content_type_is_told_where_the_file_is_a_sitemap() -> None:
    assert read(urlset(block("a")), headers={"content-type": "text/html; charset=utf-8"}).codes == {"wrong_content_type"}


def test_an_rss_feed_gives_items_and_not_its_channel() -> None:
    found = read(
        '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>t</title><link>https://site.example/</link>'
        '<atom:link href="https://site.example/feed" rel="self"/>'
        "<item><link>https://site.example/a</link><pubDate>Mon, 03 Mar 2025 10:00:00 +0100</pubDate><guid>https://site.example/?p=1</guid></item>"
        '<item><guid isPermaLink="true">https://site.example/b</guid></item><item><guid isPermaLink="false">77</guid></item>'
        "</channel></rss>"
    )
    assert (found.reading.kind, found.reading.outcome, found.paths) == (Kind.RSS, Outcome.OK, ["a", "b"])
    first = next(iter(found.by_key.values()))
    assert first.lastmod.instant is not None
    assert (first.lastmod.instant.hour, first.lastmod.problem) == (9, "feed_publication_date")
    assert found.codes == {"url_without_loc", "feed_publication_date"}


def test_an_atom_feed_gives_its_entries_with_the_date_of_their_change() -> None:
    found = read(
        '<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://site.example/"/><updated>2025-03-09T00:00:00Z</updated>'
        '<entry><link rel="edit" href="https://site.example/edit"/><link href="https://site.example/a"/>'
        "<published>2025-01-01T00:00:00Z</published><updated>2025-02-02T00:00:00Z</updated></entry></feed>"
    )
    assert (found.reading.kind, found.paths, found.dates) == (Kind.ATOM, ["a"], ["2025-02-02T00:00:00Z"])


def test_a_news_sitemap_is_known_by_its_elements() -> None:
    news = "<news:news><news:publication_date>2020-01-01</news:publication_date><news:title>T</news:title></news:news>"
    attributes = f'xmlns="{NAMESPACE}" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
    found = read(urlset(block("a", None, news), attributes=attributes))
    assert found.reading.is_news
    assert next(iter(found.by_key.values())).lastmod.status is LastmodStatus.ABSENT
    assert not read(urlset(block("a"), attributes=attributes)).reading.is_news


def test_memory_does_not_grow_with_the_file() -> None:
    def peak(count: int) -> int:
        body = urlset(*(block(f"a-page-with-a-longer-name-{number}") for number in range(count))).encode()
        tracemalloc.start()
        read_sitemap(body, url=f"{SITE}/s.xml", site_origin=SITE, now=NOW, sink=lambda _entry: None)
        _, top = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return top

    # What is kept of an entry is the hash of its key: some hundred bytes, less than the entry itself.
    assert (peak(60_000) - peak(20_000)) / 40_000 < 250


WHOLE = urlset(
    block("a?x=1&amp;y=2", "2024-01-02T03:04:05+00:00"),
    block("b", "2024-02-03"),
    "<!-- <url> -->",
    block("c", "2024", "<priority>0.5</priority>"),
).encode()


@given(st.integers(0, len(WHOLE)), st.booleans())
def test_a_file_cut_anywhere_gives_a_prefix_and_never_invents_a_date(cut: int, truncated: bool) -> None:
    whole = read(WHOLE)
    part = read(WHOLE[:cut], truncated=truncated)
    assert list(part.by_key) == list(whole.by_key)[: len(part.by_key)]
    assert part.dates == whole.dates[: len(part.dates)]
    if cut < WHOLE.rindex(b"</urlset>") + len(b"</urlset>"):
        assert part.reading.outcome is not Outcome.OK


@given(st.binary(max_size=120), st.integers(0, len(WHOLE)), st.sampled_from([b"", b"<urlset>", b"\xff\xfe", b"\x1f\x8b\x08", WHOLE]))
def test_no_bytes_anywhere_make_it_raise(noise: bytes, place: int, start: bytes) -> None:
    for body in (start + noise, WHOLE[:place] + noise + WHOLE[place:], WHOLE[:place] + noise):
        reading = read(body).reading
        assert reading.entry_count >= 0


MARKUP = st.lists(
    st.sampled_from(
        ["<url>", "</url>", "<loc>", "</loc>", "<urlset>", "</urlset>", "<![CDATA[", "]]>", "<!--", "-->", "&", "&nbsp;", "&#0;", "<?x", "?>",
         "https://site.example/a", "2024-01-01", "<lastmod>", "</lastmod>", '<a b="', "<sitemap>", "<!DOCTYPE x>", "<x xmlns='y'>", "é", "\x01"]
    ),
    max_size=40,
)  # fmt: skip


@given(MARKUP)
def test_no_order_of_markup_makes_it_raise_or_hang(parts: list[str]) -> None:
    read("".join(parts))
    read(urlset("".join(parts)))


def test_the_sink_gets_entries_while_the_file_is_read() -> None:
    seen: list[Entry] = []

    class StopError(Exception):
        pass

    def sink(batch: EntryBatch) -> None:
        seen.extend(batch)
        raise StopError

    body = urlset(*(block(f"page-{number}") for number in range(60_000))).encode()
    with pytest.raises(StopError):
        read_sitemap(body, url=f"{SITE}/s.xml", site_origin=SITE, now=NOW, sink=sink)
    assert 0 < len(seen) < 30_000


@pytest.mark.parametrize(
    "message",
    [
        "Service temporarily unavailable.\nStatus:\nhttp://site.example/status\n",
        "Sorry, you have been blocked<br>\nhttps://site.example/help\n<p>Ray 123</p>",
        "\n".join(["a line of something else"] * 30 + [f"{SITE}/{number}" for number in range(100)]),
    ],
)
def test_a_message_that_names_an_address_is_no_list_of_addresses(message: str) -> None:
    found = read(message)
    assert (found.reading.outcome, found.paths, found.codes) == (Outcome.NOT_A_SITEMAP, [], {"not_a_sitemap"})


def test_a_list_of_addresses_under_a_title_is_read() -> None:
    found = read(f"Our pages\n{SITE}/a\n{SITE}/b\n")
    assert (found.paths, found.codes, found.line_of("url_invalid")) == (["a", "b"], {"url_invalid"}, 1)


def test_a_file_beyond_the_cap_is_not_called_broken() -> None:
    body = urlset(*(block(f"page-{number}") for number in range(2_000)))
    found = read(body, limits=SitemapLimits(max_bytes=50_000))
    assert (found.reading.outcome, found.codes) == (Outcome.PARTIAL, {"too_large"})
    assert len(found.paths) > 500


def test_two_dates_that_differ_are_told() -> None:
    found = read(
        urlset(block("a", "2025-01-01", "<lastmod>2025-01-02</lastmod>"), block("b", "2025-01-01", "<lastmod> 2025-01-01 </lastmod>"))
    )
    assert (found.dates, found.count_of("duplicate_lastmod_element")) == (["2025-01-01", "2025-01-01"], 1)


def test_signs_that_need_escapes_are_told_and_read() -> None:
    found = read(urlset(block("a b"), block("%zz"), block("日本"), block("c%20d")))
    assert (found.paths, found.codes, found.count_of("url_not_escaped")) == (["a b", "%zz", "日本", "c%20d"], {"url_not_escaped"}, 2)


def test_links_of_an_atom_feed_are_resolved_against_the_base_around_them() -> None:
    entry = '<entry{}><link href="post"/><updated>2025-01-02T00:00:00Z</updated></entry>'
    based = entry.format(' xml:base="2024/"') + entry.format("") + entry.format(' xml:base="https://site.example/news/"')
    feed = f'<feed xmlns="http://www.w3.org/2005/Atom"{{}}>{based}</feed>'
    found = read(feed.format(' xml:base="/blog/"'))
    assert (found.paths, found.codes) == (["blog/2024/post", "blog/post", "news/post"], set())
    assert read(feed.format("")).paths == ["2024/post", "post", "news/post"]


def test_an_rss_item_with_two_links_is_two_entries_and_says_so() -> None:
    found = read(f'<rss version="2.0"><channel><item><link>{SITE}/a</link><link>{SITE}/b</link></item></channel></rss>')
    assert (found.paths, found.codes) == (["a", "b"], {"duplicate_loc_element"})
