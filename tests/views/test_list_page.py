"""Pages of the list, one after the other."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from datetime import timedelta

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.models import Site
from sitemaps_app.views.presenters.list_page import list_page, ordered, read_place
from sitemaps_app.views.presenters.list_query import SORTS, ListQuery
from tests import factories

ORDERS = [*SORTS, *(f"-{name}" for name in SORTS)]
pytestmark = pytest.mark.postgres


def seven_sites() -> None:
    """Sites with equal values, and with none."""
    for number, trust in enumerate((0.9, None, 0.3, 0.9, 0.1, None, 0.3)):
        site = factories.site(f"https://s{number}.example", next_check_at=factories.NOW + timedelta(hours=number // 3) if number else None)
        if number != 5:
            verdict = "trusted" if trust == 0.9 else "untrusted" if trust else "insufficient"
            factories.assessment(site, trust=trust, verdict=verdict, at=factories.NOW - timedelta(days=number // 2))
            if number % 2:
                factories.snapshot(site, entries=100 + number // 3, with_lastmod=50)


def walk(query: ListQuery, way: str, *, start: str = "", rows: int = 2) -> list[list[str]]:
    pages, given_ = [], {way: start} if start else {}
    while True:
        page = list_page(Site.objects.for_rows(), query, given_, rows=rows)
        pages.append([site.origin for site in page.sites])
        word = getattr(page, way)
        if not word:
            return pages
        given_ = {way: word}
        assert len(pages) < 20


@pytest.mark.parametrize("sort", ORDERS)
def test_a_walk_forward_meets_every_site_once_and_the_walk_back_the_same_pages(sort: str) -> None:
    seven_sites()
    query = ListQuery.read(QueryDict(f"sort={sort}"))
    expected = [site.origin for site in ordered(Site.objects.for_rows(), query)]
    forward = walk(query, "after")
    assert [origin for page in forward for origin in page] == expected
    assert [len(page) for page in forward] == [2, 2, 2, 1]
    last = list_page(Site.objects.for_rows(), query, {"after": _word_after(query, rows=6)}, rows=1)
    assert [origin for page in walk(query, "before", start=last.before)[::-1] for origin in page] == expected[:-1]


def _word_after(query: ListQuery, *, rows: int) -> str:
    return list_page(Site.objects.for_rows(), query, {}, rows=rows).after


def test_sites_that_come_and_go_before_the_page_move_nothing() -> None:
    seven_sites()
    query = ListQuery.read(QueryDict("sort=-trust"))
    word = _word_after(query, rows=3)
    before = [site.origin for site in list_page(Site.objects.for_rows(), query, {"after": word}, rows=3).sites]
    factories.assessment(factories.site("https://new.example"), trust=0.99)
    Site.objects.get(origin="https://s3.example").delete()
    assert [site.origin for site in list_page(Site.objects.for_rows(), query, {"after": word}, rows=3).sites] == before


def test_a_page_that_is_gone_gives_the_first_one() -> None:
    seven_sites()
    query = ListQuery()
    word = _word_after(query, rows=6)
    Site.objects.filter(origin="https://s6.example").delete()
    page = list_page(Site.objects.for_rows(), query, {"after": word}, rows=6)
    assert (page.sites[0].origin, page.before) == ("https://s0.example", "")


def word(*parts: object) -> str:
    return urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("sort", "bad"),
    [
        ("trust", ""),
        ("trust", "%%%"),
        ("trust", "ä"),
        ("trust", word("trust")),
        ("trust", word("-trust", 0.5, "https://a.example")),
        ("trust", word("trust", "0.5", "https://a.example")),
        ("trust", word("trust", True, "https://a.example")),
        ("trust", word("trust", float("nan"), "https://a.example")),
        ("trust", word("trust", float("inf"), "https://a.example")),
        ("trust", word("trust", 0.5, 7)),
        ("entries", word("entries", 10**30, "https://a.example")),
        ("last", word("last", "2026-13-01T00:00:00Z", "https://a.example")),
        ("last", word("last", "2026-12-01T00:00:00", "https://a.example")),
        ("last", word("last", 5, "https://a.example")),
        ("site", word("", None, "https://a.example")),
        ("site", "A" * 5_000),
        ("site", urlsafe_b64encode(b"[" * 90_000).decode()),
    ],
)
def test_a_word_that_is_no_place_of_this_order_is_passed_over(sort: str, bad: str) -> None:
    assert read_place(ListQuery(sort=sort), bad) is None
    assert list_page(Site.objects.for_rows(), ListQuery(sort=sort), {"after": bad, "before": bad}).sites == ()


@given(st.text())
def test_no_word_raises(text: str) -> None:
    for sort in SORTS:
        read_place(ListQuery(sort=sort), text)
