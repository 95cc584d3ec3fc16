from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from sitemaps_app.formats.page_nodes import PageAddresses
from tests.formats.page_texts import URL, page, read

CHANGED = "2024-05-03T10:20:30+02:00"
INSTANT = datetime(2024, 5, 3, 8, 20, 30, tzinfo=UTC)
OTHER = "2023-01-01T00:00:00Z"
SITE = "https://site.example"


def modified(*values, url=URL, more=""):
    head = "".join(f'<script type="application/ld+json">{json.dumps(value)}</script>' for value in values)
    chosen = read(page(head=head + more), url=url).date_modified
    return chosen.value if chosen else None


OWN = {"@type": "Article", "dateModified": CHANGED}
TEASER = {"@type": "Article", "dateModified": OTHER, "headline": "Lilies"}


@pytest.mark.parametrize(
    "own",
    [
        {"url": URL},
        {"url": "/garden/roses"},
        {"url": URL.upper().replace("HTTPS://SITE.EXAMPLE/GARDEN/ROSES", "HTTPS://SITE.EXAMPLE/garden/roses")},
        {"url": URL + "?utm_source=letter&gclid=1"},
        {"url": URL + "/index.html"},
        {"mainEntityOfPage": URL},
        {"mainEntityOfPage": {"@type": "WebPage", "@id": URL}},
        {"mainEntityOfPage": {"@type": "WebPage", "url": URL}},
        {"mainEntityOfPage": [{"@id": URL}]},
        {"@id": URL + "#article"},
        {"id": URL + "#article", "type": "Article"},
        {"isPartOf": {"@id": URL}},
    ],
)
def test_whatever_way_an_article_names_the_page_it_wins_over_one_that_names_none(own):
    assert modified([TEASER, OWN | own]) == INSTANT


def test_tracking_parameters_and_escapes_of_the_asked_address_do_not_make_another_page_of_it():
    asked = SITE + "/caf%C3%A9?utm_medium=mail&id=3"

    assert modified(OWN | {"url": SITE + "/café?id=3"}, url=asked) == INSTANT
    assert modified(OWN | {"url": SITE + "/café?id=4"}, url=asked) is None


@pytest.mark.parametrize(
    "said",
    [
        {"isPartOf": {"@type": "Blog", "@id": SITE + "/blog/"}},
        {"isPartOf": {"@type": "WebSite", "@id": SITE + "/#website"}},
        {"mainEntityOfPage": SITE},
        {"mainEntityOfPage": {"@id": "https://google.com/article"}},
        {"mainEntityOfPage": True},
        {"mainEntityOfPage": {"@id": SITE + "/#webpage"}},
        {"url": ""},
        {"url": "urn:uuid:1"},
        {"@id": "#a1"},
        {"@id": SITE + "/#/schema/article/7"},
        {"@id": SITE + "/api/articles/7"},
        {"url": "http://[broken"},
    ],
)
def test_what_says_nothing_of_the_page_costs_the_only_article_nothing(said):
    assert modified(OWN | said) == INSTANT


@pytest.mark.parametrize(
    "said",
    [
        {"url": SITE + "/garden/lilies"},
        {"mainEntityOfPage": SITE + "/garden/lilies"},
        {"url": SITE + "/garden/lilies", "isPartOf": {"@id": URL}},
    ],
)
def test_an_article_of_another_page_is_not_this_one(said):
    assert modified(OWN | said) is None


def test_an_article_with_a_foreign_identity_comes_after_the_page_that_is_named():
    web_page = {"@type": "WebPage", "@id": URL, "dateModified": CHANGED}

    assert modified({"@graph": [TEASER | {"@id": SITE + "/garden/lilies"}, web_page]}) == INSTANT


def test_the_main_entity_of_a_named_page_is_named_with_it():
    page_of = {"@type": "WebPage", "url": URL, "mainEntity": OWN}
    page_of_other = {"@type": "WebPage", "url": SITE + "/garden/lilies", "mainEntity": TEASER}

    assert modified([TEASER, page_of]) == INSTANT
    assert modified(page_of_other) is None


def test_one_of_several_main_entities_is_a_part_of_the_page():
    question = {"@type": "Question", "dateModified": OTHER}

    assert modified({"@type": "QAPage", "mainEntity": question | {"dateModified": CHANGED}}) == INSTANT
    assert modified({"@type": "FAQPage", "dateModified": CHANGED, "mainEntity": [question, question]}) == INSTANT
    assert modified({"@type": "FAQPage", "mainEntity": [question, question]}) is None
    assert modified({"@type": "FAQPage", "mainEntity": [question]}) is None


