"""What a kind of simulated site is, and the generators that several kinds share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from scoring.assessment import FailureMode, Verdict
from scoring.simulation.habits import Generator, Habits, Watching, Writes, simple

GOOD = frozenset({Verdict.TRUSTED, Verdict.USEFUL})
POOR = frozenset({Verdict.HINT, Verdict.UNTRUSTED})
BAD = frozenset({Verdict.UNTRUSTED})
NONE = frozenset({Verdict.NO_LASTMOD})
BY_TRUTH: frozenset[Verdict] = frozenset()

Verdicts = frozenset[Verdict]
Modes = frozenset[FailureMode]
Maker = Callable[[np.random.Generator], Habits]


class Group(StrEnum):
    """What a class is there to show: that clear cases are told, that cases near a threshold are not told wrongly, or what long gaps do."""

    CLEAR = "clear"
    NEAR = "near"
    GAPS = "gaps"


@dataclass(frozen=True, slots=True)
class SiteClass:
    """A kind of site.

    `right` are the verdicts that are right in the end, `sections` those of sections; empty means that the truth of each site decides.
    One of `modes` must be named (unless there is none), and no other than those and `allowed`.
    """

    name: str
    what: str
    make: Maker
    right: Verdicts = BY_TRUTH
    modes: Modes = frozenset()
    allowed: Modes = frozenset()
    group: Group = Group.CLEAR
    sections: Mapping[str, Verdicts] = field(default_factory=dict)
    watching: Watching = field(default_factory=Watching)
    days: int = 60
    judges_modes: bool = True

    @property
    def has_events(self) -> bool:
        """Are precision and recall of single events defined? Not where dates are stamped at once or none moves (STATISTICS, §10 c)."""
        return (self.right not in (BY_TRUTH, NONE) and not self.modes & WITHOUT_EVENTS) or self.group is Group.NEAR


def always(habits: Habits) -> Maker:
    """The same habits whatever the seed."""
    return lambda _rng: habits


def site(generator: Generator | None = None, **pages: float) -> Maker:
    """A site of one section; `pages` are fields of `Pages`."""
    return always(Habits(simple(generator, **pages)))


M = FailureMode
STAMPS = frozenset({M.GENERATION_TIME, M.REQUEST_TIME, M.BUILD_STAMP})
WITHOUT_EVENTS = STAMPS | {M.FROZEN, M.PUBLISH_DATE_ONLY, M.MIXED_SECTIONS, M.ROLLING_WINDOW}
DAILY = Generator(Writes.DAILY_BUILD)
MINOR_EDITS = Generator(stray_moves=0.12)
HALF = Generator(recall=0.5)
FROZEN = Generator(Writes.NEVER_AGAIN)
PUBLISHED = Generator(Writes.PUBLISHED)
BUILDS = Generator(Writes.BUILDS)
NO_DATES = Generator(Writes.NOTHING)
DATE_ONLY = Generator(date_only=True)
