"""The event model: what one comparison says about moves that are right and changes that come silently.

A page that changes silently `alpha` times a day, and whose every move of lastmod tells of a change with probability P, is still the same
after g days and n moves with probability

    S(g, n) = (1 - P)^n exp(-alpha g)

so that a comparison sees it unchanged with probability (1 - e1) S, where e1 is the chance that the comparison invents a change
(Busa-Fekete et al. 2025, arXiv 2502.02430, §3: P = 1 - nu / gamma; the label noise is ours). Pages differ in how busy they are. With
gamma-distributed activities of mean 1 and variance b, a page that moved N times in the T days it was watched (all snapshots see that, free
of fetches) is likely a busier one the larger N is, and S becomes

    S(g, n) = (1 - P)^n [1 + b alpha g / (1 + b gamma T)]^-(N + 1/b)

(the gamma-Poisson posterior of its activity, Greenwood and Yule 1920; b -> 0 gives the line above). If a share z of all pages never
changes, the rates of the others are higher by 1 / (1 - z), and a page that never moved is one of the idle ones with probability
z / (z + (1 - z) (1 + b gamma T)^(-1/b)). Or the share z that never moves is what changes silently, alpha / z times a day each, and
nothing else does; S is then (1 - P)^n on a page that ever moved. gamma, the moves per page and day, is counted on all entries of the
snapshots and not estimated. Then recall = P gamma / (P gamma + alpha).

The posterior of (P, alpha) is summed on a grid, over a few values of e1 and of (z, b). Precision and recall have Jeffreys' prior of a
share, Beta(1/2, 1/2), independent of each other: a flat density of arcsin(sqrt P), and sqrt(c alpha) / (c + alpha) of ln alpha, where
c = P gamma. For rare silent changes that is Jeffreys' prior of a rate, alpha^(-1/2); large rates die out as alpha^(-3/2). The grid is laid
twice: coarsely over everything, then finely where the mass is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.activity import Activity
from scoring.pooling import NOTHING_BORROWED, Borrowed

Floats = NDArray[np.float64]

MOST_MOVES = 5
COARSE, FINE = 24, 44
# Silent changes a page and day: from one in three thousand years to one an hour.
LEAST_RATE, LARGEST_RATE = 1e-6, 24.0
# exp(-12): what the coarse grid leaves below this share of its highest point is not looked at again.
DEPTH = 12.0
# Gaps and days of watching are told apart to 5 % and 10 %, many moves of a page to 10 %; no rate is known that well.
GAP_STEP, WATCH_STEP = 0.05, 0.1
LEAST_GAP = 1e-3
# Pages that change and never move change as often as the others, give or take a factor of three.
LIKE_OTHERS = float(np.log(3.0))


@dataclass(frozen=True, slots=True)
class Observations:
    """Comparisons as columns of one length. `changed` is 0 or 1, `gap_days` > 0, `moves` 0, 1, …, `worth` the independent comparisons (≥ 0)
    that each one stands for. The page of a comparison moved `page_moves` times in the `page_days` (at least the gap) it was watched."""

    changed: Floats
    gap_days: Floats
    moves: Floats
    worth: Floats
    page_moves: Floats
    page_days: Floats


@dataclass(frozen=True, slots=True)
class Nuisance:
    """What the posterior is summed over. `errors`: the chance e1 that a comparison invents a change, as a few equally likely values (0..1).
    `activities`: the ways in which pages may differ, with the logarithms of their relative probabilities. `borrowed` is what a
    section has from the others."""

    errors: tuple[float, ...] = (0.0,)
    activities: tuple[Activity, ...] = (Activity(),)
    log_weights: tuple[float, ...] = (0.0,)
    borrowed: Borrowed = NOTHING_BORROWED


@dataclass(frozen=True, slots=True)
class Posterior:
    """Points (precision, silent changes a day) with their probabilities (sum 1), and the recall that belongs to each of them."""

    precision: Floats
    silent_rate: Floats
    recall: Floats
    mass: Floats

    @property
    def trust(self) -> Floats:
        """The harmonic mean of precision and recall."""
        return 2.0 * self.precision * self.recall / np.maximum(self.precision + self.recall, 1e-12)

    def probability(self, holds: NDArray[np.bool_]) -> float:
        """The probability of the points where `holds`."""
        return float(self.mass[holds].sum())

    def quantiles(self, values: Floats, shares: tuple[float, ...] = (0.025, 0.5, 0.975)) -> tuple[float, ...]:
        """Quantiles of a function on the grid, given by its `values` at the points."""
        order = np.argsort(values, kind="stable")
        mass = self.mass[order]
        return tuple(float(v) for v in np.interp(shares, np.cumsum(mass) - 0.5 * mass, values[order]))


@dataclass(frozen=True, slots=True)
class _Kinds:
    """Comparisons merged where all that the model looks at is the same: `same` and `other` are the worth of unchanged and changed ones."""

    gap_days: Floats
    moves: NDArray[np.int64]
    page_moves: Floats
    page_days: Floats
    same: Floats
    other: Floats


@dataclass(frozen=True, slots=True)
class _Axes:
    """Cell centres, evenly spaced, of ln alpha and of a `place` u in 0..1 that stands for arcsin(sqrt P) = pi/2 (1 - (1 - u)^2).

    The square makes the cells narrow where P is near 1 and so many sites are.
    """

    places: Floats
    logs: Floats

    @property
    def precision(self) -> Floats:
        """P at the cell centres."""
        return np.asarray(np.sin(np.pi / 2.0 * (1.0 - (1.0 - self.places) ** 2)) ** 2, dtype=np.float64)


def posterior(seen: Observations, *, move_rate: float, nuisance: Nuisance, fine: int = FINE) -> Posterior:
    """The posterior of precision and silent rate after `seen`; `move_rate` is gamma, moves per page and day (≥ 0).

    Without comparisons it is the prior. Time and memory are of order fine² times the distinct (gap, moves) with a change.
    """
    kinds = _merged(seen)
    coarse = _Axes(*(_centres(low, high, COARSE) for low, high in _everything()))
    places, logs = _box(coarse, _log_mass(kinds, coarse, move_rate, nuisance))
    axes = _Axes(_centres(*places, fine), _centres(*logs, fine))
    weights = _log_mass(kinds, axes, move_rate, nuisance)
    weights -= weights.max()
    mass = np.exp(weights)
    mass /= mass.sum()
    flat = mass.sum(axis=0).ravel()
    precision = np.repeat(axes.precision, len(axes.logs))
    rate = np.tile(np.exp(axes.logs), len(axes.places))
    caught = precision * move_rate
    return Posterior(precision, rate, caught / (caught + rate), flat)


def _everything() -> tuple[tuple[float, float], tuple[float, float]]:
    return (0.0, 1.0), (float(np.log(LEAST_RATE)), float(np.log(LARGEST_RATE)))


def _centres(low: float, high: float, count: int) -> Floats:
    return low + (np.arange(count, dtype=np.float64) + 0.5) * (high - low) / count


def _merged(seen: Observations) -> _Kinds:
    gaps = _steps(np.maximum(seen.gap_days, LEAST_GAP), GAP_STEP)
    days = _steps(np.maximum(np.maximum(seen.page_days, seen.gap_days), LEAST_GAP), WATCH_STEP)
    moves = np.minimum(seen.moves, MOST_MOVES).astype(np.int64)
    often = _steps(np.maximum(seen.page_moves, seen.moves) + 1.0, WATCH_STEP)
    _, first, place = np.unique(np.stack([gaps, days, moves, often]), axis=1, return_index=True, return_inverse=True)
    place = place.ravel()
    other = np.bincount(place, seen.worth * seen.changed, minlength=len(first))
    same = np.bincount(place, seen.worth * (1.0 - seen.changed), minlength=len(first))
    return _Kinds(
        gap_days=np.exp(gaps[first] * GAP_STEP),
        moves=moves[first],
        page_moves=np.exp(often[first] * WATCH_STEP) - 1.0,
        page_days=np.exp(days[first] * WATCH_STEP),
        same=same.astype(np.float64),
        other=other.astype(np.float64),
    )


def _steps(values: Floats, step: float) -> NDArray[np.int64]:
    """Logarithms in whole steps."""
    return np.rint(np.log(values) / step).astype(np.int64)


def _log_mass(kinds: _Kinds, axes: _Axes, move_rate: float, nuisance: Nuisance) -> Floats:
    """The logarithm of prior times likelihood up to a constant, of shape (activities, places, logs), the noise summed out."""
    caught = np.log(np.maximum(axes.precision * move_rate, 1e-300))[:, None]
    layers = []
    for activity, weight in zip(nuisance.activities, nuisance.log_weights, strict=True):
        held = [_log_likelihood(kinds, axes, move_rate, error, activity) for error in nuisance.errors]
        layers.append(weight + np.logaddexp.reduce(np.stack(held), axis=0) + _log_prior(caught, axes.logs, activity))
    prior = np.log(1.0 - axes.places)[:, None] + _log_borrowed(caught, axes, nuisance.borrowed)
    return np.asarray(np.stack(layers) + prior[None, :, :], dtype=np.float64)


def _log_prior(caught: Floats, logs: Floats, activity: Activity) -> Floats:
    """ln of the prior density of ln alpha, of shape (places, logs): Jeffreys' of recall; or silent pages change as others do."""
    if not activity.silent:
        return np.asarray(0.5 * (caught + logs) - np.logaddexp(caught, logs) - np.log(np.pi), dtype=np.float64)
    usual = caught + np.log(activity.idle_share / (1.0 - activity.idle_share))
    return np.asarray(-0.5 * ((logs - usual) / LIKE_OTHERS) ** 2 - np.log(LIKE_OTHERS * np.sqrt(2.0 * np.pi)), dtype=np.float64)


