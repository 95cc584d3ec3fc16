"""On which days and at which hours the lastmods of a snapshot lie: what a calendar and a clock of them show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import numpy as np

from sitemaps_app.formats.lastmod import Precision
from sitemaps_app.snapshots.reader import SnapshotFile, instants_of
from sitemaps_app.snapshots.stored import DAY_US, EPOCH, STATUS_OK, damage_named

HOUR_US = DAY_US // 24


@dataclass(frozen=True, slots=True)
class LastmodCalendar:
    """Entries in scope with a readable lastmod by day (UTC), oldest first, and those that give a time of day by hour (24 counts)."""

    days: tuple[tuple[date, int], ...]
    hours: tuple[int, ...]


def lastmod_calendar(path: Path) -> LastmodCalendar:
    """Count the entries of a snapshot; memory grows with the number of distinct days only. Raises SnapshotDamaged."""
    by_day: dict[int, int] = {}
    hours = np.zeros(24, dtype=np.int64)
    with SnapshotFile(path) as file:
        for table in file.tables(("day", "second", "micro", "precision", "status", "in_scope")):
            with damage_named(path):
                kept = table.filter(table["in_scope"]).combine_chunks()
                instants, good = instants_of(kept)[0], kept["status"].to_numpy() == STATUS_OK
                timed = good & (kept["precision"].to_numpy() > Precision.DAY)
            found, counts = np.unique(instants[good] // DAY_US, return_counts=True)
            for day, count in zip(found.tolist(), counts.tolist(), strict=True):
                by_day[day] = by_day.get(day, 0) + count
            hours += np.bincount(instants[timed] % DAY_US // HOUR_US, minlength=24)
    first = EPOCH.date()
    days = tuple((first + timedelta(days=day), by_day[day]) for day in sorted(by_day))
    return LastmodCalendar(days, tuple(hours.tolist()))
