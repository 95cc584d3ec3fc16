"""How often an entry's lastmod moves, as it was known at any time: from all entries of the snapshots up to then, free of fetches."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate

from scoring.distribution import movable
from scoring.evidence import Comparison, SnapshotStats

SECONDS_PER_DAY = 86_400.0


class MoveRate:
    """Moves a day of one entry. Where no two snapshots were compared, the weighted comparisons say it (moves over days of their gaps)."""

    def __init__(self, snapshots: Sequence[SnapshotStats], comparisons: Sequence[Comparison]) -> None:
        """`comparisons` oldest first."""
        seen = [s for s in snapshots if s.previous_at is not None and movable(s) > 0]
        if seen:
            self._times = [s.taken_at for s in seen]
            moves = [float(s.moved or 0) for s in seen]
            days = [movable(s) * _days(s) for s in seen]
        else:
            self._times = [c.at for c in comparisons]
            moves = [c.weight * max(c.moves, 0) for c in comparisons]
            days = [c.weight * c.gap_days for c in comparisons]
        self._moves, self._days = list(accumulate(moves, initial=0.0)), list(accumulate(days, initial=0.0))

    def until(self, at: datetime) -> float:
        """Moves a day, as seen up to `at`; 0 where nothing moved or nothing is known."""
        place = bisect_right(self._times, at)
        days = self._days[place]
        return self._moves[place] / days if days > 0.0 else 0.0


def _days(stats: SnapshotStats) -> float:
    return max((stats.taken_at - (stats.previous_at or stats.taken_at)).total_seconds(), 0.0) / SECONDS_PER_DAY
