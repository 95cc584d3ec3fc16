"""Fourth stage: the stored evidence goes to the scorer; its judgement becomes rows, and what changed becomes events."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q

from scoring.assessment import Assessment as Judgement
from scoring.assessment import Interval, SiteAssessment, VerdictState
from scoring.case import history_at
from scoring.change_kinds import ChangeKind
from scoring.codec import evidence_from_json, evidence_to_json, workings_to_json
from scoring.evidence import Comparison as ComparisonEvidence
from scoring.evidence import DateAgreement, Evidence, WatchedPage
from scoring.history import History
from scoring.late_moves import PageComparison, join_late_moves
from scoring.signals import ALWAYS_304, VOLATILE
from scoring.verdict import assess
from sitemaps_app.formats.lastmod import Precision, Zone, parse_lastmod
from sitemaps_app.models import Assessment, Comparison, Event, Page, PageLastmod, Site, Snapshot, Visit
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.flicker import RETURNED, UNDONE
from sitemaps_app.pipeline.signals import SignalTests, run_tests
from sitemaps_app.pipeline.standing import note_standing
from sitemaps_app.pipeline.visit_facts import VisitFacts, body_changed, tally_visits, visit_facts

# Older evidence weighs nothing against a half-life of 60–90 days; archives with rare moments keep their last comparisons by count.
EVIDENCE_DAYS = 3_650
MAX_COMPARISONS = 5_000
MAX_SNAPSHOTS = 400
# Kinds of changes that have nothing to do with the generator of the dates.
OF_THE_SITE = frozenset({ChangeKind.REDESIGNED, ChangeKind.URLS_REPLACED, ChangeKind.UNUSUAL_WAVE})
DOUBTFUL_FOR = timedelta(days=60)
# Columns of comparisons and their visits that are large and say nothing to the scorer.
UNREAD = ("diff", "changed_in", "passages", "later__blocks", "later__problems", "later__candidates")
SECONDS_OF = {
    Precision.YEAR: 366 * 86_400.0,
    Precision.MONTH: 31 * 86_400.0,
    Precision.DAY: 86_400.0,
    Precision.MINUTE: 60.0,
    Precision.SECOND: 1.0,
    Precision.SUBSECOND: 0.001,
}


def assess_site(context: CheckContext) -> SiteAssessment:
    """Judge the site on everything stored up to now and store the judgement; the previous one stays as history."""
    context.begin("assess")
    signals = run_tests(context.site, until=_end_of_check(context.site, context.now))
    evidence = gather_evidence(context.site, now=context.now, signals=signals)
    judged = assess(evidence, now=context.now, seed=context.site.seed)
    history = history_at(evidence, now=context.now)
    rows = [_row(context, judgement) for judgement in (judged.site, *judged.sections)]
    rows[0].inputs = _inputs(context, evidence, history)
    rows[0].signals = [asdict(test) for test in signals.tests]
    previous = context.site.current_assessment
    with transaction.atomic():
        Assessment.objects.bulk_create(rows)
        Site.objects.filter(pk=context.site.pk).update(current_assessment=rows[0])
        context.site.current_assessment = rows[0]
        note_standing(context.site, rows[0])
        _tell_events(context, previous, rows[0])
        _tell_history(context, history)
    context.tell("assessed", verdict=rows[0].verdict, comparisons=judged.site.counts.total, sections=len(judged.sections))
    return judged


def gather_evidence(site: Site, *, now: datetime, signals: SignalTests | None = None) -> Evidence:
    """The evidence of a site as the scorer takes it, from rows that were there at `now`; the same rows give the same evidence.

    `signals` are the tests at the end of the check of `now`, None to run them here. What rests on a signal that failed is left out.
    """
    since = now - timedelta(days=EVIDENCE_DAYS)
    snapshots = list(Snapshot.objects.filter(site=site, taken_at__lte=now).order_by("-taken_at")[:MAX_SNAPSHOTS])
    stats = [evidence_from_json(snapshot.stats) for snapshot in reversed(snapshots)]
    until = _end_of_check(site, now)
    signals = signals or run_tests(site, until=until)
    seen = Comparison.objects.filter(site=site, at__gt=since, at__lt=until)
    comparisons = seen.exclude(_flickered(until)).exclude(_unbelievable(signals)).order_by("-at", "-pk")
    newest = comparisons.select_related("page", "later").defer(*UNREAD)[:MAX_COMPARISONS]
    facts = visit_facts(site, until=until)
    joined, delays = join_late_moves([_page_comparison(row, facts) for row in reversed(newest)])
    return Evidence(
        snapshots=tuple(row for counted in stats for row in counted.snapshots),
        sections=tuple(row for counted in stats for row in counted.sections),
        comparisons=joined,
        agreements=_agreements(site, until),
        move_delays=delays,
        double_reads=signals.double_reads.trials,
        false_changes=signals.double_reads.hits,
        looks=tuple(look for counted in stats for look in counted.looks),
        visits=tally_visits(site, now=now, until=until),
        watched=_watched(site, now),
    )


def _flickered(until: datetime) -> Q:
    """Comparisons that return to an earlier state, and the changes that such a return was known to undo at that time."""
    return Q(flicker=RETURNED) | Q(flicker=UNDONE, undone_at__lt=until)


def _unbelievable(signals: SignalTests) -> Q:
    """Comparisons that rest on a failing signal: on a 304 that says nothing, or on one read of a page that varies by itself.

    A 304 that hid a change spoils the comparison after it as well, which then finds the change in a gap in which it did not happen.
    """
    nothing = Q(pk__in=())
    stuck = Q(later__not_modified=True) | Q(earlier__not_modified=True) if signals.fails(ALWAYS_304) else nothing
    varying = Q(changed=True, confirmed=False) if signals.fails(VOLATILE) else nothing
    return stuck | varying


def _end_of_check(site: Site, now: datetime) -> datetime:
    """Visits that follow a snapshot belong to its check until the next snapshot, and for a day at most."""
    day = now + timedelta(days=1)
    following = Snapshot.objects.filter(site=site, taken_at__gt=now).order_by("taken_at").values_list("taken_at", flat=True).first()
    return min(day, following) if following else day


def _page_comparison(row: Comparison, facts: Mapping[int, VisitFacts]) -> PageComparison:
    later = facts.get(row.later_id)
    lastmod = later.lastmod if later else None
    seen = ComparisonEvidence(
        section=row.section,
        at=row.at,
        gap_days=row.gap_days,
        moves=row.moves,
        changed=row.changed,
        weight=row.weight,
        has_lastmod=row.has_lastmod,
        similarity=row.similarity,
        page=row.page_id,
        confirmed=row.confirmed,
        lastmod=lastmod,
        lastmod_seconds=SECONDS_OF[Precision(later.lastmod_precision)] if later and later.lastmod_precision else 0.0,
        body_changed=body_changed(facts, row.earlier_id, row.later_id),
        page_weight=1.0 / row.page.inclusion_probability,
        stratum=row.page.stratum,
        reason=row.later.reason,
        extractor_version=row.later.extractor_version,
    )
    return PageComparison(row.page_id, seen, lastmod)


def _watched(site: Site, now: datetime) -> tuple[WatchedPage, ...]:
    """How often the lastmod of each page moved while it was in the panel, up to `now`; pages without a lastmod tell nothing."""
    moved = Count("lastmods", filter=Q(lastmods__change="moved", lastmods__seen_at__lte=now))
    pages = Page.objects.filter(site=site, panel_since__lt=now).annotate(moved=moved).order_by("pk")
    dated = pages.filter(Exists(PageLastmod.objects.filter(page=OuterRef("pk"), status="ok")))
    return tuple(
        WatchedPage(
            section=page.section,
            days=(min(page.retired_at or now, now) - page.panel_since).total_seconds() / 86_400.0,
            moves=page.moved,
            weight=1.0 / page.inclusion_probability,
            page=page.pk,
        )
        for page in dated
    )


def _agreements(site: Site, until: datetime) -> tuple[DateAgreement, ...]:
    """The dates of each page's first comparable visit."""
    first: dict[int, Visit] = {}
    visits = Visit.objects.filter(site=site, comparable=True, at__lt=until).select_related("page")
    for visit in visits.defer("blocks", "problems").order_by("at", "pk"):
        first.setdefault(visit.page_id, visit)
    return tuple(_agreement(visit) for visit in first.values())


