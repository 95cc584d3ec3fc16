"""How soon a change is noticed, and how often one is noticed that is none.

Noticed is a site that had a good verdict and has it no longer, or is being verified again, or whose generator is said to have changed on
the day of the switch or later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import nan

from scoring.alarms import Stream
from scoring.assessment import SiteAssessment, VerdictState
from scoring.evidence import Evidence
from scoring.history import History, history_of
from scoring.simulation.counting import VISIT_END, instant
from scoring.simulation.habits import Generator, Habits, Switch, Watching, Writes, simple
from scoring.simulation.seeding import seeded
from scoring.simulation.site_class import GOOD
from scoring.simulation.watcher import Watcher
from scoring.simulation.world import World
from scoring.verdict import assess

LOOK_EVERY = 5


@dataclass(frozen=True, slots=True)
class Scene:
    """An honest site whose generator becomes `after` on `switch_day` (None: stays as it is), watched until `days`."""

    what: str
    before: Generator
    after: Generator | None
    days: int
    entries: int = 400
    change_rate: float = 0.05
    switch_day: int = 30


SCENES: Mapping[str, Scene] = {
    "generation_switch": Scene("Honest, then all dates are those of the nightly build.", Generator(), Generator(Writes.DAILY_BUILD), 40),
    "frozen_switch": Scene(
        "Honest, one move a day on 60 entries, then no date moves.", Generator(), Generator(Writes.NEVER_AGAIN), 130, 60, 1.0 / 60.0, 90
    ),
    "precision_drop": Scene("Precision .95, then .5.", Generator(precision=0.95), Generator(precision=0.5), 70),
    "steady": Scene("Precision .95, and nothing happens.", Generator(precision=0.95), None, 150),
}


@dataclass(frozen=True, slots=True)
class DelayRun:
    """What one scene gave: after how many `reads`, moves that were due (`due_moves`) and visits of moved pages (`moved_visits`) the switch
    was noticed, which says nothing where the site had no good verdict before. On a scene without a switch: the false `alarms` of the stream
    of moved pages in `moved_visits`, the others and false changes of the generator in `other_visits`, and how often a good verdict was
    `lost`.
    """

    name: str
    seed: int
    had_trust: bool
    noticed: bool
    reads: int
    due_moves: float
    moved_visits: int
    alarms: int = 0
    other_visits: int = 0
    other_alarms: int = 0
    lost: int = 0


def run_delay(name: str, seed: int) -> DelayRun:
    """Play the scene `name` once. Raises KeyError for an unknown scene."""
    scene, rng = SCENES[name], seeded(name, seed)
    switch = None if scene.after is None else Switch(scene.switch_day, scene.after)
    habits = Habits(simple(scene.before, entries=scene.entries, change_rate=scene.change_rate), switch=switch)
    world = World(habits, rng)
    watcher = Watcher(world, Watching(), seed=seed, rng=rng)
    return _steady(name, scene, world, watcher, seed) if scene.after is None else _switched(name, scene, world, watcher, seed)


def _switched(name: str, scene: Scene, world: World, watcher: Watcher, seed: int) -> DelayRun:
    had_trust, before = False, 0
    for day in range(scene.days):
        world.live(day)
        watcher.check(day)
        if day < scene.switch_day - 1:
            continue
        judged = assess(watcher.evidence(), now=instant(day + VISIT_END), seed=seed)
        if day == scene.switch_day - 1:
            had_trust, before = judged.site.verdict in GOOD, watcher.moved_visits
        elif notices(judged, watcher.evidence(), since=scene.switch_day):
            break
    reads = day - scene.switch_day + 1
    due = world.ledger.between(1, scene.switch_day - 1).moves / (scene.switch_day - 1) * reads
    return DelayRun(name, seed, had_trust, day < scene.days - 1, reads, due, watcher.moved_visits - before)


def _steady(name: str, scene: Scene, world: World, watcher: Watcher, seed: int) -> DelayRun:
    """Count what is told from the switch day on, of which nothing is true, and the times that a good verdict is lost."""
    lost, moved, others, was_good = 0, 0, 0, False
    for day in range(scene.days):
        world.live(day)
        watcher.check(day)
        if day == scene.switch_day:
            moved, others = watcher.moved_visits, watcher.revisits - watcher.moved_visits
        if day >= scene.switch_day and day % LOOK_EVERY == 0:
            is_good = assess(watcher.evidence(), now=instant(day + VISIT_END), seed=seed).site.verdict in GOOD
            lost, was_good = lost + (was_good and not is_good), is_good
    told = _history(watcher.evidence())
    alarms = [alarm for alarm in told.alarms if alarm.at >= instant(scene.switch_day)]
    by_moves = sum(alarm.stream is Stream.MOVED for alarm in alarms)
    changes = sum(change.at >= instant(scene.switch_day) for change in told.changes)
    return DelayRun(
        name=name,
        seed=seed,
        had_trust=was_good,
        noticed=False,
        reads=scene.days - scene.switch_day,
        due_moves=0.0,
        moved_visits=watcher.moved_visits - moved,
        alarms=by_moves,
        other_visits=watcher.revisits - watcher.moved_visits - others,
        other_alarms=len(alarms) - by_moves + changes,
        lost=lost,
    )


def notices(judged: SiteAssessment, evidence: Evidence, *, since: int) -> bool:
    """Does the judgement, or what is known of the generator, tell of a change on the day `since` or later?"""
    site, told = judged.site, _history(evidence)
    in_question = site.state is VerdictState.REVERIFYING and site.state_since is not None and site.state_since >= instant(since)
    times = [*(change.at for change in told.changes), *(alarm.at for alarm in told.alarms)]
    return site.verdict not in GOOD or in_question or any(at >= instant(since) for at in times)


def _history(evidence: Evidence) -> History:
    doubles = {"double_reads": evidence.double_reads, "false_changes": evidence.false_changes}
    return history_of(evidence.comparisons, evidence.snapshots, **doubles)


def alarm_rate(runs: tuple[DelayRun, ...]) -> float:
    """False alarms of the stream of moved pages in 1,000 of its visits; nan without a visit."""
    visits = sum(run.moved_visits for run in runs)
    return 1_000.0 * sum(run.alarms for run in runs) / visits if visits else nan


def other_alarm_rate(runs: tuple[DelayRun, ...]) -> float:
    """All other false alarms, and changes that were none, in 1,000 visits of pages that did not move."""
    visits = sum(run.other_visits for run in runs)
    return 1_000.0 * sum(run.other_alarms for run in runs) / visits if visits else nan
