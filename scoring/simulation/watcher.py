"""Watches a simulated site as the pipeline watches a real one: reads the sitemap, keeps a panel, visits pages, compares, reads again.

Nothing of the truth reaches the evidence by any other way.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import datetime
from math import floor

import numpy as np

from scoring.assessment import SiteAssessment
from scoring.evidence import Comparison, DateAgreement, Evidence, SecondLook, SnapshotStats, VisitTally, WatchedPage
from scoring.late_moves import PageComparison, join_late_moves
from scoring.pacing import EVERYTHING, pace_of
from scoring.revisits import activities_of
from scoring.sampling import Candidate, PanelPage, PlannedVisit, draw_panel, plan_revisits
from scoring.simulation.counting import Steps, count, instant, steps, usable
from scoring.simulation.habits import Watching
from scoring.simulation.looks import look_again
from scoring.simulation.world import Listing, World

VISIT_AFTER = 1.0 / 24.0
RECENT_DAYS = 30.0
# Until ten pages were read twice at random that happens at every fourth visit, then at every twentieth (as in the pipeline).
ENOUGH_DOUBLES, FIRST_CHANCE, LATER_CHANCE = 10, 0.25, 0.05
RECENT_COMPARISONS = 100
INDEX_FILES = 5


@dataclass(slots=True)
class _PanelPage:
    place: int
    identity: int
    section: str
    stratum: str
    inclusion_probability: float
    seen_day: float | None = None
    version: int = 0
    around: int = 0
    had_lastmod: bool = True
    moves: int = 0
    since_day: float = 0.0
    all_moves: int = 0
    has_date: bool = True

    def watched(self, day: float) -> WatchedPage:
        """What all snapshots up to `day` saw of its lastmod."""
        return WatchedPage(self.section, day - self.since_day, self.all_moves, 1.0 / self.inclusion_probability, self.identity)


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A comparison to read again: its place, its page, how that stood before the visit, whether it was drawn at random, and the truth."""

    place: int
    page: _PanelPage
    before: tuple[float, int, int, bool]
    is_drawn: bool
    is_true: bool


