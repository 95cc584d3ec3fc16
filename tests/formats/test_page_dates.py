from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitemaps_app.formats.lastmod import Precision, Zone
from tests.formats.page_texts import ARTICLE, NOW, URL, page, read

CHANGED = "2024-05-03T10:20:30+02:00"
INSTANT = datetime(2024, 5, 3, 8, 20, 30, tzinfo=UTC)
OTHER = "2023-01-01T00:00:00Z"


def script(value, kind="application/ld+json"):
    text = value if isinstance(value, str) else json.dumps(value)
    return f'<script type="{kind}">{text}</script>'


def dates(head="", inside=ARTICLE, now=NOW):
    return read(page(inside, head=head), now=now)


def modified(head="", inside=ARTICLE):
    chosen = dates(head, inside).date_modified
    return chosen.value if chosen else None


def codes(reading):
    return {problem.code for problem in reading.problems}


@pytest.mark.parametrize(
    "value",
    [
        {"@type": "Article", "dateModified": CHANGED},
        {"@context": "https://schema.org", "@type": ["Thing", "NewsArticle"], "dateModified": CHANGED},
        {"@graph": [{"@type": "WebSite", "dateModified": OTHER}, {"@type": "BlogPosting", "dateModified": CHANGED}]},
        {"@graph": {"@type": "TechArticle", "dateModified": CHANGED}},
        [{"@type": "BreadcrumbList"}, {"@type": "Report", "dateModified": CHANGED}],
        {"@type": "WebPage", "dateModified": OTHER, "mainEntity": {"@type": "Article", "dateModified": CHANGED}},
        {"@type": "schema:Article", "schema:dateModified": CHANGED},
        {"@type": "https://schema.org/Article", "dateModified": {"@type": "xsd:dateTime", "@value": CHANGED}},
        {"@type": "Article", "dateModified": [OTHER, CHANGED]},
        {"@type": "Product", "dateModified": CHANGED},
        {"@type": "WebPage", "dateModified": CHANGED},
        {"@type": "Article", "dateModified": CHANGED, "comment": {"@type": "Article", "dateModified": "2024-05-30"}},
        {"@type": "Article", "dateModified": CHANGED, "author": {"@type": "Person", "dateModified": "2024-05-30"}},
    ],
)
def test_the_date_of_the_node_that_describes_the_document_is_found(value):
    reading = dates(script(value))

    assert reading.date_modified.value == INSTANT
    assert reading.date_modified.source == "json-ld"
    assert reading.date_modified.precision == Precision.SECOND
    assert reading.date_modified.zone == Zone.EXPLICIT


@pytest.mark.parametrize(
    "value",
    [
        {"@type": "Organization", "dateModified": OTHER},
        {"@type": "WebSite", "dateModified": OTHER},
        {"@type": "Article", "url": "https://site.example/other-page", "dateModified": OTHER},
        {"@type": "Article", "url": "https://site.example/", "dateModified": OTHER},
        {"@type": "ItemList", "itemListElement": [{"@type": "Article", "dateModified": OTHER}]},
        {"@type": "Blog", "blogPost": [{"@type": "BlogPosting", "dateModified": OTHER}]},
        {"@type": "Article", "datePublished": OTHER},
    ],
)
def test_things_that_are_not_the_page_give_no_date(value):
    assert dates(script(value)).date_modified is None


def test_the_node_that_names_the_page_wins_over_one_that_names_none():
    teaser = {"@type": "Article", "dateModified": OTHER}
    own = {"@type": "Article", "mainEntityOfPage": {"@id": URL + "/#page"}, "dateModified": CHANGED}

    assert modified(script([teaser, own])) == INSTANT


def test_a_mirror_that_names_the_original_host_is_still_the_page():
    assert modified(script({"@type": "Article", "url": "http://old.example.org/garden/roses/", "dateModified": CHANGED})) == INSTANT


@pytest.mark.parametrize(
    "text",
    [
        '{"@type":"Article","dateModified":"' + CHANGED + '"};',
        '<!-- {"@type":"Article","dateModified":"' + CHANGED + '"} -->',
        '//<![CDATA[\n{"@type":"Article","dateModified":"' + CHANGED + '"}\n//]]>',
        '{"@type":"Article","description":"two\nlines\tand \x0b more","dateModified":"' + CHANGED + '"}',
        '{"@type":"Article","dateModified":"' + CHANGED + '",}',
        '{/* who */"@type":"Article", // what\n"dateModified":"' + CHANGED + '"}',
        '{"@type":"WebSite"}{"@type":"Article","dateModified":"' + CHANGED + '"}',
        '{"@type":"Article","headline":"He said "no"","dateModified":"' + CHANGED + '"}',
    ],
)
def test_broken_scripts_are_repaired_where_that_is_safe(text):
    assert modified(script(text)) == INSTANT


def test_a_broken_script_about_several_things_is_not_guessed_at():
    text = '{"@type":"Article","headline":"a "b"","dateModified":"' + CHANGED + '","comment":[{"dateModified":"' + OTHER + '"}]}'
    reading = dates(script(text))

    assert reading.date_modified is None
    assert "jsonld_invalid" in codes(reading)


def test_deep_nesting_costs_only_the_script_it_is_in():
    reading = dates(script("[" * 50_000 + "]" * 50_000) + script({"@type": "Article", "dateModified": CHANGED}))

    assert reading.date_modified.value == INSTANT
    assert "jsonld_invalid" in codes(reading)


