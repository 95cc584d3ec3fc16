"""The numbers that the scorer is wanted to reach on simulated sites (STATISTICS, §15). What must not get worse is pinned in the tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan


@dataclass(frozen=True, slots=True)
class Target:
    """A measure in words, and the bounds wanted for it; None where one side is open."""

    measure: str
    low: float | None = None
    high: float | None = None

    @property
    def wanted(self) -> str:
        """The bounds as text."""
        if self.low is not None and self.high is not None:
            return f"{self.low:g}–{self.high:g}"
        return f"≥ {self.low:g}" if self.low is not None else f"≤ {self.high:g}"

    def is_met(self, found: float) -> bool:
        """Does `found` lie within the bounds? nan, for nothing to measure, does not."""
        return not isnan(found) and (self.low is None or found >= self.low) and (self.high is None or found <= self.high)


TARGETS: Mapping[str, Target] = {
    "clear_right": Target("right verdict in the end, clear classes", low=0.98),
    "clear_right_early": Target("right verdict after at most 100 visits, clear classes", low=0.98),
    "false_trust": Target("sites ever trusted or useful that did not deserve it, clear classes and long gaps", high=0.01),
    "near_right": Target("right verdict within .1 of a threshold, of those decided", low=0.90),
    "near_false_trust": Target("sites within .1 of a threshold that were ever trusted or useful and did not deserve it", high=0.05),
    "verdicts_lost": Target("good verdicts that ended again though the generator stayed, a site", high=0.10),
    "visits_median": Target("visits to the right verdict, median over sites of clear classes", high=60.0),
    "visits_p90": Target("visits to the right verdict, 90th percentile", high=120.0),
    "generation_beyond": Target("generation time: visits beyond the first of each page, median", high=10.0),
    "precision_covered": Target("95 % intervals of precision that hold a truth between .02 and .98, watched sites", low=0.93, high=0.97),
    "recall_covered": Target("the same for recall", low=0.93, high=0.97),
    "precision_edge_covered": Target("intervals of precision that hold a truth of 0 or 1, to a hundredth", low=0.93),
    "recall_edge_covered": Target("the same for recall", low=0.93),
    "sample_precision_covered": Target(
        "95 % intervals of precision that hold the truth, comparisons from the event model, equal pages", low=0.93, high=0.97
    ),
    "sample_recall_covered": Target("the same for recall", low=0.93, high=0.97),
    "uneven_recall_covered": Target("the same for recall, heterogeneous pages", low=0.90),
    "sample_precision_bias": Target("largest bias of precision, up or down, at gaps up to .5 / rate", high=0.05),
    "sample_recall_bias": Target("the same for recall", high=0.05),
    "switch_reads": Target("reads until a switch to generation time is noticed, median", high=1.0),
    "frozen_moves": Target("moves that had to come until a switch to frozen is noticed, median", high=7.0),
    "drop_visits": Target("visits of moved pages until a drop of precision from .95 to .5 is noticed, mean", high=8.0),
    "false_alarms": Target("false alarms in 1,000 visits of moved pages", high=1.0),
    "modes_right": Target("failure modes named rightly, clear classes", low=0.95),
}
