"""The evidence, down to one comparison."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories


@pytest.fixture
def site():
    site = factories.site("https://s.example")
    for section in ("a", "b"):
        for moves in (0, 2):
            for changed in (False, True):
                factories.comparison(factories.page(site, section=section), moves=moves, changed=changed)
    factories.comparison(factories.page(site, section="b"), has_lastmod=False, changed=True)
    factories.comparison(factories.page(factories.site()))
    return site


@pytest.mark.parametrize(
    ("asked", "many"),
    [
        ("", 9),
        ("section=a", 4),
        ("moved=yes", 4),
        ("moved=no", 5),
        ("changed=yes", 5),
        ("lastmod=no", 1),
        ("section=b&moved=yes&changed=no", 1),
        ("moved=perhaps", 9),
    ],
)
def test_filters_narrow_the_comparisons_of_this_site(viewer, site, asked: str, many: int) -> None:
    answer = viewer.get(f"{reverse('site_evidence', args=[site.pk])}?{asked}")
    assert answer.context["page"].paginator.count == many
    assert answer.context["sections"] == ["a", "b"]


def test_each_row_says_what_was_found(viewer, site) -> None:
    rows = viewer.get(reverse("site_evidence", args=[site.pk])).context["rows"]
    found = {
        (row.comparison.has_lastmod, row.comparison.moves > 0, row.comparison.changed): (row.finding, row.moves, row.tone) for row in rows
    }
    assert found == {
        (True, True, True): ("told the truth", "moved 2 times", "ok"),
        (True, True, False): ("false alarm", "moved 2 times", "error"),
        (True, False, True): ("silent change", "did not move", "error"),
        (True, False, False): ("rightly quiet", "did not move", "ok"),
        (False, False, True): ("changed, without lastmod", "no lastmod", "none"),
    }


def test_a_comparison_shows_both_visits_with_three_dates_and_the_diff(viewer) -> None:
    site = factories.site("https://s.example")
    one = factories.comparison(factories.page(site), moves=1, changed=True, diff=[["changed", "<i>old</i>", "new"], ["added", "", "more"]])
    answer = viewer.get(reverse("comparison", args=[site.pk, one.pk]))
    card = answer.context["card"]
    assert card.sentence == "lastmod moved, and the page had changed: it told the truth."
    assert [(signal.name, signal.differs) for signal in card.dates] == [
        ("lastmod", True),
        ("http_last_modified", False),
        ("date_modified", False),
    ]
    assert (card.dates[0].earlier, card.dates[0].later) == ("2026-11-01", "2026-11-18")
    page = answer.content.decode()
    assert "<del>&lt;i&gt;old&lt;/i&gt;</del><ins>new</ins>" in page
    assert page.count("<del>") == 1
    assert page.count("<ins>") == 2


def test_a_comparison_of_another_site_is_not_found(viewer) -> None:
    one = factories.comparison(factories.page(factories.site()))
    assert viewer.get(reverse("comparison", args=[factories.site().pk, one.pk])).status_code == 404


def test_an_empty_table_says_why(viewer, site) -> None:
    url = reverse("site_evidence", args=[site.pk])
    assert "No comparison fits this filter." in viewer.get(f"{url}?section=none").content.decode()
    empty = reverse("site_evidence", args=[factories.site().pk])
    assert "No page has been seen twice yet." in viewer.get(empty).content.decode()