def _agreement(visit: Visit) -> DateAgreement:
    precisions = [Precision(p) for p in (visit.lastmod_precision, visit.date_modified_precision) if p]
    return DateAgreement(
        section=visit.page.section,
        at=visit.at,
        lastmod=visit.lastmod,
        date_modified=visit.date_modified,
        date_published=visit.date_published,
        granularity_seconds=SECONDS_OF[min(precisions)] if precisions else SECONDS_OF[Precision.DAY],
        weight=visit.weight,
        modified_zoned=parse_lastmod(visit.date_modified_raw or None, now=visit.at).zone is Zone.EXPLICIT,
    )


def _row(context: CheckContext, judged: Judgement) -> Assessment:
    return Assessment(
        site=context.site,
        check_run=context.check,
        section=judged.section,
        at=context.now,
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


def _inputs(context: CheckContext, evidence: Evidence, history: History) -> dict[str, str | int]:
    """What is needed to build this assessment again: `gather_evidence` at `now`, and a digest to prove that the rows are the same.

    `since` is the last change of the generator: comparisons from before it do not count.
    """
    restarts = [change.at for change in history.changes if change.carried_over <= 0.0]
    canonical = json.dumps(evidence_to_json(evidence), sort_keys=True, separators=(",", ":"))
    return {
        "now": context.now.isoformat(),
        "seed": context.site.seed,
        "since": max(restarts).isoformat() if restarts else "",
        "snapshots": len(evidence.snapshots),
        "comparisons": len(evidence.comparisons),
        "agreements": len(evidence.agreements),
        "sha256": hashlib.sha256(canonical.encode()).hexdigest(),
    }


def _tell_events(context: CheckContext, previous: Assessment | None, row: Assessment) -> None:
    if previous is not None and previous.verdict != row.verdict:
        _event(context, "verdict_changed", context.now, {"old": previous.verdict, "new": row.verdict})
    was_open = previous is not None and previous.state == VerdictState.REVERIFYING
    if was_open and row.state == VerdictState.SETTLED:
        _event(context, "reverified", context.now, {"verdict": row.verdict})


def _tell_history(context: CheckContext, history: History) -> None:
    """Each change and alarm once, at its own time. That all pages changed was taken for a redesign as long as it was not seen again."""
    for change in history.changes:
        params: dict[str, str | int | float] = {"kind": str(change.kind), **change.detail_params}
        _event(context, "site_changed" if change.kind in OF_THE_SITE else "generator_changed", change.at, params)
    for alarm in history.alarms:
        _event(context, "alarm", alarm.at, {"kind": str(alarm.kind), **alarm.params})
    redesigns = [change.at for change in history.changes if change.kind is ChangeKind.REDESIGNED]
    told = Event.objects.filter(site=context.site, code="site_changed", kind=ChangeKind.REDESIGNED, at__gte=context.now - DOUBTFUL_FOR)
    told.exclude(at__in=redesigns).delete()


def tell_reachability(context: CheckContext, failure: str) -> None:
    """An event where a site stopped or began to answer; `failure` is the code that ended the check, "" for a good one."""
    newest = Event.objects.filter(site=context.site, code__in=("unreachable", "recovered")).order_by("-at", "-pk").first()
    is_down = newest is not None and newest.code == "unreachable"
    if failure and not is_down:
        _event(context, "unreachable", context.now, {"reason": failure})
    elif not failure and is_down:
        _event(context, "recovered", context.now, {})


def _event(context: CheckContext, code: str, at: datetime, params: dict[str, str | int | float]) -> None:
    kind = str(params.get("kind", ""))
    Event.objects.get_or_create(site=context.site, at=at, code=code, kind=kind, defaults={"params": params})
