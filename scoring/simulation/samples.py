"""Comparisons drawn straight from the event model with known precision and recall: what is made of them at gaps of 1, 7 and 30 days.

No panel, no plan, no world: each page is visited every `gap` days, the sitemap is read every day, and visits are read twice as often as the
product does. Evidence does not age here: one habit is at work all the time, and forgetting, which guards against another one, would only
widen the intervals (by half at 300 days), so that nobody could see whether the model itself is right. Beside it stands what bare counting
of visit pairs gives, which is right at no gap but the shortest (STATISTICS, T1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scoring.assessment import Interval
from scoring.evidence import Comparison, Evidence, SnapshotStats, WatchedPage
from scoring.simulation.counting import instant
from scoring.simulation.seeding import seeded
from scoring.thresholds import Thresholds
from scoring.verdict import assess

ENTRIES = 2_000
PAGES = 40
AGELESS = Thresholds(half_life_days=1e6)
# Of the first visits, and then of all, so many are read twice at random (as in the pipeline).
FIRST_DOUBLES, LATER_DOUBLES = 10, 0.05


@dataclass(frozen=True, slots=True)
class Design:
    """Event precision and recall, changes a page and day, gap in days, visits of each page, and the gamma shape of the rates (0: equal).

    A comparison of an unchanged page seems changed with probability `false_changes`.
    """

    precision: float
    recall: float
    rate: float
    gap: int
    visits: int
    shape: float = 0.0
    false_changes: float = 0.0

    @property
    def in_range(self) -> bool:
        """Is the gap short enough for unbiased numbers to be asked for, .5 / rate at most?"""
        return self.rate * self.gap <= 0.5


@dataclass(frozen=True, slots=True)
class SampleRun:
    """One sample: the posterior of both numbers, and the bare shares of visit pairs."""

    name: str
    seed: int
    precision: Interval | None
    recall: Interval | None
    pair_precision: float
    pair_recall: float


_QUALITIES = ((0.9, 0.9), (0.5, 0.8), (0.33, 0.5), (0.7, 0.95))
_GAPS = ((1, 0.05, 20), (7, 0.05, 12), (30, 0.015, 10))


def _designs() -> dict[str, Design]:
    found: dict[str, Design] = {}
    for label, shape in (("equal", 0.0), ("gamma1", 1.0), ("gamma05", 0.5)):
        for precision, recall in _QUALITIES:
            for gap, rate, visits in _GAPS:
                name = f"p{100 * precision:.0f}_r{100 * recall:.0f}_gap{gap}_{label}"
                found[name] = Design(precision, recall, rate, gap, visits, shape)
    found["p33_r50_gap30_far"] = Design(0.33, 0.5, 0.1, 30, 10)
    found["p90_r90_gap7_noise"] = Design(0.9, 0.9, 0.05, 7, 12, false_changes=0.03)
    return found


DESIGNS: Mapping[str, Design] = _designs()


def run_samples(name: str, seed: int, *, rounds: int) -> tuple[SampleRun, ...]:
    """`rounds` samples of the design `name`, judged by the scorer. Raises KeyError for an unknown design."""
    design, rng = DESIGNS[name], seeded(name, seed)
    return tuple(_sample(name, design, seed * rounds + number, rng) for number in range(rounds))


def _sample(name: str, design: Design, seed: int, rng: np.random.Generator) -> SampleRun:
    rates = np.full(ENTRIES, design.rate) if design.shape <= 0.0 else rng.gamma(design.shape, design.rate / design.shape, ENTRIES)
    evidence = _evidence(design, rates, rng)
    days = float(design.gap * design.visits)
    judged = assess(evidence, now=instant(days + 2.0 / 24.0), thresholds=AGELESS, seed=seed).site
    counts = judged.counts
    moved, changed = counts.moved_changed + counts.moved_unchanged, counts.moved_changed + counts.unmoved_changed
    right = float(counts.moved_changed)
    nan = float("nan")
    return SampleRun(name, seed, judged.precision, judged.recall, right / moved if moved else nan, right / changed if changed else nan)


def _evidence(design: Design, rates: np.ndarray, rng: np.random.Generator) -> Evidence:
    """Reads of every day, and each page of the panel compared every `gap` days; caught, silent and false events are Poisson."""
    shape = (PAGES, design.visits, design.gap)
    own = rates[:PAGES, None, None]
    caught = rng.poisson(np.broadcast_to(design.recall * own, shape))
    silent = rng.poisson(np.broadcast_to((1.0 - design.recall) * own, shape))
    false = rng.poisson(np.broadcast_to(_false_rate(design) * own, shape))
    moves = ((caught + false) > 0).sum(axis=2)
    changed = (caught + silent).sum(axis=2) > 0
    changed |= rng.random(changed.shape) < design.false_changes
    comparisons = [
        Comparison(
            "",
            instant((visit + 1) * design.gap + 1.0 / 24.0),
            float(design.gap),
            int(moves[page, visit]),
            bool(changed[page, visit]),
            ENTRIES / PAGES,
            page=page + 1,
        )
        for visit in range(design.visits)
        for page in range(PAGES)
    ]
    doubles = 400 if design.false_changes else FIRST_DOUBLES + round(LATER_DOUBLES * PAGES * design.visits)
    found = int(rng.binomial(doubles, design.false_changes))
    watched = tuple(
        WatchedPage("", float(design.gap * design.visits), int(own), page=page + 1) for page, own in enumerate(moves.sum(axis=1))
    )
    reads = _reads(design, rates, rng)
    return Evidence(reads, (), tuple(comparisons), double_reads=doubles, false_changes=found, watched=watched)


def _false_rate(design: Design) -> float:
    """False moves for each change: of the moves, `precision` are right."""
    return design.recall * (1.0 - design.precision) / design.precision


def _reads(design: Design, rates: np.ndarray, rng: np.random.Generator) -> tuple[SnapshotStats, ...]:
    share = float(np.mean(-np.expm1(-rates * (design.recall + _false_rate(design)))))
    return tuple(_read(day, int(rng.binomial(ENTRIES, share)) if day else None) for day in range(design.gap * design.visits + 1))


def _read(day: int, moved: int | None) -> SnapshotStats:
    return SnapshotStats(
        section="",
        taken_at=instant(day),
        complete=True,
        entries=ENTRIES,
        with_lastmod=ENTRIES,
        invalid=0,
        future=0,
        epoch=0,
        date_only=0,
        distinct=ENTRIES,
        modal_count=1,
        top2_count=2,
        near_generation=0,
        generated_at=instant(day),
        previous_at=None if moved is None else instant(day - 1),
        moved=moved,
        unmoved=None if moved is None else ENTRIES - moved,
        backwards=None if moved is None else 0,
        format_only=None if moved is None else 0,
        appeared=None if moved is None else 0,
        vanished=None if moved is None else 0,
    )