def _log_borrowed(caught: Floats, axes: _Axes, borrowed: Borrowed) -> Floats:
    """What the other sections add to the logarithm of the prior, of shape (places, logs)."""
    more = np.zeros((len(axes.places), len(axes.logs)), dtype=np.float64)
    if borrowed.precision is not None:
        more += borrowed.precision.log_factor(axes.precision)[:, None]
    if borrowed.recall is not None:
        more += borrowed.recall.log_factor(1.0 / (1.0 + np.exp(np.clip(axes.logs - caught, -60.0, 60.0))))
    return more


def _log_likelihood(kinds: _Kinds, axes: _Axes, move_rate: float, error: float, activity: Activity) -> Floats:
    missed = np.maximum(1.0 - axes.precision, 1e-300)
    quiet = _log_quiet(kinds, np.exp(axes.logs), move_rate, activity)
    same = (kinds.same @ kinds.moves) * np.log(missed)[:, None] + (kinds.same @ quiet)[None, :]
    same += float(kinds.same.sum()) * np.log1p(-error)
    seen = kinds.other > 0.0
    if not seen.any():
        return np.asarray(same, dtype=np.float64)
    powers = missed[None, :] ** np.arange(MOST_MOVES + 1)[:, None]
    kept = (1.0 - error) * powers[kinds.moves[seen]][:, :, None] * np.exp(quiet[seen])[:, None, :]
    changed = np.log(np.maximum(1.0 - kept, 1e-300))
    return np.asarray(same + np.tensordot(kinds.other[seen], changed, axes=1), dtype=np.float64)


