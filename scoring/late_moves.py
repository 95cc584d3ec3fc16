"""Moves that come later than the change they tell of: a sitemap that is cached or made once an hour.

Taken check by check such a change is a miss, and the move at the next check a false one, although the date is right. Where the date itself
says that it tells of the earlier change, and it comes within the grace, the move belongs to the check at which the change was seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from scoring.evidence import Comparison

# A day, and two hours for checks that are made a little later each day.
GRACE = timedelta(hours=26)


@dataclass(frozen=True, slots=True)
class PageComparison:
    """A comparison with the page it is of and the lastmod (first instant of its period) that the page had at its end."""

    page: int
    seen: Comparison
    lastmod: datetime | None


def join_late_moves(ordered: Sequence[PageComparison], *, grace: timedelta = GRACE) -> tuple[tuple[Comparison, ...], tuple[float, ...]]:
    """The comparisons with late moves put where they belong, in the given order, and the delays in hours.

    `ordered` is oldest first. A move is late where the comparison before it, of the same page, saw a change and no move, the move's own
    comparison saw no change, its lastmod lies within the earlier gap, and it came within `grace` of the earlier visit.
    """
    joined = [entry.seen for entry in ordered]
    delays: list[float] = []
    last_of_page: dict[int, int] = {}
    for place, entry in enumerate(ordered):
        before = last_of_page.get(entry.page)
        last_of_page[entry.page] = place
        if before is None or not _tells_of(entry, joined[before], joined[place], grace):
            continue
        delays.append((joined[place].at - joined[before].at).total_seconds() / 3_600.0)
        joined[before] = replace(joined[before], moves=joined[place].moves)
        joined[place] = replace(joined[place], moves=0)
    return tuple(joined), tuple(delays)


def _tells_of(entry: PageComparison, earlier: Comparison, later: Comparison, grace: timedelta) -> bool:
    if not (earlier.changed and earlier.moves == 0 and later.moves > 0 and not later.changed) or entry.lastmod is None:
        return False
    # A date without time is the first instant of its day, so it may lie up to a day before the gap in which the change happened.
    begin = earlier.at - timedelta(days=earlier.gap_days + 1.0)
    return begin <= entry.lastmod <= earlier.at and later.at - earlier.at <= grace