@pytest.mark.parametrize("kind", ["application/ld+json; charset=utf-8", " Application/LD+JSON ", "application/ld+json"])
def test_the_type_of_a_script_may_be_written_in_any_way(kind):
    assert modified(script({"@type": "Article", "dateModified": CHANGED}, kind)) == INSTANT


@pytest.mark.parametrize(
    ("head", "source"),
    [
        (f'<meta property="article:modified_time" content="{CHANGED}">', "article:modified_time"),
        (f"<META NAME='Article:Modified_Time' CONTENT='{CHANGED}'>", "article:modified_time"),
        (f'<meta property="og:updated_time" content="{CHANGED}">', "og:updated_time"),
        (f'<meta name="DCTERMS.modified" content="{CHANGED}">', "dcterms.modified"),
    ],
)
def test_meta_elements_are_read_by_name_or_property(head, source):
    reading = dates(head)

    assert reading.date_modified.value == INSTANT
    assert reading.date_modified.source == source


MICRODATA = f"""
<article itemscope itemtype="https://schema.org/BlogPosting">
  <link itemprop="mainEntityOfPage" href="{URL}">{ARTICLE}
  <time itemprop="dateModified" datetime="{CHANGED}">3 May</time>
  <meta itemprop="datePublished" content="2024-04-01">
  <div itemprop="comment" itemscope itemtype="https://schema.org/Comment"><time itemprop="dateModified" datetime="2024-05-30">.</time></div>
</article>"""
RDFA = f"""
<article vocab="https://schema.org/" typeof="Article">{ARTICLE}
  <meta property="dateModified" content="{CHANGED}"><span property="comment" typeof="Comment"><b property="dateModified">2024-05-30</b></span>
</article>"""


@pytest.mark.parametrize(("inside", "source"), [(MICRODATA, "microdata"), (RDFA, "rdfa")])
def test_marked_up_dates_are_read_without_those_of_comments(inside, source):
    reading = dates(inside=inside)

    assert reading.date_modified.value == INSTANT
    assert reading.date_modified.source == source


@pytest.mark.parametrize(
    ("inside", "found"),
    [
        (f'<p>Updated <time datetime="{CHANGED}">3 May</time></p>', True),
        (f'<time class="updated" datetime="{CHANGED}">3 May</time>', True),
        (f'<time datetime="{CHANGED}">3 May</time>', False),
        (f'<div class="comment">Edited <time datetime="{CHANGED}">3 May</time></div>', False),
    ],
)
def test_a_time_element_counts_only_where_it_says_that_it_is_the_change(inside, found):
    assert (modified(inside=ARTICLE + inside) == INSTANT) is found


def test_structured_data_is_believed_before_meta_elements():
    reading = dates(f'<meta property="article:modified_time" content="{OTHER}">' + script({"@type": "Article", "dateModified": CHANGED}))

    assert reading.date_modified.value == INSTANT
    assert [candidate.raw for candidate in reading.candidates] == [CHANGED, OTHER]
    assert "page_dates_conflict" in codes(reading)


def test_the_publication_date_stands_apart():
    reading = dates(script({"@type": "Article", "datePublished": "2024-04-01", "dateModified": CHANGED}))

    assert reading.date_published.value == datetime(2024, 4, 1, tzinfo=UTC)
    assert reading.date_published.precision == Precision.DAY


def test_a_text_for_people_is_told_and_not_guessed_and_the_next_source_counts():
    head = script({"@type": "Article", "dateModified": "am dritten Mai"}) + f'<meta property="article:modified_time" content="{CHANGED}">'
    reading = dates(head)

    assert reading.date_modified.value == INSTANT
    assert "page_date_invalid" in codes(reading)


def test_a_date_in_the_future_is_kept_as_a_candidate_only():
    reading = dates(script({"@type": "Article", "dateModified": "2031-01-01T00:00:00Z"}))

    assert reading.date_modified is None
    assert reading.candidates[0].value == datetime(2031, 1, 1, tzinfo=UTC)
    assert "page_date_future" in codes(reading)


def test_a_change_date_that_is_the_time_of_the_request_is_told():
    moment = {"@type": "Article", "dateModified": NOW.isoformat()}

    assert "page_date_is_request_time" in codes(dates(script(moment)))


@pytest.mark.parametrize(
    ("modified", "published", "told"),
    [
        (CHANGED, "2024-05-20T00:00:00Z", True),
        ("2024-05-03T10:00:00Z", "2024-05-03T10:00:01Z", True),
        ("2024-05-03", "2024-05-03T10:00:00Z", False),
        ("2024-05-03", "2024-05-05", True),
        ("2024-05-03", "2024-05-03", False),
    ],
)
def test_a_change_before_the_publication_is_told_as_far_as_days_can_tell(modified, published, told):
    reading = dates(script({"@type": "Article", "datePublished": published, "dateModified": modified}))

    assert ("modified_before_published" in codes(reading)) is told


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from([CHANGED, URL, "Article"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["@type", "@graph", "@id", "url", "dateModified", "mainEntity", "comment", "@value"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@settings(max_examples=120, deadline=None)
@given(ANY_JSON)
def test_no_shape_of_json_raises(value):
    reading = dates(script(value))

    assert reading.comparable
    assert reading.date_modified is None or reading.date_modified.value <= NOW
