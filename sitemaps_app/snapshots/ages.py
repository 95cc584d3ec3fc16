"""How old the lastmods of a snapshot are: the distribution that a person looks at first."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import numpy as np

from sitemaps_app.formats.lastmod import LastmodStatus
from sitemaps_app.snapshots.reader import SnapshotFile, instants_of
from sitemaps_app.snapshots.stored import DAY_US, STATUS_CODES, STATUS_OK, damage_named, microseconds_of

# Upper ends in days of the bins, finest where a crawler decides. The codes have their words in `sitemaps_app/wording`.
AGE_BINS: tuple[tuple[str, float], ...] = (
    ("day", 1),
    ("week", 7),
    ("month", 31),
    ("quarter", 92),
    ("year", 366),
    ("older", float("inf")),
)
OTHER_BINS = ("absent", "invalid", "future", "epoch")


def age_bins(path: Path, *, now: datetime) -> tuple[tuple[str, int], ...]:
    """Entries in scope by the age of their lastmod at `now`, then those without a usable one, by status.

    Returns pairs of bin code and count, always all bins in the same order. Raises SnapshotDamaged.
    """
    edges = np.array([0.0, *(days for _, days in AGE_BINS)])
    counted = np.zeros(len(AGE_BINS), dtype=np.int64)
    others = dict.fromkeys(OTHER_BINS, 0)
    with SnapshotFile(path) as file:
        for table in file.tables(("day", "second", "micro", "status", "in_scope")):
            with damage_named(path):
                kept = table.filter(table["in_scope"]).combine_chunks()
                instants, statuses = instants_of(kept)[0], kept["status"].to_numpy()
            ages = (microseconds_of(now) - instants[statuses == STATUS_OK]) / DAY_US
            # A lastmod a little ahead of our clock is of today.
            counted += np.histogram(np.maximum(ages, 0.0), bins=edges)[0]
            for code in others:
                others[code] += int(np.count_nonzero(statuses == STATUS_CODES[LastmodStatus(code)]))
    named = zip((code for code, _ in AGE_BINS), counted.tolist(), strict=True)
    return (*named, *others.items())
