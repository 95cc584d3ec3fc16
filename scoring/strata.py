"""A site whose sections are decided though it is not itself: its numbers are theirs, weighed by what moves in each.

Pages of sections that differ look like pages that contradict each other, so the site as a whole would stay undecided for long while each of
its parts is known. Stratification takes the difference between the parts out (Cochran 1977, Sampling Techniques, ch. 5). It is used to say
that lastmod must not be followed everywhere, and never for a good verdict: that needs evidence on the site itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scoring.assessment import Assessment, Interval, Param, Reason, Verdict, VerdictState
from scoring.estimate import Basis
from scoring.pooling import NORMAL_95, Floats
from scoring.thresholds import Thresholds
from scoring.unseen import UNSEEN_SHARE, view_of

DRAWS = 4_000
_REPLACED = frozenset({"not_enough_comparisons"})


@dataclass(frozen=True, slots=True)
class _Weighed:
    precision: Floats
    recall: Floats


def with_strata(site: Assessment, sections: Sequence[Assessment], thresholds: Thresholds, *, seed: int) -> Assessment:
    """The site's assessment, with a verdict by its sections where its own evidence gives none and theirs surely speak against `useful`."""
    found = _weighed(site, sections, seed)
    if found is None:
        return site
    useful = (found.precision >= thresholds.useful_precision) & (found.recall >= thresholds.useful_recall)
    if float(useful.mean()) > 1.0 - thresholds.certainty:
        return site
    hint = (found.precision >= thresholds.hint_precision) & (found.recall >= thresholds.hint_recall)
    params: dict[str, Param] = {
        "precision": round(100.0 * float(np.median(found.precision))),
        "recall": round(100.0 * float(np.median(found.recall))),
        "sections": len(sections),
    }
    others = (reason for reason in site.reasons if reason.code not in _REPLACED)
    return replace(
        site,
        verdict=Verdict.HINT if float(hint.mean()) >= 0.5 else Verdict.UNTRUSTED,
        comparisons_missing=0,
        preliminary=False,
        reasons=(Reason("sections_weighed", params), *others),
        workings=replace(site.workings, moved_missing=0, unmoved_missing=0),
    )


def _weighed(site: Assessment, sections: Sequence[Assessment], seed: int) -> _Weighed | None:
    """Draws of the site's numbers; None where it has a verdict, or its sections are not known well enough."""
    if site.verdict is not Verdict.INSUFFICIENT or site.state is not VerdictState.SETTLED:
        return None
    dated = {part.section: view_of(part).dated for part in sections}
    known = [part for part in sections if part.verdict is not Verdict.INSUFFICIENT and part.workings.basis == Basis.EVENTS]
    if len(known) < 2 or sum(dated[part.section] for part in known) < (1.0 - UNSEEN_SHARE) * sum(dated.values()):
        return None
    rng = np.random.default_rng(seed)
    moves = caught = silent = np.zeros(DRAWS, dtype=np.float64)
    for part in known:
        rate = dated[part.section] * part.workings.move_rate
        right = rate * _draws(part.precision, rng)
        told = np.maximum(_draws(part.recall, rng), 1e-6)
        moves, caught, silent = moves + rate, caught + right, silent + right * (1.0 - told) / told
    return _Weighed(caught / np.maximum(moves, 1e-12), caught / np.maximum(caught + silent, 1e-12))


def _draws(interval: Interval | None, rng: np.random.Generator) -> Floats:
    """Draws of a Beta distribution with the median and the spread of the interval."""
    if interval is None:
        return np.full(DRAWS, 0.5)
    mean = min(max(interval.median, 1e-3), 1.0 - 1e-3)
    spread = max((interval.high - interval.low) / NORMAL_95, 1e-4)
    worth = max(mean * (1.0 - mean) / spread**2 - 1.0, 1.0)
    return np.asarray(rng.beta(mean * worth, (1.0 - mean) * worth, DRAWS), dtype=np.float64)
