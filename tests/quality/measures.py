"""What is measured on the simulated web, and how: `python -m tests.quality.measures --sites 100` prints the tables of the documentation."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.assessment import FailureMode, Interval, Verdict
from scoring.counts import tabulate
from scoring.estimate import estimate
from scoring.evidence import Comparison
from scoring.thresholds import Thresholds
from tests.quality.simulator import START, Day, Habits, watch

GOOD = frozenset({Verdict.TRUSTED, Verdict.USEFUL})
POOR = frozenset({Verdict.HINT, Verdict.UNTRUSTED})
BAD = frozenset({Verdict.UNTRUSTED})


@dataclass(frozen=True)
class SiteClass:
    """A kind of site, the verdicts that are right for it in the end, and the failure mode that must be named."""

    habits: Habits
    right: frozenset[Verdict]
    mode: FailureMode | None = None

    @property
    def deserves_trust(self) -> bool:
        return bool(self.right & GOOD)


CLASSES: Mapping[str, SiteClass] = {
    "accurate": SiteClass(Habits(), GOOD),
    "accurate, dates without time": SiteClass(Habits(date_only=True), GOOD),
    "accurate, changes seldom": SiteClass(Habits(change_rate=0.02), GOOD),
    "precision and recall .95": SiteClass(Habits(recall=0.95, false_move_rate=0.0025), GOOD),
    "generation time, daily": SiteClass(Habits(stamps_build=True), BAD, FailureMode.GENERATION_TIME),
    "generation time, dates without time": SiteClass(Habits(stamps_build=True, date_only=True), BAD, FailureMode.GENERATION_TIME),
    "no lastmod": SiteClass(Habits(lastmod=False), frozenset({Verdict.NO_LASTMOD}), FailureMode.NO_LASTMOD),
    "frozen": SiteClass(Habits(recall=0.0), BAD, FailureMode.FROZEN),
    "publication date only": SiteClass(Habits(recall=0.0, publish_dates=True, new_pages_a_day=2), BAD, FailureMode.PUBLISH_DATE_ONLY),
    "half of the changes": SiteClass(Habits(recall=0.5), POOR),
    "noisy minor edits": SiteClass(Habits(false_move_rate=0.12), POOR),
    "silent switch on day 30": SiteClass(Habits(switch_day=30), BAD, FailureMode.GENERATION_TIME),
}


# The fault sits on some pages only: these never move lastmod, or only these move it without a change.
PARTIAL: Mapping[str, Habits] = {
    "a quarter of the pages never moves": Habits(recall=0.0, faulty_share=0.25),
    "15 % of the pages never move": Habits(recall=0.0, faulty_share=0.15),
    "only 40 % of the pages are noisy": Habits(false_move_rate=0.17, faulty_share=0.4),
    "only 30 % of the pages are noisy": Habits(false_move_rate=0.154, faulty_share=0.3),
}


# Checked once a week, when many pages have changed anyway; where moves stray, seven of ten come without a change that day.
WEEKLY: Mapping[str, Habits] = {
    "weekly checks, honest, 5 % a day": Habits(days_between=7),
    "weekly checks, honest, 10 % a day": Habits(days_between=7, change_rate=0.1),
    "weekly checks, stray moves, 5 % a day": Habits(days_between=7, false_move_rate=0.12),
    "weekly checks, stray moves, 10 % a day": Habits(days_between=7, change_rate=0.1, false_move_rate=0.24),
}
WEEKLY_DAYS = 210


@dataclass(frozen=True)
class WeeklyResult:
    """After thirty weeks: the true precision by day, the mean of its estimates, and the share of sites `trusted` or `useful`."""

    true_precision: float
    estimated_precision: float
    good: float


def measure_weekly(habits: Habits, *, sites: int) -> WeeklyResult:
    """Watch `sites` sites that are checked once a week."""
    ends = [list(watch(habits, seed=seed, days=WEEKLY_DAYS, judge_every=WEEKLY_DAYS))[-1] for seed in range(sites)]
    estimated = [end.assessment.precision.median for end in ends if end.assessment.precision is not None]
    return WeeklyResult(
        true_precision=float(np.mean([end.true_precision for end in ends])),
        estimated_precision=float(np.mean(estimated)) if estimated else float("nan"),
        good=float(np.mean([end.assessment.verdict in GOOD for end in ends])),
    )


@dataclass(frozen=True)
class PartialResult:
    """Means over sites after 60 days: the truth, the shares (0..1) of intervals that hold it, and of sites called better than they are."""

    true_precision: float
    true_recall: float
    precision_covered: float
    recall_covered: float
    too_good: float
    undecided: float


def measure_partial(habits: Habits, *, sites: int, days: int = 60) -> PartialResult:
    """Watch `sites` sites to the end of `days` days; whether a verdict is too good is judged by each site's own truth."""
    ends = [list(watch(habits, seed=seed, days=days, judge_every=days))[-1] for seed in range(sites)]
    return PartialResult(
        true_precision=float(np.mean([end.true_precision for end in ends])),
        true_recall=float(np.mean([end.true_recall for end in ends])),
        precision_covered=float(np.mean([_covers(end.assessment.precision, end.true_precision) for end in ends])),
        recall_covered=float(np.mean([_covers(end.assessment.recall, end.true_recall) for end in ends])),
        too_good=float(np.mean([_too_good(end) for end in ends])),
        undecided=float(np.mean([end.assessment.verdict is Verdict.INSUFFICIENT for end in ends])),
    )


