from __future__ import annotations

import numpy as np
import pytest

from scoring.evidence import Comparison, WatchedPage
from scoring.observing import Observed, observe
from scoring.sample import sample
from scoring.thresholds import Thresholds
from tests.scoring.builders import comparison, comparisons, daily, on_day

LIMITS = Thresholds()


def observed(
    seen: tuple[Comparison, ...], *, double_reads: int = 0, false_changes: int = 0, watched: tuple[WatchedPage, ...] = ()
) -> Observed:
    drawn = sample(seen, daily(None, *[5] * 20), now=on_day(20), thresholds=LIMITS)
    return observe(drawn, watched, double_reads=double_reads, false_changes=false_changes, believe_snapshots=True, thresholds=LIMITS)


def test_a_sites_own_double_reads_overrule_what_is_believed_of_others() -> None:
    quiet = observed(comparisons(5, 0, 0, 5)).nuisance.errors
    noisy = observed(comparisons(5, 0, 0, 5), double_reads=40, false_changes=3).nuisance.errors

    assert max(quiet) < 0.01
    assert 0.04 < noisy[1] < 0.09
    assert observed(comparisons(5, 0, 0, 5), double_reads=200, false_changes=6).nuisance.errors[1] == pytest.approx(0.03, abs=0.008)


def test_confirmed_changes_are_not_blamed_on_what_double_reads_measure() -> None:
    seen = (*comparisons(5, 0, 0, 5), comparison(moved=True, changed=True, confirmed=True))

    assert max(observed(seen, double_reads=40, false_changes=3).nuisance.errors) < 0.01


def test_moves_are_counted_per_entry_and_day_on_all_entries() -> None:
    assert observed(comparisons(5, 0, 0, 5)).move_rate == pytest.approx(0.05)


def test_comparisons_of_equal_pages_count_one_each_and_those_of_a_part_less() -> None:
    equal = observed(tuple(comparison(moved=True, changed=True, day=20.0, page=n + 1, page_weight=3.0) for n in range(10)))
    unequal = observed(
        tuple(comparison(moved=True, changed=True, day=20.0, page=n + 1, page_weight=1.0 + 9.0 * (n == 0)) for n in range(10))
    )

    assert equal.events.worth == pytest.approx(np.ones(10), abs=0.02)
    assert unequal.events.worth.sum() < 6.0


def test_a_comparison_bears_the_whole_history_of_its_page() -> None:
    seen = observed((comparison(moved=False, changed=False, page=7),), watched=(WatchedPage("", 30.0, 4, 1.0, 7),))

    assert (seen.events.page_moves[0], seen.events.page_days[0]) == (4.0, 30.0)
