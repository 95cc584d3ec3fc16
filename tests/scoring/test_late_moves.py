from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from scoring.evidence import Comparison
from scoring.late_moves import PageComparison, join_late_moves
from tests.scoring.builders import on_day


def seen(day: float, *, moves: int, changed: bool, gap_days: float = 0.1) -> Comparison:
    return Comparison(section="/", at=on_day(day), gap_days=gap_days, moves=moves, changed=changed, weight=1.0)


def entries(*pairs: tuple[Comparison, datetime | None], page: int = 1) -> list[PageComparison]:
    return [PageComparison(page, comparison, lastmod) for comparison, lastmod in pairs]


MISSED = seen(1.0, moves=0, changed=True)
LATE = seen(1.1, moves=1, changed=False)


def test_a_move_that_comes_a_check_late_belongs_to_the_change_it_tells_of() -> None:
    joined, delays = join_late_moves(entries((MISSED, on_day(0)), (LATE, on_day(0.95))))
    assert [(c.moves, c.changed) for c in joined] == [(1, True), (0, False)]
    assert delays == (pytest.approx(2.4),)


@pytest.mark.parametrize(
    ("late", "lastmod"),
    [
        (LATE, on_day(1.05)),
        (LATE, None),
        (replace(LATE, at=on_day(1.0) + timedelta(hours=27)), on_day(0.95)),
        (replace(LATE, changed=True), on_day(0.95)),
        (replace(LATE, moves=0), on_day(0.95)),
        (LATE, on_day(-3)),
    ],
    ids=["dated after the visit", "undated", "after the grace", "with a change of its own", "no move", "dated long before"],
)
def test_any_other_move_stays_where_it_is(late: Comparison, lastmod: datetime | None) -> None:
    joined, delays = join_late_moves(entries((MISSED, on_day(0)), (late, lastmod)))
    assert joined == (MISSED, late)
    assert delays == ()


def test_a_page_that_is_visited_late_moved_when_the_sitemap_showed_it() -> None:
    late = seen(8.0, moves=1, changed=False, gap_days=7.0)
    pairs = entries((MISSED, on_day(0)), (late, on_day(0.95)))

    joined, delays = join_late_moves(pairs, {1: [on_day(1.5)]})

    assert [c.moves for c in joined] == [1, 0]
    assert delays == (pytest.approx(12.0),)
    assert join_late_moves(pairs, {1: [on_day(0.5), on_day(3)]}) == ((MISSED, late), ())
    assert join_late_moves(pairs) == ((MISSED, late), ())


def test_the_second_of_two_changes_may_be_told_late() -> None:
    both = replace(MISSED, moves=1)

    joined, _ = join_late_moves(entries((both, on_day(0.92)), (LATE, on_day(0.95))))

    assert [c.moves for c in joined] == [2, 0]


def test_a_move_that_tells_of_what_was_before_the_first_visit_is_left_out() -> None:
    assert join_late_moves(entries((LATE, on_day(0.95)))) == ((replace(LATE, moves=0),), ())
    assert join_late_moves(entries((LATE, on_day(-3)))) == ((LATE,), ())
    assert join_late_moves(entries((replace(LATE, changed=True), on_day(0.95))))[0][0].moves == 1


def test_a_move_is_wrong_that_tells_of_a_change_nobody_saw() -> None:
    still = replace(MISSED, changed=False)
    assert join_late_moves(entries((still, on_day(0)), (LATE, on_day(0.95)))) == ((still, LATE), ())


def test_pages_are_not_mixed_up() -> None:
    mixed = [*entries((MISSED, on_day(0)), page=1), *entries((LATE, on_day(1.05)), page=2)]
    assert join_late_moves(mixed) == ((MISSED, LATE), ())
