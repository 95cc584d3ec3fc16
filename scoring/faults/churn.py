"""Dates that move with what stands around the content: menus, footers, markup, build hashes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scoring.assessment import FailureMode, Param
from scoring.case import Case
from scoring.evidence import Comparison
from scoring.faults.fault import JEFFREYS, Fault, chance_above
from scoring.sightings import by_page

# At least half of the answers that differ on moved pages must differ for the reason that moved the date.
ATTRIBUTABLE = 0.5
DRAWS = 4_000


def furniture_churn(case: Case) -> Fault | None:
    """Moved pages whose content stayed had mostly changed around it, and pages that did not move clearly less often.

    Many sites put a token or a time into every answer, so that all bodies differ; that explains no move. With f the share of pages of
    which the answer differs although the content does not, among moved and among unmoved pages, the part of f_moved that goes with the
    move is (f_moved − f_unmoved) / f_moved (the attributable fraction, Levin 1953); it must be above a half, f_moved above a half, and
    false moves more than a trusted site may have, each with the certainty of a verdict.
    """
    limits, seen = case.thresholds, case.sightings
    moved, still = _same_content(seen.moved), _same_content(seen.unmoved)
    around = by_page(moved, [bool(c.body_changed) for c in moved])
    apart = by_page(still, [bool(c.body_changed) for c in still])
    if min(sum(around), sum(apart)) < limits.min_comparisons:
        return None
    if chance_above(limits.trusted_precision, *seen.moved_pages) > 1.0 - limits.certainty:
        return None
    if chance_above(0.5, *around) < limits.certainty or _chance_of_part(around, apart, case.seed) < limits.certainty:
        return None
    params: dict[str, Param] = {
        "unchanged": len(moved),
        "around": sum(bool(c.body_changed) for c in moved),
        "unmoved": len(still),
        "still": sum(bool(c.body_changed) for c in still),
    }
    return Fault(FailureMode.FURNITURE_CHURN, "furniture_churn", params)


def _same_content(seen: Sequence[Comparison]) -> list[Comparison]:
    return [c for c in seen if not c.changed and c.body_changed is not None]


def _chance_of_part(around: tuple[float, float], apart: tuple[float, float], seed: int) -> float:
    rng = np.random.default_rng(seed)
    with_move = rng.beta(around[0] + JEFFREYS, around[1] + JEFFREYS, DRAWS)
    without = rng.beta(apart[0] + JEFFREYS, apart[1] + JEFFREYS, DRAWS)
    return float((with_move - without > ATTRIBUTABLE * with_move).mean())
