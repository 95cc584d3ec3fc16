"""Dates that stand still while pages change: all of them, those of edits, or those of some changes."""

from __future__ import annotations

from scoring.assessment import FailureMode, Param
from scoring.case import Case
from scoring.coldstart import DAY, PUBLISH_ONLY_RECALL
from scoring.evidence import DateAgreement
from scoring.faults.fault import Fault, chance_above, percent

NEARLY_FROZEN_RECALL = 0.1
MIN_SILENT = 3


def frozen(case: Case) -> Fault | None:
    """Pages change while no lastmod moves, or hardly any: the interval of recall ends below a tenth. Decides the verdict."""
    if not _changes_silently(case):
        return None
    if not case.site_moved:
        return Fault(FailureMode.FROZEN, "frozen", _numbers(case), decides=True)
    if case.estimate.recall.high >= NEARLY_FROZEN_RECALL:
        return None
    return Fault(FailureMode.FROZEN, "nearly_frozen", {"recall_high_percent": percent(case.estimate.recall.high)}, decides=True)


def publish_date_only(case: Case) -> Fault | None:
    """lastmod stands at the publication of pages whose own dates say that they were edited since (`coldstart.publish_date_only`), or of
    most pages while nearly all changes that were seen went without a move. Equal dates alone prove nothing: most pages are never edited."""
    if case.publish_only:
        return Fault(FailureMode.PUBLISH_DATE_ONLY, "publish_date_only", {"missed": case.cold.missed, "edited": case.cold.edited})
    if not _changes_silently(case) or case.estimate.recall.high >= PUBLISH_ONLY_RECALL:
        return None
    known = [seen for seen in case.sightings.agreements if seen.lastmod is not None and seen.date_published is not None]
    equal = sum(_is_same(seen) for seen in known)
    if chance_above(0.5, equal, len(known) - equal) < case.thresholds.certainty:
        return None
    return Fault(FailureMode.PUBLISH_DATE_ONLY, "published_dates_stand", {"equal": equal, "compared": len(known), **_numbers(case)})


def _is_same(seen: DateAgreement) -> bool:
    if seen.lastmod is None or seen.date_published is None:
        return False
    return abs((seen.lastmod - seen.date_published).total_seconds()) <= max(DAY, seen.granularity_seconds)


def silent_changes(case: Case) -> Fault | None:
    """Moves are mostly right, but recall surely lies below what `useful` asks for."""
    limits, precision = case.thresholds, case.estimate.precision
    if precision is None or precision.median < limits.useful_precision or case.estimate.recall.high >= limits.useful_recall:
        return None
    return Fault(FailureMode.SILENT_CHANGES, "low_recall", _numbers(case)) if _changes_silently(case) else None


def _changes_silently(case: Case) -> bool:
    """Do more unmoved pages change than page comparison invents? It errs comparison by comparison, whatever number of entries each stands
    for, so this takes bare counts."""
    limits, counts = case.thresholds, case.table.counts
    if counts.unmoved_changed + counts.unmoved_unchanged < limits.min_comparisons or counts.unmoved_changed < MIN_SILENT:
        return False
    return chance_above(limits.label_noise, counts.unmoved_changed, counts.unmoved_unchanged) >= limits.certainty


def _numbers(case: Case) -> dict[str, Param]:
    counts = case.table.counts
    return {
        "moved": counts.moved_changed + counts.moved_unchanged,
        "moved_changed": counts.moved_changed,
        "unmoved": counts.unmoved_changed + counts.unmoved_unchanged,
        "unmoved_changed": counts.unmoved_changed,
    }
