from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from sitemaps_app.formats.page_guard import costly, numbers_of_tags

TEMPLATES = "<div><section><ul>" * 5_000


def fault(text, *, max_depth=1_500):
    return costly(text, text.encode(), max_depth=max_depth, max_attributes=2_000)


@pytest.mark.parametrize(
    "text",
    [
        "<div>" * 2_000,
        "<div></x>" * 2_000,
        "<span></div>" * 2_000,
        "<x><div></x>" * 2_000,
        "<div/>" * 2_000,
        "<rt>" * 2_000,
        "<optgroup>" * 2_000,
        "<path>" * 2_000,
        "<!--><div>" + "<div>" * 2_000,
        "<svg><div>" + "<path/>" * 2_000,
        "<svg><script>" + "<g>" * 2_000 + "</script></svg>",
        "</div>" * 3_000 + "<div>" * 2_000,
        "<scripty>" + "<div>" * 2_000 + "</scripty>",
    ],
)
def test_what_the_parser_would_nest_deep_is_told(text):
    assert fault(text).startswith("elements nested")


def test_formatting_that_every_paragraph_opens_again_is_told():
    bombs = "".join(f"<b a={number}>" for number in range(1_000))

    assert fault(f"<p>{bombs}" + "<p>x" * 3_000) == "formatting that is opened again in every paragraph"
    assert fault("</b>" * 2_000 + f"<p>{bombs}" + "<p>x" * 3_000) == "formatting that is opened again in every paragraph"
    assert fault("<p><b>x</b> <i>y</i></p>" * 30_000) == ""


@pytest.mark.parametrize(
    "text",
    [
        "<div><p>x<br><img></div>" * 20_000,
        "<ul>" + "<li><a href='/'><span>x</span></a>" * 20_000 + "</ul>",
        "<table>" + "<tr><td>x<td>y" * 20_000 + "</table>",
        "<select>" + "<option>x" * 20_000 + "</select>",
        f"<script>const a = `{TEMPLATES}`;</script>",
        f"<STYLE>{TEMPLATES}</style>",
        f"<p>x<script>{TEMPLATES}",
        f"<p>x<!-- {TEMPLATES} -->",
        "<svg>" + "<path d='x'/>" * 5_000 + "</svg>",
    ],
)
def test_long_pages_are_not_deep(text):
    assert fault(text) == ""


def depth(text):
    """How deep the parser nests."""
    deepest = 0
    waiting = [(LexborHTMLParser(text).root, 1)]
    while waiting:
        node, level = waiting.pop()
        deepest = max(deepest, level)
        waiting += [(child, level + 1) for child in node.iter()]
    return deepest


BITS = [
    "<div>",
    "</div>",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<a>",
    "</a>",
    "<span>",
    "</span>",
    "<x>",
    "</x>",
    "<div/>",
    "<li>",
    "<ul>",
    "</ul>",
    "<td>",
    "<table>",
    "</table>",
    "<svg>",
    "</svg>",
    "<g>",
    "<g/>",
    "<path/>",
    "<desc>",
    "</desc>",
    "<rt>",
    "<ruby>",
    "<option>",
    "<select>",
    "</select>",
    "<!-->",
    "<!--x-->",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<button>",
    "<form>",
    "</form>",
    "text",
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(BITS), max_size=6), st.integers(20, 40))
def test_no_pattern_that_nests_deep_passes(bits, times):
    text = "".join(bits) * times

    if fault(text, max_depth=10) == "":
        # The walk may be one step behind where elements close each other, never without bound.
        assert depth(text) <= 3 * 10 + len(bits) + 3


@given(st.text(alphabet="</>a\u00fc\u5b57\U0001f600\ud800"))
def test_tags_are_counted_in_the_bytes_as_in_the_text(text):
    assert numbers_of_tags(text.encode("utf-8", "replace")) == (text.count("<"), text.count("<") - text.count("</"))
