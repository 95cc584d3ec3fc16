from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.counts import table_of, tabulate
from scoring.evidence import WatchedPage
from scoring.sample import sample
from scoring.thresholds import Thresholds
from tests.scoring.builders import comparison, comparisons, daily, on_day, snapshot

THRESHOLDS = Thresholds()


def table(seen: tuple, read: tuple = (), day: float = 1.0):
    return tabulate(seen, read, now=on_day(day), thresholds=THRESHOLDS)


def test_every_comparison_falls_into_its_cell() -> None:
    counted = table(comparisons(1, 2, 3, 4)).counts

    assert (counted.moved_changed, counted.moved_unchanged, counted.unmoved_changed, counted.unmoved_unchanged) == (1, 2, 3, 4)


def test_pages_without_lastmod_are_counted_apart() -> None:
    counted = table((*comparisons(1, 1, 1, 1), *comparisons(0, 0, 2, 3, has_lastmod=False)))

    assert counted.counts.total == 4
    assert (counted.undated, counted.undated_changed) == (5, 2)


def test_unequal_weights_are_worth_fewer_comparisons() -> None:
    seen = tuple(comparison(moved=True, changed=True, weight=weight) for weight in (1.0, 1.0, 10.0))

    assert table(seen).moved.effective == pytest.approx(12.0**2 / 102.0, rel=1e-6)


def test_weighted_shares_speak_for_the_entries_behind_them() -> None:
    seen = (comparison(moved=True, changed=True, weight=9.0), comparison(moved=True, changed=False, weight=1.0))

    assert table(seen).moved.changed_share == pytest.approx(0.9)
    assert table(seen).counts.weighted_moved_changed == pytest.approx(9.0)


def test_an_unmoved_page_counts_once_for_every_check_of_its_gap() -> None:
    read = daily(None, *[1] * 10)
    short = table(comparisons(0, 0, 1, 99, day=10.1, gap_days=1.0), read, day=10.1).unmoved
    long = table(comparisons(0, 0, 1, 99, day=10.1, gap_days=5.0), read, day=10.1).unmoved

    assert long.changed_share == pytest.approx(short.changed_share / 5.0, rel=0.02)
    assert long.effective == pytest.approx(short.effective * 5.0, rel=0.02)
    assert long.visit_share == pytest.approx(0.01)


def test_pages_seen_changed_after_a_long_time_may_have_changed_more_than_once() -> None:
    read = daily(None, *[1] * 10)
    rate = 0.1
    share = 1 - (1 - rate) ** 10
    seen = comparisons(0, 0, round(share * 1_000), round((1 - share) * 1_000), day=10.1, gap_days=10.0)

    assert table(seen, read, day=10.1).unmoved.changed_share == pytest.approx(rate, abs=0.01)


def test_within_a_day_a_date_without_time_tells_nothing_about_recall() -> None:
    read = (snapshot(0, date_only=100), snapshot(0.5, moved=0, date_only=100))
    seen = comparisons(0, 0, 5, 5, gap_days=0.5)

    assert table(seen, read).unmoved.size == 0
    assert table(comparisons(0, 0, 5, 5, gap_days=1.0), read).unmoved.size == 10


def test_evidence_halves_in_its_half_life_but_keeps_a_floor() -> None:
    many = comparisons(100, 0, 0, 0, day=0)
    half = table(many, day=THRESHOLDS.half_life_days).moved.effective
    old = table(many, day=3_000).moved.effective

    assert half == pytest.approx(50.0)
    assert old == pytest.approx(THRESHOLDS.ageing_floor)


def test_where_checks_are_rare_evidence_halves_in_a_number_of_checks() -> None:
    rare = tuple(snapshot(day, moved=1, unmoved=99) for day in range(0, 1_001, 100))
    many = comparisons(100, 0, 0, 0, day=0)

    assert table(many, rare, day=1_000).moved.effective == pytest.approx(50.0)


def test_the_share_that_moves_is_counted_on_all_entries() -> None:
    assert table((), daily(None, 10, 30), day=5).moved_share == pytest.approx(0.2, rel=0.02)
    assert table(()).moved_share is None


@pytest.mark.parametrize("weight", [0.0, -3.0, float("nan"), float("inf")])
def test_weights_that_cannot_be_are_left_out(weight: float) -> None:
    assert table(comparisons(3, 3, 3, 3, weight=weight)).counts.total == 0


def test_pages_that_move_far_less_than_the_site_are_no_random_part_of_it() -> None:
    busy = daily(None, *[20] * 10)
    like, unlike = comparisons(40, 0, 0, 160, day=9), comparisons(2, 0, 0, 198, day=9)

    assert not table(like, busy, day=10).is_sample_unlike_site
    assert table(unlike, busy, day=10).is_sample_unlike_site
    assert not table(comparisons(0, 0, 0, 8, day=9), busy, day=10).is_sample_unlike_site, "eight pages that did not move are no proof"


def test_a_weight_next_to_nothing_breaks_no_number() -> None:
    tiny = [replace(c, weight=1e-320, page=1) for c in comparisons(1, 0, 0, 0)]
    assert table((*comparisons(2, 3, 0, 0), *tiny)).moved.effective > 0.0


def test_whether_the_sample_is_like_the_site_is_told_by_the_panel_and_not_by_which_of_its_pages_were_due() -> None:
    few_visits = sample(comparisons(2, 0, 0, 60, day=19.0, gap_days=8.0), daily(None, *[7] * 19), now=on_day(20), thresholds=Thresholds())
    alike = table_of(few_visits, Thresholds(), [WatchedPage("", 20.0, 1 + n % 2) for n in range(40)])
    unlike = table_of(few_visits, Thresholds(), [WatchedPage("", 20.0, 0) for n in range(40)])

    assert not alike.is_sample_unlike_site
    assert unlike.is_sample_unlike_site
