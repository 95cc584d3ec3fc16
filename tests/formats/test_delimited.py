"""Tables as people save them."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.delimited import DELIMITERS, ENCODINGS, Reading, guess_reading, header_of, read_rows, refusal_of_bytes


def rows(body: bytes, *, limit: int = 1_000, reading: Reading | None = None) -> list[tuple[int, tuple[str, ...]]]:
    reading = reading or guess_reading(body)
    return [(row.line, row.cells) for row in read_rows(io.BytesIO(body), reading, limit=limit)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030"])
def test_a_chinese_table_is_read_in_the_encodings_in_which_it_is_saved(encoding: str) -> None:
    body = "名称,网址\n新闻网站，每日更新,news.example\n商店,shop.example\n".encode(encoding)
    reading = guess_reading(body)
    assert (reading.delimiter, reading.has_header) == (",", True)
    assert header_of(io.BytesIO(body), reading) == ("名称", "网址")
    assert rows(body)[1] == (3, ("商店", "shop.example"))


def test_a_western_table_without_a_mark_is_read_as_windows_writes_it() -> None:
    body = "Société;Site\nCafé à côté;cafe.example\n".encode("windows-1252")
    assert guess_reading(body) == Reading("windows-1252", ";", has_header=True)
    assert rows(body) == [(2, ("Café à côté", "cafe.example"))]


@pytest.mark.parametrize("delimiter", DELIMITERS)
def test_the_delimiter_is_seen_also_where_others_stand_in_cells(delimiter: str) -> None:
    body = delimiter.join(["name", "address", "remark"]) + "\n"
    body += "\n".join(delimiter.join([f"n{number}", f"s{number}.example", '"a, b; c | d"']) for number in range(5))
    assert guess_reading(body.encode()).delimiter == delimiter


def test_a_list_of_addresses_is_a_table_of_one_column_without_a_header() -> None:
    body = b"a.example\nb.example\r\n\r\nc.example"
    assert guess_reading(body) == Reading("utf-8", ",", has_header=False)
    assert rows(body) == [(1, ("a.example",)), (2, ("b.example",)), (4, ("c.example",))]


def test_a_quoted_cell_may_hold_line_ends_and_the_number_is_that_of_the_first_line() -> None:
    body = b'name,site\n"two\nlines",a.example\nplain,b.example\n'
    assert rows(body) == [(2, ("two\nlines", "a.example")), (4, ("plain", "b.example"))]


def test_rows_beyond_the_limit_are_not_read() -> None:
    assert len(rows(b"a.example\n" * 50, limit=7)) == 7


def test_a_cell_beyond_all_measure_costs_its_row_and_no_other() -> None:
    body = b"a.example,x\n" + b'"' + b"y" * 300_000 + b'",z\nb.example,x\n'
    assert [cells[0] for _line, cells in rows(body)][-1] == "b.example"
    assert all(len(cell) <= 4_096 for _line, cells in rows(body) for cell in cells)


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (b"", "table_empty"),
        (b" \r\n ", "table_empty"),
        (b"PK\x03\x04rest", "table_is_packed"),
        (b"\xd0\xcf\x11\xe0rest", "table_is_packed"),
        (b"\x1f\x8b\x08", "table_is_packed"),
        (b"%PDF-1.7", "table_is_packed"),
        (b"ab\x00cd\x00" + b"d" * 100, "table_not_text"),
        (b"\x00" * 100, "table_not_text"),
        (b"a.example", ""),
        ("a.example\n".encode("utf-16"), ""),
        ("a.example\n".encode("utf-16-le"), ""),
    ],
)
def test_what_is_no_table_is_refused_by_its_first_bytes(head: bytes, code: str) -> None:
    assert refusal_of_bytes(head) == code


@given(st.binary(max_size=2_000))
def test_no_bytes_raise_or_hang(body: bytes) -> None:
    refusal_of_bytes(body)
    for row in rows(body, limit=20):
        assert any(row[1])


@given(st.binary(max_size=500), st.sampled_from(ENCODINGS), st.sampled_from(DELIMITERS), st.booleans())
def test_any_way_of_reading_can_be_chosen_for_any_bytes(body: bytes, encoding: str, delimiter: str, has_header: bool) -> None:
    reading = Reading(encoding, delimiter, has_header)
    header_of(io.BytesIO(body), reading)
    rows(body, reading=reading)


@given(
    st.lists(
        st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\x00\r\n"), min_size=1, max_size=8), min_size=2, max_size=4),
        min_size=1,
        max_size=8,
    )
)
def test_what_a_spreadsheet_quotes_comes_back_as_it_was(table: list[list[str]]) -> None:
    quoted = "\r\n".join(",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in table)
    expected = [tuple(cell.strip().removeprefix("\ufeff") for cell in row) for row in table]
    found = [cells for _line, cells in rows(quoted.encode(), reading=Reading("utf-8", ",", has_header=False))]
    assert found == [cells for cells in (tuple(cell.strip() for cell in row) for row in table) if any(cells)] or found == [
        cells for cells in expected if any(cells)
    ]