def _too_good(end: Day) -> bool:
    limits, verdict = Thresholds(), end.assessment.verdict
    if verdict is Verdict.TRUSTED:
        return end.true_precision < limits.trusted_precision or end.true_recall < limits.trusted_recall
    poor = end.true_precision < limits.useful_precision or end.true_recall < limits.useful_recall
    return verdict is Verdict.USEFUL and poor


@dataclass(frozen=True)
class ClassResult:
    """Shares (0..1) over the watched sites of one class; fetches and days are medians over those that were decided rightly."""

    right: float
    falsely_trusted: float
    mode_named: float
    fetches: float
    last_fetches: float
    precision_covered: float
    recall_covered: float


def measure_class(kind: SiteClass, *, sites: int, days: int = 45, judge_every: int = 2) -> ClassResult:
    """Watch `sites` sites of one class for `days` days with 40 panel pages and 12 fetches a day."""
    runs = [list(watch(kind.habits, seed=seed, days=days, judge_every=judge_every)) for seed in range(sites)]
    ends = [run[-1] for run in runs]
    first = [fetches for run in runs if (fetches := _first_right(run, kind)) is not None]
    return ClassResult(
        right=float(np.mean([end.assessment.verdict in kind.right for end in ends])),
        falsely_trusted=float(np.mean([_falsely_trusted(run, kind) for run in runs])),
        mode_named=float(np.mean([kind.mode is None or kind.mode in end.assessment.failure_modes for end in ends])),
        fetches=float(np.median(first)) if first else float("nan"),
        last_fetches=float(np.quantile(first, 0.9)) if first else float("nan"),
        precision_covered=float(np.mean([_covers(end.assessment.precision, end.true_precision) for end in ends])),
        recall_covered=float(np.mean([_covers(end.assessment.recall, end.true_recall) for end in ends])),
    )


def measure_switch(*, sites: int) -> tuple[float, float]:
    """How many days after a silent switch the last site lost its trust, and the share of sites that had any to lose."""
    delays, had = [], 0
    for seed in range(sites):
        run = list(watch(Habits(switch_day=30), seed=seed, days=36))
        had += run[29].assessment.verdict in GOOD
        delays.append(max([day.day - 30 + 1 for day in run[30:] if day.assessment.verdict in GOOD], default=0))
    return float(max(delays)), had / sites


@dataclass(frozen=True)
class Design:
    """A site of which moved pages are oversampled: true shares that changed, share that moved, and visits to each group."""

    moved_changed: float
    unmoved_changed: float
    moved_share: float
    moved_visits: int
    unmoved_visits: int
    entries: int = 5_000

    @property
    def recall(self) -> float:
        caught = self.moved_share * self.moved_changed
        return caught / (caught + (1.0 - self.moved_share) * self.unmoved_changed)


DESIGNS: Sequence[Design] = (
    Design(0.95, 0.02, 0.05, 25, 150),
    Design(0.90, 0.10, 0.20, 25, 50),
    Design(0.50, 0.05, 0.10, 25, 100),
    Design(0.30, 0.02, 0.40, 25, 50),
    Design(0.80, 0.30, 0.30, 40, 100),
    Design(0.95, 0.002, 0.10, 40, 300),
)


