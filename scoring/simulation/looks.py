"""Second looks at the sitemap, a minute after the first, where its dates look made for the moment (as the pipeline's `second_look`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import timedelta

from scoring.distribution import Finding, generation_time
from scoring.evidence import SecondLook, SnapshotStats
from scoring.simulation.counting import instant, usable
from scoring.simulation.part import Flags
from scoring.simulation.world import Listing
from scoring.thresholds import Thresholds

LOOK_SECONDS = 60.0
LOOK_AT = 1.5 / 24.0
FRESH = timedelta(minutes=15)
RECENT_READS = 10


def look_again(
    listing: Listing,
    snapshots: Sequence[SnapshotStats],
    sections: Sequence[SnapshotStats],
    looked: Collection[str],
    follows: Flags,
    *,
    day: int,
) -> Iterator[SecondLook]:
    """What second looks at `listing` show: once for the site and once for each section that looks stamped and was not `looked` at before.

    `snapshots` and `sections` are all rows so far, oldest first; `follows` are the entries whose dates are made at the request.
    """
    for name in ("", *(name for name in listing.sections if name)):
        rows = snapshots if not name else [row for row in sections if row.section == name]
        if name in looked or not _looks_made_now(rows[-RECENT_READS:]):
            continue
        mine = usable(listing, day) & ((listing.section == listing.sections.index(name)) if name else True)
        yield SecondLook(name, instant(day + LOOK_AT), LOOK_SECONDS, int(mine.sum()), int((mine & follows).sum()))


def _looks_made_now(rows: Sequence[SnapshotStats]) -> bool:
    newest = rows[-1]
    if newest.newest is None or newest.date_only or newest.taken_at - newest.newest > FRESH:
        return False
    complete = [row for row in rows if row.complete]
    return generation_time(complete, small_site=Thresholds().small_site).finding is not Finding.NONE
