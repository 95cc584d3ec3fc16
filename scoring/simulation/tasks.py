"""The work of a simulation as small tasks that can be done in any order and in any process, and what they add up to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from scoring.simulation.classes import CLASSES
from scoring.simulation.delays import SCENES, DelayRun, run_delay
from scoring.simulation.runs import SiteRun, run_site
from scoring.simulation.samples import DESIGNS, SampleRun, run_samples

# Samples are cheap and their shares need many of them: so many for each seed.
ROUNDS = 5


class Kind(StrEnum):
    """What a task simulates: a watched site, samples of the event model, or how soon a change is noticed."""

    SITE = "site"
    SAMPLES = "samples"
    DELAY = "delays"


@dataclass(frozen=True, slots=True)
class Task:
    """One seed of one class, design or scene.

    Of a watched site `days` bounds the length, and `panel_size` and `budget` are the pages kept and the page fetches of a check; None is
    what the class says.
    """

    kind: Kind
    name: str
    seed: int
    days: int | None = None
    panel_size: int | None = None
    budget: int | None = None


_T = TypeVar("_T")
Outcome = SiteRun | DelayRun | tuple[SampleRun, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """All runs by class, design and scene; each ordered by seed."""

    sites: Mapping[str, tuple[SiteRun, ...]]
    samples: Mapping[str, tuple[SampleRun, ...]]
    delays: Mapping[str, tuple[DelayRun, ...]]


def known_names() -> tuple[str, ...]:
    """What can be asked for: the classes, and `delays` and `samples`, each as a whole; sorted."""
    return tuple(sorted((*CLASSES, Kind.DELAY.value, Kind.SAMPLES.value)))


def plan_tasks(
    names: Collection[str], *, seeds: range, days: int | None = None, panel_size: int | None = None, budget: int | None = None
) -> tuple[Task, ...]:
    """The tasks for `names` (of `known_names`; all where there is none) with options of `Task`. Raises KeyError for an unknown name."""
    wanted = set(names) or set(known_names())
    unknown = wanted - set(known_names())
    if unknown:
        raise KeyError(min(unknown))
    tasks = [Task(Kind.SITE, name, seed, days, panel_size, budget) for name in CLASSES if name in wanted for seed in seeds]
    if Kind.SAMPLES in wanted:
        tasks += [Task(Kind.SAMPLES, name, seed) for name in DESIGNS for seed in seeds]
    if Kind.DELAY in wanted:
        tasks += [Task(Kind.DELAY, name, seed) for name in SCENES for seed in seeds]
    return tuple(tasks)


def run_task(task: Task) -> Outcome:
    """Do one task; depends on nothing but the task."""
    if task.kind is Kind.SITE:
        return run_site(task.name, task.seed, days=task.days, panel_size=task.panel_size, budget=task.budget)
    if task.kind is Kind.SAMPLES:
        return run_samples(task.name, task.seed, rounds=ROUNDS)
    return run_delay(task.name, task.seed)


def collect(done: Iterable[tuple[Task, Outcome]]) -> Results:
    """Put the outcomes together, in an order that does not depend on which came first."""
    sites: dict[str, list[SiteRun]] = {}
    samples: dict[str, list[SampleRun]] = {}
    delays: dict[str, list[DelayRun]] = {}
    for task, outcome in sorted(done, key=lambda pair: (pair[0].kind, pair[0].name, pair[0].seed)):
        if isinstance(outcome, SiteRun):
            sites.setdefault(task.name, []).append(outcome)
        elif isinstance(outcome, DelayRun):
            delays.setdefault(task.name, []).append(outcome)
        else:
            samples.setdefault(task.name, []).extend(outcome)
    return Results(_fixed(sites), _fixed(samples), _fixed(delays))


def _fixed(lists: Mapping[str, list[_T]]) -> dict[str, tuple[_T, ...]]:
    return {name: tuple(members) for name, members in lists.items()}
