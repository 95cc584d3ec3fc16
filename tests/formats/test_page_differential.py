"""The cheap path against the full reader, on pages of every make: where extruct has a date of change, we have the same one."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.formats.page_texts import ARTICLE, NOW, URL, page, read
from tests.formats.test_page_structured import THINGS, microdata, rdfa
from tests.quality.page_readers import extruct_dates, our_date, verdict

DATES = st.integers(1, 28).map(lambda day: f"2024-04-{day:02}T10:00:00Z")
ADDRESSES = st.sampled_from([URL, URL + "#x", "https://site.example/other", "https://site.example/", "/garden/roses"])
KINDS = st.sampled_from(["Article", "NewsArticle", "WebPage", "Product", "WebSite", "Event", "Comment", ["WebPage", "ItemPage"]])
NODES = st.recursive(
    st.fixed_dictionaries(
        {"@type": KINDS}, optional={"dateModified": DATES, "url": ADDRESSES, "mainEntityOfPage": ADDRESSES, "@id": ADDRESSES}
    ),
    lambda inner: st.builds(
        lambda node, name, part: node | {name: part},
        st.fixed_dictionaries({"@type": KINDS}, optional={"dateModified": DATES, "url": ADDRESSES}),
        st.sampled_from(["mainEntity", "comment", "hasPart", "itemListElement", "@graph", "author"]),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=6,
)
BROKEN = '<script type="application/ld+json">{"a":}</script>'
METAS = st.lists(st.tuples(st.sampled_from(["article:modified_time", "og:updated_time", "og:title"]), DATES), max_size=2)


def agrees(scripts, metas, things, graphs):
    head = "".join(f'<script type="application/ld+json">{json.dumps(script)}</script>' for script in scripts)
    head += "".join(f'<meta property="{name}" content="{raw}">' for name, raw in metas)
    # The full reader knows no `datetime` in RDFa.
    marked_up = "".join(map(microdata, things)) + "".join(map(rdfa, graphs)).replace("datetime=", "content=")
    body = page(f"<main>{ARTICLE}</main>{marked_up}", head=f"<title>Roses</title>{head}")
    ours = our_date(read(body), NOW)
    theirs = extruct_dates(body, (URL,), NOW)
    return verdict(ours, theirs) in {"none", "same"}


@example([], [], [], [("Article", [2], [("mainEntity", ("Article", [1], ()))])])
@settings(max_examples=40, deadline=None)
@given(st.lists(NODES, max_size=2), METAS, st.lists(THINGS, max_size=2), st.lists(THINGS, max_size=1))
@example([{"@type": "Article", "dateModified": "2024-04-03", "url": URL}], [], [("Article", [5], ())], [])
@example([], [("article:modified_time", "2024-04-03")], [("Article", [5], ())], [("Article", [7], ())])
def test_where_the_full_reader_has_a_date_ours_is_the_same(scripts, metas, things, graphs):
    assert agrees(scripts, metas, things, graphs)


@pytest.mark.parametrize(
    ("head", "inside"),
    [
        ('<script type="application/ld+json; charset=utf-8">{"@type":"Article","dateModified":"2024-04-03"}</script>', ARTICLE),
        (
            BROKEN + '<script type="application/ld+json">{"@type":"Article","dateModified":"2024-04-03"}</script>',
            ARTICLE,
        ),
        (
            "",
            f'<div vocab="https://schema.org/" typeof="Article">{ARTICLE}<time property="dateModified" datetime="2024-04-03">.</time></div>',
        ),
        ("<meta name='ARTICLE:MODIFIED_TIME' content='2024-04-03'>", ARTICLE),
        ("", f'<div itemscope itemtype="https://schema.org/Article">{ARTICLE}<time itemprop="dateModified">2024-04-03</time></div>'),
    ],
)
def test_where_the_full_reader_has_none_we_may_still_have_one(head, inside):
    body = page(inside, head=head)

    assert verdict(our_date(read(body), NOW), extruct_dates(body, (URL,), NOW)) == "only ours"
