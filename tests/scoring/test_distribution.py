from __future__ import annotations

from datetime import timedelta

import pytest

from scoring.distribution import Finding, describe, generation_time, is_bulk_spike, moved_share
from tests.scoring.builders import daily, on_day, snapshot


def finding(*snapshots) -> Finding:
    return generation_time(snapshots, small_site=20).finding


def test_shares_are_over_the_dated_entries() -> None:
    shares = describe(snapshot(0, entries=200, with_lastmod=100, modal_count=50, future=10, date_only=25, invalid=20, distinct=30))

    assert (shares.lastmod_share, shares.modal_share, shares.future_share, shares.date_only_share) == (0.5, 0.5, 0.1, 0.25)
    assert (shares.invalid_share, shares.distinct_share) == (0.1, 0.3)


def test_an_empty_sitemap_divides_by_nothing() -> None:
    shares = describe(snapshot(0, entries=0))

    assert (shares.lastmod_share, shares.modal_share) == (0.0, 0.0)


def test_entries_that_could_not_move_are_not_counted_against_those_that_did() -> None:
    assert moved_share(snapshot(1, moved=30, unmoved=10, appeared=60)) == 0.75
    assert moved_share(snapshot(0)) is None
    assert moved_share(snapshot(1, moved=0, unmoved=0)) is None


@pytest.mark.parametrize(
    "spike",
    [
        {"modal_count": 60, "modal_lastmod": on_day(0)},
        {"top2_count": 95, "modal_lastmod": on_day(0)},
        {"near_generation": 95},
        {"entries": 500, "distinct": 4, "modal_lastmod": on_day(0)},
    ],
)
def test_dates_that_look_generated_are_suspected(spike: dict) -> None:
    assert finding(snapshot(0, **spike)) is Finding.SUSPECTED


def test_well_spread_dates_are_not_suspected() -> None:
    assert finding(snapshot(0)) is Finding.NONE
    assert finding(*daily(None, 3, 5, 0, 80)) is Finding.NONE


def test_the_trace_of_an_import_is_not_the_time_of_the_file() -> None:
    imported = snapshot(0, modal_count=80, modal_lastmod=on_day(0) - timedelta(days=90))

    assert finding(imported) is Finding.NONE
    assert is_bulk_spike(imported)


def test_a_handful_of_equal_dates_is_no_spike() -> None:
    assert finding(snapshot(0, entries=6, modal_count=6, near_generation=6)) is Finding.NONE


def test_one_full_wave_is_suspected_and_a_second_confirms() -> None:
    assert finding(*daily(None, 3, 100)) is Finding.SUSPECTED
    assert finding(*daily(None, 100, 0, 0, 96)) is Finding.CONFIRMED


def test_a_full_wave_followed_by_normal_days_is_forgiven() -> None:
    assert finding(*daily(None, 100, 3, 4)) is Finding.NONE


def test_small_sites_need_more_waves() -> None:
    assert finding(*daily(None, 5, 5, entries=5)) is Finding.NONE
    assert finding(*daily(None, *[5] * 4, entries=5)) is Finding.SUSPECTED
    assert finding(*daily(None, *[5] * 8, entries=5)) is Finding.CONFIRMED
    assert finding(*daily(None, *[1] * 10, entries=1)) is Finding.NONE


def test_rolling_news_whose_few_common_entries_stay_are_not_suspected() -> None:
    news = [snapshot(day, moved=1, unmoved=9, appeared=90) for day in range(1, 6)]

    assert finding(*news) is Finding.NONE


def test_waves_among_many_normal_days_are_not_the_habit_of_the_site() -> None:
    assert finding(*daily(None, *[4] * 20, 100, 100)) is Finding.SUSPECTED
