"""What stands behind the numbers of an assessment, for whoever wants to check them."""

from __future__ import annotations

from dataclasses import replace

from scoring.assessment import Verdict, Workings
from scoring.case import Case
from scoring.estimate import Basis
from scoring.needed import Needed, Outlook, borne, comparisons_needed, needed_for_trusted
from scoring.steadiness import newer_than, since_when


def workings_of(case: Case, verdict: Verdict) -> Workings:
    """Both models side by side, the rates, and what would change `verdict`."""
    found = case.estimate
    by_events = found.basis is Basis.EVENTS
    shown = Workings(
        basis=found.basis.value if case.comparisons else "",
        pair_precision=found.design.precision,
        pair_recall=found.design.recall,
        pair_trust=found.design.trust,
        disagrees=found.disagrees,
        lift=found.design.lift,
        selectivity=found.design.selectivity,
        move_rate=case.observed.move_rate,
        silent_rate=found.silent_rate,
        double_reads=case.double_reads[0],
        false_changes=case.double_reads[1],
        check_days=case.observed.check_days,
        useful_since=since_when(found.classes.useful, case.memory.useful_since, case.seen_at, case.thresholds),
        trusted_since=since_when(found.classes.trusted, case.memory.trusted_since, case.seen_at, case.thresholds),
    )
    return _with_outlook(shown, verdict, Outlook(case.table, case.observed, by_events, case.thresholds, case.seed), _still_to_hold(case))


def _with_outlook(shown: Workings, verdict: Verdict, outlook: Outlook, still_to_hold: int | None) -> Workings:
    needed = Needed()
    if verdict is Verdict.INSUFFICIENT:
        needed = comparisons_needed(outlook) if still_to_hold is None else Needed((still_to_hold + 1) // 2, still_to_hold // 2)
    elif verdict is Verdict.USEFUL:
        needed = needed_for_trusted(outlook) or needed
    shown = replace(shown, moved_missing=needed.moved, unmoved_missing=needed.unmoved)
    if verdict not in (Verdict.TRUSTED, Verdict.USEFUL) or not outlook.by_events:
        return shown
    return replace(
        shown,
        wrong_moves_left=borne(outlook, changed=False, moves=1),
        silent_changes_left=borne(outlook, changed=True, moves=0),
    )


def _still_to_hold(case: Case) -> int | None:
    """How many comparisons a class that is likely enough has yet to hold its ground for; None where none is, or it need not."""
    if case.memory.is_first or case.estimate.classes.useful < case.thresholds.certainty:
        return None
    return max(case.thresholds.comparisons_to_hold - newer_than(case.memory.useful_since, case.seen_at), 1)
