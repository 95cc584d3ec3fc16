"""The reasons of a verdict, most important first: first what decided, then what is wrong, then what to know beside it."""

from __future__ import annotations

from statistics import median

from scoring.assessment import FailureMode, Param, Reason, Verdict
from scoring.case import Case
from scoring.distribution import Finding, describe, is_bulk_spike

NOTABLE_SHARE = 0.05
RECENT_CHANGES = 3
# Below this share of pages that change anyway, chance is no explanation worth a sentence.
NOTABLE_CHANCE = 0.2


def explain(case: Case, verdict: Verdict, modes: tuple[FailureMode, ...], *, missing: int) -> tuple[Reason, ...]:
    """Reasons with codes of `scoring.reasons.REASONS`; each code at most once."""
    found = [
        *_modes(case, modes),
        *_verdict(case, verdict, modes, missing),
        *_long_gaps(case),
        *_changes(case),
        *_suspicions(case, modes),
        *_coverage(case, modes),
        *_first_visits(case),
        *_values(case),
        *_delays(case),
    ]
    seen: dict[str, Reason] = {}
    for reason in found:
        seen.setdefault(reason.code, reason)
    return tuple(seen.values())


def _numbers(case: Case) -> dict[str, Param]:
    counts = case.table.counts
    return {
        "moved": counts.moved_changed + counts.moved_unchanged,
        "moved_changed": counts.moved_changed,
        "unmoved": counts.unmoved_changed + counts.unmoved_unchanged,
        "unmoved_changed": counts.unmoved_changed,
    }


def _modes(case: Case, modes: tuple[FailureMode, ...]) -> list[Reason]:
    found: list[Reason] = []
    if FailureMode.NO_LASTMOD in modes:
        found.append(Reason("no_lastmod", {"lastmod_percent": _percent(case.lastmod_share or 0.0), "entries": case.entries}))
    if FailureMode.GENERATION_TIME in modes:
        found.append(_generation(case))
    if FailureMode.PUBLISH_DATE_ONLY in modes:
        found.append(Reason("publish_date_only", {"missed": case.cold.missed, "edited": case.cold.edited}))
    if FailureMode.FROZEN in modes:
        if case.site_moved:
            found.append(Reason("nearly_frozen", {"recall_high_percent": _percent(case.estimate.recall.high)}))
        else:
            found.append(Reason("frozen", _numbers(case)))
    return found


def _generation(case: Case) -> Reason:
    waves = case.generation
    if waves.finding is Finding.CONFIRMED:
        return Reason("generation_time", {"full_waves": waves.full_waves, "waves": waves.waves, "percent": _percent(waves.share)})
    return Reason("generation_time_by_pages", _numbers(case))


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
    return found


def _long_gaps(case: Case) -> list[Reason]:
    """Say so where moves would make a better class, were it not that pages change in that time anyway."""
    found, sure = case.estimate, case.thresholds.certainty
    if found.chance < NOTABLE_CHANCE or case.table.moved.size < case.thresholds.min_moved:
        return []
    lowered = found.plain_classes.trusted >= sure > found.classes.trusted or found.plain_classes.useful >= sure > found.classes.useful
    params: dict[str, Param] = {"days": round(case.table.moved_gap_days, 1), "percent": _percent(found.chance)}
    return [Reason("long_gaps", params)] if lowered else []


def _changes(case: Case) -> list[Reason]:
    found: list[Reason] = []
    for change in reversed(case.changes[-RECENT_CHANGES:]):
        params: dict[str, Param] = {"date": change.at.date().isoformat(), **change.detail_params}
        found.append(Reason(f"changed_{change.kind.value}", params))
    return found


def _suspicions(case: Case, modes: tuple[FailureMode, ...]) -> list[Reason]:
    if FailureMode.GENERATION_TIME in modes:
        precision = case.estimate.precision
        # High numbers beside a bad verdict need their explanation: what always moves is right wherever pages change, and says nothing.
        return [Reason("all_move_and_change")] if precision is not None and precision.median >= 0.5 else []
    if FailureMode.NO_LASTMOD in modes:
        return []
    if case.generation.finding is Finding.CONFIRMED:
        return [Reason("all_move_and_change")]
    if case.generation.finding is Finding.SUSPECTED:
        return [Reason("generation_time_suspected")]
    return []


def _coverage(case: Case, modes: tuple[FailureMode, ...]) -> list[Reason]:
    found: list[Reason] = []
    if FailureMode.PARTIAL_COVERAGE in modes:
        found.append(Reason("partial_coverage", {"lastmod_percent": _percent(case.lastmod_share or 0.0), "entries": case.entries}))
    if case.table.is_sample_unlike_site:
        shares: dict[str, Param] = {"sampled": _percent(case.table.sampled_share or 0.0), "all": _percent(case.table.moved_share or 0.0)}
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


def _values(case: Case) -> list[Reason]:
    newest = case.newest
    if newest is None:
        return []
    shares = describe(newest)
    found: list[Reason] = []
    if newest.with_lastmod >= case.thresholds.small_site and is_bulk_spike(newest) and newest.modal_lastmod is not None:
        found.append(Reason("bulk_date", {"percent": _percent(shares.modal_share), "date": newest.modal_lastmod.date().isoformat()}))
    oddities = {"future_dates": shares.future_share, "epoch_dates": shares.epoch_share, "invalid_dates": shares.invalid_share}
    for code, share in oddities.items():
        if share >= NOTABLE_SHARE:
            found.append(Reason(code, {"percent": _percent(share)}))
    if newest.backwards:
        found.append(Reason("dates_went_back", {"backwards": newest.backwards}))
    if newest.with_lastmod and shares.date_only_share >= 0.5:
        found.append(Reason("date_only"))
    return found


def _percent(share: float) -> int | float:
    percent = 100.0 * share
    return round(percent) if percent >= 1.0 or percent == 0.0 else round(percent, 2)
