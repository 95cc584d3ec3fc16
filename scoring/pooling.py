"""What the other sections of a site say of one: partial pooling, so that a small section need not prove everything alone.

Sections of one site are often fed by one generator, and as often they are not. So each of precision and recall of a section begins with a
mixture: as likely as not the section is like the others, and then its prior is what they show, worth a few comparisons at most; else it is
Jeffreys' prior as ever (a robust meta-analytic-predictive prior: Schmidli et al. 2014, Biometrics 70). The section's own comparisons weigh
the two parts against each other, so what they contradict is dropped, for better or worse.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaln

from scoring.assessment import Interval

Floats = NDArray[np.float64]
# The most comparisons that the others are worth (STATISTICS, §10 d), and the chance that a section is like them.
MOST_BORROWED = 4.0
LIKE_OTHERS = 0.5
JEFFREYS = 0.5
NORMAL_95 = 2.0 * 1.959964


@dataclass(frozen=True, slots=True)
class Share:
    """A Beta distribution of a share, by its mean (0..1) and the comparisons it is worth (> 0)."""

    mean: float
    worth: float

    def log_factor(self, share: Floats) -> Floats:
        """ln of the mixed prior over Jeffreys' alone, at each `share` (0..1)."""
        inside = np.clip(share, 1e-9, 1.0 - 1e-9)
        hits, misses = self.mean * self.worth, (1.0 - self.mean) * self.worth
        norm = float(betaln(JEFFREYS, JEFFREYS) - betaln(JEFFREYS + hits, JEFFREYS + misses))
        like = np.exp(norm + hits * np.log(inside) + misses * np.log1p(-inside))
        return np.asarray(np.log(1.0 - LIKE_OTHERS + LIKE_OTHERS * like), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Borrowed:
    """What a section has from the others; None where they do not know it, or are too unlike each other."""

    precision: Share | None = None
    recall: Share | None = None


NOTHING_BORROWED = Borrowed()


def borrowings(known: Mapping[str, tuple[Interval, Interval]], sections: tuple[str, ...]) -> dict[str, Borrowed]:
    """What each of `sections` borrows from all the others in `known`: precision and recall by section, each from its own evidence alone."""
    precisions = _shares({name: pair[0] for name, pair in known.items()}, sections)
    recalls = _shares({name: pair[1] for name, pair in known.items()}, sections)
    return {name: Borrowed(precisions[name], recalls[name]) for name in sections}


def _shares(known: Mapping[str, Interval], sections: tuple[str, ...]) -> dict[str, Share | None]:
    """Means weighed by what each section is worth; the more these lie apart, the less they say of another one."""
    sums = {name: _sums(interval) for name, interval in known.items()}
    total = np.sum([*sums.values(), np.zeros(3)], axis=0)
    return {name: _pooled(total - sums.get(name, np.zeros(3))) for name in sections}


def _sums(interval: Interval) -> Floats:
    spread = max((interval.high - interval.low) / NORMAL_95, 1e-6)
    worth = min(max(interval.median * (1.0 - interval.median) / spread**2 - 1.0, 0.0), MOST_BORROWED)
    return worth * np.array([1.0, interval.median, interval.median**2])


def _pooled(sums: Floats) -> Share | None:
    if sums[0] <= 1e-9:
        return None
    mean = float(sums[1] / sums[0])
    alike = mean * (1.0 - mean)
    apart = max(float(sums[2] / sums[0]) - mean**2, 0.0)
    worth = min(alike / max(apart + alike / (float(sums[0]) + 1.0), 1e-9) - 1.0, MOST_BORROWED)
    return Share(mean, worth) if worth > 0.0 else None
