from __future__ import annotations

import codecs
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.charsets import Decoded, http_charset, to_utf8


def pieces_of(body: bytes, size: int) -> Iterator[bytes]:
    return (body[start : start + size] for start in range(0, len(body), size))


def decoded(body: bytes, *, charset: str = "", size: int = 10_000) -> tuple[str, Decoded]:
    facts = Decoded()
    return b"".join(to_utf8(pieces_of(body, size), facts, charset=charset)).decode(), facts


def declared(encoding: str, text: str = "Zürich 東京") -> str:
    return f'<?xml version="1.0" encoding="{encoding}"?><loc>{text}</loc>'


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"), (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"), (codecs.BOM_UTF8, "utf-8"),
    ],
)  # fmt: skip
def test_a_byte_order_mark_is_believed_and_dropped(mark: bytes, codec: str) -> None:
    text = "<loc>Zürich 東京</loc>"
    assert decoded(mark + text.encode(codec), charset="iso-8859-1") == (text, Decoded("iso-8859-1", codec))


def test_utf_16_is_seen_without_a_mark() -> None:
    assert decoded("<a>ü</a>".encode("utf-16-le"))[0] == "<a>ü</a>"


@pytest.mark.parametrize(
    "encoding", ["gb2312", "GBK", "big5", "shift_jis", "euc-kr", "windows-1251", "iso-8859-2", "koi8-r", "iso-2022-jp"]
)
def test_a_true_declaration_is_followed(encoding: str) -> None:
    letters = {"gb2312": "新闻", "GBK": "新闻", "big5": "新聞", "shift_jis": "ニュース", "euc-kr": "뉴스", "iso-2022-jp": "東京"}
    text = declared(encoding, letters.get(encoding, "новости" if encoding in {"windows-1251", "koi8-r"} else "žluťoučký"))
    content, facts = decoded(text.encode(encoding))
    assert content == text
    assert not facts.mismatch


@pytest.mark.parametrize("codec", ["cp037", "cp273", "cp500", "cp1140"])
def test_files_of_mainframes_are_told_by_their_first_tag(codec: str) -> None:
    text = f'<?xml version="1.0" encoding="{codec}"?><urlset><url><loc>https://site.example/é!</loc></url></urlset>'
    out, facts = decoded(text.encode(codec))
    assert (out, facts.encoding, facts.mismatch) == (text, codec, False)


def test_a_file_of_a_mainframe_with_a_wrong_label_is_still_read() -> None:
    assert decoded("<urlset><loc>a</loc></urlset>".encode("cp037"), charset="utf-8")[0] == "<urlset><loc>a</loc></urlset>"


def test_a_declared_letter_of_two_bytes_is_not_taken_for_utf_8() -> None:
    body = declared("gbk", "茅").encode("gbk")
    assert "é" in body.decode(), "these bytes are valid in both"
    assert decoded(body)[0] == declared("gbk", "茅")


@pytest.mark.parametrize("label", ["utf-16", "iso-8859-1", "windows-1252", "no-such-charset", "ascii", "hex"])
def test_utf_8_under_a_wrong_label_is_read_as_utf_8_and_told(label: str) -> None:
    content, facts = decoded(declared(label).encode())
    assert content == declared(label)
    assert (facts.encoding, facts.mismatch) == ("utf-8", True)


def test_the_declaration_wins_over_the_header() -> None:
    assert decoded(declared("utf-8").encode(), charset="iso-8859-1") == (declared("utf-8"), Decoded("utf-8", "utf-8"))
    assert decoded(declared("iso-8859-1", "é").encode("latin-1"), charset="utf-8")[0] == declared("iso-8859-1", "é")


def test_the_header_counts_where_nothing_is_declared() -> None:
    assert decoded("<loc>новости</loc>".encode("cp1251"), charset="windows-1251")[0] == "<loc>новости</loc>"


def test_bytes_that_are_no_utf_8_are_read_as_windows_1252() -> None:
    content, facts = decoded(declared("utf-8", "Zürich").encode("cp1252"))
    assert content == declared("utf-8", "Zürich")
    assert (facts.encoding, facts.mismatch) == ("cp1252", True)


def test_one_wrong_byte_does_not_spoil_the_right_letters() -> None:
    content, facts = decoded("東京 Z".encode() + b"\xfc" + b"rich")
    assert content == "東京 Zürich"
    assert (facts.encoding, facts.replaced) == ("utf-8", True)


def test_half_a_letter_at_the_end_is_dropped() -> None:
    assert decoded("abc東".encode()[:-1]) == ("abc", Decoded())


@given(st.text(st.characters(codec="utf-8"), max_size=80), st.integers(1, 7))
def test_letters_may_be_split_between_pieces(text: str, size: int) -> None:
    assert decoded(("<a>" + text).encode(), size=size)[0] == "<a>" + text


@given(
    st.binary(max_size=200), st.sampled_from(["", "utf-8", "gbk", "iso-2022-jp", "utf-16", "utf-7", "punycode", "\x00"]), st.integers(1, 90)
)
def test_any_bytes_under_any_label_become_valid_utf_8(body: bytes, charset: str, size: int) -> None:
    for start in (b"", codecs.BOM_UTF16_LE, b'<?xml version="1.0" encoding="big5"?>'):
        decoded(start + body, charset=charset, size=size)


def test_the_charset_of_a_header_is_found_in_any_spelling() -> None:
    assert http_charset({"content-type": 'text/xml; Charset="UTF-8"'}) == "UTF-8"
    assert http_charset({"content-type": "text/xml"}) == http_charset({}) == ""
