from __future__ import annotations

import pytest

from scoring.changepoint import ChangeKind, generator_changes
from tests.scoring.builders import daily, on_day, snapshot


def kinds(*snapshots) -> list[tuple[ChangeKind, float]]:
    return [(change.kind, (change.at - on_day(0)).total_seconds() / 86_400) for change in generator_changes(snapshots)]


def test_a_steady_site_has_no_changes() -> None:
    assert kinds(*daily(None, 3, 5, 0, 0, 8, 2, 0, 4, 14, 3)) == []


def test_everything_moving_twice_in_a_row_is_a_change_dated_at_the_first() -> None:
    assert kinds(*daily(None, 3, 5, 4, 100, 100, 100)) == [(ChangeKind.ALL_MOVING, 4)]


def test_quiet_days_between_builds_do_not_hide_the_change() -> None:
    assert kinds(*daily(None, 3, 5, 4, 100, 0, 0, 99)) == [(ChangeKind.ALL_MOVING, 4)]


def test_one_import_is_no_change() -> None:
    assert kinds(*daily(None, 3, 5, 4, 100, 4, 3)) == []
    assert kinds(*daily(None, 3, 5, 4, 100)) == []


def test_a_site_that_always_moved_everything_has_not_changed() -> None:
    assert kinds(*daily(None, 100, 100, 100)) == []


def test_a_silent_site_that_begins_to_stamp_its_builds_has_changed() -> None:
    assert kinds(*daily(None, 0, 0, 0, 100, 100)) == [(ChangeKind.ALL_MOVING, 4)]


def test_a_repaired_generator_is_a_change_too() -> None:
    assert kinds(*daily(None, 100, 100, 100, 5, 3, 4, 6)) == [(ChangeKind.SELECTIVE_AGAIN, 4)]


def test_a_pause_of_a_stamping_generator_is_no_repair() -> None:
    assert kinds(*daily(None, 100, 100, 100, 5, 3, 100, 100)) == []


def test_dates_that_all_fall_back_are_no_sign_of_a_repair() -> None:
    calm, back = [5, 4, 3], snapshot(7, moved=2, unmoved=0, backwards=98)
    assert kinds(*daily(None, 100, 100, 100, *calm), back) == []


def test_a_share_that_hovers_below_all_is_no_switch() -> None:
    assert kinds(*daily(None, 100, 95, 88, 85, 93, 88, 89, 99)) == []


def test_a_tiny_site_may_move_all_its_pages_by_chance() -> None:
    assert kinds(*daily(None, 1, 0, 1, 2, 2, entries=2)) == []
    assert kinds(*daily(None, 1, 0, 1, 12, 12, entries=12)) == [(ChangeKind.ALL_MOVING, 4)]


def test_silence_counts_once_seven_moves_are_overdue() -> None:
    before = [None, *[1] * 10]

    assert kinds(*daily(*before, *[0] * 6)) == []
    assert kinds(*daily(*before, *[0] * 8)) == [(ChangeKind.FROZEN, 11)]


def test_silence_no_longer_than_before_is_not_frozen() -> None:
    weekly = [None, *([20] + [0] * 6) * 4]

    assert kinds(*daily(*weekly)) == []
    assert kinds(*daily(*weekly, *[0] * 7)) == [(ChangeKind.FROZEN, 23)]


def test_lastmod_that_vanishes_or_appears_is_dated() -> None:
    with_dates, without = {"with_lastmod": 100}, {"with_lastmod": 0}
    days = [with_dates] * 3 + [without] * 2 + [with_dates] * 2
    snapshots = [snapshot(day, moved=0, **dated) for day, dated in enumerate(days)]

    assert kinds(*snapshots) == [(ChangeKind.LASTMOD_VANISHED, 3), (ChangeKind.LASTMOD_APPEARED, 5)]


def test_one_bad_build_without_lastmod_is_no_change() -> None:
    days = [100, 100, 0, 100, 100]

    assert kinds(*(snapshot(day, moved=0, with_lastmod=dated) for day, dated in enumerate(days))) == []


def test_a_new_notation_is_noted_but_restarts_nothing() -> None:
    snapshots = [snapshot(day, moved=0, date_only=count) for day, count in enumerate([100, 100, 0, 0])]
    (change,) = generator_changes(snapshots)

    assert (change.kind, change.at) == (ChangeKind.FORMAT_CHANGED, on_day(2))
    assert not change.restarts_evidence


@pytest.mark.parametrize(("following", "expected"), [(3, [(ChangeKind.JUMPED_BACK, 2)]), (90, [])])
def test_a_jump_back_counts_if_it_lasts(following: int, expected: list) -> None:
    jump = snapshot(2, moved=0, unmoved=10, backwards=90)

    assert kinds(*daily(None, 3), jump, *daily(following, first_day=3)) == expected


def test_partial_reads_take_no_part() -> None:
    assert kinds(*daily(None, 3, 4), *daily(100, 100, first_day=3, complete=False)) == []


def test_a_pause_between_two_builds_is_no_end_of_all_moves() -> None:
    builds = daily(None, *[100, 0, 100, 100, 0, 100], *[0] * 9)
    pages = daily(None, *[5, 0, 5, 5, 0, 5], *[0] * 9)

    assert ChangeKind.FROZEN not in [change.kind for change in generator_changes(builds)]
    assert ChangeKind.FROZEN in [change.kind for change in generator_changes(pages)]