def _log_quiet(kinds: _Kinds, rates: Floats, move_rate: float, activity: Activity) -> Floats:
    """ln of the probability of no silent change, of shape (kinds, rates)."""
    active = 1.0 - activity.idle_share
    expected = move_rate / active * kinds.page_days
    if activity.idle_share <= 0.0:
        return _log_busy_quiet(kinds, rates / active, expected, activity.spread)
    unmoved = _none_of(expected, activity.spread)
    idle = np.where(kinds.page_moves < 0.5, activity.idle_share / (activity.idle_share + active * unmoved), 0.0)[:, None]
    if activity.silent:
        quiet = 1.0 - idle + idle * _none_of(np.outer(kinds.gap_days, rates / activity.idle_share), activity.spread)
    else:
        quiet = idle + (1.0 - idle) * np.exp(_log_busy_quiet(kinds, rates / active, expected, activity.spread))
    return np.asarray(np.log(np.maximum(quiet, 1e-300)), dtype=np.float64)


def _none_of(expected: Floats, spread: float) -> Floats:
    """The probability that a page of unknown activity has no event where a mean one has so many."""
    return np.asarray(np.exp(-expected) if spread <= 0.0 else (1.0 + spread * expected) ** (-1.0 / spread), dtype=np.float64)


def _log_busy_quiet(kinds: _Kinds, rates: Floats, expected: Floats, spread: float) -> Floats:
    if spread <= 0.0:
        return np.asarray(-np.outer(kinds.gap_days, rates), dtype=np.float64)
    power = kinds.page_moves + 1.0 / spread
    return np.asarray(-power[:, None] * np.log1p(np.outer(spread * kinds.gap_days / (1.0 + spread * expected), rates)), dtype=np.float64)


def _box(axes: _Axes, weights: Floats) -> tuple[tuple[float, float], tuple[float, float]]:
    """The part of the coarse grid that holds nearly all of the mass, with a cell on each side."""
    likely = weights.max(axis=0) >= weights.max() - DEPTH
    limits = []
    for edge, (low, high), kept in zip((axes.places, axes.logs), _everything(), (likely.any(axis=1), likely.any(axis=0)), strict=True):
        width = (high - low) / len(edge)
        places = np.flatnonzero(kept)
        limits.append((max(edge[places[0]] - 1.5 * width, low), min(edge[places[-1]] + 1.5 * width, high)))
    return limits[0], limits[1]
