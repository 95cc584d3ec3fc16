"""From single runs to shares and quantiles. All shares are in 0..1; nan where there was nothing to measure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from scoring.assessment import FailureMode, Interval, Verdict
from scoring.simulation.classes import CLASSES
from scoring.simulation.runs import Estimates, Judged, Said, SiteRun
from scoring.simulation.site_class import BAD, GOOD, NONE, POOR, SiteClass, Verdicts
from scoring.simulation.truth import Events
from scoring.thresholds import Thresholds

LIMITS = Thresholds()
EARLY_VISITS = 100
# A good verdict outlives a switch as long as layer 2 may take to notice; how long it does take is measured in `delays`.
GRACE_DAYS = 14
NAN = float("nan")


def holding(truth: Events, *, has_lastmod: bool = True) -> Verdicts:
    """The verdicts that are right for a site of this truth.

    Where lastmod may not be followed, hint and untrusted are both right: either says so. `useful` is right for a site that is better still.
    """
    if not has_lastmod:
        return NONE
    if not truth.moves:
        return BAD if truth.changes else frozenset({Verdict.INSUFFICIENT})
    precision, recall = truth.precision, truth.recall if truth.changes else 1.0
    if precision >= LIMITS.trusted_precision and recall >= LIMITS.trusted_recall:
        return GOOD
    if precision >= LIMITS.useful_precision and recall >= LIMITS.useful_recall:
        return frozenset({Verdict.USEFUL})
    return POOR


def is_false_trust(said: Said) -> bool:
    """Is the verdict better than the generator deserves, both by its habit and by what it had done until then?

    A generator that is going to sin next week has not yet, and one that had a bad first day is no bad one. Where nothing moved and nothing
    changed, nobody is misled.
    """
    return said.verdict in GOOD and all(_is_too_good(said.verdict, truth) for truth in (said.truth, said.so_far))


def _is_too_good(verdict: Verdict, truth: Events) -> bool:
    return bool(truth.moves or truth.changes) and verdict not in holding(truth)


def is_right(kind: SiteClass, run: SiteRun, judged: Judged | None = None) -> bool:
    """Is the verdict in the end (or on the way) right, and are those of the sections?"""
    end = judged or run.judged[-1]
    wanted = kind.right or holding(end.truth, has_lastmod=run.has_lastmod)
    sections = {said.section: said.verdict for said in end.sections}
    return end.verdict in wanted and all(sections.get(name) in right for name, right in kind.sections.items())


def first_right(kind: SiteClass, run: SiteRun) -> Judged | None:
    """The first decided verdict that is right; after the switch, where there is one."""
    since = run.switch_day or 0
    decided = (one for one in run.judged if one.day >= since and (one.verdict is not Verdict.INSUFFICIENT or kind.sections))
    return next((one for one in decided if is_right(kind, run, one)), None)


def ever_falsely_trusted(run: SiteRun) -> bool:
    """Was the verdict, on the site or a section, at any check better than deserved?"""
    quiet_from, quiet_to = (run.switch_day, run.switch_day + GRACE_DAYS) if run.switch_day is not None else (0, -1)
    on_days = [one for one in run.judged if not quiet_from <= one.day <= quiet_to]
    return any(is_false_trust(said) for one in on_days for said in (one.site, *one.sections))


def good_verdicts_lost(run: SiteRun) -> int:
    """How often a good verdict on the site ended again."""
    good = [one.verdict in GOOD for one in run.judged]
    return sum(before and not after for before, after in pairwise(good))


def modes_right(kind: SiteClass, run: SiteRun) -> bool:
    """Is one of the modes of the class named (where it has any), and no other?"""
    named = set(run.modes)
    return (not kind.modes or bool(named & kind.modes)) and named <= kind.modes | kind.allowed


def covers(interval: Interval, truth: float) -> bool:
    """An equal-tailed interval never holds an exact 0 or 1, so the ends get a hundredth."""
    return interval.low - 0.01 * (truth <= 0.0) <= truth <= interval.high + 0.01 * (truth >= 1.0)


def share(values: Iterable[bool]) -> float:
    """Of the values, the share that is true; nan without any."""
    seen = list(values)
    return sum(seen) / len(seen) if seen else NAN


def quantile(values: Sequence[float], at: float) -> float:
    """The value that a share `at` of all do not exceed; missing ones are inf. nan without any."""
    return float(np.quantile(values, at, method="higher")) if len(values) else NAN


@dataclass(frozen=True, slots=True)
class ClassResult:
    """One class. Visits and revisits are to the first right verdict; early is after at most 100 visits."""

    name: str
    sites: int
    right: float
    right_early: float
    decided: float
    right_of_decided: float
    false_trust: float
    modes_right: float
    visits_median: float
    visits_p90: float
    revisits_median: float
    fetches_median: float
    true_precision: float
    true_recall: float
    precision: float
    recall: float
    pair_precision: float
    pair_recall: float
    precision_covered: float
    recall_covered: float
    named: tuple[tuple[FailureMode, int], ...]


def measure_class(runs: Sequence[SiteRun]) -> ClassResult:
    """Put the runs of one class together."""
    kind = CLASSES[runs[0].name]
    firsts = [first_right(kind, run) for run in runs]
    decided = [run for run in runs if run.judged[-1].verdict is not Verdict.INSUFFICIENT]
    ends = [run.site for run in runs]
    visits = [one.visits if one else np.inf for one in firsts]
    named = Counter(mode for run in runs for mode in run.modes)
    return ClassResult(
        name=kind.name,
        sites=len(runs),
        right=share(is_right(kind, run) for run in runs),
        right_early=share(is_right(kind, run, early) for run in runs if (early := early_verdict(run)) is not None),
        decided=len(decided) / len(runs),
        right_of_decided=share(is_right(kind, run) for run in decided),
        false_trust=share(ever_falsely_trusted(run) for run in runs),
        modes_right=share(modes_right(kind, run) for run in runs) if kind.judges_modes else NAN,
        visits_median=quantile(visits, 0.5),
        visits_p90=quantile(visits, 0.9),
        revisits_median=quantile([one.revisits if one else np.inf for one in firsts], 0.5),
        fetches_median=quantile([one.fetches if one else np.inf for one in firsts], 0.5),
        true_precision=mean(end.truth.precision for end in ends),
        true_recall=mean(end.truth.recall for end in ends),
        precision=mean(end.precision.median for end in ends if end.precision),
        recall=mean(end.recall.median for end in ends if end.recall),
        pair_precision=mean(end.pair_precision for end in ends),
        pair_recall=mean(end.pair_recall for end in ends),
        precision_covered=share(found for end in ends if (found := precision_covered(end)) is not None),
        recall_covered=share(found for end in ends if (found := recall_covered(end)) is not None),
        named=tuple(sorted(named.items(), key=lambda pair: (-pair[1], pair[0]))),
    )


def early_verdict(run: SiteRun) -> Judged | None:
    """The last verdict that had cost at most 100 visits."""
    return next((one for one in reversed(run.judged) if one.visits <= EARLY_VISITS), None)


def precision_covered(end: Estimates) -> bool | None:
    """Does the interval hold the truth? None where there is no interval or no truth."""
    return covers(end.precision, end.truth.precision) if end.precision is not None and end.truth.moves else None


def recall_covered(end: Estimates) -> bool | None:
    """The same for recall."""
    return covers(end.recall, end.truth.recall) if end.recall is not None and end.truth.changes else None


def mean(values: Iterable[float]) -> float:
    """The mean of those that are numbers; nan without any."""
    known = [value for value in values if not np.isnan(value)]
    return float(np.mean(known)) if known else NAN
