"""Moves that come later than the change they tell of: a sitemap that is cached or made once an hour.

Taken check by check such a change is a miss, and the move at the next check a false one, although the date is right. Where the date itself
says that it tells of the earlier change, and it comes within the grace, the move belongs to the check at which the change was seen. The
sitemap is read more often than the page is visited, so what counts is when the move was first seen there, and not when the page was.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
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


def join_late_moves(
    ordered: Sequence[PageComparison], moved_at: Mapping[int, Sequence[datetime]] | None = None, *, grace: timedelta = GRACE
) -> tuple[tuple[Comparison, ...], tuple[float, ...]]:
    """The comparisons with late moves put where they belong, in the given order, and the delays in hours.

    `ordered` is oldest first; `moved_at` says by page when snapshots first showed its moves, oldest first (a page without is taken to have
    moved when it was visited). A move is late where its own comparison saw it alone and no change, its lastmod lies before that gap, it
    came within `grace` of the gap's beginning, and the comparison before it, of the same page, saw a change: the move is put there. Where
    the page's first visit came before the move and after what it tells of, nobody can say whether it is right, and it is left out.
    """
    known = moved_at or {}
    joined = [entry.seen for entry in ordered]
    delays: list[float] = []
    last_of_page: dict[int, int] = {}
    for place, entry in enumerate(ordered):
        before = last_of_page.get(entry.page)
        last_of_page[entry.page] = place
        later = joined[place]
        earlier = None if before is None else joined[before]
        begin = _begin(later) if earlier is None else earlier.at
        delay = _first_between(known.get(entry.page, ()), begin, later.at) - begin
        if delay > grace or not _tells_of(entry.lastmod, earlier, later, grace):
            continue
        joined[place] = replace(later, moves=0)
        if before is not None and earlier is not None:
            delays.append(delay.total_seconds() / 3_600.0)
            joined[before] = replace(earlier, moves=earlier.moves + 1)
    return tuple(joined), tuple(delays)


def _begin(one: Comparison) -> datetime:
    return one.at - timedelta(days=one.gap_days)


def _first_between(moves: Sequence[datetime], earlier: datetime, later: datetime) -> datetime:
    place = bisect_right(moves, earlier)
    return min(moves[place], later) if place < len(moves) else later


def _tells_of(lastmod: datetime | None, earlier: Comparison | None, later: Comparison, grace: timedelta) -> bool:
    if later.changed or later.moves != 1 or lastmod is None:
        return False
    # A date without time is the first instant of its day, so it may lie up to a day before the gap in which the change happened.
    slack = timedelta(days=1)
    if earlier is None:
        return _begin(later) - grace - slack <= lastmod <= _begin(later)
    return earlier.changed and _begin(earlier) - slack <= lastmod <= earlier.at
