from __future__ import annotations

from math import isnan

import pytest

from scoring.simulation.truth import Events, Ledger


def test_precision_and_recall_are_shares_of_moves_and_of_changes() -> None:
    events = Events(moves=10, right=4, changes=16, caught=8)

    assert events.precision == pytest.approx(0.4)
    assert events.recall == pytest.approx(0.5)


def test_where_nothing_moved_or_changed_there_is_no_share() -> None:
    assert isnan(Events(changes=3).precision)
    assert isnan(Events(moves=3).recall)


def test_a_ledger_adds_days_of_the_site_or_of_one_section() -> None:
    ledger = Ledger()
    ledger.write({"docs": Events(moves=1), "news": Events(moves=10)})
    ledger.write({"docs": Events(moves=2), "news": Events(moves=20)})
    ledger.write({"docs": Events(moves=4), "news": Events(moves=40)})

    assert ledger.between(1, 2).moves == 66
    assert ledger.between(0, 1, "docs").moves == 3
    assert ledger.between(-5, 99, "news").moves == 70


def test_a_verdict_is_about_the_generator_of_its_own_day() -> None:
    ledger = Ledger(switches=[2, 4])
    for day in range(6):
        ledger.write({"": Events(moves=10**day)})

    assert [ledger.of_generator_at(day).moves for day in range(6)] == [11, 11, 1_100, 1_100, 110_000, 110_000]
    assert [ledger.so_far(day).moves for day in range(6)] == [1, 11, 100, 1_100, 10_000, 110_000]
