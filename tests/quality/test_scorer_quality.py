"""The scorer against sites whose truth is known, in a minute or two. `manage.py simulate` does the same at length."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scoring.simulation.classes import CLASSES
from scoring.simulation.measures import measure_class
from scoring.simulation.samples import DESIGNS, run_samples
from scoring.simulation.site_class import Group
from scoring.simulation.summary import Found, summarize
from scoring.simulation.tasks import Kind, Results, Task, collect, plan_tasks, run_task
from tests.quality import floors

pytestmark = pytest.mark.slow
JUDGED = [name for name, kind in CLASSES.items() if kind.group is not Group.NEAR]


@pytest.fixture(scope="module")
def results() -> Results:
    tasks = plan_tasks([*JUDGED, *floors.NEAR, Kind.DELAY], seeds=floors.SEEDS)
    done = [(task, run_task(task)) for task in tasks]
    ranged = [name for name, design in DESIGNS.items() if design.in_range]
    samples = [(Task(Kind.SAMPLES, name, 0), run_samples(name, 0, rounds=floors.SAMPLE_ROUNDS)) for name in ranged]
    return collect([*done, *samples])


@pytest.fixture(scope="module")
def found(results: Results) -> Mapping[str, Found]:
    return {one.key: one for one in summarize(results)}


def test_every_target_has_a_floor_and_is_measured(found: Mapping[str, Found]) -> None:
    assert found.keys() == floors.FLOORS.keys() == floors.TARGETS.keys()


@pytest.mark.parametrize("key", floors.TARGETS)
def test_the_scorer_is_no_worse_than_its_floors(found: Mapping[str, Found], key: str) -> None:
    if floors.TARGETS[key].low is not None:
        assert found[key].value >= floors.FLOORS[key]
    else:
        assert found[key].value <= floors.FLOORS[key]


@pytest.mark.parametrize("name", JUDGED)
def test_sites_of_known_truth_get_the_right_verdict(results: Results, name: str) -> None:
    assert measure_class(results.sites[name]).right >= floors.NOT_YET_RIGHT.get(name, floors.CLASS_RIGHT)
