"""What a detector returns."""

from __future__ import annotations

from dataclasses import dataclass, field

from scipy.special import betainc

from scoring.assessment import FailureMode, Param

JEFFREYS = 0.5


@dataclass(frozen=True, slots=True)
class Fault:
    """A failure mode that was found, with the numbers that show it.

    `reason` is the code of the sentence that these numbers go into (`scoring.reasons`), "" where the words of the mode say all. `decides`
    says that the mode alone makes the verdict, whatever the counts of comparisons are.
    """

    mode: FailureMode
    reason: str = ""
    params: dict[str, Param] = field(default_factory=dict)
    decides: bool = False


def chance_above(share: float, hits: float, misses: float) -> float:
    """Posterior probability that a rate is above `share` (0..1), after these hits and misses: the upper tail of the Jeffreys posterior
    Beta(hits + 1/2, misses + 1/2) (Brown, Cai and DasGupta 2001, Statistical Science 16)."""
    return 1.0 - float(betainc(hits + JEFFREYS, misses + JEFFREYS, share))


def percent(share: float) -> int | float:
    """A share (0..1) in per cent for a sentence: whole, or with two decimals where it is below one."""
    value = 100.0 * share
    return round(value) if value >= 1.0 or value == 0.0 else round(value, 2)
