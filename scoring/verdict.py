"""The verdict on lastmod: `assess(evidence, now=...)`.

Order of the decision: what the sitemap alone proves (no lastmod, confirmed generation time), then the posterior of precision and
recall from pages seen twice, by probability and never by a bare threshold on a point estimate, else "not enough evidence".
First visits never decide; they give preliminary numbers.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from scoring.assessment import Assessment, FailureMode, Interval, Reason, SiteAssessment, Verdict
from scoring.case import Case, gather
from scoring.coldstart import preliminary
from scoring.distribution import Finding
from scoring.estimate import JEFFREYS, comparisons_missing
from scoring.evidence import Comparison, DateAgreement, Evidence, SnapshotStats
from scoring.explain import explain
from scoring.thresholds import Thresholds
from scoring.unseen import unseen_sections, view_of

NEARLY_FROZEN_RECALL = 0.1
STAMPED_WAVES = 2
DEFAULT_THRESHOLDS = Thresholds()


@dataclass(frozen=True, slots=True)
class _Decision:
    verdict: Verdict
    modes: tuple[FailureMode, ...]


def assess(evidence: Evidence, *, now: datetime, thresholds: Thresholds = DEFAULT_THRESHOLDS, seed: int = 0) -> SiteAssessment:
    """Judge a site and each of its sections on what was seen up to `now` (aware, UTC), the time of a check, and by its visits just after.

    The same evidence, `now`, thresholds and seed give the same result. Sections without entries and without comparisons are left out.
    No evidence, however odd, raises: what cannot be used is left out, and too little of it is `insufficient`.
    """
    site = _assess_one("", evidence, now=now, thresholds=thresholds, seed=seed)
    sections = []
    parts = _parts(evidence)
    for name in evidence.section_names():
        own = parts[name]
        judged = _assess_one(name, own, now=now, thresholds=thresholds, seed=seed)
        if judged.entries or judged.counts.total:
            sections.append(judged)
    return SiteAssessment(_with_disagreement(_with_unseen(site, sections, thresholds), sections), tuple(sections))


def _parts(evidence: Evidence) -> dict[str, Evidence]:
    """`Evidence.for_section` of every section in one pass; a site may have a thousand of them."""
    stats: defaultdict[str, list[SnapshotStats]] = defaultdict(list)
    comparisons: defaultdict[str, list[Comparison]] = defaultdict(list)
    agreements: defaultdict[str, list[DateAgreement]] = defaultdict(list)
    for row in evidence.sections:
        stats[row.section].append(row)
    for comparison in evidence.comparisons:
        comparisons[comparison.section].append(comparison)
    for agreement in evidence.agreements:
        agreements[agreement.section].append(agreement)
    return {
        name: Evidence(tuple(rows), tuple(rows), tuple(comparisons.get(name, ())), tuple(agreements.get(name, ())))
        for name, rows in stats.items()
    }


def _assess_one(section: str, evidence: Evidence, *, now: datetime, thresholds: Thresholds, seed: int) -> Assessment:
    case = gather(section, evidence, now=now, thresholds=thresholds, seed=seed)
    decision = _decide(case)
    missing = 0
    if decision.verdict is Verdict.INSUFFICIENT:
        missing = comparisons_missing(case.table, thresholds=thresholds, seed=case.seed)
    trust, precision, recall = _numbers(case, decision.verdict)
    classes = case.estimate.classes
    return Assessment(
        section=section,
        verdict=decision.verdict,
        trust=trust,
        precision=precision,
        recall=recall,
        counts=case.table.counts,
        failure_modes=decision.modes,
        reasons=explain(case, decision.verdict, decision.modes, missing=missing),
        entries=case.entries,
        lastmod_share=case.lastmod_share,
        comparisons_missing=missing,
        class_probabilities={"trusted": classes.trusted, "useful": classes.useful, "hint": classes.hint},
        preliminary=case.comparisons < thresholds.min_comparisons and decision.verdict is Verdict.INSUFFICIENT,
    )


def _decide(case: Case) -> _Decision:
    modes: list[FailureMode] = []
    share = case.lastmod_share
    if share is not None and share < case.thresholds.no_lastmod_share:
        return _Decision(Verdict.NO_LASTMOD, (FailureMode.NO_LASTMOD,))
    generated = generation_confirmed(case)
    if generated:
        modes.append(FailureMode.GENERATION_TIME)
    if case.publish_only and not generated:
        modes.append(FailureMode.PUBLISH_DATE_ONLY)
    if is_frozen(case):
        modes.append(FailureMode.FROZEN)
    if share is not None and share < case.thresholds.full_coverage_share:
        modes.append(FailureMode.PARTIAL_COVERAGE)
    if generated or FailureMode.FROZEN in modes:
        return _Decision(Verdict.UNTRUSTED, tuple(modes))
    return _Decision(_by_counts(case), tuple(modes))


def _by_counts(case: Case) -> Verdict:
    classes, limits = case.estimate.classes, case.thresholds
    enough_moved = case.table.moved.size >= limits.min_moved
    enough = case.comparisons >= limits.min_comparisons
    if enough_moved and classes.trusted >= limits.certainty:
        return Verdict.TRUSTED
    if enough_moved and classes.useful >= limits.certainty:
        return Verdict.USEFUL
    if enough and classes.hint >= limits.certainty:
        # On the way up the evidence is still moving towards a better class; a hint is only said once that is unlikely.
        return Verdict.HINT if enough_moved and classes.useful < 0.5 else Verdict.INSUFFICIENT
    # Where nothing moved, "no change was caught" may be noise in the page comparison; `is_frozen` is the rule for that.
    if enough and case.site_moved and classes.hint <= 1.0 - limits.certainty:
        return Verdict.UNTRUSTED
    # That lastmod must not be followed is certain; whether it is worth a hint may hover at the border for ever, at little cost.
    if case.table.moved.size >= limits.min_moved_at_border and classes.useful <= 1.0 - limits.certainty:
        return Verdict.HINT if classes.hint >= 0.5 else Verdict.UNTRUSTED
    return Verdict.INSUFFICIENT


def generation_confirmed(case: Case) -> bool:
    """Is the file's making what lastmod shows? By a second full wave, or by pages that moved with all others and had not changed.

    Over long gaps most pages do change, so pages that changed are no excuse where every entry repeatedly carried one and the same date.
    """
    limits, moved = case.thresholds, case.table.moved
    enough = moved.size >= limits.min_comparisons
    mostly_changed = _share_above(limits.useful_precision, moved.hits, moved.misses, case) if enough else 0.0
    if case.generation.finding is Finding.CONFIRMED:
        return mostly_changed <= 0.5 or case.generation.stamped_waves >= STAMPED_WAVES
    all_moved = moved.weight >= 0.9 * (moved.weight + case.table.unmoved.weight)
    return case.generation.finding is Finding.SUSPECTED and enough and all_moved and mostly_changed <= 1.0 - limits.certainty


def is_frozen(case: Case) -> bool:
    """Do pages change while no lastmod moves? The share of changes must clear what page comparison invents on unchanged pages."""
    limits, counts = case.thresholds, case.table.counts
    if case.table.unmoved.size < limits.min_comparisons or counts.unmoved_changed < 3:
        return False
    # Page comparison errs comparison by comparison, whatever number of entries each stands for, so this test takes bare counts.
    if _share_above(limits.label_noise, counts.unmoved_changed, counts.unmoved_unchanged, case) < limits.certainty:
        return False
    return not case.site_moved or case.estimate.recall.high < NEARLY_FROZEN_RECALL


def _share_above(share: float, hits: float, misses: float, case: Case) -> float:
    draws = np.random.default_rng(case.seed).beta(hits + JEFFREYS, misses + JEFFREYS, case.thresholds.draws)
    return float((draws > share).mean())


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


def _with_disagreement(site: Assessment, sections: list[Assessment]) -> Assessment:
    """Say so where lastmod can be followed in some sections and not in others."""
    good = sum(s.verdict in (Verdict.TRUSTED, Verdict.USEFUL) for s in sections)
    bad = sum(s.verdict in (Verdict.UNTRUSTED, Verdict.NO_LASTMOD) for s in sections)
    if not good or not bad:
        return site
    reason = Reason("sections_disagree", {"good": good, "bad": bad})
    return replace(
        site,
        failure_modes=(*site.failure_modes, FailureMode.MIXED_SECTIONS),
        reasons=(*site.reasons[:1], reason, *site.reasons[1:]),
    )