class Watcher:
    """The evidence that watching gathers, and what it cost: visits (first reads of pages), revisits among them, and all page fetches."""

    def __init__(self, world: World, watching: Watching, *, seed: int, rng: np.random.Generator) -> None:
        self._world, self._watching, self._seed, self._rng = world, watching, seed, rng
        self._panel: dict[int, _PanelPage] = {}
        self._known: set[int] = set()
        self._retired: list[WatchedPage] = []
        self._chances: dict[str, float] = {}
        self._listing: Listing | None = None
        self._pages = world.pages()
        self._listing_day = 0.0
        self._snapshots: list[SnapshotStats] = []
        self._sections: list[SnapshotStats] = []
        self._compared: list[PageComparison] = []
        self._moved_at: defaultdict[int, list[datetime]] = defaultdict(list)
        self._agreements: list[DateAgreement] = []
        self._looks: list[SecondLook] = []
        self._tallies: dict[str, tuple[int, int]] = {}
        self._double_reads = self._false_changes = 0
        self.judged: SiteAssessment | None = None
        self.checks = self.visits = self.revisits = self.fetches = self.moved_visits = 0

    def check(self, day: int) -> None:
        """One check: the snapshot, and at every `visit_every`-th check the visits."""
        reading = self._world.habits.reading
        if self._rng.random() < reading.missed_checks and self.checks:
            return
        unread = self._read_sitemap(day, is_partial=bool(self._rng.random() < reading.partial_checks and self.checks))
        if self.checks % self._watching.visit_every == 0:
            self._visit_pages(day, unread)
        if self._listing is not None:
            done = {look.section for look in self._looks}
            self._looks += look_again(self._listing, self._snapshots, self._sections, done, self._world.follow_request(), day=day)
        self.checks += 1

    def evidence(self) -> Evidence:
        """All that the scorer may see."""
        joined, delays = join_late_moves(self._compared, self._moved_at)
        return Evidence(
            snapshots=tuple(self._snapshots),
            sections=tuple(self._sections),
            comparisons=joined,
            agreements=tuple(self._agreements),
            move_delays=delays,
            double_reads=self._double_reads,
            false_changes=self._false_changes,
            looks=tuple(self._looks),
            visits=tuple(VisitTally(name, *counts, "timeout") for name, counts in sorted(self._tallies.items())),
            watched=(*self._retired, *(page.watched(self._listing_day) for page in self._panel.values() if page.has_date)),
        )

    def _read_sitemap(self, day: int, *, is_partial: bool) -> np.ndarray:
        """Take the snapshot; the entries that a partial read left as they were."""
        listing, previous = self._world.listing(), self._listing
        unread = np.zeros(len(listing.identity), dtype=np.bool_)
        if is_partial and previous is not None:
            half = len(unread) // 2
            unread[:half] = True
            unread = np.roll(unread, int(self._rng.integers(0, len(unread))))
            listing = listing.carried(previous, unread)
        done = None if previous is None else steps(listing, previous, day=day, previous_day=self._listing_day)
        previous_day = None if previous is None else self._listing_day
        site, *sections = count(listing, done, day=day, previous_day=previous_day, complete=not is_partial)
        if self._world.habits.reading.index_lags:
            site = replace(site, index_dated=INDEX_FILES, index_too_old=INDEX_FILES, index_moving_alone=0)
        self._snapshots.append(site)
        self._sections += sections
        self._listing, self._listing_day = listing, float(day)
        self._keep_panel(listing, done, day)
        return unread

    def _keep_panel(self, listing: Listing, done: Steps | None, day: int) -> None:
        """Count the moves of panel pages; pages that left the sitemap give their places to others."""
        for page in list(self._panel.values()):
            if listing.identity[page.place] != page.identity:
                del self._panel[page.identity]
                if page.has_date and page.since_day < day:
                    self._retired.append(page.watched(day))
            elif done is not None:
                page.moves += int(done.moved[page.place])
                page.all_moves += int(done.moved[page.place])
                if done.moved[page.place]:
                    self._moved_at[page.identity].append(instant(day))
        vacancies = self._watching.panel_size - len(self._panel)
        if vacancies > 0:
            self._draw(listing, vacancies, day)

    def _draw(self, listing: Listing, vacancies: int, day: int) -> None:
        fit = usable(listing, day)
        places = {int(identity): place for place, identity in enumerate(listing.identity) if int(identity) not in self._known}
        names = listing.sections
        candidates = [
            Candidate(str(key), names[listing.section[at]], bool(fit[at] and listing.lastmod[at] >= day - RECENT_DAYS), bool(fit[at]))
            for key, at in places.items()
        ]
        average = min(1.0, self._watching.panel_size / max(len(self._panel) + len(candidates), 1)) if self._known else None
        for drawn in draw_panel(candidates, size=vacancies, seed=self._seed + len(self._known)):
            # Who takes a lost page's place stands for as many entries as that one did.
            chance = self._chances.setdefault(drawn.stratum, average or drawn.inclusion_probability)
            at = places[int(drawn.key)]
            section = names[listing.section[at]]
            page = _PanelPage(at, int(drawn.key), section, drawn.stratum, chance, since_day=float(day), has_date=bool(fit[at]))
            self._panel[int(drawn.key)] = page
        self._known |= self._panel.keys()

    def _visit_pages(self, day: int, unread: np.ndarray) -> None:
        planned = self._plan(day, unread)
        self._pages = self._world.pages()
        suspects: list[_Suspect] = []
        for plan in planned:
            self.fetches += 1
            self.visits += 1
            page = self._panel[int(plan.key)]
            fails = bool(self._rng.random() < self._world.habits.reading.missed_visits)
            visits, failed = self._tallies.get(page.section, (0, 0))
            self._tallies[page.section] = (visits + 1, failed + fails)
            if not fails:
                self._visit(page, plan, day, suspects)
        left = self._watching.budget - len(planned)
        self._read_again(sorted(suspects, key=lambda one: not one.is_drawn)[: max(left, 0)])

    def _plan(self, day: int, unread: np.ndarray) -> tuple[PlannedVisit, ...]:
        """The one place where the product's own plan is asked for."""
        listing = self._listing
        if listing is None:
            return ()
        fit = usable(listing, day)
        able = [page for page in self._panel.values() if not unread[page.place]]
        pages = [
            PanelPage(
                key=str(page.identity),
                section=page.section,
                stratum=page.stratum,
                inclusion_probability=page.inclusion_probability,
                days_since_visit=None if page.seen_day is None else day - page.seen_day,
                moved_since_visit=page.seen_day is not None and page.moves > 0,
                has_lastmod=bool(fit[page.place]),
                activity=activity,
            )
            for page, activity in zip(able, activities_of([page.watched(float(day)) for page in able]), strict=True)
        ]
        days = float(self._watching.check_days * self._watching.visit_every)
        pace = pace_of(self.judged, check_days=days) if self._watching.is_paced else EVERYTHING
        return plan_revisits(pages, budget=self._first_reads(), seed=self._seed * 1_000 + day, pace=pace)

    def _first_reads(self) -> int:
        """How many of the fetches are planned as first reads, so that second reads fit in; the first check compares nothing."""
        budget, recent = self._watching.budget, self._compared[-RECENT_COMPARISONS:]
        if not self.visits:
            return budget
        suspected = (sum(entry.seen.changed for entry in recent) + 1) / (len(recent) + 4) if self._world.habits.reading.confirms else 0.0
        return min(budget, max(1, floor(budget / (1.0 + suspected + self._double_chance()))))

    def _double_chance(self) -> float:
        return FIRST_CHANCE if self._double_reads < ENOUGH_DOUBLES else LATER_CHANCE

    def _visit(self, page: _PanelPage, plan: PlannedVisit, day: int, suspects: list[_Suspect]) -> None:
        """Visit a page; what asks for a second read is added to `suspects`."""
        now, place = self._pages, page.place
        if now.identity[place] != page.identity or self._listing is None:
            return  # gone meanwhile, as a partial read does not tell
        version, around = int(now.version[place]), int(now.around[place])
        fit = bool(usable(self._listing, day)[page.place])
        lastmod = instant(self._listing.lastmod[page.place]) if fit else None
        at = instant(day + VISIT_AFTER)
        if page.seen_day is None:
            granularity = 86_400.0 if self._listing.date_only[page.place] else 1.0
            dates = (lastmod, instant(now.edited[place]), instant(now.published[place]))
            self._agreements.append(DateAgreement(page.section, at, *dates, granularity, plan.weight))
        else:
            seen = Comparison(
                section=page.section,
                at=at,
                gap_days=day - page.seen_day,
                moves=page.moves,
                changed=version != page.version,
                weight=plan.weight,
                has_lastmod=fit and page.had_lastmod,
                page=page.identity,
                lastmod=lastmod,
                lastmod_seconds=86_400.0 if self._listing.date_only[place] else 1.0,
                body_changed=self._world.habits.reading.tokens or (version, around) != (page.version, page.around),
                page_weight=1.0 / page.inclusion_probability,
                stratum=page.stratum,
                reason=plan.reason,
            )
            self._compare(page, PageComparison(page.identity, seen, lastmod), suspects)
        page.seen_day, page.moves, page.had_lastmod = float(day), 0, fit
        page.version, page.around = version, around

    def _compare(self, page: _PanelPage, true: PageComparison, suspects: list[_Suspect]) -> None:
        """Add a comparison as it seems, which is not always as it is."""
        reading = self._world.habits.reading
        self.revisits += 1
        self.moved_visits += true.seen.moves > 0
        seems = true.seen.changed or bool(self._rng.random() < reading.false_changes)
        body_changed = seems or true.seen.body_changed
        self._compared.append(PageComparison(true.page, replace(true.seen, changed=seems, body_changed=body_changed), true.lastmod))
        is_drawn = bool(self._rng.random() < self._double_chance())
        if is_drawn or (seems and reading.confirms):
            before = (page.seen_day or 0.0, page.around, page.moves, page.had_lastmod)
            suspects.append(_Suspect(len(self._compared) - 1, page, before, is_drawn, true.seen.changed))

    def _read_again(self, suspects: list[_Suspect]) -> None:
        """Second reads: they measure how often a page differs from itself, confirm true changes, and unmask false ones unless they err too.

        A visit that was unmasked says nothing; the next one is compared with the visit before it.
        """
        rate, confirms = self._world.habits.reading.false_changes, self._world.habits.reading.confirms
        unmasked = []
        for one in suspects:
            self.fetches += 1
            errs = bool(self._rng.random() < rate)
            if one.is_drawn:
                self._double_reads += 1
                self._false_changes += errs
            entry = self._compared[one.place]
            if not (confirms and entry.seen.changed):
                continue
            if one.is_true or errs:
                self._compared[one.place] = PageComparison(entry.page, replace(entry.seen, confirmed=True), entry.lastmod)
            else:
                unmasked.append(one)
        for one in sorted(unmasked, key=lambda one: -one.place):
            del self._compared[one.place]
            one.page.seen_day, one.page.around, one.page.moves, one.page.had_lastmod = one.before