def measure_coverage(design: Design, *, rounds: int) -> tuple[float, float, float]:
    """Share of samples whose 95 % interval holds the true precision, the true recall, and the bias of the median recall."""
    rng = np.random.default_rng(11)
    precise = recalled = 0
    medians = []
    for seed in range(rounds):
        seen = estimate(
            tabulate(_sample(design, rng), (), now=START, thresholds=Thresholds()), thresholds=Thresholds(draws=2_000), seed=seed
        )
        precise += _covers(seen.precision, design.moved_changed)
        recalled += _covers(seen.recall, design.recall)
        medians.append(seen.recall.median)
    return precise / rounds, recalled / rounds, float(np.mean(medians)) - design.recall


def _sample(design: Design, rng: np.random.Generator) -> list[Comparison]:
    moved_entries = design.entries * design.moved_share
    groups = (
        (1, design.moved_visits, design.moved_changed, moved_entries),
        (0, design.unmoved_visits, design.unmoved_changed, design.entries - moved_entries),
    )
    seen = []
    for moves, visits, share, entries in groups:
        changed = rng.random(visits) < share
        seen += [Comparison("", START, 1.0, moves, bool(hit), entries / visits) for hit in changed]
    return seen


def _first_right(run: Sequence[Day], kind: SiteClass) -> int | None:
    return next((day.fetches for day in run if day.assessment.verdict in kind.right), None)


def _falsely_trusted(run: Sequence[Day], kind: SiteClass) -> bool:
    """Trust on any day at a site that never deserves it; at one that switches, trust a day after the first wave is the fault."""
    switch = kind.habits.switch_day
    if kind.deserves_trust:
        return False
    return any(day.assessment.verdict in GOOD for day in run if switch is None or day.day > switch)


def _covers(interval: Interval | None, truth: float) -> bool:
    """An equal-tailed interval can never hold an exact 0 or 1, so the ends get a hundredth."""
    return interval is None or interval.low - 0.01 * (truth <= 0.0) <= truth <= interval.high + 0.01 * (truth >= 1.0)


HEADINGS = "class | right verdict | false trust | mode named | fetches, median | 90th percentile | P covered | R covered"
PARTIAL_HEADINGS = "fault on some pages | true P | true R | P covered | R covered | too good | undecided"
WEEKLY_HEADINGS = "checked once a week | true P | estimated P | trusted or useful"
DESIGN_HEADINGS = "p | q | moved | visits | P covered | R covered | R bias"


def report(sites: int, rounds: int) -> Iterator[str]:
    """The tables of the documentation, line by line."""
    yield from _head(HEADINGS)
    for name, kind in CLASSES.items():
        result = measure_class(kind, sites=sites)
        shares = f"{result.right:.2f} | {result.falsely_trusted:.2f} | {result.mode_named:.2f}"
        fetches = f"{result.fetches:.0f} | {result.last_fetches:.0f}"
        yield f"| {name} | {shares} | {fetches} | {result.precision_covered:.2f} | {result.recall_covered:.2f} |"
    delay, had = measure_switch(sites=sites)
    yield f"\nSilent switch: trust was gone {delay:.0f} day(s) after the first stamped snapshot; {had:.2f} of the sites had been trusted.\n"
    yield from _head(PARTIAL_HEADINGS)
    for name, habits in PARTIAL.items():
        part = measure_partial(habits, sites=sites)
        truth = f"{part.true_precision:.2f} | {part.true_recall:.2f} | {part.precision_covered:.2f} | {part.recall_covered:.2f}"
        yield f"| {name} | {truth} | {part.too_good:.2f} | {part.undecided:.2f} |"
    yield ""
    yield from _head(WEEKLY_HEADINGS)
    for name, habits in WEEKLY.items():
        week = measure_weekly(habits, sites=sites)
        yield f"| {name} | {week.true_precision:.2f} | {week.estimated_precision:.2f} | {week.good:.2f} |"
    yield ""
    yield from _head(DESIGN_HEADINGS)
    for design in DESIGNS:
        precise, recalled, bias = measure_coverage(design, rounds=rounds)
        inputs = (
            f"{design.moved_changed} | {design.unmoved_changed} | {design.moved_share} | {design.moved_visits} + {design.unmoved_visits}"
        )
        yield f"| {inputs} | {precise:.3f} | {recalled:.3f} | {bias:+.3f} |"


def _head(headings: str) -> Iterator[str]:
    yield f"| {headings} |"
    yield "|" + "---|" * (headings.count("|") + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=1_000)
    arguments = parser.parse_args()
    for line in report(arguments.sites, arguments.rounds):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
