"""No page, however built, makes the reader of dates do more than a bounded amount of work. Work is counted, as time is not the same twice."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from sitemaps_app.formats import page_dates, page_structured
from sitemaps_app.formats.page_dates import read_page_dates
from sitemaps_app.formats.page_html import PageLimits, decode_page, parse_page
from tests.formats.hostile_pages import HOSTILE
from tests.formats.page_texts import NOW, URL

MOST_CALLS = 300_000
"""Calls of our own functions: about two tenths of a second."""
MOST_PARSED = 3_000
LIMITS = PageLimits()
MOST_MEMORY = 60_000_000


@contextmanager
def counted_calls() -> Iterator[list[int]]:
    """Counts the calls of functions of the page readers while it is open."""
    calls = [0]

    def count(frame, event, _arg):
        if event == "call" and "/formats/page_" in frame.f_code.co_filename:
            calls[0] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(before)


@pytest.mark.parametrize("name", HOSTILE)
def test_the_work_for_a_hostile_page_is_bounded(name, monkeypatch):
    parsed = []
    monkeypatch.setattr(page_structured.extruct, "extract", lambda *_, **__: pytest.fail("a page like this is not for the full reader"))
    parse = page_dates.parse_lastmod
    monkeypatch.setattr(page_dates, "parse_lastmod", lambda raw, **kept: parsed.append(raw) or parse(raw, **kept))
    tree, _ = parse_page(decode_page(HOSTILE[name](), {}), LIMITS)
    if tree is None:
        return
    with counted_calls() as calls:
        read_page_dates(tree, (URL,), now=NOW, limits=LIMITS)

    assert calls[0] < MOST_CALLS
    assert len(parsed) < MOST_PARSED


@pytest.mark.parametrize("name", ["one line of labels", "inline script", "JSON-LD quotes", "JSON-LD commas"])
def test_the_memory_for_a_hostile_page_is_a_multiple_of_its_size(name):
    tree, _ = parse_page(decode_page(HOSTILE[name](), {}), LIMITS)
    tracemalloc.start()
    try:
        read_page_dates(tree, (URL,), now=NOW, limits=LIMITS)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert peak < MOST_MEMORY
