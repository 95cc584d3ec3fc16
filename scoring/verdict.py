"""The verdict on lastmod: `assess(evidence, now=...)`.

Order of the decision: structural failure modes (`scoring.faults`: no lastmod, confirmed stamps, frozen), then the posterior of precision
and recall from pages seen twice, by probability and never by a bare threshold on a point estimate, else "not enough evidence".
First visits never decide; they give preliminary numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from scoring.assessment import Assessment, FailureMode, Interval, Reason, SiteAssessment, Verdict
from scoring.case import Case, gather, with_borrowed
from scoring.coldstart import preliminary
from scoring.evidence import Evidence
from scoring.explain import explain
from scoring.faults import Fault, find_faults
from scoring.faults.sections import with_sections
from scoring.parts import parts_of
from scoring.pooling import borrowings
from scoring.standing import Findings, Standing, standing
from scoring.steadiness import is_good, keeps_bad
from scoring.strata import with_strata
from scoring.thresholds import Thresholds
from scoring.unseen import unseen_sections, view_of
from scoring.workings import workings_of

DEFAULT_THRESHOLDS = Thresholds()
# A verdict that is put into question again and again is looked for in so many earlier checks.
MOST_CHAINED = 3


@dataclass(frozen=True, slots=True)
class _Decision:
    verdict: Verdict
    faults: tuple[Fault, ...]


def assess(evidence: Evidence, *, now: datetime, thresholds: Thresholds = DEFAULT_THRESHOLDS, seed: int = 0) -> SiteAssessment:
    """Judge a site and each of its sections on what was seen up to `now` (aware, UTC), the time of a check, and by its visits just after.

    The same evidence, `now`, thresholds and seed give the same result. Sections without entries and without comparisons are left out.
    No evidence, however odd, raises: what cannot be used is left out, and too little of it is `insufficient`.
    """

    def case_of(name: str, own: Evidence) -> Case:
        return gather(name, own, now=now, thresholds=thresholds, seed=seed)

    site = _judge(case_of("", evidence), evidence, now=now, seed=seed)
    parts = parts_of(evidence)
    cases = _pooled([case_of(name, parts[name]) for name in evidence.section_names()])
    judged = [_judge(case, parts[case.section], now=now, seed=seed) for case in cases]
    sections = [one for one in judged if one.entries or one.counts.total]
    site = with_strata(_with_unseen(site, sections, thresholds), sections, thresholds, seed=seed)
    return SiteAssessment(with_sections(site, sections), tuple(sections))


def _pooled(cases: list[Case]) -> list[Case]:
    """The sections' cases, each with what the others show by their own evidence."""
    known = {case.section: (case.estimate.precision, case.estimate.recall) for case in cases if case.speaks and case.estimate.precision}
    if len(cases) < 2 or not known:
        return cases
    found = borrowings(known, tuple(case.section for case in cases))
    return [with_borrowed(case, found[case.section]) if case.by_events else case for case in cases]


def _judge(case: Case, evidence: Evidence, *, now: datetime, seed: int) -> Assessment:
    section, thresholds = case.section, case.thresholds
    decision = _decide(case)
    stands = _standing(case, decision, evidence, now=now, seed=seed)
    workings = workings_of(case, decision.verdict)
    missing = workings.moved_missing + workings.unmoved_missing if decision.verdict is Verdict.INSUFFICIENT else 0
    trust, precision, recall = _numbers(case, decision.verdict)
    classes = case.estimate.classes
    return Assessment(
        section=section,
        verdict=stands.verdict,
        trust=trust,
        precision=precision,
        recall=recall,
        counts=case.table.counts,
        failure_modes=tuple(fault.mode for fault in decision.faults),
        reasons=_first(stands.reasons, explain(case, decision.verdict, decision.faults, missing=missing)),
        entries=case.entries,
        lastmod_share=case.lastmod_share,
        comparisons_missing=missing,
        class_probabilities={"trusted": classes.trusted, "useful": classes.useful, "hint": classes.hint},
        preliminary=case.comparisons < thresholds.min_comparisons and decision.verdict is Verdict.INSUFFICIENT,
        state=stands.state,
        state_since=stands.since,
        burst=stands.burst,
        tentative=stands.tentative,
        stale_at=stands.stale_at,
        workings=workings,
    )


