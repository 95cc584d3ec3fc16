"""What one read of the sitemap shows: the counts that the snapshot store of the product makes of it, by the same rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from scoring.evidence import SnapshotStats
from scoring.simulation.part import Counts, Flags, Numbers, midnight
from scoring.simulation.world import Listing

VISIT_END = 2.0 / 24.0
START = datetime(2025, 3, 1, 6, 0, tzinfo=UTC)
MINUTE = 1.0 / 1_440.0
NEAR_BEFORE, NEAR_AFTER, TOP2_WITHIN = 5.0 * MINUTE, MINUTE, 2.0 * MINUTE / 60.0
# A clock in another zone can be fourteen hours ahead; what lies further ahead is a date of the future, and no date to compare.
FUTURE_AFTER = 14.0 / 24.0
QUARTERS_A_DAY, MOST_QUARTERS = 96.0, 56


@dataclass(frozen=True, slots=True)
class Steps:
    """What each entry did since the listing before, in the order of the listing. `quarters` is by how many quarters of an hour its date
    shifted exactly, 0 where it did not."""

    moved: Flags
    unmoved: Flags
    backwards: Flags
    appeared: Flags
    quarters: Counts


def instant(day: float) -> datetime:
    """The instant `day` days after the first check, to the microsecond."""
    return START + timedelta(days=float(day))


def usable(listing: Listing, day: float) -> Flags:
    """Entries whose date can be compared at the read of `day`: there is one, and it does not lie in the future."""
    return listing.dated & (listing.lastmod <= day + FUTURE_AFTER)


def steps(listing: Listing, previous: Listing, *, day: float, previous_day: float) -> Steps:
    """Compare two listings entry by entry, at the coarser of the two precisions; dates of the future take no part."""
    is_same = listing.identity == previous.identity
    both = is_same & usable(listing, day) & usable(previous, previous_day)
    coarse = listing.date_only | previous.date_only
    new = np.where(coarse, midnight(listing.lastmod), listing.lastmod)
    old = np.where(coarse, midnight(previous.lastmod), previous.lastmod)
    return Steps(both & (new > old), both & (new == old), both & (new < old), ~is_same, _quarters(new - old, both & ~coarse))


def _quarters(shift: Numbers, able: Flags) -> Counts:
    """Whole quarters of an hour, of a time zone's offset at most, to the second."""
    quarters = np.rint(shift * QUARTERS_A_DAY)
    is_exact = able & (np.abs(shift * QUARTERS_A_DAY - quarters) < QUARTERS_A_DAY / 86_400.0) & (np.abs(quarters) <= MOST_QUARTERS)
    return np.where(is_exact, quarters, 0.0).astype(np.int64)


def count(listing: Listing, done: Steps | None, *, day: float, previous_day: float | None, complete: bool) -> Iterator[SnapshotStats]:
    """The rows of one snapshot: the whole site first, then its sections by name, where a site has more than one."""
    yield _row("", np.ones(len(listing.identity), dtype=np.bool_), listing, done, day=day, previous_day=previous_day, complete=complete)
    for name in sorted(listing.sections) if any(listing.sections) else ():
        mine = listing.section == listing.sections.index(name)
        yield _row(name, mine, listing, done, day=day, previous_day=previous_day, complete=complete)


def _row(
    section: str, mine: Flags, listing: Listing, done: Steps | None, *, day: float, previous_day: float | None, complete: bool
) -> SnapshotStats:
    dated, fit = mine & listing.dated, mine & usable(listing, day)
    times, coarse, made = listing.lastmod[fit], listing.date_only[fit], listing.made[fit]
    spread, shift = _spread(times), _shift(done, mine)
    close = (times >= made - NEAR_BEFORE) & (times <= made + NEAR_AFTER)
    return SnapshotStats(
        section=section,
        taken_at=instant(day),
        complete=complete,
        entries=int(mine.sum()),
        with_lastmod=int(dated.sum()),
        invalid=0,
        future=int((dated & ~fit).sum()),
        epoch=0,
        date_only=int(coarse.sum()),
        distinct=spread.distinct,
        modal_count=spread.modal,
        top2_count=spread.top2,
        near_generation=int(np.where(coarse, midnight(times) == midnight(made), close).sum()),
        modal_lastmod=None if spread.commonest is None else instant(spread.commonest),
        newest=instant(times.max()) if len(times) else None,
        oldest=instant(times.min()) if len(times) else None,
        generated_at=instant(listing.made[mine].max()),
        previous_at=None if previous_day is None else instant(previous_day),
        moved=None if done is None else int((done.moved & mine).sum()),
        unmoved=None if done is None else int((done.unmoved & mine).sum()),
        backwards=None if done is None else int((done.backwards & mine).sum()),
        format_only=None if done is None else 0,
        appeared=None if done is None else int((done.appeared & mine).sum()),
        vanished=None if done is None or not complete else int((done.appeared & mine).sum()),
        shifted=shift[0],
        shift_minutes=shift[1],
        precision="" if not len(coarse) or 0.0 < coarse.mean() < 1.0 else "day" if coarse[0] else "second",
    )


def _shift(done: Steps | None, mine: Flags) -> tuple[int | None, int]:
    """How many dates shifted by the commonest exact offset, and that offset in minutes."""
    if done is None:
        return None, 0
    values, sizes = np.unique(done.quarters[mine & (done.quarters != 0)], return_counts=True)
    if not len(values):
        return 0, 0
    largest = int(np.argmax(sizes))
    return int(sizes[largest]), 15 * int(values[largest])


@dataclass(frozen=True, slots=True)
class _Spread:
    distinct: int = 0
    modal: int = 0
    top2: int = 0
    commonest: float | None = None


def _spread(times: Numbers) -> _Spread:
    if not len(times):
        return _Spread()
    values, sizes = np.unique(times, return_counts=True)
    order = np.lexsort((values, sizes))[::-1][:2]
    near = np.zeros(len(times), dtype=np.bool_)
    for value in values[order]:
        near |= np.abs(times - value) <= TOP2_WITHIN
    return _Spread(len(values), int(sizes[order[0]]), int(near.sum()), float(values[order[0]]))
