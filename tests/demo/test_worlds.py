from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from scoring.assessment import FailureMode, Verdict
from sitemaps_app.demo.plans import PLANS, demo_worlds
from sitemaps_app.demo.worlds import World

BEGIN = datetime(2026, 3, 1, tzinfo=UTC)


def world(name: str, *, seed: int = 1) -> World:
    return demo_worlds(BEGIN, seed=seed, names=(name,))[0]


def daily_truth(name: str, first: int = 0, last: int = 60) -> Counter[tuple[bool, bool]]:
    """(moved, changed) of every page on every day from `first` to `last`, looked at each morning."""
    site = world(name)
    counts: Counter[tuple[bool, bool]] = Counter()
    for day in range(first, last):
        start = BEGIN + timedelta(days=day, hours=6)
        for path in site.by_path:
            truth = site.truth(path, start, start + timedelta(days=1))
            if truth:
                counts[truth.moved, truth.changed] += 1
    return counts


def precision(counts: Counter[tuple[bool, bool]]) -> float:
    return counts[True, True] / max(1, counts[True, True] + counts[True, False])


def recall(counts: Counter[tuple[bool, bool]]) -> float:
    return counts[True, True] / max(1, counts[True, True] + counts[False, True])


@pytest.mark.parametrize("name", ["accurate", "accurate_date_only", "honest_news"])
def test_an_honest_site_moves_a_date_when_and_only_when_the_page_changes(name: str) -> None:
    counts = daily_truth(name)
    assert (precision(counts), recall(counts)) == (1.0, 1.0)
    assert counts[True, True] > 300


def test_the_nightly_run_moves_every_date_every_day() -> None:
    counts = daily_truth("generation_time")
    assert recall(counts) == 1.0
    assert precision(counts) < 0.1
    assert counts[False, False] == 0


@pytest.mark.parametrize("name", ["no_lastmod", "frozen", "publish_date_only"])
def test_dates_that_never_move_miss_every_change(name: str) -> None:
    counts = daily_truth(name)
    assert counts[True, True] == counts[True, False] == 0
    assert counts[False, True] > 250


def test_one_section_tells_the_truth_while_the_other_is_stamped() -> None:
    site = world("half_sections_wrong")
    start = BEGIN + timedelta(days=9, hours=6)
    for name, honest in (("docs", True), ("news", False)):
        truths = [site.truth(life.path, start, start + timedelta(days=1)) for life in site.sections[name]]
        assert all(truth.moved == truth.changed for truth in truths if truth) is honest


def test_the_generator_changes_in_the_night_of_day_thirty() -> None:
    before, after = daily_truth("generator_changed_day_30", 0, 29), daily_truth("generator_changed_day_30", 30, 60)
    assert precision(before) == recall(before) == 1.0
    assert precision(after) < 0.15


def test_saves_without_an_edit_move_most_dates_for_nothing() -> None:
    counts = daily_truth("noisy_minor_edits")
    assert 0.1 < precision(counts) < 0.3
    assert recall(counts) == 1.0


def test_half_of_the_changes_go_unannounced() -> None:
    counts = daily_truth("half_recall")
    assert precision(counts) == 1.0
    assert 0.4 < recall(counts) < 0.6


def test_half_of_the_pages_carry_no_date_and_the_rest_true_ones() -> None:
    site = world("partial_coverage")
    at = BEGIN + timedelta(days=3)
    with_date = {site.by_path[path][0].name for path in site.listed_paths(at) if site.lastmod(path, at)}
    assert with_date == {"services"}
    assert 0.4 < sum(site.lastmod(path, at) is not None for path in site.listed_paths(at)) / len(site.listed_paths(at)) < 0.6


def test_a_world_is_the_same_for_the_same_seed_and_another_for_another() -> None:
    assert world("accurate").sections == world("accurate").sections
    assert world("accurate").sections != world("accurate", seed=2).sections


def test_pages_come_and_go() -> None:
    site = world("accurate")
    first, last = (set(site.listed_paths(BEGIN + timedelta(days=day))) for day in (0, 60))
    assert first - last
    assert last - first


def test_every_site_has_at_least_sixty_and_at_most_four_hundred_pages_at_any_day() -> None:
    for site in demo_worlds(BEGIN):
        for day in (-30, 0, 30, 60, 400):
            assert 60 <= len(site.listed_paths(BEGIN + timedelta(days=day))) <= 400, site.plan.name


def test_each_plan_says_what_a_right_judge_must_find() -> None:
    assert len({plan.name for plan in PLANS}) == len(PLANS) == 12
    assert all(plan.verdicts for plan in PLANS)
    named = {mode for plan in PLANS for mode in plan.failure_modes}
    assert {FailureMode.GENERATION_TIME, FailureMode.FROZEN, FailureMode.PUBLISH_DATE_ONLY, FailureMode.MIXED_SECTIONS} <= named
    assert {Verdict.TRUSTED, Verdict.UNTRUSTED, Verdict.NO_LASTMOD} <= {verdict for plan in PLANS for verdict in plan.verdicts}


def test_a_page_that_is_not_listed_on_both_days_has_no_truth() -> None:
    site = world("accurate")
    late = next(life for life in site.sections["docs"] if life.created > BEGIN)
    assert site.truth(late.path, late.created - timedelta(days=1), late.created + timedelta(days=1)) is None


@pytest.mark.parametrize("name", [plan.name for plan in PLANS])
def test_no_date_lies_after_the_moment_it_is_read(name: str) -> None:
    site = world(name)
    for minutes in (0, 1, 149, 150, 151, 154, 156, 600, 1439):
        at = BEGIN + timedelta(days=40, minutes=minutes)
        assert all((site.lastmod(path, at) or at) <= at for path in site.listed_paths(at))
