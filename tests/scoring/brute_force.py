"""The event model in the plainest numpy: one comparison after the other on one fixed grid, nothing merged, nothing narrowed."""

from __future__ import annotations

import numpy as np
from scipy.stats import norm

from scoring.activity import Activity
from scoring.event_model import LARGEST_RATE, LEAST_RATE, Nuisance, Observations


def posterior_by_hand(seen: Observations, *, move_rate: float, nuisance: Nuisance, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Precision, recall and probability at the points of a `size` x `size` grid over all that is possible."""
    angles = (np.arange(size) + 0.5) * np.pi / 2.0 / size
    logs = np.log(LEAST_RATE) + (np.arange(size) + 0.5) * np.log(LARGEST_RATE / LEAST_RATE) / size
    p, alpha = np.meshgrid(np.sin(angles) ** 2, np.exp(logs), indexing="ij")
    recall = p * move_rate / (p * move_rate + alpha)
    mass = np.zeros_like(p)
    logs_of = []
    for activity, weight in zip(nuisance.activities, nuisance.log_weights, strict=True):
        for error in nuisance.errors:
            total = weight + np.log(_prior(p, recall, alpha, move_rate, activity))
            for row in zip(seen.changed, seen.gap_days, seen.moves, seen.worth, seen.page_moves, seen.page_days, strict=True):
                total += _one(*row, p, alpha, move_rate, error, activity)
            logs_of.append(total)
    most = max(float(total.max()) for total in logs_of)
    for total in logs_of:
        mass += np.exp(total - most)
    return p, recall, mass / mass.sum()


def _prior(p, recall, alpha, move_rate, activity: Activity):  # type: ignore[no-untyped-def]
    """Per unit of ln alpha; that of P is flat in the angle."""
    if not activity.silent:
        return np.sqrt(recall * (1.0 - recall)) / np.pi
    usual = np.log(p * move_rate * activity.idle_share / (1.0 - activity.idle_share))
    return norm.pdf(np.log(alpha), usual, np.log(3.0))


def _one(changed, gap, moves, worth, often, days, p, alpha, move_rate, error, activity: Activity):  # type: ignore[no-untyped-def]
    active, b = 1.0 - activity.idle_share, activity.spread
    often = max(often, moves)
    expected = move_rate / active * days
    rate = alpha / active * gap
    quiet = np.exp(-rate) if b == 0.0 else (1.0 + b * rate / (1.0 + b * expected)) ** -(often + 1.0 / b)
    if activity.idle_share and often == 0:
        none = np.exp(-expected) if b == 0.0 else (1.0 + b * expected) ** (-1.0 / b)
        idle = activity.idle_share / (activity.idle_share + active * none)
        quiet = idle * _quiet_idle(alpha * gap, activity) + (1.0 - idle) * (1.0 if activity.silent else quiet)
    elif activity.silent:
        quiet = np.ones_like(p)
    same = (1.0 - error) * (1.0 - p) ** min(moves, 5) * quiet
    return worth * np.log(np.maximum(1.0 - same if changed else same, 1e-300))


def _quiet_idle(expected, activity: Activity):  # type: ignore[no-untyped-def]
    if not activity.silent:
        return 1.0
    each = expected / activity.idle_share
    return np.exp(-each) if activity.spread == 0.0 else (1.0 + activity.spread * each) ** (-1.0 / activity.spread)
