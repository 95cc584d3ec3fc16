from __future__ import annotations

from scoring.assessment import FailureMode
from tests.scoring.builders import comparisons, daily, dates, evidence, snapshot
from tests.scoring.faults.cases import HONEST, faults_of, modes_of


def test_pages_that_change_while_no_date_moves_are_frozen() -> None:
    found = faults_of(evidence(daily(None, *[0] * 5), comparisons(0, 0, 12, 12, day=4)))

    assert list(found) == [FailureMode.FROZEN]
    assert found[FailureMode.FROZEN].decides
    assert found[FailureMode.FROZEN].reason == "frozen"


def test_a_site_where_hardly_anything_moves_while_most_pages_change_is_frozen_too() -> None:
    found = faults_of(evidence(daily(None, *[0, 1, 0, 0, 0, 0]), comparisons(1, 0, 300, 100, day=6)))

    assert found[FailureMode.FROZEN].reason == "nearly_frozen"


def test_what_page_comparison_invents_freezes_nothing() -> None:
    assert modes_of(evidence(daily(None, *[0] * 30), comparisons(0, 0, 6, 394, day=20))) == []
    assert modes_of(evidence(daily(None, *[0] * 30), comparisons(0, 0, 2, 3, day=20))) == []
    assert modes_of(evidence(daily(None, *[0] * 30), comparisons(0, 0, 0, 400, day=20))) == []


def test_dates_that_stand_at_the_publication_of_edited_pages_are_named_on_the_first_day() -> None:
    first = tuple(dates(lastmod=300 + i, modified=10 + i, published=300 + i) for i in range(12))
    found = faults_of(evidence((snapshot(0),), (), first), 1)

    assert list(found) == [FailureMode.PUBLISH_DATE_ONLY]
    assert found[FailureMode.PUBLISH_DATE_ONLY].params == {"missed": 12, "edited": 12}
    assert not found[FailureMode.PUBLISH_DATE_ONLY].decides


def test_dates_of_publication_on_pages_that_change_silently_are_named_without_dates_of_modification() -> None:
    published = tuple(dates(lastmod=300 + i, modified=None, published=300.2 + i) for i in range(20))
    frozen, honest = comparisons(0, 0, 30, 200, day=4), comparisons(50, 0, 0, 500, day=4)
    found = faults_of(evidence(daily(None, *[0] * 5), frozen, published))

    assert list(found) == [FailureMode.FROZEN, FailureMode.PUBLISH_DATE_ONLY]
    assert found[FailureMode.PUBLISH_DATE_ONLY].reason == "published_dates_stand"
    assert modes_of(evidence(daily(None, *[8] * 5), honest, published)) == [], "most pages of honest sites are never edited"
    elsewhere = tuple(dates(lastmod=200 + i, modified=None, published=300 + i) for i in range(20))
    assert modes_of(evidence(daily(None, *[0] * 5), frozen, elsewhere)) == [FailureMode.FROZEN]


def test_pages_never_edited_since_their_publication_accuse_nobody() -> None:
    unedited = tuple(dates(lastmod=300 + i, modified=300 + i, published=300 + i) for i in range(12))
    edited = tuple(dates(lastmod=10 + i, modified=10 + i, published=300 + i) for i in range(12))

    assert modes_of(evidence((snapshot(0),), (), unedited), 1) == []
    assert modes_of(evidence((snapshot(0),), (), edited), 1) == []


def test_right_moves_that_miss_half_of_the_changes_show_silent_changes() -> None:
    found = faults_of(evidence(daily(None, *[5] * 10), comparisons(60, 2, 60, 1_080, day=9)))

    assert list(found) == [FailureMode.SILENT_CHANGES]
    assert not found[FailureMode.SILENT_CHANGES].decides
    assert found[FailureMode.SILENT_CHANGES].params["unmoved_changed"] == 60


def test_moves_that_are_mostly_wrong_are_not_called_silent_changes() -> None:
    noisy = evidence(daily(None, *[30] * 10), comparisons(20, 100, 60, 500, day=9))

    assert FailureMode.SILENT_CHANGES not in modes_of(noisy)
    assert modes_of(HONEST) == []


def test_three_silent_changes_of_an_otherwise_honest_site_are_not_clearly_many() -> None:
    assert modes_of(evidence(daily(None, *[8] * 20), comparisons(50, 0, 3, 500, day=20.5))) == []
