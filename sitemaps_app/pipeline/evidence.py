"""From rows to evidence: what the scorer takes, as it was known at one moment. The same rows give the same evidence."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, OuterRef, Q, Window
from django.db.models.functions import RowNumber

from scoring.assessment import RULE_VERSION
from scoring.codec import evidence_from_json, workings_from_json
from scoring.evidence import Comparison as ComparisonEvidence
from scoring.evidence import DateAgreement, Evidence, ShownVerdict, WatchedPage
from scoring.late_moves import PageComparison, join_late_moves
from scoring.signals import ALWAYS_304, VOLATILE
from sitemaps_app.formats.lastmod import Precision, Zone, parse_lastmod
from sitemaps_app.models import Assessment, Comparison, Page, PageLastmod, Site, Snapshot, Visit
from sitemaps_app.pipeline.flicker import RETURNED, UNDONE
from sitemaps_app.pipeline.signals import SignalTests, run_tests
from sitemaps_app.pipeline.visit_facts import VisitFacts, body_changed, tally_visits, visit_facts

# Older evidence weighs nothing against a half-life of 60–90 days; archives with rare moments keep their last comparisons by count.
EVIDENCE_DAYS = 3_650
MAX_COMPARISONS = 5_000
MAX_SNAPSHOTS = 400
# Columns of comparisons and their visits that are large and say nothing to the scorer.
UNREAD = ("diff", "changed_in", "passages", "later__blocks", "later__problems", "later__candidates")
# Columns of visits that the dates of a first visit are taken from.
DATED = (
    *("at", "lastmod", "lastmod_precision", "date_modified", "date_modified_precision", "date_modified_raw", "date_published", "weight"),
    "page__section",
)
# Columns of a judgement that the next one goes on from.
REMEMBERED = ("section", "at", "verdict", "state", "workings")
SECONDS_OF = {
    Precision.YEAR: 366 * 86_400.0,
    Precision.MONTH: 31 * 86_400.0,
    Precision.DAY: 86_400.0,
    Precision.MINUTE: 60.0,
    Precision.SECOND: 1.0,
    Precision.SUBSECOND: 0.001,
}


class SnapshotCounts:
    """The counts of a site's snapshots as evidence, each read from its row once: for whoever goes through the site's moments in order.

    Holds those of one moment at a time, which are `MAX_SNAPSHOTS` at most.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self._read: dict[int, Evidence] = {}

    def up_to(self, now: datetime) -> list[Evidence]:
        """The counts of the newest snapshots at `now`, oldest first."""
        rows = Snapshot.objects.filter(site=self._site, taken_at__lte=now).order_by("-taken_at")
        wanted = list(rows.values_list("pk", flat=True)[:MAX_SNAPSHOTS])[::-1]
        missing = [pk for pk in wanted if pk not in self._read]
        found = {pk: evidence_from_json(stats) for pk, stats in Snapshot.objects.filter(pk__in=missing).values_list("pk", "stats")}
        self._read = {pk: self._read.get(pk) or found[pk] for pk in wanted if pk in self._read or pk in found}
        return list(self._read.values())


def gather_evidence(site: Site, *, now: datetime, signals: SignalTests | None = None, counts: SnapshotCounts | None = None) -> Evidence:
    """The evidence of a site as the scorer takes it, from rows that were there at `now`; the same rows give the same evidence.

    `signals` are the tests at the end of the check of `now`, None to run them here. What rests on a signal that failed is left out.
    `counts` spares reading the same snapshots again where one moment follows another.
    """
    since = now - timedelta(days=EVIDENCE_DAYS)
    stats = (counts or SnapshotCounts(site)).up_to(now)
    until = end_of_check(site, now)
    signals = signals or run_tests(site, until=until)
    seen = Comparison.objects.filter(site=site, at__gt=since, at__lt=until)
    comparisons = seen.exclude(_flickered(until)).exclude(_unbelievable(signals)).order_by("-at", "-pk")
    newest = comparisons.select_related("page", "later").defer(*UNREAD)[:MAX_COMPARISONS]
    facts = visit_facts(site, until=until)
    joined, delays = join_late_moves([_page_comparison(row, facts) for row in reversed(newest)], _moved_at(site, until))
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
        shown=_shown(site, now),
    )


def _shown(site: Site, now: datetime) -> tuple[ShownVerdict, ...]:
    """What today's rules said at the check before `now`."""
    last = Assessment.objects.filter(site=site, section="", rule_version=RULE_VERSION, at__lt=now).order_by("-at").first()
    rows = () if last is None else Assessment.objects.of_moment(last).order_by("section").only(*REMEMBERED)
    return tuple(_remembered(row) for row in rows)


def _remembered(row: Assessment) -> ShownVerdict:
    behind = workings_from_json(row.workings)
    return ShownVerdict(row.section, row.at, row.verdict, row.state, behind.useful_since, behind.trusted_since)


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


def end_of_check(site: Site, now: datetime) -> datetime:
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


def _moved_at(site: Site, until: datetime) -> dict[int, list[datetime]]:
    """When snapshots first showed the moves of each panel page."""
    found: dict[int, list[datetime]] = {}
    moves = PageLastmod.objects.filter(page__site=site, change="moved", seen_at__lt=until)
    for page_id, seen_at in moves.order_by("seen_at").values_list("page_id", "seen_at"):
        found.setdefault(page_id, []).append(seen_at)
    return found


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
    visits = Visit.objects.filter(site=site, comparable=True, at__lt=until)
    place = Window(RowNumber(), partition_by=F("page_id"), order_by=[F("at").asc(), F("pk").asc()])
    first = visits.select_related("page").only(*DATED).annotate(place=place).filter(place=1)
    return tuple(_agreement(visit) for visit in sorted(first, key=lambda visit: (visit.at, visit.pk)))


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