@pytest.mark.parametrize("name", ["itemListElement", "comment", "hasPart", "isRelatedTo", "subjectOf", "review"])
def test_things_that_a_flat_graph_names_as_parts_are_no_candidates(name):
    graph = [{"@type": "WebPage", "@id": URL, name: [{"@id": "#x"}]}, TEASER | {"@id": "#x"}]

    assert modified({"@graph": graph}) is None


def test_the_page_in_its_own_breadcrumb_is_still_the_page():
    crumbs = {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "item": {"@id": URL}}]}

    assert modified({"@graph": [crumbs, OWN | {"@id": URL}]}) == INSTANT


@pytest.mark.parametrize(
    "kind",
    ["Event", "MusicEvent", "Review", "Comment", "BreadcrumbList", "WebSite", "Organization", "ListItem", "Person", "Offer", "ClaimReview"],
)
def test_things_that_are_never_a_page_give_no_date_even_where_they_name_it(kind):
    assert modified({"@type": kind, "url": URL, "dateModified": OTHER}) is None


@pytest.mark.parametrize("kind", ["Blog", "VideoObject", "ImageObject", "PublicationIssue"])
def test_things_that_stand_on_many_pages_count_only_where_they_name_this_one(kind):
    assert modified({"@type": kind, "dateModified": OTHER}) is None
    assert modified({"@type": kind, "url": URL, "dateModified": CHANGED}) == INSTANT


def test_a_page_node_that_names_the_page_wins_over_another_thing_that_names_none():
    product = {"@type": "Product", "dateModified": OTHER}

    assert modified([product, {"@type": "WebPage", "url": URL, "dateModified": CHANGED}]) == INSTANT


def test_two_articles_that_name_no_page_are_believed_after_a_page_node_and_a_meta_element():
    rival = OWN | {"dateModified": "2023-06-01"}
    meta = f'<meta property="article:modified_time" content="{CHANGED}">'

    assert modified([TEASER, rival, {"@type": "WebPage", "url": URL, "dateModified": CHANGED}]) == INSTANT
    assert modified([TEASER, rival], more=meta) == INSTANT
    assert modified([TEASER, rival]) == datetime(2023, 1, 1, tzinfo=UTC)


def test_articles_that_repeat_one_date_do_not_compete():
    assert modified(OWN, OWN | {"headline": "Roses"}) == INSTANT


def test_several_articles_that_name_no_page_are_a_list_of_posts():
    assert modified([TEASER | {"dateModified": f"2023-0{month}-01"} for month in (1, 2, 3)]) is None


def test_a_list_of_posts_in_microdata_gives_no_date():
    post = '<article itemscope itemtype="https://schema.org/Article"><h1>Post</h1><p>{0}</p><time itemprop="{1}" datetime="2024-0{0}-01">.</time></article>'
    for name in ("dateModified", "datePublished"):
        reading = read(page("".join(post.format(month, name) for month in (1, 2, 3))))

        assert (reading.date_modified, reading.date_published) == (None, None)


@pytest.mark.parametrize(
    "around",
    ['<aside class="x">', '<div class="related">', '<section id="comments">', '<div class="post-card"><h3><a href="/x">X</a></h3>'],
)
def test_things_of_microdata_within_foreign_places_are_not_the_page(around):
    thing = '<div itemscope itemtype="https://schema.org/Article"><time itemprop="dateModified" datetime="2023-01-01">.</time></div>'

    assert read(page(f"<main><h1>Roses</h1><p>Cut them back.</p></main>{around}{thing}")).date_modified is None


def test_addresses_are_compared_without_what_does_not_tell_pages_apart():
    addresses = PageAddresses(("https://www.site.example/a/?b=1#c", ""))

    assert addresses.are("http://site.example/a?b=1")
    assert addresses.are("https://mirror.example/a/index.html?b=1&fbclid=2")
    assert not addresses.are("https://www.site.example/a")
    assert not addresses.are("https://www.site.example/")
    assert PageAddresses(("https://www.site.example",)).are("https://site.example/")
    assert not PageAddresses(("https://www.site.example",)).are("https://other.example/")
