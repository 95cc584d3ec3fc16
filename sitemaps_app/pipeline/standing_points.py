"""What the history of a site's judgements says for its row of the list: numbers in, numbers out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sitemaps_app.models.standing import VERDICT_RANKS, Trend, VerdictChange

SPARKLINE_DAYS = 60
WEEK = timedelta(days=7)
# What was measured longer ago than this says nothing about "since last week".
OLDEST_COMPARED = timedelta(days=21)
# How much history the row needs.
HISTORY = timedelta(days=SPARKLINE_DAYS + 8)
# Trust moves a little with every visit; from three points of a hundred on a person would call it a change.
LEAST_CHANGE = 0.03


@dataclass(frozen=True, slots=True)
class Judged:
    """One judgement of the history. Trust is 0..1, None where none was measured."""

    at: datetime
    verdict: str
    trust: float | None


@dataclass(frozen=True, slots=True)
class Course:
    """How a site came to where it stands: the columns of `models.Standing` of the same names."""

    trust_change: float | None
    trend: str
    verdict_before: str
    verdict_change: str
    verdict_changed_at: datetime | None
    sparkline: list[list[float | None]]


def course_of(history: Sequence[Judged]) -> Course:
    """The course that ends with the last judgement of a history that ascends in time and is not empty.

    The change of trust is against the last one measured at least a week and at most three weeks before, in 0..1.
    """
    last = history[-1]
    change = _trust_change(history)
    before, changed_at = _last_verdict_change(history)
    return Course(
        trust_change=change,
        trend="" if change is None else Trend.STEADY if abs(change) < LEAST_CHANGE else Trend.UP if change > 0 else Trend.DOWN,
        verdict_before=before,
        verdict_change=_direction(before, last.verdict) if before else "",
        verdict_changed_at=changed_at,
        sparkline=_sparkline(history),
    )


def _trust_change(history: Sequence[Judged]) -> float | None:
    last = history[-1]
    if last.trust is None:
        return None
    for one in reversed(history):
        if one.at < last.at - OLDEST_COMPARED:
            return None
        if one.trust is not None and one.at <= last.at - WEEK:
            return last.trust - one.trust
    return None


def _last_verdict_change(history: Sequence[Judged]) -> tuple[str, datetime | None]:
    since = history[-1]
    for one in reversed(history):
        if one.verdict != since.verdict:
            return one.verdict, since.at
        since = one
    return "", None


def _direction(before: str, after: str) -> str:
    """A verdict after too little evidence is a first one, whatever it says; too little evidence after a verdict is a loss."""
    if before == "insufficient":
        return VerdictChange.DECIDED
    better = VERDICT_RANKS.get(after, 0) > VERDICT_RANKS.get(before, 0)
    return VerdictChange.BETTER if better else VerdictChange.WORSE


def _sparkline(history: Sequence[Judged]) -> list[list[float | None]]:
    """The last judgement of each day, with one decimal, of the 60 days that end with the last judgement."""
    begin = history[-1].at - timedelta(days=SPARKLINE_DAYS)
    days: dict[int, float | None] = {}
    for one in history:
        if one.at > begin:
            days[int(one.at.timestamp() // 86_400)] = None if one.trust is None else round(one.trust * 100, 1)
    return [[day, trust] for day, trust in days.items()]
