from __future__ import annotations

import logging
import random
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from sitemaps_app.formats import page_structured
from sitemaps_app.formats.lastmod import Precision
from sitemaps_app.formats.page_html import PageLimits
from sitemaps_app.formats.page_markup import Marks, microdata_nodes, rdfa_nodes
from sitemaps_app.formats.page_structured import read_structured
from tests.formats.page_texts import ARTICLE, URL, page, read, read_inside

CHANGED = "2024-05-03T10:20:30+02:00"
INSTANT = datetime(2024, 5, 3, 8, 20, 30, tzinfo=UTC)
MICRO = f'<article itemscope itemtype="https://schema.org/Article">{ARTICLE}<time itemprop="dateModified" datetime="{CHANGED}">3 May</time>'
RDFA = f'<article vocab="https://schema.org/" typeof="Article">{ARTICLE}<time property="dateModified" datetime="{CHANGED}">3 May</time>'


def structured(inside, broken=(), *, settled=False, thorough=True, head="<title>Roses</title>"):
    tree = LexborHTMLParser(page(inside, head=head).decode())
    return read_structured(Marks(tree, PageLimits()), (URL, URL), list(broken), settled=settled, thorough=thorough)


def codes(answer):
    return [problem.code for problem in answer.problems]


@pytest.fixture
def asked(monkeypatch):
    """The syntaxes that extruct was asked for, in order."""
    syntaxes = []
    full = page_structured.extruct.extract

    def spy(tree, **options):
        syntaxes.extend(options["syntaxes"])
        return full(tree, **options)

    monkeypatch.setattr(page_structured.extruct, "extract", spy)
    return syntaxes


@pytest.mark.parametrize(("inside", "syntax"), [(MICRO, "microdata"), (RDFA, "rdfa")])
def test_plain_markup_is_read_without_the_full_reader_which_would_say_the_same(asked, inside, syntax):
    reading = read_inside(inside)

    assert asked == []
    assert (reading.date_modified.value, reading.date_modified.source) == (INSTANT, syntax)
    assert structured(inside) == structured(inside, thorough=False)
    assert asked == [syntax]


FULL_MICRO = MICRO.replace("itemscope", 'itemscope itemref="x"')
FULL_RDFA = f'<p about="#x"></p>{RDFA}'


@pytest.mark.parametrize(
    ("inside", "syntax"),
    [
        (FULL_MICRO, "microdata"),
        (FULL_RDFA, "rdfa"),
        (f'<div vocab="https://schema.org/"><b property="dateModified">{CHANGED}</b></div>', "rdfa"),
        (f'<div vocab="https://schema.org/" typeof="Article"><p rel="author"><b property="dateModified">{CHANGED}</b></p></div>', "rdfa"),
    ],
)
def test_markup_that_the_walk_does_not_follow_is_given_to_the_full_reader(asked, inside, syntax):
    read_inside(inside)

    assert asked == [syntax]


@pytest.mark.parametrize(
    "inside",
    [
        f"<main>{ARTICLE}</main>",
        f'<article itemscope itemtype="https://schema.org/Article"><b itemprop="name">Roses</b>{ARTICLE}</article>',
        f'<article vocab="https://schema.org/" typeof="Article"><b property="name">Roses</b>{ARTICLE}</article>',
        f'<article>{ARTICLE}<b itemprop="dateModified">2024-05-03</b></article>',
    ],
)
def test_a_page_whose_markup_names_no_date_is_not_given_to_the_full_reader(asked, inside):
    read(page(inside, head=f'<meta property="article:modified_time" content="{CHANGED}"><meta property="og:title" content="x">'))

    assert asked == []


def test_a_date_in_sound_json_ld_settles_it_and_the_walk_adds_the_other_candidates(asked):
    head = f'<script type="application/ld+json">{{"@type":"Article","dateModified":"{CHANGED}"}}</script>'
    reading = read(page(MICRO.replace("2024-05-03T10", "2024-05-01T10"), head=head))

    assert asked == []
    assert [candidate.source for candidate in reading.candidates] == ["json-ld", "microdata"]
    assert reading.date_modified.source == "json-ld"


def test_a_json_ld_date_that_is_none_settles_nothing(asked):
    head = '<script type="application/ld+json">{"@type":"Article","dateModified":"yesterday"}</script>'

    assert read(page(FULL_MICRO, head=head)).date_modified.source == "microdata"
    assert asked == ["microdata"]


def test_json_ld_that_the_cheap_reader_cannot_repair_is_shown_to_the_full_one_and_told_once(asked):
    head = '<script type="application/ld+json">{"@type":"Article","dateModified":"2024-05-03","comment":[}]}</script>'
    reading = read(page(head=head))

    assert asked == ["json-ld"]
    assert [problem.code for problem in reading.problems] == ["jsonld_invalid"]


