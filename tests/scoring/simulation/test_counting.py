from __future__ import annotations

from datetime import timedelta

import numpy as np

from scoring.simulation.counting import START, count, instant, steps
from scoring.simulation.world import Listing


def listing(
    *lastmods: float | None, sections: tuple[str, ...] = ("",), date_only: bool = False, made: float = 0.0, first: int = 0
) -> Listing:
    size = len(lastmods)
    times = np.array([0.0 if value is None else value for value in lastmods])
    dated = np.array([value is not None for value in lastmods])
    places = np.arange(size) * len(sections) // size
    return Listing(sections, np.arange(size) + first, places, times, dated, np.full(size, date_only), np.full(size, made))


def test_an_entry_moves_stays_or_falls_back_only_where_both_reads_have_a_date() -> None:
    done = steps(listing(2.0, 1.0, 0.5, None, 2.0), listing(1.0, 1.0, 1.0, 1.0, None), day=3, previous_day=2)

    assert list(done.moved) == [True, False, False, False, False]
    assert list(done.unmoved) == [False, True, False, False, False]
    assert list(done.backwards) == [False, False, True, False, False]


def test_dates_without_time_are_compared_by_the_day() -> None:
    coarse, fine = listing(1.75, date_only=True), listing(1.8)

    assert list(steps(fine, coarse, day=3, previous_day=2).unmoved) == [True]
    assert list(steps(listing(2.8), coarse, day=3, previous_day=2).moved) == [True]


def test_another_page_in_the_same_place_is_new_and_no_move() -> None:
    done = steps(listing(2.0, first=5), listing(1.0, first=1), day=3, previous_day=2)

    assert (list(done.appeared), list(done.moved)) == ([True], [False])


def test_a_date_of_the_future_takes_no_part() -> None:
    done = steps(listing(9.0), listing(1.0), day=3, previous_day=2)

    assert not done.moved.any()
    (row,) = count(listing(9.0, 1.0), None, day=3, previous_day=None, complete=True)
    assert (row.with_lastmod, row.future, row.distinct) == (2, 1, 1)


def test_the_row_counts_values_and_nearness_to_the_making() -> None:
    made = 2.0
    (row,) = count(listing(2.0, 2.0, 1.999, 1.0, None, made=made), None, day=2, previous_day=None, complete=True)

    assert (row.entries, row.with_lastmod, row.distinct, row.modal_count, row.near_generation) == (5, 4, 3, 2, 3)
    assert (row.modal_lastmod, row.newest, row.oldest) == (instant(2.0), instant(2.0), instant(1.0))
    assert (row.moved, row.previous_at, row.generated_at) == (None, None, instant(made))
    assert row.taken_at == START + timedelta(days=2)


def test_sections_add_up_to_the_site_and_an_incomplete_read_knows_of_no_removal() -> None:
    now, before = listing(2.0, 2.0, 1.0, 2.0, sections=("docs", "news")), listing(1.0, 1.0, 1.0, 1.0, sections=("docs", "news"))
    site, docs, news = count(now, steps(now, before, day=2, previous_day=1), day=2, previous_day=1, complete=False)

    assert (site.section, docs.section, news.section) == ("", "docs", "news")
    assert (site.moved, docs.moved, news.moved) == (3, 2, 1)
    assert (site.complete, site.vanished) == (False, None)


def test_another_zone_shifts_dates_by_one_offset_and_edits_do_not() -> None:
    now, before = listing(3.0, 3.5, 1.0 + 2 / 24, 2.0 + 2 / 24, 1.5 - 1 / 24), listing(1.0, 1.1, 1.0, 2.0, 1.5)
    (row,) = count(now, steps(now, before, day=4, previous_day=3), day=4, previous_day=3, complete=True)

    assert (row.shifted, row.shift_minutes) == (2, 120)
    (first,) = count(before, None, day=3, previous_day=None, complete=True)
    assert (first.shifted, first.shift_minutes) == (None, 0)


def test_the_precision_is_told_where_all_dates_have_it() -> None:
    rows = [
        next(count(one, None, day=2, previous_day=None, complete=True))
        for one in (listing(1.0), listing(0.75, date_only=True), listing(None))
    ]

    assert [row.precision for row in rows] == ["second", "day", ""]
