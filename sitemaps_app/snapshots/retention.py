"""Which snapshots keep their file, and which are thinned out: all of the last days, then one a day, one a week, one a month.

Days, weeks and months are those of UTC. A week is a quarter of a month (days 1–7, 8–14, 15–21 and the rest), not a calendar week: so the
last snapshot of a month is also the last of its week and of its day, and thinning every day ends with the same files as thinning once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

NEVER_FEWER = 2
"""So many of the newest snapshots always stay: the current one, and the one that a due list compares it with."""
_DAYS_OF_A_WEEK = 7
_LAST_WEEK = 3


@dataclass(frozen=True, slots=True)
class Retention:
    """For how many days all snapshots, then one a day, one a week and one a month keep their file; what is older loses it.

    A snapshot is thinned by the coarsest rule of its age, so a rule with fewer days than the one before it is never reached.
    """

    all_days: int
    daily_days: int
    weekly_days: int
    monthly_days: int


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A snapshot that has a file. `pinned`: something else needs it."""

    snapshot_id: int
    taken_at: datetime
    complete: bool
    pinned: bool = False


def kept_files(files: Iterable[StoredFile], retention: Retention, *, now: datetime) -> frozenset[int]:
    """The ids of the snapshots of one site that keep their file at `now`.

    Of each day, week or month the newest complete one stays, of one without a complete read the newest. Whatever the rules, the newest
    `NEVER_FEWER`, the newest complete one, and all that are pinned stay.
    """
    newest_first = sorted(files, key=lambda file: (file.taken_at, file.snapshot_id), reverse=True)
    complete_first = [file for file in newest_first if file.complete]
    kept = {file.snapshot_id for file in newest_first if file.pinned}
    kept.update(file.snapshot_id for file in (*newest_first[:NEVER_FEWER], *complete_first[:1]))
    best: dict[tuple[str, ...], int] = {}
    for file in (*complete_first, *newest_first):
        for rule in ("day", "week", "month"):
            best.setdefault(_period(file.taken_at, rule), file.snapshot_id)
    for file in newest_first:
        rule = _rule(now - file.taken_at, retention)
        if rule == "all" or (rule and best[_period(file.taken_at, rule)] == file.snapshot_id):
            kept.add(file.snapshot_id)
    return frozenset(kept)


def _rule(age: timedelta, retention: Retention) -> str:
    """The name of the rule for this age, "" where none keeps it."""
    rules = (
        ("all", retention.all_days),
        ("day", retention.daily_days),
        ("week", retention.weekly_days),
        ("month", retention.monthly_days),
    )
    return next((name for name, days in rules if age <= timedelta(days=days)), "")


def _period(at: datetime, rule: str) -> tuple[str, ...]:
    """The day, week or month that holds this moment."""
    moment = at.astimezone(UTC)
    month = f"{moment:%Y-%m}"
    if rule == "day":
        return rule, month, f"{moment.day}"
    if rule == "week":
        return rule, month, f"{min((moment.day - 1) // _DAYS_OF_A_WEEK, _LAST_WEEK)}"
    return rule, month
