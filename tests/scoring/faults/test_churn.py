from __future__ import annotations

from scoring.assessment import FailureMode
from scoring.evidence import Comparison, Evidence
from tests.scoring.builders import comparison, comparisons, daily, evidence
from tests.scoring.faults.cases import faults_of, modes_of

READS = daily(None, *[20] * 10)


def pages(count: int, *, moved: bool, changed: bool = False, around: bool | None, first: int) -> tuple[Comparison, ...]:
    return tuple(comparison(moved=moved, changed=changed, body_changed=around, day=9, page=first + n) for n in range(count))


def site(*, moved_around: bool | None = True, still_around: bool | None = False, right: int = 5) -> Evidence:
    seen = (
        *pages(25, moved=True, around=moved_around, first=100),
        *pages(60, moved=False, around=still_around, first=200),
        *pages(right, moved=True, changed=True, around=True, first=300),
    )
    return evidence(READS, seen)


def test_moves_that_go_with_changes_around_the_content_are_named() -> None:
    found = faults_of(site())

    assert list(found) == [FailureMode.FURNITURE_CHURN]
    assert not found[FailureMode.FURNITURE_CHURN].decides
    assert found[FailureMode.FURNITURE_CHURN].params == {"unchanged": 25, "around": 25, "unmoved": 60, "still": 0}


def test_a_site_whose_every_answer_differs_moves_for_no_such_reason() -> None:
    assert modes_of(site(still_around=True)) == []


def test_stray_moves_with_nothing_changed_around_are_not_called_so() -> None:
    assert modes_of(site(moved_around=False)) == []
    assert modes_of(site(moved_around=None)) == []


def test_a_few_false_moves_of_an_honest_site_are_not_called_so() -> None:
    honest = (*pages(6, moved=True, around=True, first=100), *pages(60, moved=False, around=False, first=200))

    assert modes_of(evidence(READS, (*honest, *comparisons(90, 0, 0, 0, day=9, body_changed=True)))) == []


def test_what_a_stamp_explains_is_not_explained_twice() -> None:
    all_move = daily(None, *[100] * 10)

    assert modes_of(evidence(all_move, site().comparisons)) == [FailureMode.GENERATION_TIME]
