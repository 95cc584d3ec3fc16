"""What following a site's lastmod saves a crawler, and what it misses, at a staleness that the crawler tolerates.

A page changes `change` times a day, its lastmod moves `moves` times a day, `silent` of its changes a day come without a move; all are
Poisson rates. The crawler tolerates that a share `staleness` of its copies is out of date at any time (STATISTICS.md §12). Compared are

* polling: every page every so many days, whatever lastmod says. With x changes between two fetches the share of fresh copies is
  (1 - exp(-x)) / x (Cho and Garcia-Molina 2003), which gives x, and change / x fetches a day;
* following: a fetch at every move, and of every page that was not fetched for T days, for the silent changes. A cycle ends with a move or
  after T days, so it lasts (1 - exp(-moves T)) / moves days on average, of which the copy is fresh for
  (1 - exp(-(moves + silent) T)) / (moves + silent): T is such that the ratio is 1 - staleness (STATISTICS.md §12, and part C 3.2 for
  signals that are always followed). Where moves come often enough for that by themselves, no page is fetched without one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import expm1, inf

from scoring.assessment import Interval

# Nobody polls less often than every ten years; below this rate a page does not change.
LONGEST_DAYS = 3650.0
LEAST_RATE = 1.0 / LONGEST_DAYS
LEAST_STALENESS, MOST_STALENESS = 0.001, 0.5


@dataclass(frozen=True, slots=True)
class CrawlerValue:
    """All rates are per page and day. `saved` is the share of fetches that following saves against polling (negative where it costs more),
    `missed` the share of changes that no move tells, `wasted` the share of moves without a change. `rest_days` is T, infinite for never.
    """

    staleness: float
    polling: Interval
    following: Interval
    saved: Interval
    missed: Interval
    wasted: Interval
    rest_days: float


def changes_between(staleness: float) -> float:
    """How many changes may lie between two fetches, on average, so that a share `staleness` (0..1) is out of date: x of
    1 - (1 - exp(-x)) / x = staleness, by bisection to twelve digits."""
    low, high = 0.0, 2.0 / (1.0 - staleness) if staleness < 1.0 else 0.0
    for _ in range(60):
        middle = (low + high) / 2
        if stale_share(middle) < staleness:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def stale_share(changes: float) -> float:
    """The share of copies that are out of date where `changes` come between two fetches on average: 1 - (1 - exp(-x)) / x."""
    return 1.0 + expm1(-changes) / changes if changes > 1e-9 else changes / 2


def fresh_share(moves: float, silent: float, days: float) -> float:
    """The share of time that a copy is fresh which is fetched at every move, and after `days` without one."""
    cycle = -expm1(-moves * days) / moves if moves * days > 1e-9 else days
    ends = moves + silent
    return (-expm1(-ends * days) / ends) / cycle if ends * days > 1e-9 else 1.0


def longest_rest(moves: float, silent: float, staleness: float) -> float:
    """After how many days without a move a page has to be fetched so that a share `staleness` is out of date; infinite where never."""
    if fresh_share(moves, silent, LONGEST_DAYS) >= 1.0 - staleness:
        return inf
    low, high = 0.0, LONGEST_DAYS
    for _ in range(60):
        middle = (low + high) / 2
        if fresh_share(moves, silent, middle) > 1.0 - staleness:
            low = middle
        else:
            high = middle
    return high


def crawler_value(*, moves: float, silent: Interval, precision: Interval, staleness: float) -> CrawlerValue | None:
    """The comparison, with intervals from the ends of those given (so at least as wide as 95 %).

    `moves` and `silent` are per page and day, `precision` in 0..1, `staleness` is held in .001 to .5. None where nothing changes.
    """
    tolerated = min(max(staleness, LEAST_STALENESS), MOST_STALENESS)
    if moves * precision.median + silent.median < LEAST_RATE:
        return None
    x = changes_between(tolerated)

    def polling(right: float, quiet: float) -> float:
        return max(moves * right + quiet, LEAST_RATE) / x

    def following(_right: float, quiet: float) -> float:
        days = longest_rest(moves, quiet, tolerated)
        return -moves / expm1(-moves * days) if moves * days > 1e-9 else 1.0 / days

    def missed(right: float, quiet: float) -> float:
        return quiet / max(moves * right + quiet, 1e-12)

    def saved(right: float, quiet: float) -> float:
        return 1.0 - following(right, quiet) / polling(right, quiet)

    def over(formula: Callable[[float, float], float]) -> Interval:
        ends = [formula(right, quiet) for right, quiet in product((precision.low, precision.high), (silent.low, silent.high))]
        median = formula(precision.median, silent.median)
        return Interval(min(*ends, median), median, max(*ends, median))

    return CrawlerValue(
        staleness=tolerated,
        polling=over(polling),
        following=over(following),
        saved=over(saved),
        missed=over(missed),
        wasted=Interval(1.0 - precision.high, 1.0 - precision.median, 1.0 - precision.low),
        rest_days=longest_rest(moves, silent.median, tolerated),
    )