def _standing(case: Case, decision: _Decision, evidence: Evidence, *, now: datetime, seed: int, chained: int = 0) -> Standing:
    """How the decision stands. A verdict in question is that of the check before, which may itself have been in question."""

    def before(at: datetime) -> Verdict:
        borrowed = case.observed.nuisance.borrowed
        earlier = gather(case.section, evidence, now=at, thresholds=case.thresholds, seed=seed, borrowed=borrowed)
        decided = _decide(earlier)
        if chained >= MOST_CHAINED:
            return decided.verdict
        return _standing(earlier, decided, evidence, now=at, seed=seed, chained=chained + 1).verdict

    proven = any(fault.decides for fault in decision.faults)
    findings = Findings(decision.verdict, proven, case.history, case.all_snapshots, case.seen_at)
    return standing(findings, now=now, thresholds=case.thresholds, before=before)


def _first(said: tuple[Reason, ...], others: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """The reasons `said` before the others, each code once."""
    codes = {reason.code for reason in said}
    return (*said, *(reason for reason in others if reason.code not in codes))


def _decide(case: Case) -> _Decision:
    """A structural mode decides alone; without one the counts of comparisons do."""
    faults = find_faults(case)
    deciding = next((fault.mode for fault in faults if fault.decides), None)
    if deciding is None:
        return _Decision(_by_counts(case), faults)
    return _Decision(Verdict.NO_LASTMOD if deciding is FailureMode.NO_LASTMOD else Verdict.UNTRUSTED, faults)


def _by_counts(case: Case) -> Verdict:
    classes, limits = case.estimate.classes, case.thresholds
    enough_moved = case.table.moved.size >= limits.min_moved
    enough = case.comparisons >= limits.min_comparisons
    several = enough_moved and case.moved_days >= limits.min_moved_days
    if several and is_good(Verdict.TRUSTED, classes.trusted, case.memory, case.seen_at, limits):
        return Verdict.TRUSTED
    if several and is_good(Verdict.USEFUL, classes.useful, case.memory, case.seen_at, limits):
        return Verdict.USEFUL
    bad = _bad_by_counts(case)
    if bad is Verdict.INSUFFICIENT and enough and enough_moved:
        return keeps_bad(case.memory, classes.useful, limits) or bad
    return bad


def _bad_by_counts(case: Case) -> Verdict:
    """A hint, untrusted, or not enough, where the site is in no good class."""
    classes, limits = case.estimate.classes, case.thresholds
    enough_moved = case.table.moved.size >= limits.min_moved
    enough = case.comparisons >= limits.min_comparisons
    if enough and classes.hint >= limits.certainty:
        # A hint says that lastmod must not be followed, so it is said once a better class is out of the question, and not on the way up.
        return Verdict.HINT if enough_moved and classes.useful <= 1.0 - limits.certainty else Verdict.INSUFFICIENT
    # Where nothing moved, "no change was caught" may be noise in the page comparison; `is_frozen` is the rule for that.
    if enough and case.site_moved and classes.hint <= 1.0 - limits.certainty:
        return Verdict.UNTRUSTED
    # That lastmod must not be followed is certain; whether it is worth a hint may hover at the border for ever, at little cost.
    if case.table.moved.size >= limits.min_moved_at_border and classes.useful <= 1.0 - limits.certainty:
        return Verdict.HINT if classes.hint >= 0.5 else Verdict.UNTRUSTED
    return Verdict.INSUFFICIENT


def _numbers(case: Case, verdict: Verdict) -> tuple[Interval | None, Interval | None, Interval | None]:
    """Trust, precision and recall as shown. Without lastmod they mean nothing; before any comparison first visits stand in.

    Where neither a comparison nor a first visit with dates is known, a number would be the prior's, not the site's.
    """
    if verdict is Verdict.NO_LASTMOD or (case.newest is None and not case.comparisons):
        return None, None, None
    if case.comparisons == 0 and case.cold.compared == 0:
        return None, None, None
    if case.comparisons == 0:
        first = preliminary(case.cold, thresholds=case.thresholds, seed=case.seed)
        return first.trust, first.precision, first.recall
    return case.estimate.trust, case.estimate.precision, case.estimate.recall


def _with_unseen(site: Assessment, sections: list[Assessment], thresholds: Thresholds) -> Assessment:
    """No good verdict on a site of which a whole section was never compared."""
    unseen = unseen_sections(view_of(section) for section in sections)
    if not unseen or site.verdict not in (Verdict.TRUSTED, Verdict.USEFUL):
        return site
    largest = max(sorted(unseen), key=lambda name: unseen[name])
    reason = Reason("section_unseen", {"section": largest, "percent": round(100.0 * unseen[largest]), "sections": len(unseen)})
    return replace(
        site,
        verdict=Verdict.INSUFFICIENT,
        comparisons_missing=thresholds.min_comparisons * len(unseen),
        reasons=(reason, *(said for said in site.reasons if not said.code.endswith("_by_comparisons"))),
    )
