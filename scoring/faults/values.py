"""What the dates themselves, and the dates of the index, show to be wrong."""

from __future__ import annotations

from scoring.assessment import FailureMode, Param
from scoring.case import Case
from scoring.distribution import MODAL_SHARE, describe
from scoring.evidence import SnapshotStats
from scoring.faults.fault import Fault, percent

# Counted on all entries, so nothing is left to chance; below one in twenty a fault is of single pages, and told in the report on the file.
NOTABLE_SHARE = 0.05
# Once may be a repair or one bad build (an event of its own, `changepoint`); twice is a habit.
HABIT = 2


def future_dates(case: Case) -> Fault | None:
    """One in twenty dates or more lies in the future."""
    share = describe(case.newest).future_share if case.newest else 0.0
    return Fault(FailureMode.FUTURE_DATES, "future_dates", {"percent": percent(share)}) if share >= NOTABLE_SHARE else None


def backwards(case: Case) -> Fault | None:
    """Dates became earlier in two reads or more, and make up a twentieth of all dates that changed."""
    reads = [s for s in case.snapshots if s.complete and s.backwards]
    back = sum(s.backwards or 0 for s in reads)
    forth = sum(s.moved or 0 for s in case.snapshots if s.complete)
    if len(reads) < HABIT or back < NOTABLE_SHARE * (back + forth):
        return None
    params: dict[str, Param] = {"reads": len(reads), "backwards": back, "percent": percent(back / (back + forth))}
    return Fault(FailureMode.BACKWARDS, "dates_go_back", params)


def date_only(case: Case) -> Fault | None:
    """Half of the dates or more have no time. A remark."""
    newest = case.newest
    if newest is None or not newest.with_lastmod or describe(newest).date_only_share < MODAL_SHARE:
        return None
    return Fault(FailureMode.DATE_ONLY)


def index_mismatch(case: Case) -> Fault | None:
    """In the two newest reads that say something, one in twenty of the files that the index dates holds newer entries, or got a new date
    while it stayed the same byte for byte. A single read may have met the moment between the writing of a file and of its index."""
    known = [s for s in case.snapshots if s.index_dated][-HABIT:]
    if len(known) < HABIT:
        return None
    newest = known[-1]
    if all(_notable(s, s.index_too_old) for s in known):
        return Fault(FailureMode.INDEX_MISMATCH, "index_mismatch", {"files": newest.index_dated or 0, "wrong": newest.index_too_old or 0})
    if all(_notable(s, s.index_moving_alone) for s in known):
        params: dict[str, Param] = {"files": newest.index_dated or 0, "moving": newest.index_moving_alone or 0}
        return Fault(FailureMode.INDEX_MISMATCH, "index_moves_alone", params)
    return None


def _notable(stats: SnapshotStats, files: int | None) -> bool:
    return bool(files) and (files or 0) >= NOTABLE_SHARE * (stats.index_dated or 0)
