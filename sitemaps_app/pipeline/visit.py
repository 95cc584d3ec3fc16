"""Third stage: choose pages, ask robots.txt, fetch them at the host's pace, and compare them with what they were."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from django.db.models import Max

from scoring.evidence import WatchedPage
from scoring.revisits import activities_of
from scoring.sampling import PanelPage, PlannedVisit, plan_revisits
from sitemaps_app.formats.robots_txt import RobotsRules
from sitemaps_app.models import Page, PageLastmod, Snapshot, Visit
from sitemaps_app.network.exchange import FetchFailure
from sitemaps_app.network.patience import LONGEST_ABSENCE_SECONDS
from sitemaps_app.pipeline.burst import pages_wanted
from sitemaps_app.pipeline.compare import compare_visits
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.pace import current_pace
from sitemaps_app.pipeline.page_visit import GONE, WAITS, visit_page
from sitemaps_app.pipeline.panel import active_pages, fill_panel, retire
from sitemaps_app.pipeline.panel_lastmods import newest_lastmods
from sitemaps_app.pipeline.second_read import first_reads, read_again

# Each round draws pages for the places of those that turned out to be gone or forbidden.
REFILL_ROUNDS = 5


@dataclass(slots=True)
class VisitResult:
    """What the stage leaves: the visits made now, in their order, how many pages robots.txt forbade, and those whose host asks for time."""

    visits: list[Visit] = field(default_factory=list)
    refused_by_robots: int = 0
    waiting: dict[int, FetchFailure] = field(default_factory=dict)

    @property
    def failure(self) -> str:
        """Why no page told anything, "" where one did or none was due: host_asks_to_wait, pages_forbidden or no_page_comparable."""
        if self.waiting and not any(visit.comparable for visit in self.visits):
            return WAITS
        if self.refused_by_robots and not self.visits:
            return "pages_forbidden"
        return "no_page_comparable" if self.visits and not any(visit.comparable for visit in self.visits) else ""


def visit_pages(
    context: CheckContext, snapshot: Snapshot, robots: RobotsRules, *, stale_keys: Collection[str] = frozenset()
) -> VisitResult:
    """Visit pages of the panel within the budget and compare them.

    New panel pages come first (their first visit is the baseline), then those that `scoring.sampling.plan_revisits` chooses. A page that is
    gone or forbidden leaves the panel and another takes its place while the budget lasts. Pages of `stale_keys` wait: nothing is known of
    their lastmod now.
    """
    budget = _budget(context, pace := max(context.site.politeness_seconds, robots.crawl_delay(context.user_agent) or 0.0))
    context.keep_pace(pace)
    result = VisitResult()
    context.begin("visit", budget)
    first = first_reads(context, budget)
    for round_number in range(REFILL_ROUNDS):
        fill_panel(context, snapshot)
        left = first - len(result.visits)
        planned = _plan(context, stale_keys, budget=left, seed=context.site.seed + round_number, only_new=round_number > 0)
        if not planned:
            break
        context.begin("visit", len(result.visits) + len(planned), done=len(result.visits))
        context.tell("visits_planned", count=len(planned), budget=left)
        lastmods = newest_lastmods(page for page, _ in planned)
        for page, plan in planned:
            _visit(context, page, plan, lastmods.get(page.pk), robots, result)
        if result.waiting:  # another round would only choose the same pages again
            break
    _tell_visits(context, result)
    if not result.waiting:
        read_again(context, left=budget - len(result.visits), done=len(result.visits))
    compare_visits(context)
    return result


def _budget(context: CheckContext, pace: float) -> int:
    """Pages of this check: as many as were asked for, and no more than the host's pace allows in the time that a check may take."""
    asked = context.limits.pages if context.limits.pages is not None else pages_wanted(context.site, now=context.now)
    possible = int(context.limits.visit_seconds / pace) if pace > 0 else asked
    if asked > possible:
        context.tell("pace_limits_visits", asked=asked, possible=possible, seconds=pace)
    return min(asked, possible)


def _visit(
    context: CheckContext, page: Page, plan: PlannedVisit, lastmod: PageLastmod | None, robots: RobotsRules, result: VisitResult
) -> None:
    if not robots.allowed(page.url, context.user_agent):
        result.refused_by_robots += 1
        retire(page, reason="robots", context=context)
        return
    visit = visit_page(context, page, plan, lastmod)
    if isinstance(visit, FetchFailure):
        result.waiting[page.pk] = visit
        return
    if visit is None:
        return
    result.visits.append(visit)
    if visit.outcome in GONE:
        retire(page, reason=visit.outcome, context=context)
    context.step(len(result.visits))


def _plan(context: CheckContext, stale_keys: Collection[str], *, budget: int, seed: int, only_new: bool) -> list[tuple[Page, PlannedVisit]]:
    pages = {page.key: page for page in active_pages(context) if page.key not in stale_keys}
    ids = [page.pk for page in pages.values()]
    last_visits = dict(Visit.objects.filter(page__in=ids).order_by().values_list("page").annotate(Max("at")))
    moved_at: dict[int, list[datetime]] = defaultdict(list)
    for page_id, seen_at in PageLastmod.objects.filter(page__in=ids, change="moved").values_list("page_id", "seen_at"):
        moved_at[page_id].append(seen_at)
    lastmods = newest_lastmods(pages.values())
    candidates = []
    for page in pages.values():
        visited = last_visits.get(page.pk)
        if visited is not None and (only_new or visited >= context.now):
            continue
        if context.universe is not None and page.key not in context.universe:
            continue
        candidates.append(_panel_page(page, lastmods.get(page.pk), visited, moved_at[page.pk], context.now))
    watched = [_watched(pages[candidate.key], len(moved_at[pages[candidate.key].pk]), context.now) for candidate in candidates]
    candidates = [replace(one, activity=busy) for one, busy in zip(candidates, activities_of(watched), strict=True)]
    plans = plan_revisits(candidates, budget=max(budget, 0), seed=seed, pace=current_pace(context))
    return [(pages[plan.key], plan) for plan in plans]


def _watched(page: Page, moves: int, now: datetime) -> WatchedPage:
    return WatchedPage(page.section, (now - page.panel_since).total_seconds() / 86_400, moves)


def _panel_page(page: Page, lastmod: PageLastmod | None, visited: datetime | None, moved_at: list[datetime], now: datetime) -> PanelPage:
    return PanelPage(
        key=page.key,
        section=page.section,
        stratum=page.stratum,
        inclusion_probability=page.inclusion_probability,
        days_since_visit=None if visited is None else (now - visited).total_seconds() / 86_400,
        moved_since_visit=visited is not None and any(at > visited for at in moved_at),
        has_lastmod=lastmod is not None and lastmod.status == "ok",
    )


def _latest_end(refusals: Iterable[FetchFailure]) -> str:
    """When every host may be asked again, as UTC to the minute; the detail of a refusal is the seconds that are left."""
    until = max(refusal.fetched_at + timedelta(seconds=min(float(refusal.detail or 0), LONGEST_ABSENCE_SECONDS)) for refusal in refusals)
    return f"{until.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _tell_visits(context: CheckContext, result: VisitResult) -> None:
    if result.refused_by_robots:
        context.tell("visits_skipped_by_robots", count=result.refused_by_robots)
    if result.waiting:
        context.tell("pages_wait_for_host", count=len(result.waiting), until=_latest_end(result.waiting.values()))
    bad = [visit for visit in result.visits if not visit.comparable]
    for visit in bad[:5]:
        context.tell("visit_failed", url=visit.page.url, reason=visit.outcome)
    context.tell("visits_done", count=len(result.visits), not_comparable=len(bad))