@pytest.mark.parametrize(
    ("inside", "precision"),
    [
        ('<time itemprop="dateModified">2024-05-03</time>', Precision.DAY),
        ('<time itemprop="dateModified" content="2024-05-03">3 May</time>', Precision.DAY),
        ('<span itemprop="dateModified" datetime="2024-05-03T10:20Z">3 May</span>', Precision.MINUTE),
        ('<meta itemprop="dateModified" content="2024-05-03T10:20Z">', Precision.MINUTE),
    ],
)
def test_values_of_microdata_are_taken_from_where_authors_write_them(inside, precision):
    reading = read_inside(f'<article itemscope itemtype="https://schema.org/Article">{ARTICLE}{inside}</article>')

    assert reading.date_modified.precision == precision
    assert reading.date_modified.value.date() == INSTANT.date()


@pytest.mark.parametrize(
    "inside",
    [
        '<time property="dateModified" datetime="2024-05-03T10:20Z">3 May</time>',
        '<b property="dateModified" datatype="xsd:dateTime" content="2024-05-03T10:20Z" lang="de de">3 May</b>',
    ],
)
def test_typed_values_of_rdfa_keep_the_text_and_precision_they_were_written_with(inside):
    reading = read_inside(f'<article vocab="https://schema.org/" typeof="Article">{ARTICLE}{inside}</article>')

    assert reading.date_modified.raw == "2024-05-03T10:20Z"
    assert reading.date_modified.precision == Precision.MINUTE


def test_what_only_the_full_reader_understands_is_found():
    elsewhere = '<article itemscope itemtype="https://schema.org/Article" itemref="dates"></article><p id="dates">'

    assert read_inside(f'{ARTICLE}{elsewhere}<b itemprop="dateModified">{CHANGED}</b></p>').date_modified.value == INSTANT
    assert read(page(head=f'<meta property="dcterms:modified" content="{CHANGED}">')).date_modified.source == "rdfa"


@pytest.mark.parametrize("name", ["comment", "hasPart", "itemListElement"])
def test_parts_of_other_things_are_no_dates_of_the_page(name):
    micro = f'<div itemprop="{name}" itemscope itemtype="https://schema.org/Article"><b itemprop="dateModified">2024-05-30</b></div>'
    rdfa = f'<div property="{name}" typeof="Article" resource="#a"><b property="dateModified">2024-05-30</b></div>'

    assert read_inside(f"{MICRO}{micro}</article>").date_modified.value == INSTANT
    assert read_inside(f"{RDFA}{rdfa}</article>").date_modified.value == INSTANT


def test_the_main_entity_of_a_page_is_the_page():
    inside = f'<div itemscope itemtype="https://schema.org/WebPage">{MICRO.replace("itemscope", "itemprop=mainEntity itemscope")}</article></div>'
    graph = f'<div vocab="https://schema.org/" typeof="WebPage"><div property="mainEntity" typeof="Article">{ARTICLE}'

    assert read_inside(inside).date_modified.value == INSTANT
    assert read_inside(f'{graph}<b property="dateModified">{CHANGED}</b></div></div>').date_modified.value == INSTANT


def test_things_that_point_at_each_other_in_rdfa_are_neighbours_and_not_parts():
    comment = '<div property="comment" resource="#c" typeof="Comment"><link property="parentItem" href="#a"></div>'
    inside = RDFA.replace("typeof=", 'resource="#a" typeof=') + comment

    assert read_inside(inside).date_modified.value == INSTANT


def test_the_main_entity_of_a_part_is_a_part():
    inside = f'{RDFA}<div property="comment" typeof="Product"><div property="mainEntity" typeof="Article">'

    assert [node.nested for node in structured(f'{inside}<b property="dateModified">2024-05-30</b></div></div></article>').nodes] == [
        False,
        True,
    ]


def test_things_of_rdfa_stand_in_the_order_of_the_document():
    dates = [f"2024-0{month}-1{day}" for month in (5, 1, 3) for day in (2, 0, 1)]
    inside = "".join(f'<div typeof="schema:Article"><b property="schema:dateModified">{date}</b></div>' for date in dates)

    assert [node.modified for node in structured(inside).nodes] == [(date,) for date in dates]
    assert structured(inside) == structured(inside)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ('<b itemprop="x">y</b>' * 30_000, "elements"),
        ('<b itemprop="x">y</b>' * 500, "marked-up properties"),
        ('<b itemscope itemprop="x"><i itemprop="z">y</i></b>' * 300, "marked-up properties"),
        ("<div>" * 400, "nested"),
        ("<p>" + "x" * 1_000_001, "characters"),
        ('<i itemref="' + "a " * 5_000 + '" itemscope></i>', "marked-up properties"),
        ('<i typeof="' + "a " * 6_000 + '"></i>', "names"),
        ("<i></i>" * 6_000, "elements"),
    ],
)
def test_a_page_that_would_take_the_full_reader_long_is_left_to_the_walk_and_that_is_told(asked, more, told):
    answer = structured(MICRO + more)

    assert asked == []
    assert answer.nodes[0].modified == (CHANGED,)
    assert codes(answer) == ["page_markup_too_complex"]
    assert told in answer.problems[0].detail


