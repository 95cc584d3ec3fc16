"""Tags of sites."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.models import Site, Tag
from sitemaps_app.pipeline.tags import MAX_NAME, MAX_TAGS, read_tags, set_tags, tag_sites, untag_sites
from tests import factories


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        (" , ;\n", ()),
        ("news", ("news",)),
        ("news, shop", ("news", "shop")),
        ("News,news,NEWS", ("News",)),
        ("新闻，博客、商店；媒体", ("新闻", "博客", "商店", "媒体")),
        ("big   customers\nshop", ("big customers", "shop")),
        ("a\x00b", ("a b",)),
        ("x" * 60, ("x" * 50,)),
    ],
)
def test_tags_are_read_as_people_type_them(text: str, expected: tuple[str, ...]) -> None:
    assert read_tags(text) == expected


@given(st.text())
def test_whatever_is_typed_gives_tags_that_are_read_the_same_again(text: str) -> None:
    names = read_tags(text)
    assert len(names) <= MAX_TAGS
    assert all(0 < len(name) <= MAX_NAME and "\x00" not in name for name in names)
    assert read_tags(", ".join(names)) == names


def names_of(site: Site) -> list[str]:
    return [tag.name for tag in site.tags.all()]


@pytest.mark.django_db
@pytest.mark.postgres
def test_a_site_gets_exactly_the_tags_that_are_set_and_unused_ones_are_forgotten() -> None:
    site = factories.site()
    assert set_tags(site, ["News", "shop"]) is True
    assert set_tags(site, ["shop", "news"]) is False
    assert names_of(site) == ["News", "shop"]
    assert set_tags(site, ["blog"]) is True
    assert names_of(site) == ["blog"]
    assert [tag.name for tag in Tag.objects.all()] == ["blog"]


@pytest.mark.django_db
@pytest.mark.postgres
def test_many_sites_are_tagged_and_untagged_at_once_and_those_that_changed_are_counted() -> None:
    one, two, other = factories.site("https://a.example"), factories.site("https://b.example"), factories.site("https://other.example")
    set_tags(one, ["shop"])
    chosen = Site.objects.exclude(pk=other.pk)
    assert tag_sites(chosen, ["Shop", "news"]) == 2
    assert tag_sites(chosen, ["shop"]) == 0
    assert (names_of(one), names_of(two), names_of(other)) == (["news", "shop"], ["news", "shop"], [])
    assert untag_sites(Site.objects.filter(pk=two.pk), ["NEWS"]) == 1
    assert untag_sites(chosen, ["shop", "news"]) == 2
    assert not Tag.objects.exists()
