from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.comparing import compare
from tests.formats.page_texts import read

JSON = {"content-type": "application/json"}
PDF = b"%%PDF-1.7\n1 0 obj <</CreationDate (D:20240501120000Z) /ModDate (D:20240501120000Z)>> endobj\nWatering %s\ntrailer <</ID [<a1> <a1>]>>"


def blocks(body, kind):
    return read(body, headers={"content-type": kind}).blocks


def changed(old, new, kind):
    return compare(blocks(old, kind), blocks(new, kind)).changed


@pytest.mark.parametrize("kind", ["application/pdf", "image/png", "application/zip", "application/rss+xml"])
def test_a_file_changes_where_its_bytes_do(kind):
    assert not changed(b"\x89PNG one", b"\x89PNG one", kind)
    assert compare(blocks(b"\x89PNG one", kind), blocks(b"\x89PNG two", kind)).changed_in == ("file",)


def test_a_pdf_made_anew_from_the_same_source_is_the_same():
    anew = (PDF % b"roses").replace(b"20240501120000", b"20240608093000").replace(b"<a1>", b"<f9>")

    assert not changed(PDF % b"roses", anew, "application/pdf")
    assert changed(PDF % b"roses", PDF % b"tulips", "application/pdf")


@pytest.mark.parametrize(
    ("new", "differs"),
    [
        ('{"tools": ["rake", "hoe"], "price": 14.5}', False),
        ('{ "price": 14.5,\n "tools": ["hoe", "rake"] }', False),
        ('{"price": 14.5, "tools": ["rake", "hoe"], "generated_at": "2024-06-08T10:00:00Z"}', False),
        ('{"price": 16.5, "tools": ["rake", "hoe"]}', True),
        ('{"price": 14.5, "tools": ["rake", "hoe"], "stock": 3}', True),
        ('{"price": 14.5, "tools": ["rake"]}', True),
    ],
)
def test_json_is_compared_by_its_values(new, differs):
    assert changed(b'{"price": 14.5, "tools": ["rake", "hoe"]}', new.encode(), "application/json") == differs


def test_values_that_change_places_in_json_are_a_change():
    assert changed(b'{"a": 1, "b": 2}', b'{"a": 2, "b": 1}', "application/json")


def test_plain_text_is_compared_by_its_lines():
    assert not changed(b"Prune in March.\nFeed in June.\n", b"Prune in March.\r\n\r\nFeed  in June.", "text/plain")
    assert not changed(b"Prune in March.\nLast updated: 8 May 2024", b"Prune in March.\nLast updated: 9 June 2024", "text/plain")
    assert changed(b"Prune in March.", b"Prune in April.", "text/plain")


@pytest.mark.parametrize(
    "body", ['{"error": "rate limit exceeded"}', '{"status": 404, "message": "no such thing"}', '{"errors": [{"code": 1}]}']
)
def test_json_that_says_error_and_nothing_else_is_no_version(body):
    assert read(body.encode(), headers=JSON).reason == "page_looks_like_error"


def test_json_with_a_field_of_that_name_is_a_version():
    assert read(b'{"error": null, "roses": ["Gallica"]}', headers=JSON).comparable


def test_json_that_is_too_deep_or_broken_is_compared_as_text():
    assert read(b"[" * 100_000, headers=JSON).comparable
    assert changed(b'{"a": 1', b'{"a": 2', "application/json")


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    )
)
def test_any_json_is_the_same_however_it_is_written(value):
    plain, spaced = json.dumps(value).encode(), json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace")
    if b"?" not in spaced:
        assert not changed(plain, spaced, "application/json")
