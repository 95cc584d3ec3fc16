"""The failure modes of a site or section: each detector takes a `scoring.case.Case` and says what it found, with its numbers.

Structural modes decide a verdict by themselves (no lastmod, the stamps where they are confirmed, frozen); the others explain it.
"""

from __future__ import annotations

from scoring.assessment import FailureMode
from scoring.case import Case
from scoring.faults.churn import furniture_churn
from scoring.faults.clocks import zone_shift
from scoring.faults.fault import Fault
from scoring.faults.reach import no_lastmod, partial_coverage, rolling_window, unverifiable
from scoring.faults.stamps import bulk_stamp, partial_stamps, stamps, stamps_against_page_dates
from scoring.faults.standing import frozen, publish_date_only, silent_changes
from scoring.faults.values import backwards, date_only, future_dates, index_mismatch

__all__ = ["Fault", "find_faults"]

_ORDER = {mode: place for place, mode in enumerate(FailureMode)}


def find_faults(case: Case) -> tuple[Fault, ...]:
    """All modes of a case, in order of importance (that of `FailureMode`), each at most once. Never raises, whatever the evidence."""
    missing = no_lastmod(case)
    if missing is not None:
        return (missing,)
    found = [fault for fault in (*_how_dates_are_made(case), *(detect(case) for detect in _BESIDE)) if fault is not None]
    return tuple(sorted(found, key=lambda fault: _ORDER[fault.mode]))


def _how_dates_are_made(case: Case) -> list[Fault | None]:
    """At most one way of making the dates that do not follow the pages: what explains all moves leaves nothing to explain to the others."""
    stamp = stamps(case)
    if stamp is not None:
        return [stamp]
    standing = frozen(case)
    churn = None if standing else furniture_churn(case) or partial_stamps(case)
    suspected = None if standing else stamps_against_page_dates(case)
    if suspected is not None:
        return [suspected]
    published = publish_date_only(case)
    silent = None if standing or published else silent_changes(case)
    return [standing, published, churn, silent, None if churn else bulk_stamp(case)]


_BESIDE = (unverifiable, zone_shift, backwards, future_dates, index_mismatch, partial_coverage, rolling_window, date_only)
