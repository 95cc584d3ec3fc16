"""Visits: what was fetched and why, what could not be compared, and which signals are believed."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories

FAILING = [
    {"code": "validators_always_304", "state": "failing", "hits": 4, "trials": 20},
    {"code": "page_content", "state": "passed", "hits": 1, "trials": 20},
    {"code": "http_last_modified", "state": "untested", "hits": 0, "trials": 2},
]


@pytest.fixture
def site():
    site = factories.site()
    page = factories.page(site)
    outcomes = ["ok"] * 5 + ["page_is_challenge"] * 2 + ["http_503", "page_noindex_switched", "not_modified"]
    for hours, outcome in enumerate(outcomes):
        at = factories.NOW.replace(hour=hours)
        factories.visit(page, at=at, outcome=outcome, comparable=outcome not in {"page_is_challenge", "http_503"})
    return site


def test_visits_that_cannot_be_compared_are_counted_by_reason_with_what_it_means(viewer, site) -> None:
    answer = viewer.get(reverse("site_visits", args=[site.pk]))
    reasons = {row.code: (row.count, row.share) for row in answer.context["reasons"]}
    assert reasons == {"page_is_challenge": ("2", "20 %"), "http_503": ("1", "10 %"), "page_noindex_switched": ("1", "10 %")}
    page = answer.content.decode()
    assert "The server asks for a proof of being human" in page
    assert "None of them ever counts as a change." in page


def test_a_reason_leads_to_its_visits(viewer, site) -> None:
    row = viewer.get(reverse("site_visits", args=[site.pk])).context["reasons"][0]
    answer = viewer.get(row.url)
    assert answer.context["page"].paginator.count == 2
    assert {shown.visit.outcome for shown in answer.context["rows"]} == {row.code}
    assert "No visit ended so." in viewer.get(reverse("site_visits", args=[site.pk]), {"outcome": "x\x00y"}).content.decode()


@pytest.mark.parametrize(
    ("differs", "said"), [(False, "read again: the same"), (True, "read again: differs"), (None, "read again: failed")]
)
def test_a_visit_that_was_read_again_says_what_came_of_it(viewer, differs: bool | None, said: str) -> None:
    site = factories.site()
    factories.second_read(factories.visit(factories.page(site)), differs=differs, reasons="drawn suspected")
    row = viewer.get(reverse("site_visits", args=[site.pk])).context["rows"][0]
    assert (row.again, row.again_reason) == (said, "Drawn at random, To confirm a change")


def test_the_tests_of_the_signals_are_told_with_the_failing_ones_first(viewer, site) -> None:
    factories.assessment(site, signals=FAILING)
    answer = viewer.get(reverse("site_visits", args=[site.pk]))
    assert [(row.code, row.tone, row.seen) for row in answer.context["signals"]] == [
        ("validators_always_304", "warning", "against it: 4 of 20"),
        ("page_content", "ok", "against it: 1 of 20"),
        ("http_last_modified", "none", "against it: 0 of 2"),
    ]
    page = answer.content.decode()
    assert "Its 304 is not taken as unchanged any more" in page
    assert "Of 20 pages drawn at random and read twice within minutes, 1 would have counted as changed: 1–21 % (95 %)." in page


def test_the_page_of_the_site_names_only_the_signals_that_fail(viewer, site) -> None:
    factories.assessment(site, signals=FAILING)
    page = viewer.get(site.get_absolute_url()).content.decode()
    assert "Signals that are not believed" in page
    assert "304 only for pages that stayed the same" in page
    assert "Last-Modified header of pages" not in page
    factories.assessment(site, at=factories.NOW.replace(hour=23), signals=FAILING[1:])
    assert "Signals that are not believed" not in viewer.get(site.get_absolute_url()).content.decode()


def test_a_site_without_a_judgement_has_no_tests(viewer) -> None:
    answer = viewer.get(reverse("site_visits", args=[factories.site().pk]))
    assert (answer.context["signals"], answer.context["reasons"]) == ([], [])
    assert "No page has been visited yet." in answer.content.decode()


def test_the_number_of_queries_does_not_grow_with_the_visits(viewer, site, django_assert_max_num_queries) -> None:
    for number in range(30):
        visit = factories.visit(factories.page(site))
        if number % 2:
            factories.second_read(visit)
    with django_assert_max_num_queries(16):
        viewer.get(reverse("site_visits", args=[site.pk]))