@pytest.mark.parametrize(
    "inside",
    [f'{FULL_MICRO}<a itemprop="url" href="http://[broken">x</a></article>', f'{FULL_RDFA}<a href="http://[broken">x</a></article>'],
)
def test_where_the_full_reader_fails_the_walk_answers_and_that_is_told(asked, inside):
    reading = read_inside(inside.replace('itemprop="url"', 'itemprop="image"'))

    assert len(asked) == 1
    assert reading.date_modified.value == INSTANT
    assert [problem.code for problem in reading.problems] == ["page_markup_invalid"]


@pytest.mark.parametrize("inside", [FULL_MICRO, FULL_RDFA])
def test_declarations_nul_and_broken_bytes_do_not_keep_the_full_reader_from_the_date(asked, inside):
    body = b'<?xml version="1.0" encoding="utf-16"?>' + page(f"{inside}\x00\x01\x0b").replace(b"3 May", b"3 \xff\x00\x02May")
    reading = read(body)

    assert len(asked) == 1
    assert reading.date_modified.value == INSTANT
    assert reading.problems == ()


def test_control_characters_in_a_date_are_left_out():
    assert structured(MICRO.replace("2024", "\x0120\x0b24")).nodes[0].modified == (CHANGED,)


def test_nothing_is_logged_of_a_page_full_of_faults(caplog):
    inside = (
        f'{FULL_RDFA}<b property="a:b c" datatype="xsd:integer" content="x" lang="!!" prefix="_: x y: " typeof=":x _:y [z]">x</b></article>'
    )
    with caplog.at_level(logging.DEBUG):
        assert read_inside(inside).date_modified.value == INSTANT

    assert caplog.records == []


# Markup by the book: things in things, each with a few properties, written in both syntaxes.
THINGS = st.recursive(
    st.builds(
        lambda kind, dates: (kind, dates, ()),
        st.sampled_from(["Article", "WebPage", "Product", "Comment", ""]),
        st.lists(st.integers(1, 28), max_size=2),
    ),
    lambda inner: st.tuples(
        st.sampled_from(["Article", "WebPage", "Comment"]),
        st.lists(st.integers(1, 28), max_size=2),
        st.lists(st.tuples(st.sampled_from(["mainEntity", "comment", "hasPart", "author"]), inner), max_size=3),
    ),
    max_leaves=6,
)


def microdata(thing, name=""):
    kind, dates, parts = thing
    typed = f' itemtype="https://schema.org/{kind}"' if kind else ""
    named = f' itemprop="{name}"' if name else ""
    inside = "".join(f'<time itemprop="dateModified" datetime="2024-04-{day:02}">.</time>' for day in dates)
    return f"<div itemscope{typed}{named}>{inside}{''.join(microdata(part, name) for name, part in parts)}<p>Text.</p></div>"


def rdfa(thing, name=""):
    kind, dates, parts = thing
    named = f' property="{name}"' if name else ""
    inside = "".join(f'<time property="dateModified" datetime="2024-04-{day:02}">.</time>' for day in dates)
    return f'<div vocab="https://schema.org/" typeof="{kind or "Thing"}"{named}>{inside}{"".join(rdfa(part, name) for name, part in parts)}</div>'


def flat(nodes):
    """One line a date, as the walk gives a node for each date and the full reader one for each thing."""
    return sorted((node.types, node.nested, raw) for node in nodes for raw in node.modified)


@settings(max_examples=80, deadline=None)
@given(st.lists(THINGS, min_size=1, max_size=3))
def test_the_full_reader_and_the_walk_agree_on_microdata(things):
    inside = "".join(map(microdata, things))

    assert flat(structured(inside).nodes) == flat(microdata_nodes(Marks(LexborHTMLParser(inside), PageLimits())))


@settings(max_examples=60, deadline=None)
@given(st.lists(THINGS, min_size=1, max_size=3))
def test_the_full_reader_and_the_walk_agree_on_rdfa(things):
    inside = "".join(map(rdfa, things))
    walked = set(flat(rdfa_nodes(Marks(LexborHTMLParser(inside), PageLimits()))))

    # A graph holds a value once, however often a thing repeats it.
    assert set(flat(structured(inside).nodes)) == walked


BITS = """
<div <a <time <b <link <meta > > > </div> </a> text itemscope itemprop="dateModified" itemprop="" itemref="a" id="a" vocab="https://schema.org/"
typeof="Article" typeof=":x [y]" property="dateModified" property="schema:dateModified" property="_:a b" prefix="_: x" href="http://[bad" href=""
resource="[_:x]" about="_:" rel="a:b" rev="c" inlist datatype="xsd:dateTime" content="2024-05-03" datetime="2024-13-99" lang="!!" &#1; &#xD800;
<svg> <template> <base xml:lang="de" role="a" <!--x--> <![CDATA[ <table> <script>
""".split()  # noqa: SIM905  a table of words is easier to read so


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(BITS), max_size=30), st.integers(0, 9))
def test_no_markup_raises_and_the_same_page_reads_the_same_twice(bits, seed):
    random.Random(seed).shuffle(bits)
    body = page(MICRO + RDFA + " ".join(bits))

    assert read(body) == read(body)
