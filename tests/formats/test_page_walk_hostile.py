"""No page, however built, makes the collection of blocks and their comparison do more than a bounded amount of work. Work is counted."""

from __future__ import annotations

import sys
import tracemalloc

import pytest

from sitemaps_app.formats.comparing import MAX_DIFF_LINES, compare, furniture_between, volatile_blocks
from sitemaps_app.formats.page import Block
from sitemaps_app.formats.page_html import PageLimits
from tests.formats.page_texts import page, read

LIMITS = PageLimits()
MOST_CALLS = 1_500_000
"""Calls of our own functions: most of a second."""

HOSTILE = {
    "headings of teasers": "<h3>Read next</h3><ul><li><a href=/a>x</a></li></ul>" * 30_000,
    "teasers behind one heading": "<h3>Read next</h3>" + "<a href=/a>x</a>" * 60_000,
    "nested regions": "<div class=related>" * 1_400 + "x",
    "layers": '<div style="position:fixed">x</div>' * 30_000,
    "advertisements": "<div data-ad=1>x</div>" * 50_000,
    "counters in one line": "<p>" + "<span>1 views</span>" * 80_000,
    "lines of numbers": "<p>1 2 3 4 5 6 7 8 9</p>" * 60_000,
    "ages in cells": "<table>" + "<tr><td>1</td><td>2 days ago</td></tr>" * 40_000,
    "relative links": '<a href="../x?y=1&z=2#q">x</a>' * 60_000,
    "pictures": '<img src="/a?w=1&h=2">' * 80_000,
    "priced options": "<select>" + "<option>1 EUR</option>" * 15_000,
    "links in code": "<pre>" + "<a href=/x>a</a>" * 80_000 + "</pre>",
    "one long word": "<p>" + "0a" * 1_000_000,
    "lines of one word": "".join(f"<p>{'a' * 150} {number}" for number in range(1_000)),
    "lines of bars": "".join(f"<p>{'| ' * 70}a{number}" for number in range(1_000)),
    "lines of digits": "".join(f"<p>{'20' * 70} {number}" for number in range(1_000)),
    "lines of counted words": "".join(f"<p>{'cookie 1' * 18} {number}" for number in range(1_000)),
    "one long line": "<p>" + "cookie 1 day ago, " * 100_000,
    "prices in microdata": "<div itemscope><meta itemprop=price content=1></div>" * 40_000,
    "inline script": "<script>" + "a=1;" * 1_250_000 + "</script>",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_the_work_for_a_hostile_page_is_bounded(name):
    calls = 0

    def count(frame, event, _arg):
        nonlocal calls
        calls += event == "call" and "/formats/" in frame.f_code.co_filename

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        reading = read(page(HOSTILE[name]))
    finally:
        sys.setprofile(before)

    assert calls < MOST_CALLS
    assert len(reading.blocks) <= LIMITS.max_blocks + 600
    assert sum(len(block.text) for block in reading.blocks) < 4 * LIMITS.max_text


def many(word, kind="text"):
    return [Block(f"/{word}/{number}/x" if kind == "link" else f"{word} {number} of all lines", kind, "p") for number in range(4_000)]


@pytest.mark.parametrize("kind", ["text", "link", "cell"])
def test_the_memory_for_comparing_pages_of_many_blocks_is_bounded(kind):
    old, new = many("old", kind), many("new", kind)
    tracemalloc.start()
    try:
        difference = compare(old, new, volatile=volatile_blocks(new, new), furniture=furniture_between([old] * 5, [new] * 5))
        plain = compare(old, new)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert not difference.changed
    assert len(plain.diff) <= MAX_DIFF_LINES
    assert peak < 20_000_000
