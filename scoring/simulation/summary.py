"""The measures that have a target, over all classes, designs and scenes that were run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from scoring.assessment import FailureMode, Verdict
from scoring.simulation.classes import CLASSES
from scoring.simulation.delays import DelayRun, alarm_rate
from scoring.simulation.measures import (
    NAN,
    covers,
    early_verdict,
    ever_falsely_trusted,
    first_right,
    good_verdicts_lost,
    is_right,
    mean,
    modes_right,
    precision_covered,
    quantile,
    recall_covered,
    share,
)
from scoring.simulation.runs import SiteRun
from scoring.simulation.samples import DESIGNS, SampleRun
from scoring.simulation.site_class import Group
from scoring.simulation.targets import TARGETS, Target
from scoring.simulation.tasks import Results

GENERATION = frozenset({FailureMode.GENERATION_TIME, FailureMode.REQUEST_TIME})
# Truths this near to 0 or 1 are held by nearly every interval, and would hide that others are too narrow.
INNER = (0.02, 0.98)


@dataclass(frozen=True, slots=True)
class Found:
    """A measure with a target: its key in `TARGETS`, what was found, and on how many runs that rests."""

    key: str
    value: float
    runs: int

    @property
    def target(self) -> Target:
        """What is wanted."""
        return TARGETS[self.key]

    @property
    def is_met(self) -> bool:
        """Is it reached?"""
        return self.target.is_met(self.value)


def summarize(results: Results) -> tuple[Found, ...]:
    """Every measure that the runs allow, in the order of `TARGETS`."""
    found = {one.key: one for one in (*_verdicts(results), *_intervals(results), *_samples(results), *_delays(results)) if one.runs}
    return tuple(found[key] for key in TARGETS if key in found)


def _of(results: Results, *groups: Group) -> list[SiteRun]:
    return [run for name, runs in results.sites.items() if CLASSES[name].group in groups for run in runs]


def _verdicts(results: Results) -> Iterator[Found]:
    clear = _of(results, Group.CLEAR)
    yield Found("clear_right", share(is_right(CLASSES[run.name], run) for run in clear), len(clear))
    early = [(run, one) for run in clear if run.switch_day is None and (one := early_verdict(run)) is not None]
    yield Found("clear_right_early", share(is_right(CLASSES[run.name], run, one) for run, one in early), len(early))
    others = _of(results, Group.CLEAR, Group.GAPS)
    yield Found("false_trust", share(ever_falsely_trusted(run) for run in others), len(others))
    near = [run for run in _of(results, Group.NEAR) if run.judged[-1].verdict is not Verdict.INSUFFICIENT]
    yield Found("near_right", share(is_right(CLASSES[run.name], run) for run in near), len(near))
    by_threshold = _of(results, Group.NEAR)
    yield Found("near_false_trust", share(ever_falsely_trusted(run) for run in by_threshold), len(by_threshold))
    steady = [run for run in (*clear, *by_threshold) if run.switch_day is None]
    yield Found("verdicts_lost", mean(float(good_verdicts_lost(run)) for run in steady), len(steady))
    decidable = [run for run in clear if Verdict.INSUFFICIENT not in CLASSES[run.name].right and run.switch_day is None]
    firsts = [first_right(CLASSES[run.name], run) for run in decidable]
    visits = [one.visits if one else np.inf for one in firsts]
    yield Found("visits_median", quantile(visits, 0.5), len(visits))
    yield Found("visits_p90", quantile(visits, 0.9), len(visits))
    stamped = [one for run, one in zip(decidable, firsts, strict=True) if _is_generated(run.name)]
    yield Found("generation_beyond", quantile([one.revisits if one else np.inf for one in stamped], 0.5), len(stamped))
    named = [run for run in clear if CLASSES[run.name].judges_modes]
    yield Found("modes_right", share(modes_right(CLASSES[run.name], run) for run in named), len(named))


def _is_generated(name: str) -> bool:
    modes = CLASSES[name].modes
    return bool(modes) and modes <= GENERATION


def _intervals(results: Results) -> Iterator[Found]:
    """Coverage on watched sites, apart for truths that lie inside and at an end."""
    kinds = [name for name in results.sites if CLASSES[name].has_events and CLASSES[name].group is not Group.GAPS]
    ends = [run.site for name in kinds for run in results.sites[name]]
    precise = [(end.truth.precision, held) for end in ends if (held := precision_covered(end)) is not None]
    recalled = [(end.truth.recall, held) for end in ends if (held := recall_covered(end)) is not None]
    low, high = INNER
    for name, known in (("precision", precise), ("recall", recalled)):
        inner = [held for truth, held in known if low < truth < high]
        edge = [held for truth, held in known if not low < truth < high]
        yield Found(f"{name}_covered", share(inner), len(inner))
        yield Found(f"{name}_edge_covered", share(edge), len(edge))


def _samples(results: Results) -> Iterator[Found]:
    ranged = {name: runs for name, runs in results.samples.items() if DESIGNS[name].in_range}
    equal = {name: runs for name, runs in ranged.items() if DESIGNS[name].shape <= 0.0}
    uneven = [run for name, runs in ranged.items() if DESIGNS[name].shape > 0.0 for run in runs]
    flat = [run for runs in equal.values() for run in runs]
    yield Found("sample_precision_covered", share(sample_precision_covered(run) for run in flat if run.precision), len(flat))
    yield Found("sample_recall_covered", share(sample_recall_covered(run) for run in flat if run.recall), len(flat))
    yield Found("uneven_recall_covered", share(sample_recall_covered(run) for run in uneven if run.recall), len(uneven))
    biases = [(bias_of(name, runs)) for name, runs in equal.items()]
    yield Found("sample_precision_bias", max((abs(one) for one, _ in biases), default=NAN), len(flat))
    yield Found("sample_recall_bias", max((abs(two) for _, two in biases), default=NAN), len(flat))


def sample_precision_covered(run: SampleRun) -> bool:
    """Does the interval of precision hold that of the design?"""
    return run.precision is not None and covers(run.precision, DESIGNS[run.name].precision)


def sample_recall_covered(run: SampleRun) -> bool:
    """The same for recall."""
    return run.recall is not None and covers(run.recall, DESIGNS[run.name].recall)


def bias_of(name: str, runs: tuple[SampleRun, ...]) -> tuple[float, float]:
    """Mean of the medians less the truth, for precision and recall."""
    design = DESIGNS[name]
    precision = mean(run.precision.median for run in runs if run.precision)
    return precision - design.precision, mean(run.recall.median for run in runs if run.recall) - design.recall


def _delays(results: Results) -> Iterator[Found]:
    generation, frozen, drop = (trusted_of(results, name) for name in ("generation_switch", "frozen_switch", "precision_drop"))
    yield Found("switch_reads", quantile([float(run.reads) if run.noticed else np.inf for run in generation], 0.5), len(generation))
    yield Found("frozen_moves", quantile([run.due_moves if run.noticed else np.inf for run in frozen], 0.5), len(frozen))
    yield Found("drop_visits", mean(float(run.moved_visits) for run in drop), len(drop))
    steady = results.delays.get("steady", ())
    yield Found("false_alarms", alarm_rate(steady), len(steady))


def trusted_of(results: Results, scene: str) -> list[DelayRun]:
    """The runs of a scene in which there was a good verdict to lose."""
    return [run for run in results.delays.get(scene, ()) if run.had_trust]
