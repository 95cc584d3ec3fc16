from __future__ import annotations

import json

import pytest

from sitemaps_app.formats.comparing import compare
from tests.formats.page_texts import ARTICLE, page, read

PRODUCT = {
    "@context": "https://schema.org", "@type": "Product", "name": "Rose shears", "sku": "RS-7",
    "offers": {"@type": "Offer", "price": "24.90", "priceCurrency": "EUR", "availability": "https://schema.org/InStock", "priceValidUntil": "2024-07-01"},
    "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.4, "reviewCount": 89},
}  # fmt: skip


def with_json(value, marks=""):
    return read(
        page(f"<main>{ARTICLE}</main>{marks}", head=f'<title>Shop</title><script type="application/ld+json">{json.dumps(value)}</script>')
    )


def difference(old, new):
    return compare(with_json(old).blocks, with_json(new).blocks)


def offer(**values):
    return {**PRODUCT, "offers": {**PRODUCT["offers"], **values}}


@pytest.mark.parametrize(
    "new",
    [offer(price="27.50"), offer(price=27.5), offer(availability="https://schema.org/OutOfStock"), offer(priceCurrency="CHF"), {**PRODUCT, "name": "Hedge shears"}],
)  # fmt: skip
def test_what_only_structured_data_says_of_the_product_is_a_change(new):
    assert difference(PRODUCT, new).changed_in == ("structured",)


@pytest.mark.parametrize(
    "new",
    [
        offer(price=24.9), offer(price="24,90"), offer(availability="http://schema.org/InStock"), offer(priceValidUntil="2024-08-01"),
        {**PRODUCT, "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.5, "reviewCount": 93}},
        {**PRODUCT, "image": ["/shears-a1b2.jpg"], "dateModified": "2024-06-08", "@id": "#x7"},
        dict(reversed(PRODUCT.items())),
        {"@context": "https://schema.org", "@graph": [PRODUCT, {"@type": "Organization", "name": "Garden", "telephone": "12 34"}]},
        {**PRODUCT, "review": {"@type": "Review", "name": "Sharp"}, "isRelatedTo": {"@type": "Product", "name": "Gloves"}},
    ],
)  # fmt: skip
def test_forms_counts_and_other_things_are_no_change(new):
    assert not difference(PRODUCT, new).changed


def test_markup_that_comes_or_goes_is_no_change_of_facts():
    assert not difference(PRODUCT, {"@type": "Product"}).changed
    assert not difference({"@type": "Product", "name": "Rose shears"}, PRODUCT).changed


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("Event", {"startDate": "2024-06-08T10:00"}, {"startDate": "2024-06-15T10:00"}),
        ("Event", {"eventStatus": "https://schema.org/EventScheduled"}, {"eventStatus": "https://schema.org/EventCancelled"}),
        ("Recipe", {"recipeIngredient": ["200 g flour", "2 eggs"]}, {"recipeIngredient": ["250 g flour", "2 eggs"]}),
        ("JobPosting", {"title": "Gardener", "baseSalary": {"value": {"minValue": 30000}}}, {"title": "Gardener", "baseSalary": {"value": {"minValue": 32000}}}),
        ("FAQPage", {"mainEntity": {"@type": "Question", "name": "When?", "acceptedAnswer": {"@type": "Answer", "text": "In March."}}}, {"mainEntity": {"@type": "Question", "name": "When?", "acceptedAnswer": {"@type": "Answer", "text": "In April."}}}),
        ("Article", {"headline": "Pruning roses"}, {"headline": "Pruning roses and vines"}),
    ],
)  # fmt: skip
def test_facts_of_other_subjects_count_too(kind, old, new):
    assert difference({"@type": kind, **old}, {"@type": kind, **new}).changed_in == ("structured",)


@pytest.mark.parametrize(
    "marks",
    [
        '<meta property="product:price:amount" content="{}">',
        '<div itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="{}"></div>',
    ],
)
def test_prices_in_attributes_count(marks):
    old, new = (with_json({}, marks.format(price)) for price in ("24.90", "27.50"))

    assert compare(old.blocks, new.blocks).changed_in == ("structured",)


def test_broken_and_hostile_structured_data_states_nothing():
    head = (
        '<script type="application/ld+json">{"offers": ' + "[" * 100_000 + '</script><script type="application/ld+json">{"price"</script>'
    )

    assert [block for block in read(page(head=head)).blocks if block.kind == "structured"] == []


def test_the_number_of_statements_is_bounded():
    many = [{"@type": "Product", "name": f"tool {number}"} for number in range(3_000)]

    assert sum(1 for block in with_json(many).blocks if block.kind == "structured") == 500
