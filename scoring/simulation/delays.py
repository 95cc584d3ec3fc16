"""How soon a change is noticed, and how often one is noticed that is none.

Noticed is a site that had a good verdict and has it no longer, or whose generator is said to have changed on the day of the switch or
later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scoring.assessment import SiteAssessment
from scoring.changepoint import generator_changes
from scoring.evidence import Evidence
from scoring.simulation.classes import GOOD
from scoring.simulation.counting import VISIT_END, instant
from scoring.simulation.habits import Generator, Habits, Switch, Watching, Writes, simple
from scoring.simulation.seeding import seeded
from scoring.simulation.watcher import Watcher
from scoring.simulation.world import World
from scoring.verdict import assess

SWITCH_DAY = 30


@dataclass(frozen=True, slots=True)
class Scene:
    """An honest site whose generator becomes `after` on day 30 (None: stays as it is), watched until `days`."""

    what: str
    before: Generator
    after: Generator | None
    days: int
    entries: int = 400
    change_rate: float = 0.05


SCENES: Mapping[str, Scene] = {
    "generation_switch": Scene("Honest, then all dates are those of the nightly build.", Generator(), Generator(Writes.DAILY_BUILD), 40),
    "frozen_switch": Scene(
        "Honest, one move a day on 60 entries, then no date moves.", Generator(), Generator(Writes.NEVER_AGAIN), 70, 60, 1.0 / 60.0
    ),
    "precision_drop": Scene("Precision .95, then .5.", Generator(precision=0.95), Generator(precision=0.5), 70),
    "steady": Scene("Precision .95, and nothing happens.", Generator(precision=0.95), None, 150),
}


@dataclass(frozen=True, slots=True)
class DelayRun:
    """What one scene gave. `noticed`: after how many `reads`, moves that were due (`due_moves`) and visits of moved pages (`moved_visits`)
    the switch was noticed; None where the site had no good verdict before it, or it never was. `alarms` are those on a scene without a
    switch, in `moved_visits` visits.
    """

    name: str
    seed: int
    had_trust: bool
    noticed: bool
    reads: int
    due_moves: float
    moved_visits: int
    alarms: int


def run_delay(name: str, seed: int) -> DelayRun:
    """Play the scene `name` once. Raises KeyError for an unknown scene."""
    scene, rng = SCENES[name], seeded(name, seed)
    switch = None if scene.after is None else Switch(SWITCH_DAY, scene.after)
    habits = Habits(simple(scene.before, entries=scene.entries, change_rate=scene.change_rate), switch=switch)
    world = World(habits, rng)
    watcher = Watcher(world, Watching(), seed=seed, rng=rng)
    return _steady(name, scene, world, watcher, seed) if scene.after is None else _switched(name, scene, world, watcher, seed)


def _switched(name: str, scene: Scene, world: World, watcher: Watcher, seed: int) -> DelayRun:
    had_trust, before = False, 0
    for day in range(scene.days):
        world.live(day)
        watcher.check(day)
        if day < SWITCH_DAY - 1:
            continue
        judged = assess(watcher.evidence(), now=instant(day + VISIT_END), seed=seed)
        if day == SWITCH_DAY - 1:
            had_trust, before = judged.site.verdict in GOOD, watcher.moved_visits
        elif notices(judged, watcher.evidence(), since=SWITCH_DAY):
            break
    reads = day - SWITCH_DAY + 1
    due = world.ledger.between(1, SWITCH_DAY - 1).moves / (SWITCH_DAY - 1) * reads
    return DelayRun(name, seed, had_trust, day < scene.days - 1, reads, due, watcher.moved_visits - before, 0)


def _steady(name: str, scene: Scene, world: World, watcher: Watcher, seed: int) -> DelayRun:
    """Count the times that a good verdict is lost or a change of the generator is told, from day 30 on."""
    alarms, before, was_good, told = 0, 0, False, 0
    for day in range(scene.days):
        world.live(day)
        watcher.check(day)
        if day < SWITCH_DAY or day % 2:
            continue
        evidence = watcher.evidence()
        is_good = assess(evidence, now=instant(day + VISIT_END), seed=seed).site.verdict in GOOD
        changes = len(generator_changes(evidence.snapshots))
        if day > SWITCH_DAY:
            alarms += (was_good and not is_good) + max(changes - told, 0)
        else:
            before = watcher.moved_visits
        was_good, told = is_good, changes
    return DelayRun(name, seed, was_good, False, scene.days - SWITCH_DAY, 0.0, watcher.moved_visits - before, int(alarms))


def notices(judged: SiteAssessment, evidence: Evidence, *, since: int) -> bool:
    """Does the judgement, or what is known of the generator, tell of a change on the day `since` or later?"""
    changes = generator_changes(evidence.snapshots)
    return judged.site.verdict not in GOOD or any(change.at >= instant(since) for change in changes)


def steady_rate(runs: tuple[DelayRun, ...]) -> float:
    """False alarms in 1,000 visits of moved pages; nan without a visit."""
    visits = sum(run.moved_visits for run in runs)
    return 1_000.0 * sum(run.alarms for run in runs) / visits if visits else float(np.nan)
