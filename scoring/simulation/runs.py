"""One simulated site, watched to its end and judged on the way: everything that the tables are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from scoring.assessment import Assessment, FailureMode, Interval, SiteAssessment, Verdict
from scoring.evidence import ShownVerdict
from scoring.simulation.classes import CLASSES
from scoring.simulation.counting import VISIT_END, instant
from scoring.simulation.habits import Habits, Watching
from scoring.simulation.seeding import seeded
from scoring.simulation.site_class import SiteClass
from scoring.simulation.truth import Events, Ledger
from scoring.simulation.watcher import Watcher
from scoring.simulation.world import World
from scoring.verdict import assess

# A verdict is looked at after each of the first checks, in which it is reached or not, as the product does, then after every fourth to save
# time; the days after a switch are looked at one by one.
EVERY_CHECK_UNTIL, THEN_EVERY = 40, 4
AFTER_SWITCH = 12


@dataclass(frozen=True, slots=True)
class Estimates:
    """The judgement's numbers on the site or a section, beside the truth about it and the bare count of visit pairs."""

    section: str
    verdict: Verdict
    precision: Interval | None
    recall: Interval | None
    truth: Events
    pair_precision: float
    pair_recall: float


@dataclass(frozen=True, slots=True)
class Said:
    """A verdict on the site (`section == ""`) or a section at one day, the habit of the generator at work, and its events until then."""

    section: str
    verdict: Verdict
    truth: Events
    so_far: Events


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdicts of a day on the way, and what they had cost."""

    day: int
    site: Said
    sections: tuple[Said, ...]
    checks: int
    visits: int
    revisits: int
    fetches: int
    moved_visits: int

    @property
    def verdict(self) -> Verdict:
        """The verdict on the site."""
        return self.site.verdict

    @property
    def truth(self) -> Events:
        """The truth about the site: all events under the generator of that day."""
        return self.site.truth


@dataclass(frozen=True, slots=True)
class SiteRun:
    """A site from its first check to its last. `switch_day` is None where its generator stayed."""

    name: str
    seed: int
    judged: tuple[Judged, ...]
    site: Estimates
    sections: tuple[Estimates, ...]
    modes: tuple[FailureMode, ...]
    has_lastmod: bool
    switch_day: int | None


def run_site(name: str, seed: int, *, days: int | None = None, panel_size: int | None = None, budget: int | None = None) -> SiteRun:
    """Watch one site of the class `name`; `days` bounds the run of classes that last longer, `panel_size` and `budget` (page fetches of a
    check) replace those of the class. Raises KeyError for an unknown class.
    """
    kind = CLASSES[name]
    rng = seeded(name, seed)
    habits = kind.make(rng)
    length = kind.days if days is None else min(days, kind.days)
    watching = replace(kind.watching, panel_size=panel_size or kind.watching.panel_size, budget=budget or kind.watching.budget)
    ledger, seen = Ledger(), []
    for seen_on in watch(habits, rng, seed=seed, days=length, watching=watching):
        ledger = seen_on.world.ledger
        seen.append(seen_on)
    return _summary(kind, seed, habits, seen, ledger)


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known after the check of a day: the judgement, and its cost so far. The world is still alive, and its ledger grows."""

    day: int
    assessment: SiteAssessment
    world: World
    costs: tuple[int, int, int, int, int]


def watch(habits: Habits, rng: np.random.Generator, *, seed: int, days: int, watching: Watching) -> Iterator[Seen]:
    """Live through `days` days, and judge on those that matter."""
    world = World(habits, rng)
    watcher = Watcher(world, watching, seed=seed, rng=rng)
    last = (days - 1) // watching.check_days * watching.check_days
    shown: tuple[ShownVerdict, ...] = ()
    for day in range(days):
        world.live(day)
        if day % watching.check_days:
            continue
        watcher.check(day)
        if day == last or _matters(day, day // watching.check_days, habits):
            now = instant(day + VISIT_END)
            assessment = assess(replace(watcher.evidence(), shown=shown), now=now, seed=seed)
            watcher.judged, shown = assessment, shown_by(assessment, now)
            costs = (watcher.checks, watcher.visits, watcher.revisits, watcher.fetches, watcher.moved_visits)
            yield Seen(day, assessment, world, costs)


def shown_by(judged: SiteAssessment, at: datetime) -> tuple[ShownVerdict, ...]:
    """What the next check remembers of this one."""
    return tuple(
        ShownVerdict(one.section, at, one.verdict, one.state, one.workings.useful_since, one.workings.trusted_since)
        for one in (judged.site, *judged.sections)
    )


def _matters(day: int, number: int, habits: Habits) -> bool:
    if number <= EVERY_CHECK_UNTIL or number % THEN_EVERY == 0:
        return True
    return habits.switch is not None and 0 <= day - habits.switch.day <= AFTER_SWITCH


def _summary(kind: SiteClass, seed: int, habits: Habits, seen: list[Seen], ledger: Ledger) -> SiteRun:
    end = seen[-1]
    return SiteRun(
        name=kind.name,
        seed=seed,
        judged=tuple(_judged(one, ledger) for one in seen),
        site=_estimates(end.assessment.site, ledger.of_generator_at(end.day)),
        sections=tuple(_estimates(one, ledger.of_generator_at(end.day, one.section)) for one in end.assessment.sections),
        modes=end.assessment.site.failure_modes,
        has_lastmod=any(bool(part.dated.any()) for part in end.world.parts),
        switch_day=habits.switch.day if habits.switch else None,
    )


def _judged(one: Seen, ledger: Ledger) -> Judged:
    site = Said("", one.assessment.site.verdict, ledger.of_generator_at(one.day), ledger.so_far(one.day))
    parts = [(part.section, part.verdict) for part in one.assessment.sections]
    said = (Said(name, verdict, ledger.of_generator_at(one.day, name), ledger.so_far(one.day, name)) for name, verdict in parts)
    return Judged(one.day, site, tuple(said), *one.costs)


def _estimates(judged: Assessment, truth: Events) -> Estimates:
    counts = judged.counts
    moved = counts.moved_changed + counts.moved_unchanged
    changed = counts.moved_changed + counts.unmoved_changed
    return Estimates(
        section=judged.section,
        verdict=judged.verdict,
        precision=judged.precision,
        recall=judged.recall,
        truth=truth,
        pair_precision=counts.moved_changed / moved if moved else float("nan"),
        pair_recall=counts.moved_changed / changed if changed else float("nan"),
    )
