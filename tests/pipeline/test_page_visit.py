"""What one visit stores beside the text of the page."""

from __future__ import annotations

import pytest

from sitemaps_app.models import Comparison, Visit
from tests.pipeline.web_of_tests import ORIGIN, MemoryWeb, Served, check, page, site_with

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

A = f"{ORIGIN}/a"


@pytest.fixture
def web() -> MemoryWeb:
    web = MemoryWeb()
    site_with(web, {"/a": "2026-02-01"})
    return web


def with_head(served: Served | str, head: str) -> Served:
    assert isinstance(served, Served)
    return Served(served.body.replace(b"</head>", f"{head}</head>".encode()), headers=served.headers)


def test_a_page_that_is_withdrawn_from_search_engines_or_published_again_has_not_changed(web: MemoryWeb) -> None:
    shown = web.pages[A]
    hidden = with_head(page("Gone", "This text is another one altogether."), '<meta name="robots" content="noindex">')
    for day, served in enumerate((shown, hidden, hidden, shown)):
        web.pages[A] = served
        check(web, days=day)
    assert list(Visit.objects.order_by("at").values_list("outcome", flat=True)) == [
        "ok", "page_noindex_switched", "ok", "page_noindex_switched",
    ]  # fmt: skip
    assert list(Comparison.objects.values_list("changed", flat=True)) == [False], "the two hidden visits are alike"


def test_every_date_that_was_met_is_kept_with_its_source(web: MemoryWeb) -> None:
    dates = '<meta property="article:modified_time" content="2026-02-03T10:00:00Z"><meta property="og:updated_time" content="2026-02-02">'
    web.pages[A] = with_head(web.pages[A], dates)
    check(web)
    visit = Visit.objects.get()
    assert ["article:modified_time", "2026-02-03T10:00:00Z", "2026-02-03T10:00:00+00:00"] in visit.candidates
    assert len(visit.candidates) == 2


def odd_product(text: str) -> Served:
    """A page whose structured data holds characters that no database takes."""
    node = f'{{"@type": "Product", "name": "{text}", "dateModified": "2026-02-03\\u0000\\ud800", "offers": {{"price": "{text}"}}}}'
    return with_head(page("Odd", "What stands here stays."), f'<script type="application/ld+json">{node}</script>')


def test_characters_that_no_database_takes_end_no_check(web: MemoryWeb) -> None:
    for day, text in enumerate(("1\\u0000", "2\\ud800", "3")):
        web.pages[A] = odd_product(text)
        check(web, days=day)
    assert Visit.objects.filter(comparable=True).count() == 3
    stored = str(list(Visit.objects.values("title", "problems", "candidates", "date_modified_raw")))
    stored += str(list(Comparison.objects.values_list("diff", flat=True)))
    assert "\\x00" not in stored
    assert "\\ud800" not in stored
