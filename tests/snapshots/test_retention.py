from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.snapshots.retention import NEVER_FEWER, Retention, StoredFile, kept_files

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
RULES = Retention(all_days=7, daily_days=30, weekly_days=120, monthly_days=400)


def twice_a_day(days: int) -> list[StoredFile]:
    """Two complete snapshots a day, at 1:00 and at 13:00, the newest first."""
    midnight = NOW.replace(hour=1)
    taken = [midnight - timedelta(days=day) + timedelta(hours=hour) for day in range(days) for hour in (12, 0)]
    return [StoredFile(number, at, complete=True) for number, at in enumerate(at for at in taken if at <= NOW)]


def kept(files: list[StoredFile], rules: Retention = RULES, now: datetime = NOW) -> list[StoredFile]:
    ids = kept_files(files, rules, now=now)
    return [file for file in files if file.snapshot_id in ids]


def test_two_years_of_two_snapshots_a_day_are_thinned_as_the_rules_say() -> None:
    ages = [(NOW - file.taken_at).total_seconds() / 86_400 for file in kept(twice_a_day(730))]
    assert sum(age <= 7 for age in ages) == 14
    assert sum(7 < age <= 30 for age in ages) == 23
    weekly = [age for age in ages if 30 < age <= 120]
    assert len(weekly) == pytest.approx(90 / 7.6, abs=1)
    monthly = [age for age in ages if 120 < age <= 400]
    assert len(monthly) == pytest.approx(280 / 30.4, abs=1)
    assert max(ages) <= 400


def test_a_complete_read_stands_for_its_day_before_a_newer_partial_one() -> None:
    old = NOW.replace(hour=0) - timedelta(days=10)
    filler = twice_a_day(3)
    complete = StoredFile(100, old + timedelta(hours=1), complete=True)
    partial = StoredFile(101, old + timedelta(hours=9), complete=False)
    assert {file.snapshot_id for file in kept([*filler, complete, partial])} >= {100}
    assert 101 not in {file.snapshot_id for file in kept([*filler, complete, partial])}
    assert 101 in {file.snapshot_id for file in kept([*filler, partial])}


def test_what_is_needed_stays_however_old_it_is() -> None:
    years = timedelta(days=4_000)
    files = [
        StoredFile(1, NOW - years, complete=False),
        StoredFile(2, NOW - years - timedelta(days=1), complete=False),
        StoredFile(3, NOW - years - timedelta(days=2), complete=False),
        StoredFile(4, NOW - years - timedelta(days=3), complete=True),
        StoredFile(5, NOW - years - timedelta(days=4), complete=True),
        StoredFile(6, NOW - years - timedelta(days=5), complete=True, pinned=True),
    ]
    assert [file.snapshot_id for file in kept(files)] == [1, 2, 4, 6]


def test_rules_of_no_days_leave_the_newest_two() -> None:
    assert len(kept(twice_a_day(30), Retention(0, 0, 0, 0))) == NEVER_FEWER


_days = st.integers(0, 500)
_rules = st.lists(_days, min_size=4, max_size=4).map(lambda days: Retention(*sorted(days)))
_files = st.lists(
    st.tuples(st.integers(0, 12_000), st.booleans(), st.sampled_from([False, False, False, True])), max_size=60, unique=True
).map(
    lambda rows: [
        StoredFile(number, NOW - timedelta(hours=hours), complete=complete, pinned=pinned)
        for number, (hours, complete, pinned) in enumerate(rows)
    ]
)


@given(_files, _rules)
def test_thinning_again_removes_nothing(files: list[StoredFile], rules: Retention) -> None:
    once = kept(files, rules)
    assert kept(once, rules) == once


@given(_files, _rules)
def test_the_newest_the_newest_complete_and_the_pinned_ones_always_stay(files: list[StoredFile], rules: Retention) -> None:
    left = kept(files, rules)
    newest_first = sorted(files, key=lambda file: (file.taken_at, file.snapshot_id), reverse=True)
    needed = [*newest_first[:NEVER_FEWER], *[file for file in newest_first if file.complete][:1], *[file for file in files if file.pinned]]
    assert all(file in left for file in needed)


@given(_files, _rules, st.integers(0, 400))
def test_thinning_every_day_ends_with_the_same_files_as_thinning_once(files: list[StoredFile], rules: Retention, days: int) -> None:
    later = NOW + timedelta(days=days)
    assert kept(kept(files, rules), rules, later) == kept(files, rules, later)


@given(_files, _rules, st.integers(0, 3), st.integers(1, 200))
def test_longer_rules_keep_no_less(files: list[StoredFile], rules: Retention, which: int, more: int) -> None:
    days = [rules.all_days, rules.daily_days, rules.weekly_days, rules.monthly_days]
    days[which] += more
    assert set(kept(files, rules)) <= set(kept(files, Retention(*days)))


@given(_files, _rules)
def test_every_day_week_and_month_within_its_rule_has_one_that_stays(files: list[StoredFile], rules: Retention) -> None:
    left = {file.taken_at.astimezone(UTC).date() for file in kept(files, rules)}
    for file in files:
        if NOW - file.taken_at <= timedelta(days=rules.daily_days):
            assert file.taken_at.date() in left
        elif NOW - file.taken_at <= timedelta(days=rules.monthly_days):
            assert (file.taken_at.year, file.taken_at.month) in {(day.year, day.month) for day in left}
