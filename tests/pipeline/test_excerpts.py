"""The lines of a file that its problems point to."""

from __future__ import annotations

import gzip

from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.pipeline.excerpts import WIDTH, Wanted, excerpts, harmless

LINES = b"one\ntwo\nthree\nfour\nfive\n"


def shown(body: bytes, *wanted: Wanted, headers=None, last_line: int = 1_000_000) -> list[list[tuple[int, str, bool]]]:
    found = excerpts(body, wanted, headers=headers or {}, last_line=last_line)
    return [[(line.line, line.text, line.wanted) for line in found[one]] for one in wanted if one in found]


def test_a_line_stands_between_its_neighbours() -> None:
    assert shown(LINES, Wanted(3)) == [[(2, "two", False), (3, "three", True), (4, "four", False)]]


def test_the_first_and_the_last_line_have_one_neighbour() -> None:
    assert shown(b"one\ntwo", Wanted(1), Wanted(2)) == [[(1, "one", True), (2, "two", False)], [(1, "one", False), (2, "two", True)]]


def test_lines_end_as_the_reader_counts_them() -> None:
    assert [line[1] for line in shown(b"one\r\ntwo\rthree\nfour", Wanted(2))[0]] == ["one", "two", "three"]


def test_a_packed_file_in_another_encoding_is_shown_as_it_reads() -> None:
    body = gzip.compress('<?xml version="1.0" encoding="utf-16"?>\n<urlset>\n<loc>https://site.example/ä</loc>'.encode("utf-16"))
    assert shown(body, Wanted(3))[0][1] == (3, "<loc>https://site.example/ä</loc>", True)


def test_a_line_that_the_file_does_not_have_is_left_out() -> None:
    assert shown(LINES, Wanted(900)) == [[]]
    assert shown(LINES, Wanted(4), last_line=3) == []


def test_a_long_line_is_shown_around_what_matters_in_it() -> None:
    body = b"<urlset>" + b"<url/>" * 10_000 + b"<lastmod>yesterday</lastmod>" + b"<url/>" * 10_000
    (lines,) = shown(body, Wanted(1, "yesterday"))
    assert "<lastmod>yesterday</lastmod>" in lines[0][1]
    assert lines[0][1].startswith("…")
    assert lines[0][1].endswith("…")
    assert len(lines[0][1]) <= WIDTH + 2


def test_an_address_is_found_in_its_written_form() -> None:
    body = b"x" * 5_000 + b"<loc>https://site.example/?a=1&amp;b=2</loc>" + b"x" * 5_000
    assert "?a=1&amp;b=2</loc>" in shown(body, Wanted(1, "https://site.example/?a=1&b=2"))[0][0][1]


def test_what_is_in_no_place_of_a_long_line_shows_its_beginning() -> None:
    (lines,) = shown(b"begin" + b"x" * 10_000, Wanted(1, "not there"))
    assert lines[0][1].startswith("beginxxx")
    assert len(lines[0][1]) == WIDTH


def test_a_text_that_a_reader_would_not_see_is_marked() -> None:
    assert harmless("a\x00b\u202ec\ud800d") == "a\ufffdb\ufffdc\ufffdd"
    assert harmless("tab\tand\nline, 中文") == "tab\tand\nline, 中文"


@given(body=st.binary(max_size=3_000), line=st.integers(-5, 40), needle=st.text(max_size=5))
def test_no_bytes_break_an_excerpt(body: bytes, line: int, needle: str) -> None:
    for lines in excerpts(body, [Wanted(line, needle)], headers={}, last_line=1_000).values():
        for one in lines:
            assert len(one.text) <= WIDTH + 2
            one.text.encode("utf-8")
            assert "\x00" not in one.text


@given(texts=st.lists(st.text(alphabet="abc<>& ", max_size=20), min_size=1, max_size=30), ends=st.sampled_from([b"\n", b"\r\n", b"\r"]))
def test_every_line_of_a_plain_file_is_found(texts: list[str], ends: bytes) -> None:
    body = b"#" + ends.join(text.encode() for text in texts)
    texts[0] = "#" + texts[0]
    for number, text in enumerate(texts, start=1):
        ((shown_line,),) = [[line for line in lines if line[2]] for lines in shown(body, Wanted(number))]
        assert shown_line == (number, text, True)
