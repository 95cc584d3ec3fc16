"""From a sample to what the event model takes: comparisons with their worth, the rate of moves, and what is known of noise and activity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import log

import numpy as np
from scipy.special import betainc, betaln

from scoring.activity import likely_activities, moves_a_day
from scoring.clusters import effective_trials
from scoring.distribution import movable
from scoring.event_model import LEAST_GAP, Nuisance, Observations
from scoring.evidence import WatchedPage
from scoring.pooling import Borrowed
from scoring.sample import LARGEST_WEIGHT, SECONDS_PER_DAY, SMALLEST_WEIGHT, Floats, Members, Sample, ageing, check_days, movable_at
from scoring.thresholds import Thresholds

# Equally likely values of the chance of a false change, at the middles of so many equal parts of its posterior.
NOISE_VALUES = 3
NOTHING = Observations(*(np.zeros(0, dtype=np.float64) for _ in fields(Observations)))


@dataclass(frozen=True, slots=True)
class Observed:
    """All that the event model needs. `move_rate` is in moves per entry and day, 0 where nothing moved;
    `check_days` is the usual time between two checks."""

    events: Observations
    nuisance: Nuisance
    move_rate: float
    check_days: float

    def with_borrowed(self, borrowed: Borrowed) -> Observed:
        """The same with what the other sections of the site say of this one."""
        return replace(self, nuisance=replace(self.nuisance, borrowed=borrowed))

    def scaled(self, moved: float, unmoved: float) -> Observed:
        """The same with so many times the evidence of moved and of unmoved pages."""
        factor = np.where(self.events.moves > 0.0, moved, unmoved)
        return replace(self, events=replace(self.events, worth=self.events.worth * factor))


def observe(
    seen: Sample,
    watched: Sequence[WatchedPage],
    *,
    double_reads: int,
    false_changes: int,
    believe_snapshots: bool,
    thresholds: Thresholds,
) -> Observed:
    """Weigh every comparison by the pages it speaks for, no more in all than the independent comparisons that they are worth.

    `double_reads` and `false_changes` are the site's A/A reads; `believe_snapshots` says that the sample is a random part of the entries
    that the snapshots count.
    """
    histories = {page.page: page for page in watched if page.page}
    parts = [_events(members, seen.sampled_share, histories, thresholds) for members in (seen.moved, seen.unmoved)]
    events = Observations(*(np.concatenate([getattr(part, spec.name) for part in parts]) for spec in fields(Observations)))
    counted = _counted_move_rate(seen) if believe_snapshots else None
    confirmed = any(c.confirmed for members in (seen.moved, seen.unmoved) for c in members.comparisons)
    errors = _errors(0 if confirmed else double_reads, 0 if confirmed else false_changes, thresholds)
    return Observed(
        events=events,
        nuisance=Nuisance(errors, *likely_activities(watched)),
        move_rate=next((rate for rate in (counted, moves_a_day(watched)) if rate is not None), _sampled_move_rate(seen)),
        check_days=check_days(seen.snapshots),
    )


def _errors(double_reads: int, false_changes: int, thresholds: Thresholds) -> tuple[float, ...]:
    """Values of e1 from the site's own double reads: most sites are read without noise, some are not, and their own reads tell which.

    The prior is nine parts of `noise_prior_reads` reads with half a false change, and one of `noisy_prior_reads` with one; the posterior is
    the mixture of both beta posteriors by how well each foretold the reads. A change that was confirmed by a second read is not invented
    by what the double reads measure, so there the prior stands alone.
    """
    hits, misses = false_changes, double_reads - false_changes
    priors = ((0.5, thresholds.noise_prior_reads, 0.9), (1.0, thresholds.noisy_prior_reads, 0.1))
    weights = np.array([log(share) + float(betaln(a + hits, b + misses) - betaln(a, b)) for a, b, share in priors])
    weights = np.exp(weights - weights.max())
    grid = np.logspace(-6.0, 0.0, 1_201)
    below = sum(weight * betainc(a + hits, b + misses, grid) for weight, (a, b, _) in zip(weights, priors, strict=True)) / weights.sum()
    shares = (np.arange(NOISE_VALUES) + 0.5) / NOISE_VALUES
    return tuple(float(value) for value in np.interp(shares, below, grid))


def _events(members: Members, sampled: float, histories: Mapping[int, WatchedPage], thresholds: Thresholds) -> Observations:
    """Pseudo-likelihood weights: page weights, scaled to the effective number of comparisons (Savitsky and Toth 2016, Electronic Journal of
    Statistics 10; the effective number from the variance between pages as in `clusters.py`)."""
    if not members.comparisons:
        return NOTHING
    changed = members.changed
    gaps = np.array([c.gap_days for c in members.comparisons], dtype=np.float64)
    moves = np.array([c.moves for c in members.comparisons], dtype=np.float64)
    weights = np.array(
        [min(max(c.page_weight or c.weight, SMALLEST_WEIGHT), LARGEST_WEIGHT) for c in members.comparisons], dtype=np.float64
    )
    worth = weights * members.relevance
    if not float(worth.max()) > 0.0:
        return NOTHING
    worth /= float(worth.max())
    trials = np.ones(len(gaps)) if members.comparisons[0].moves > 0 else _chances(changed, np.maximum(gaps, 1e-3), worth)
    effective = effective_trials(changed, trials, worth, members.pages, sampled_share=sampled, rarer_are_witnesses=False)
    scale = effective * members.kept(thresholds.ageing_floor) / float((worth * trials).sum())
    known = [histories.get(c.page) for c in members.comparisons]
    own = [(c.moves, c.gap_days) if page is None else (page.moves, page.days) for c, page in zip(members.comparisons, known, strict=True)]
    page_moves, page_days = np.array(own, dtype=np.float64).T
    return Observations(changed, gaps, moves, worth * scale, page_moves, page_days)


def _chances(changed: Floats, gaps: Floats, worth: Floats) -> Floats:
    """How likely a change is seen in each gap, with mean 1: (1 - exp(-rate gap)) at the rate that explains all changes that were seen."""
    hits, rate = float((worth * changed).sum()), 0.0
    if hits > 0.0:
        rate = hits / float((worth * gaps).sum())
        for _ in range(20):
            rate *= min(hits / max(float((worth * -np.expm1(-rate * gaps)).sum()), 1e-300), 2.0)
    chances = -np.expm1(-rate * gaps) if rate > 0.0 else gaps
    return np.asarray(chances * float(worth.sum()) / float((worth * chances).sum()), dtype=np.float64)


def _counted_move_rate(seen: Sample) -> float | None:
    compared = [s for s in movable_at(seen.snapshots, seen.now) if s.previous_at is not None and s.previous_at < s.taken_at]
    if not compared:
        return None
    aged = ageing([s.taken_at for s in compared], seen.now, seen.half_life_days)
    days = np.array([(s.taken_at - s.previous_at).total_seconds() / SECONDS_PER_DAY for s in compared if s.previous_at], dtype=np.float64)
    moved = float((aged * np.array([s.moved or 0 for s in compared], dtype=np.float64)).sum())
    exposure = float((aged * days * np.array([movable(s) for s in compared], dtype=np.float64)).sum())
    return moved / exposure if exposure > 0.0 else None


def _sampled_move_rate(seen: Sample) -> float:
    """Moves per page and day of the pages that were compared."""
    moves = exposure = 0.0
    for members in (seen.moved, seen.unmoved):
        for one, relevance in zip(members.comparisons, members.relevance, strict=True):
            weight = relevance * (one.page_weight or one.weight)
            moves += weight * one.moves
            exposure += weight * max(one.gap_days, LEAST_GAP)
    return moves / exposure if exposure > 0.0 else 0.0
