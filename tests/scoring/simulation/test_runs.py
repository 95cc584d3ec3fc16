"""A run depends on its class and seed alone, and every class can be run."""

from __future__ import annotations

import random

import numpy as np
import pytest

from scoring.assessment import Verdict
from scoring.simulation.classes import CLASSES
from scoring.simulation.delays import SCENES, run_delay
from scoring.simulation.measures import measure_class
from scoring.simulation.report import report
from scoring.simulation.runs import run_site
from scoring.simulation.samples import DESIGNS, run_samples
from scoring.simulation.site_class import Group
from scoring.simulation.tasks import Kind, collect, known_names, plan_tasks, run_task


@pytest.mark.parametrize("name", CLASSES)
def test_a_run_can_be_repeated_and_another_seed_is_another_site(name: str) -> None:
    days = 3 * CLASSES[name].watching.check_days + 1

    assert repr(run_site(name, 1, days=days)) == repr(run_site(name, 1, days=days))
    assert repr(run_site(name, 1, days=days)) != repr(run_site(name, 2, days=days))


@pytest.mark.parametrize("name", CLASSES)
def test_classes_are_sorted_told_and_near_what_they_say(name: str) -> None:
    kind = CLASSES[name]

    assert list(CLASSES) == sorted(CLASSES)
    assert kind.name == name
    assert kind.what.endswith(".")
    assert kind.right or kind.group is Group.NEAR or name == "silent_switch"
    assert Verdict.INSUFFICIENT not in kind.right or kind.sections or name in {"rolling_window", "unverifiable"}


def test_a_run_ends_with_the_last_check_and_tells_what_it_cost() -> None:
    run = run_site("weekly_accurate", 0, days=30)
    end = run.judged[-1]

    assert [one.day for one in run.judged] == [0, 7, 14, 21, 28]
    assert end.checks == 5
    assert 0 < end.revisits < end.visits <= end.fetches <= 5 * 12
    assert run.site.truth.moves > 0
    assert run.site.verdict is end.verdict


def test_sections_are_judged_beside_the_site() -> None:
    run = run_site("section_mix", 0, days=5)

    assert [part.section for part in run.sections] == ["docs", "news", "shop"]
    assert {said.section for said in run.judged[-1].sections} == {"docs", "news", "shop"}
    assert run.sections[0].truth.precision == 1.0


@pytest.mark.parametrize("name", ["p50_r80_gap1_equal", "p50_r80_gap7_gamma1", "p33_r50_gap30_far"])
def test_samples_have_the_precision_and_recall_of_their_design_before_the_gap_hides_it(name: str) -> None:
    runs = run_samples(name, 0, rounds=30)
    design = DESIGNS[name]
    pairs = float(np.mean([run.pair_precision for run in runs])), float(np.mean([run.pair_recall for run in runs]))

    if design.gap == 1:
        assert pairs == pytest.approx((design.precision, design.recall), abs=0.05)
    else:
        assert pairs[0] > design.precision + 0.1
        assert pairs[1] > design.recall + 0.05
    assert runs == run_samples(name, 0, rounds=30)
    assert len({run.seed for run in runs}) == 30


def test_samples_with_noise_seem_to_change_silently() -> None:
    clean = np.mean([run.pair_recall for run in run_samples("p90_r90_gap7_equal", 0, rounds=20)])
    noisy = np.mean([run.pair_recall for run in run_samples("p90_r90_gap7_noise", 0, rounds=20)])

    assert noisy < clean - 0.03


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_tells_a_delay_or_counts_false_alarms(name: str) -> None:
    run = run_delay(name, 2)

    if SCENES[name].after is None:
        assert run.moved_visits > 100
    else:
        assert run == run_delay(name, 2)
        assert run.reads >= 1
        assert run.due_moves > 0


def test_what_comes_of_the_tasks_does_not_depend_on_their_order() -> None:
    tasks = [task for task in plan_tasks(["accurate", "no_lastmod", "delays"], seeds=range(2), days=4) if task.name != "steady"]
    done = [(task, run_task(task)) for task in tasks]
    shuffled = list(done)
    random.Random(1).shuffle(shuffled)

    assert list(report(collect(done))) == list(report(collect(shuffled)))
    assert [run.seed for run in collect(shuffled).sites["accurate"]] == [0, 1]


def test_all_that_is_known_is_planned_where_nothing_is_named() -> None:
    tasks = plan_tasks((), seeds=range(3))

    assert {task.name for task in tasks if task.kind is Kind.SITE} == set(CLASSES)
    assert len(tasks) == 3 * (len(CLASSES) + len(DESIGNS) + len(SCENES))
    assert set(known_names()) == {*CLASSES, "delays", "samples"}
    with pytest.raises(KeyError, match="acurate"):
        plan_tasks(["acurate"], seeds=range(1))


def test_the_report_holds_every_class_that_was_run_and_no_empty_table() -> None:
    results = collect([(task, run_task(task)) for task in plan_tasks(["frozen", "near_p82_r85"], seeds=range(1), days=4)])
    text = "\n".join(report(results))

    assert "| frozen |" in text
    assert "## Near a threshold" in text
    assert "## Long gaps" not in text
    assert "nan" not in text
    assert measure_class(results.sites["frozen"]).sites == 1
    widths = {line.count("|") for line in text.split("## Clear classes")[1].split("##")[0].splitlines() if line}
    assert len(widths) == 1, "each row has a cell for each heading"


def test_panel_and_budget_can_be_others() -> None:
    small = run_site("accurate", 0, days=10, panel_size=10, budget=5)

    assert small.judged[-1].visits - small.judged[-1].revisits == 10
    assert small.judged[-1].fetches <= 50
