"""What would change a verdict: how many more comparisons of which kind decide, and how many wrong ones it bears."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from itertools import takewhile

import numpy as np

from scoring.counts import Table
from scoring.design import ClassProbabilities, design_estimate
from scoring.estimate import classes_of
from scoring.event_model import Observations, posterior
from scoring.observing import Observed
from scoring.thresholds import Thresholds

# The fewest right moves of as many that prove 90 % precision, and as many unmoved pages beside them.
FIRST = 18
FACTORS = (1.2, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0)
MORE_WRONG = (1, 2, 3, 5, 8, 13, 21, 34, 55)
ROUGH = 16


@dataclass(frozen=True, slots=True)
class Needed:
    """Comparisons that are missing: of pages whose lastmod moved, and of pages whose lastmod stayed."""

    moved: int = 0
    unmoved: int = 0


@dataclass(frozen=True, slots=True)
class Outlook:
    """The evidence of one case, ready to be imagined bigger. `by_events` says which model decides."""

    table: Table
    observed: Observed
    by_events: bool
    thresholds: Thresholds
    seed: int

    def classes(self, more_moved: float, more_unmoved: float) -> ClassProbabilities:
        """The class probabilities with so many times the evidence of moved and of unmoved pages."""
        if self.by_events:
            return self.with_events(self.observed.scaled(more_moved, more_unmoved).events)
        scaled = replace(self.table, moved=self.table.moved.scaled(more_moved), unmoved=self.table.unmoved.scaled(more_unmoved))
        return design_estimate(scaled, thresholds=replace(self.thresholds, draws=1_000), seed=self.seed).classes

    def with_events(self, events: Observations) -> ClassProbabilities:
        """The class probabilities after these events, on a rougher grid and by the middle value of the noise."""
        known = self.observed.nuisance
        rough = replace(known, errors=(known.errors[len(known.errors) // 2],))
        return classes_of(posterior(events, move_rate=self.observed.move_rate, nuisance=rough, fine=ROUGH), self.observed, self.thresholds)


def comparisons_needed(outlook: Outlook) -> Needed:
    """About how many more comparisons decide between useful, hint and worse, if what comes looks like what was seen.

    Between 1 and `thresholds.missing_cap` in all. With next to nothing seen it supposes an honest site.
    """
    table, limits = outlook.table, outlook.thresholds
    moved, unmoved = table.moved.size, table.unmoved.size
    if moved + unmoved < limits.min_comparisons or not (moved and unmoved):
        return _capped(max(FIRST - moved, 0), max(FIRST - unmoved, 0), limits)
    found = _needed(outlook, lambda classes, factor: _is_decided(classes, moved * factor, limits))
    return (
        _capped(limits.missing_cap // 2, limits.missing_cap // 2, limits) if found is None else _capped(found.moved, found.unmoved, limits)
    )


def needed_for_trusted(outlook: Outlook) -> Needed | None:
    """The same for a useful site to be trusted; None where more of the same would not get there, or not in any useful time."""
    found = _needed(outlook, lambda classes, _: classes.trusted >= outlook.thresholds.certainty)
    return found if found is not None and found.moved + found.unmoved <= outlook.thresholds.missing_cap else None


def borne(outlook: Outlook, *, changed: bool, moves: int) -> int:
    """After how many more comparisons of one kind at once (`changed`, `moves`) the site is surely `useful` no more; 55 stands for more."""
    events = outlook.observed.events
    gap = float(np.median(events.gap_days)) if len(events.gap_days) else 1.0

    def bears(count: int) -> bool:
        new = (float(changed), gap, float(moves), float(count), float(moves), gap)
        more = Observations(*(np.append(getattr(events, spec.name), one) for spec, one in zip(fields(events), new, strict=True)))
        return outlook.with_events(more).useful >= outlook.thresholds.certainty

    count = len(list(takewhile(bears, MORE_WRONG)))
    return MORE_WRONG[min(count, len(MORE_WRONG) - 1)]


def _needed(outlook: Outlook, decides: Callable[[ClassProbabilities, float], bool]) -> Needed | None:
    """Multiply the evidence until it decides, then try less of either kind."""
    both = next((f for f in FACTORS if decides(outlook.classes(f, f), f)), None)
    if both is None:
        return None
    moved = _least(lambda factor: decides(outlook.classes(factor, both), factor), both)
    unmoved = _least(lambda factor: decides(outlook.classes(moved, factor), moved), both)
    return Needed(round(outlook.table.moved.size * (moved - 1.0)), round(outlook.table.unmoved.size * (unmoved - 1.0)))


def _least(decides: Callable[[float], bool], enough: float) -> float:
    smaller = [factor for factor in (1.0, *FACTORS) if factor < enough]
    return next((factor for factor in smaller if decides(factor)), enough)


def _capped(moved: int, unmoved: int, thresholds: Thresholds) -> Needed:
    if moved + unmoved <= 0:
        return Needed(1, 0)
    over = max((moved + unmoved) / thresholds.missing_cap, 1.0)
    return Needed(int(moved / over), int(unmoved / over))


def _is_decided(classes: ClassProbabilities, moved: float, thresholds: Thresholds) -> bool:
    sure = thresholds.certainty
    if classes.hint <= 1.0 - sure or (moved >= thresholds.min_moved and classes.useful >= sure):
        return True
    return classes.hint >= sure and classes.useful <= 1.0 - sure
