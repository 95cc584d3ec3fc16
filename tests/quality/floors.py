"""Floors under the measured quality of the scorer. Lowering one is a decision to be explained in its commit.

The default tests watch a few sites of each class, so a floor leaves room for one or two unlucky ones. What is wanted in the end stands in
`TARGETS`; `manage.py simulate` measures both at length (docs/simulation.md).
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.simulation.targets import TARGETS

__all__ = ["CLASS_RIGHT", "FLOORS", "NOT_YET_RIGHT", "SAMPLE_ROUNDS", "SEEDS", "TARGETS"]

# Sites of each class, and samples of each design of the event model.
SEEDS = range(4)
SAMPLE_ROUNDS = 25

# Measures as in `TARGETS`: least where more is better, most where less is.
FLOORS: Mapping[str, float] = {
    "clear_right": 0.80,
    "clear_right_early": 0.35,
    "false_trust": 0.01,
    "near_right": 0.60,
    "visits_median": 130,
    "visits_p90": 400,
    "generation_beyond": 10,
    "precision_covered": 0.85,
    "recall_covered": 0.75,
    "precision_edge_covered": 0.85,
    "recall_edge_covered": 0.75,
    "sample_precision_covered": 0.65,
    "sample_recall_covered": 0.75,
    "uneven_recall_covered": 0.60,
    "sample_precision_bias": 0.25,
    "sample_recall_bias": 0.15,
    "switch_reads": 1,
    "frozen_moves": 7,
    "drop_visits": 20,
    "false_alarms": 5,
    "modes_right": 0.90,
}
# Of the sites of a clear class, and of one checked at long gaps, this share ends with the right verdict.
CLASS_RIGHT = 0.75
NOT_YET_RIGHT: Mapping[str, float] = {
    "weekly_accurate": 0.0,
    "accurate_date_only": 0.25,
    "bulk_migration": 0.0,
    "missed_reads": 0.5,
    "monthly_accurate": 0.0,
    "noise_confirmed": 0.0,
    "noise_measured": 0.0,
    "redesign": 0.0,
}
