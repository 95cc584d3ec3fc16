"""How much busier some pages of a site are than others, from the moves of the panel's lastmods: free of fetches.

Of all pages a share never moves; the others come with gamma-distributed rates. If their mean rate of moves is gamma and the squared
coefficient of variation is b, a page that changes at all moves n times in t days with the negative binomial probability of mean gamma t and
dispersion b (Greenwood and Yule 1920, Journal of the Royal Statistical Society 83).

A page that never moves either rests, or its changes are never told: some generators forget a kind of page altogether. Moves cannot tell the
one from the other; comparisons of such pages can (`event_model.py`), so both are kept, the second as the rarer one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, log1p

from scoring.evidence import WatchedPage


@dataclass(frozen=True, slots=True)
class Activity:
    """One way in which pages differ: the share (0..1) that never moves, and of the others' rates the variance over the squared mean.

    Those that never move never change either; or, where they are `silent`, all silent changes of the site are theirs.
    """

    idle_share: float = 0.0
    spread: float = 0.0
    silent: bool = False


# All alike; somewhat unlike; as unlike as exponential variables and more; the same with a good part of the pages that never change; and
# with pages that change but never move.
ACTIVITIES: tuple[Activity, ...] = (
    Activity(0.0, 0.0),
    Activity(0.0, 0.5),
    Activity(0.0, 1.5),
    Activity(0.4, 0.5),
    Activity(0.7, 0.0),
    Activity(0.7, 1.0),
    Activity(0.2, 0.0, silent=True),
    Activity(0.2, 1.0, silent=True),
    Activity(0.5, 0.0, silent=True),
    Activity(0.5, 1.0, silent=True),
)
# Before anything was seen each way with silent pages is believed so many times as likely as one without: one site in eighty in all.
SILENT_BELIEF = 0.02

# What is less than a five-hundredth as likely as the likeliest activity is not looked at.
UNLIKELY = 6.0


def likely_activities(watched: Sequence[WatchedPage]) -> tuple[tuple[Activity, ...], tuple[float, ...]]:
    """The activities that are worth a look after what was seen, with their log weights."""
    weights = activity_log_weights(watched)
    kept = [place for place, weight in enumerate(weights) if weight >= max(weights) - UNLIKELY]
    return tuple(ACTIVITIES[place] for place in kept), tuple(weights[place] for place in kept)


def moves_a_day(watched: Sequence[WatchedPage]) -> float | None:
    """Moves per page and day of the entries that the pages stand for; None where nobody watched any."""
    exposure = sum(page.weight * page.days for page in watched if page.days > 0.0)
    return sum(page.weight * page.moves for page in watched if page.days > 0.0) / exposure if exposure > 0.0 else None


def activity_log_weights(watched: Sequence[WatchedPage], activities: Sequence[Activity] = ACTIVITIES) -> tuple[float, ...]:
    """Logarithms of the relative probabilities of `activities`, which before anything was seen are equal but for `SILENT_BELIEF`."""
    useful = [page for page in watched if page.days > 0.0 and page.weight > 0.0]
    exposure = sum(page.weight * page.days for page in useful)
    rate = sum(page.weight * page.moves for page in useful) / exposure if exposure > 0.0 else 0.0
    before = tuple(log(SILENT_BELIEF) if activity.silent else 0.0 for activity in activities)
    if rate <= 0.0:
        return before
    mean_weight = sum(page.weight for page in useful) / len(useful)
    return tuple(
        known + sum(page.weight / mean_weight * _log_chance(page.moves, rate * page.days, activity) for page in useful)
        for known, activity in zip(before, activities, strict=True)
    )


def _log_chance(moves: int, expected: float, activity: Activity) -> float:
    """ln of the chance of so many moves, without the factorial that all activities share."""
    busy = expected / (1.0 - activity.idle_share)
    chance = log1p(-activity.idle_share) + _log_negative_binomial(moves, busy, activity.spread)
    return log(activity.idle_share + exp(chance)) if moves == 0 else chance


def _log_negative_binomial(moves: int, expected: float, spread: float) -> float:
    if spread <= 0.0:
        return moves * log(expected) - expected
    shape = 1.0 / spread
    grown = log1p(spread * expected)
    return lgamma(moves + shape) - lgamma(shape) - shape * grown + moves * (log(spread * expected) - grown)
