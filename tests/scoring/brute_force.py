"""The event model in the plainest numpy: one comparison after the other on one fixed grid, nothing merged, nothing narrowed."""

from __future__ import annotations

import numpy as np

from scoring.activity import Activity
from scoring.event_model import LARGEST_RATE, LEAST_RATE, Nuisance, Observations


def posterior_by_hand(seen: Observations, *, move_rate: float, nuisance: Nuisance, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Precision, recall and probability at the points of a `size` x `size` grid over all that is possible."""
    angles = (np.arange(size) + 0.5) * np.pi / 2.0 / size
    logs = np.log(LEAST_RATE) + (np.arange(size) + 0.5) * np.log(LARGEST_RATE / LEAST_RATE) / size
    p, alpha = np.meshgrid(np.sin(angles) ** 2, np.exp(logs), indexing="ij")
    recall = p * move_rate / (p * move_rate + alpha)
    prior = np.sqrt(recall * (1.0 - recall))  # Jeffreys' prior of recall per unit of ln alpha; that of P is flat in the angle
    mass = np.zeros_like(p)
    logs_of = []
    for activity, weight in zip(nuisance.activities, nuisance.log_weights, strict=True):
        for error in nuisance.errors:
            total = np.full_like(p, weight)
            for row in zip(seen.changed, seen.gap_days, seen.moves, seen.worth, seen.page_moves, seen.page_days, strict=True):
                total += _one(*row, p, alpha, move_rate, error, activity)
            logs_of.append(total)
    most = max(float(total.max()) for total in logs_of)
    for total in logs_of:
        mass += np.exp(total - most)
    mass *= prior
    return p, recall, mass / mass.sum()


def _one(changed, gap, moves, worth, often, days, p, alpha, move_rate, error, activity: Activity):  # type: ignore[no-untyped-def]
    active, b = 1.0 - activity.idle_share, activity.spread
    expected = move_rate / active * days
    rate = alpha / active * gap
    quiet = np.exp(-rate) if b == 0.0 else (1.0 + b * rate / (1.0 + b * expected)) ** -(often + 1.0 / b)
    if activity.idle_share and often == 0:
        none = np.exp(-expected) if b == 0.0 else (1.0 + b * expected) ** (-1.0 / b)
        idle = activity.idle_share / (activity.idle_share + active * none)
        quiet = idle + (1.0 - idle) * quiet
    same = (1.0 - error) * (1.0 - p) ** min(moves, 5) * quiet
    return worth * np.log(np.maximum(1.0 - same if changed else same, 1e-300))
