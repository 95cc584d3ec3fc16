"""The reasons of a verdict, most important first: first what decided, then what is wrong, then what to know beside it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from statistics import median

from scoring.assessment import FailureMode, Param, Reason, Verdict
from scoring.case import Case
from scoring.distribution import Finding, describe
from scoring.faults.fault import Fault, percent
from scoring.faults.values import NOTABLE_SHARE

RECENT_CHANGES = 3
NOTED_FOR = timedelta(days=60)
# Below this share of pages that change anyway, chance is no explanation worth a sentence.
NOTABLE_CHANCE = 0.2
_STAMPS = {FailureMode.REQUEST_TIME, FailureMode.GENERATION_TIME, FailureMode.BUILD_STAMP}


def explain(case: Case, verdict: Verdict, faults: tuple[Fault, ...], *, missing: int) -> tuple[Reason, ...]:
    """Reasons with codes of `scoring.reasons.REASONS`; each code at most once. `faults` are the modes of the case, in their order."""
    modes = tuple(fault.mode for fault in faults)
    found = [
        *_of_faults(fault for fault in faults if fault.decides),
        *_verdict(case, verdict, modes, missing),
        *_of_faults(fault for fault in faults if not fault.decides and not fault.mode.is_remark),
        *_long_gaps(case),
        *_changes(case),
        *_suspicions(case, faults),
        *_of_faults(fault for fault in faults if fault.mode.is_remark),
        *_coverage(case),
        *_first_visits(case),
        *_values(case, modes),
        *_delays(case),
    ]
    seen: dict[str, Reason] = {}
    for reason in found:
        seen.setdefault(reason.code, reason)
    return tuple(seen.values())


def _of_faults(faults: Iterable[Fault]) -> list[Reason]:
    return [Reason(fault.reason, fault.params) for fault in faults if fault.reason]


def _numbers(case: Case) -> dict[str, Param]:
    counts = case.table.counts
    return {
        "moved": counts.moved_changed + counts.moved_unchanged,
        "moved_changed": counts.moved_changed,
        "unmoved": counts.unmoved_changed + counts.unmoved_unchanged,
        "unmoved_changed": counts.unmoved_changed,
    }


def _verdict(case: Case, verdict: Verdict, modes: tuple[FailureMode, ...], missing: int) -> list[Reason]:
    numbers = _numbers(case)
    if verdict in (Verdict.TRUSTED, Verdict.USEFUL, Verdict.HINT):
        return [Reason(f"{verdict.value}_by_comparisons", numbers)]
    if verdict is Verdict.UNTRUSTED:
        return _against(case, modes, numbers)
    if verdict is Verdict.INSUFFICIENT:
        return _insufficient(case, missing)
    return []


def _against(case: Case, modes: tuple[FailureMode, ...], numbers: dict[str, Param]) -> list[Reason]:
    found: list[Reason] = []
    precision, recall = case.estimate.precision, case.estimate.recall
    if precision is not None and case.table.moved.size and precision.high < case.thresholds.useful_precision:
        found.append(Reason("low_precision", numbers))
    if case.table.counts.unmoved_changed and recall.high < case.thresholds.useful_recall and FailureMode.FROZEN not in modes:
        found.append(Reason("low_recall", numbers))
    if not found and not modes:
        found.append(Reason("no_lift", numbers))
    return found


def _insufficient(case: Case, missing: int) -> list[Reason]:
    counts = case.table.counts
    if case.newest is None and not case.comparisons:
        return [Reason("no_snapshot")]
    if case.entries == 0 and case.newest is not None and not case.comparisons:
        return [Reason("no_entries")]
    if case.comparisons == 0:
        return [Reason("no_comparisons_yet", {"missing": missing})]
    found = [Reason("not_enough_comparisons", {"comparisons": case.comparisons, "missing": missing})]
    if case.comparisons >= case.thresholds.min_comparisons and not counts.unmoved_changed and not case.site_moved:
        found.insert(0, Reason("nothing_happened", {"comparisons": case.comparisons}))
    if case.table.moved.size >= case.thresholds.min_moved and case.moved_days < case.thresholds.min_moved_days:
        found.insert(0, Reason("few_days_of_moves", {"days": case.moved_days, "needed": case.thresholds.min_moved_days}))
    return found


def _long_gaps(case: Case) -> list[Reason]:
    """Say so where moves would make a better class, were it not that pages change in that time anyway."""
    found, sure = case.estimate, case.thresholds.certainty
    if found.chance < NOTABLE_CHANCE or case.table.moved.size < case.thresholds.min_moved:
        return []
    plain = found.design.plain_classes
    lowered = plain.trusted >= sure > found.classes.trusted or plain.useful >= sure > found.classes.useful
    params: dict[str, Param] = {"days": round(case.table.moved_gap_days, 1), "percent": percent(found.chance)}
    return [Reason("long_gaps", params)] if lowered else []


def _changes(case: Case) -> list[Reason]:
    """The newest changes; those that leave older evidence as it was are soon of no interest."""
    newest = case.newest.taken_at if case.newest else None
    told = [change for change in case.changes if change.restarts_evidence or newest is None or newest - change.at <= NOTED_FOR]
    found: list[Reason] = []
    for change in reversed(told[-RECENT_CHANGES:]):
        params: dict[str, Param] = {"date": change.at.date().isoformat(), **change.detail_params}
        found.append(Reason(f"changed_{change.kind.value}", params))
    return found


def _suspicions(case: Case, faults: tuple[Fault, ...]) -> list[Reason]:
    modes = {fault.mode for fault in faults}
    if any(fault.decides and fault.mode in _STAMPS for fault in faults):
        precision = case.estimate.precision
        # High numbers beside a bad verdict need their explanation: what always moves is right wherever pages change, and says nothing.
        return [Reason("all_move_and_change")] if precision is not None and precision.median >= 0.5 else []
    if FailureMode.NO_LASTMOD in modes:
        return []
    if case.generation.finding is Finding.CONFIRMED:
        return [Reason("all_move_and_change")]
    if case.generation.finding is Finding.SUSPECTED and FailureMode.BUILD_STAMP not in modes:
        return [Reason("generation_time_suspected")]
    return []


def _coverage(case: Case) -> list[Reason]:
    found: list[Reason] = []
    if case.table.is_sample_unlike_site:
        shares: dict[str, Param] = {"sampled": percent(case.table.sampled_share or 0.0), "all": percent(case.table.moved_share or 0.0)}
        found.append(Reason("sample_unlike_site", shares))
    if case.table.undated_changed:
        found.append(Reason("changes_without_lastmod", {"changed": case.table.undated_changed, "visited": case.table.undated}))
    return found


def _first_visits(case: Case) -> list[Reason]:
    cold = case.cold
    if cold.follows_lastmod:
        return [Reason("date_modified_follows_lastmod", {"identical": cold.identical, "compared": cold.compared})]
    if cold.compared < case.thresholds.min_comparisons:
        return []
    code = "date_modified_agrees" if cold.agreeing >= 0.5 * cold.compared else "date_modified_differs"
    return [Reason(code, {"agreeing": cold.agreeing, "compared": cold.compared})]


def _delays(case: Case) -> list[Reason]:
    if not case.move_delays:
        return []
    return [Reason("lastmod_comes_late", {"count": len(case.move_delays), "hours": round(median(case.move_delays), 1)})]


def _values(case: Case, modes: tuple[FailureMode, ...]) -> list[Reason]:
    newest = case.newest
    if newest is None:
        return []
    shares = describe(newest)
    oddities = {"epoch_dates": shares.epoch_share, "invalid_dates": shares.invalid_share}
    found = [Reason(code, {"percent": percent(share)}) for code, share in oddities.items() if share >= NOTABLE_SHARE]
    if newest.backwards and FailureMode.BACKWARDS not in modes:
        found.append(Reason("dates_went_back", {"backwards": newest.backwards}))
    return found
