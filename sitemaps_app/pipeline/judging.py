"""One moment of one site judged: from stored evidence to rows that are not stored yet. The same rows and rules give the same judgement."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime

from scoring.assessment import Assessment as Judgement
from scoring.assessment import Interval, SiteAssessment
from scoring.case import history_at
from scoring.codec import evidence_to_json, workings_to_json
from scoring.evidence import Evidence
from scoring.history import History
from scoring.verdict import assess
from sitemaps_app.models import Assessment, Site
from sitemaps_app.pipeline.evidence import SnapshotCounts, end_of_check, gather_evidence
from sitemaps_app.pipeline.signals import run_tests


@dataclass(frozen=True, slots=True)
class JudgedMoment:
    """What today's rules say of one moment: the judgement, its rows (that of the site first), and what happened to the site until then."""

    judged: SiteAssessment
    rows: tuple[Assessment, ...]
    history: History


def judge_moment(site: Site, at: datetime, *, check_id: int | None, counts: SnapshotCounts | None = None) -> JudgedMoment:
    """Judge a site on everything that was stored up to the check of `at`, by the rules of this version of the product.

    `counts` spares reading the same snapshots again where one moment follows another.
    """
    signals = run_tests(site, until=end_of_check(site, at))
    evidence = gather_evidence(site, now=at, signals=signals, counts=counts)
    judged = assess(evidence, now=at, seed=site.seed)
    history = history_at(evidence, now=at)
    rows = tuple(_row(site, one, at=at, check_id=check_id) for one in (judged.site, *judged.sections))
    rows[0].inputs = _inputs(site, evidence, history, at=at)
    rows[0].signals = [asdict(test) for test in signals.tests]
    return JudgedMoment(judged, rows, history)


def _row(site: Site, judged: Judgement, *, at: datetime, check_id: int | None) -> Assessment:
    return Assessment(
        site=site,
        check_run_id=check_id,
        section=judged.section,
        at=at,
        verdict=judged.verdict,
        **_columns("trust", judged.trust),
        **_columns("precision", judged.precision),
        **_columns("recall", judged.recall),
        entries=judged.entries,
        lastmod_share=judged.lastmod_share,
        comparisons_missing=judged.comparisons_missing,
        preliminary=judged.preliminary,
        failure_modes=list(judged.failure_modes),
        reasons=[asdict(reason) for reason in judged.reasons],
        counts=asdict(judged.counts),
        class_probabilities=judged.class_probabilities,
        rule_version=judged.rule_version,
        state=judged.state,
        state_since=judged.state_since,
        burst=judged.burst,
        tentative_verdict=judged.tentative or "",
        stale_at=judged.stale_at,
        workings=workings_to_json(judged.workings),
    )


def _columns(name: str, interval: Interval | None) -> dict[str, float | None]:
    if interval is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: interval.median, f"{name}_low": interval.low, f"{name}_high": interval.high}


def _inputs(site: Site, evidence: Evidence, history: History, *, at: datetime) -> dict[str, str | int]:
    """What is needed to build this assessment again: `gather_evidence` at `now`, and a digest to prove that the rows are the same.

    `since` is the last change of the generator: comparisons from before it do not count.
    """
    restarts = [change.at for change in history.changes if change.carried_over <= 0.0]
    canonical = json.dumps(evidence_to_json(evidence), sort_keys=True, separators=(",", ":"))
    return {
        "now": at.isoformat(),
        "seed": site.seed,
        "since": max(restarts).isoformat() if restarts else "",
        "snapshots": len(evidence.snapshots),
        "comparisons": len(evidence.comparisons),
        "agreements": len(evidence.agreements),
        "sha256": hashlib.sha256(canonical.encode()).hexdigest(),
    }
