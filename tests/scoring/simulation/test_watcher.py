"""The watcher sees what a reader would see, errs as often as it is told, and spends what it may."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import numpy as np
import pytest

from scoring.evidence import Evidence
from scoring.simulation.classes import CLASSES
from scoring.simulation.habits import Generator, Habits, Reading, Section, Watching, Writes, simple
from scoring.simulation.watcher import Watcher
from scoring.simulation.world import World

DAYS = 40


def watched(habits: Habits, *, days: int = DAYS, seed: int = 3, watching: Watching | None = None) -> Watcher:
    rng = np.random.default_rng(seed)
    world, wanted = World(habits, rng), replace(watching or Watching(), is_paced=False)
    watcher = Watcher(world, wanted, seed=seed, rng=rng)
    for day in range(days):
        world.live(day)
        if day % wanted.check_days == 0:
            watcher.check(day)
    return watcher


def seen(habits: Habits, **other: object) -> Evidence:
    return watched(habits, **other).evidence()  # type: ignore[arg-type]


def test_on_an_accurate_site_moved_and_changed_are_the_same() -> None:
    evidence = seen(Habits(simple()))

    assert len(evidence.comparisons) > 200
    assert all(c.changed == (c.moves > 0) for c in evidence.comparisons)
    assert all(c.has_lastmod and c.page for c in evidence.comparisons)


def test_a_site_that_stands_still_shows_nothing_but_its_noise() -> None:
    quiet = simple(Generator(Writes.NEVER_AGAIN), change_rate=0.0)
    noisy = seen(Habits(quiet, Reading(false_changes=0.1, confirms=False)))
    still = seen(Habits(quiet))

    assert np.mean([c.changed for c in noisy.comparisons]) == pytest.approx(0.1, abs=0.04)
    assert not any(c.confirmed for c in noisy.comparisons)
    assert not any(c.changed for c in still.comparisons)


def test_second_reads_unmask_nearly_all_false_changes_and_measure_how_many_there_are() -> None:
    quiet = simple(Generator(Writes.NEVER_AGAIN), change_rate=0.0)
    runs = [seen(Habits(quiet, Reading(false_changes=0.2)), seed=seed, watching=Watching(budget=80)) for seed in range(8)]
    comparisons = [c for run in runs for c in run.comparisons]

    assert np.mean([c.changed for c in comparisons]) < 0.08
    assert sum(run.false_changes for run in runs) / sum(run.double_reads for run in runs) == pytest.approx(0.2, abs=0.07)
    assert all(run.double_reads >= 10 for run in runs)


def test_true_changes_are_confirmed() -> None:
    changed = [c for c in seen(Habits(simple()), watching=Watching(budget=80)).comparisons if c.changed]

    assert all(c.confirmed for c in changed)


@pytest.mark.parametrize("confirms", [True, False])
def test_every_page_fetch_counts_and_the_budget_holds(confirms: bool) -> None:
    watcher = watched(Habits(simple(), Reading(false_changes=0.1, confirms=confirms)), watching=Watching(budget=10))

    assert watcher.visits - watcher.revisits == 40
    assert watcher.visits < watcher.fetches <= 10 * DAYS
    assert 0 < watcher.moved_visits < watcher.revisits


def test_the_weights_add_up_to_the_site() -> None:
    evidence = seen(Habits(simple()), watching=Watching(budget=40))
    by_check: dict[object, float] = {}
    for comparison in evidence.comparisons:
        by_check[comparison.at] = by_check.get(comparison.at, 0.0) + comparison.weight

    assert np.mean(list(by_check.values())[1:]) == pytest.approx(400, rel=0.1)


def test_missed_and_partial_reads_leave_their_traces() -> None:
    watcher = watched(CLASSES["missed_reads"].make(np.random.default_rng(1)))
    snapshots = watcher.evidence().snapshots

    assert 0.7 * DAYS <= watcher.checks < DAYS
    assert len(snapshots) == watcher.checks
    assert 0 < sum(not s.complete for s in snapshots) < 0.35 * DAYS
    assert all(s.vanished is None for s in snapshots if not s.complete)
    assert any((later.taken_at - s.taken_at).days > 1 for s, later in pairwise(snapshots))


def test_a_missed_visit_costs_and_shows_nothing() -> None:
    watcher = watched(Habits(simple(), Reading(missed_visits=1.0)), watching=Watching(budget=12))

    assert 6 * DAYS < watcher.visits == watcher.fetches <= 12 * DAYS
    assert (watcher.evidence().comparisons, watcher.evidence().agreements) == ((), ())


def test_pages_that_leave_the_sitemap_give_their_places_to_others() -> None:
    evidence = seen(CLASSES["rolling_window"].make(np.random.default_rng(1)))

    assert len(evidence.agreements) > 150
    assert not any(c.changed or c.moves for c in evidence.comparisons)
    assert max(c.gap_days for c in evidence.comparisons) <= 8


def test_every_section_has_its_rows_and_its_comparisons() -> None:
    evidence = seen(CLASSES["section_mix"].make(np.random.default_rng(1)))
    of_section = {name: [c for c in evidence.comparisons if c.section == name] for name in ("docs", "news", "shop")}

    assert evidence.section_names() == ("docs", "news", "shop")
    assert all(of_section.values())
    assert all(c.moves for c in of_section["news"])
    assert not any(c.has_lastmod for c in of_section["shop"])


def test_moves_of_a_cached_sitemap_are_put_where_their_changes_were_seen() -> None:
    cached, fresh = seen(CLASSES["cached_sitemap"].make(np.random.default_rng(1))), seen(Habits(simple()))

    assert cached.move_delays
    assert not fresh.move_delays


@pytest.mark.parametrize(("check_days", "visit_every", "gap"), [(1, 1, 1), (7, 1, 7), (1, 7, 7), (30, 1, 30)])
def test_checks_and_visits_come_as_far_apart_as_they_should(check_days: int, visit_every: int, gap: int) -> None:
    watcher = watched(Habits(simple()), days=91, watching=Watching(check_days, visit_every, budget=100))
    evidence = watcher.evidence()

    assert len(evidence.snapshots) == watcher.checks == 90 // check_days + 1
    assert {c.gap_days for c in evidence.comparisons} == {float(gap)}
    if visit_every > 1:
        assert max(c.moves for c in evidence.comparisons) > 1


def test_the_first_visit_shows_the_dates_of_the_page() -> None:
    published = seen(CLASSES["publish_date_only"].make(np.random.default_rng(1))).agreements
    shifted = seen(CLASSES["zone_shift"].make(np.random.default_rng(1)), days=60).agreements

    assert all(a.lastmod == a.date_published for a in published)
    assert any(a.date_modified > a.date_published for a in published)
    assert {a.granularity_seconds for a in seen(Habits(simple(Generator(date_only=True)))).agreements} == {86_400.0}
    assert len(shifted) == 40


def test_only_dates_of_the_request_move_at_a_second_look() -> None:
    request = seen(CLASSES["generation_request"].make(np.random.default_rng(1)), days=3).looks
    daily = seen(CLASSES["generation_daily"].make(np.random.default_rng(1)), days=3).looks
    mixed = seen(Habits((Section("a", Generator(Writes.EVERY_REQUEST)), Section("b"))), days=3).looks

    assert [(look.section, look.entries, look.moved, look.seconds) for look in request] == [("", 400, 400, 60.0)]
    assert daily == ()
    assert ("a", 400, 400) in {(look.section, look.entries, look.moved) for look in mixed}
    assert "b" not in {look.section for look in mixed}
    assert not seen(Habits(simple())).looks


def test_an_edit_of_the_template_changes_the_answer_and_not_the_content() -> None:
    minor = seen(CLASSES["minor_edits"].make(np.random.default_rng(1))).comparisons
    plain = seen(Habits(simple())).comparisons
    tokens = seen(Habits(simple(), Reading(tokens=True))).comparisons

    assert all(c.body_changed for c in minor if c.moves)
    assert any(c.body_changed and not c.changed for c in minor)
    assert all(c.body_changed == c.changed for c in plain)
    assert all(c.body_changed for c in tokens)


def test_a_comparison_knows_the_date_of_the_sitemap() -> None:
    moved = [c for c in seen(Habits(simple())).comparisons if c.moves]

    assert all(c.lastmod and c.at - timedelta(days=c.gap_days + 1) < c.lastmod < c.at for c in moved)
    assert {c.lastmod_seconds for c in moved} == {1.0}


def test_visits_are_tallied_by_section() -> None:
    lost = seen(CLASSES["unverifiable"].make(np.random.default_rng(1))).visits
    mixed = watched(CLASSES["section_mix"].make(np.random.default_rng(1)))

    assert [(tally.section, tally.visits > 200, tally.unread / tally.visits > 0.9) for tally in lost] == [("", True, True)]
    assert {tally.section for tally in mixed.evidence().visits} == {"docs", "news", "shop"}
    assert sum(tally.visits for tally in mixed.evidence().visits) == mixed.visits


def test_an_index_that_lags_is_seen_at_every_read() -> None:
    lagging = seen(CLASSES["index_mismatch"].make(np.random.default_rng(1))).snapshots

    assert all(row.index_dated and row.index_too_old == row.index_dated for row in lagging)
    assert seen(Habits(simple())).snapshots[0].index_dated is None
