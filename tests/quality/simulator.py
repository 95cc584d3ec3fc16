"""A ground-truth web in small: sites whose changes and lastmods are known, watched by our own sampling, judged by our own scorer.

Days are the unit. Each day pages change with their own probability, the generator of the class turns changes into lastmods, a snapshot
is counted, `plan_revisits` picks pages, and what the visits see becomes comparisons. Nothing of the truth reaches the scorer otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import numpy as np

from scoring.assessment import Assessment
from scoring.evidence import Comparison, DateAgreement, Evidence, SnapshotStats
from scoring.sampling import Candidate, PanelPage, draw_panel, plan_revisits
from scoring.verdict import assess

START = datetime(2025, 3, 1, 6, 0, tzinfo=UTC)
VISIT_AFTER = timedelta(hours=1)
NEVER = -1.0


@dataclass(frozen=True)
class Habits:
    """How a site behaves: the share of its changes that move lastmod, and the daily chance that a lastmod moves without a change.

    Both are the habits of a random `faulty_share` of the pages only; on the others every change moves lastmod, and nothing else does.
    `days_between` is the time between two checks.
    """

    recall: float = 1.0
    false_move_rate: float = 0.0
    change_rate: float = 0.05
    spread: float = 1.0
    date_only: bool = False
    lastmod: bool = True
    stamps_build: bool = False
    new_pages_a_day: int = 0
    publish_dates: bool = False
    switch_day: int | None = None
    faulty_share: float = 1.0
    days_between: int = 1


@dataclass
class Site:
    """The state of all pages; times are days since the start."""

    habits: Habits
    rng: np.random.Generator
    entries: int = 400
    version: np.ndarray = field(init=False)
    lastmod: np.ndarray = field(init=False)
    rates: np.ndarray = field(init=False)
    published: np.ndarray = field(init=False)
    edited: np.ndarray = field(init=False)
    faulty: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.version = np.zeros(self.entries, dtype=np.int64)
        shape = 1.0 / max(self.habits.spread, 1e-6)
        self.rates = self.rng.gamma(shape, self.habits.change_rate / shape, self.entries)
        self.published = -self.rng.uniform(200.0, 900.0, self.entries)
        self.edited = np.where(self.rng.random(self.entries) < 0.7, -self.rng.uniform(1.0, 190.0, self.entries), self.published)
        self.lastmod = self.published.copy() if self.habits.publish_dates else self.edited.copy()
        share = self.habits.faulty_share
        self.faulty = self.rng.random(self.entries) < share if share < 1.0 else np.ones(self.entries, dtype=bool)

    def live(self, day: int) -> tuple[np.ndarray, np.ndarray]:
        """One day passes; returns which pages changed and which lastmods moved."""
        habits = self.habits
        changed = self.rng.random(len(self.rates)) < -np.expm1(-self.rates)
        self.version += changed
        self.edited[changed] = day
        stamps = habits.stamps_build or (habits.switch_day is not None and day >= habits.switch_day)
        caught = changed & (~self.faulty | (self.rng.random(len(changed)) < habits.recall))
        moved = caught | (self.faulty & (self.rng.random(len(changed)) < habits.false_move_rate))
        if stamps:
            moved = np.ones(len(changed), dtype=bool)
        # Generators write at the minute of the edit; the build stamps all pages within its own minutes.
        moments = np.full(len(changed), day - 0.001) if stamps else day - self.rng.uniform(0.05, 0.9, len(changed))
        if habits.date_only:
            moments = np.floor(moments)
        moved &= moments > self.lastmod
        self.lastmod[moved] = moments[moved]
        self._publish(day)
        return changed, moved

    def _publish(self, day: int) -> None:
        """New pages replace the oldest ones, so that the arrays keep their length; their key changes with `published`."""
        for place in self.rng.integers(0, len(self.rates), self.habits.new_pages_a_day):
            self.published[place] = self.edited[place] = self.lastmod[place] = day - 0.5
            self.version[place] += 1_000_000


@dataclass(frozen=True)
class Day:
    """The judgement after one day, the pages fetched until then, and the truth until then."""

    day: int
    assessment: Assessment
    fetches: int
    true_precision: float
    true_recall: float


def watch(
    habits: Habits, *, seed: int, days: int, entries: int = 400, panel_size: int = 40, budget: int = 12, judge_every: int = 1
) -> Iterator[Day]:
    """Watch a site of these habits and judge it every few days."""
    rng = np.random.default_rng(seed)
    site = Site(habits, rng, entries)
    watcher = _Watcher(site, seed, panel_size, budget)
    moves = changes = both = 0
    since = np.zeros(entries, dtype=bool)
    for day in range(days):
        changed, moved = site.live(day) if day else (np.zeros(entries, dtype=bool), np.zeros(entries, dtype=bool))
        since = since | moved
        if day % habits.days_between == 0:
            watcher.check(day, since)
            since = np.zeros(entries, dtype=bool)
        moves, changes, both = moves + int(moved.sum()), changes + int(changed.sum()), both + int((changed & moved).sum())
        if day % judge_every == 0 or day == days - 1:
            now = START + timedelta(days=day) + 2 * VISIT_AFTER
            judged = assess(watcher.evidence(), now=now, seed=seed).site
            yield Day(day, judged, watcher.fetches, both / moves if moves else 1.0, both / changes if changes else 1.0)


class _Watcher:
    """What the pipeline does: keeps a panel, visits it, and remembers versions and moves."""

    def __init__(self, site: Site, seed: int, panel_size: int, budget: int) -> None:
        self._site, self._seed, self._budget = site, seed, budget
        candidates = [Candidate(str(i), "", bool(site.lastmod[i] > -30.0), site.habits.lastmod) for i in range(site.entries)]
        self._panel = draw_panel(candidates, size=panel_size, seed=seed)
        self._seen: dict[int, tuple[int, int]] = {}
        self._moves = np.zeros(site.entries, dtype=np.int64)
        self._published = site.published.copy()
        self._snapshots: list[SnapshotStats] = []
        self._comparisons: list[Comparison] = []
        self._agreements: list[DateAgreement] = []
        self.fetches = 0

    def check(self, day: int, moved: np.ndarray) -> None:
        """One check: the snapshot, then the visits."""
        self._moves += moved
        self._snapshots.append(_stats(self._site, day, moved))
        for planned in plan_revisits(self._pages(day), budget=self._budget, seed=self._seed * 1_000 + day):
            self._visit(int(planned.key), day, planned.weight)

    def evidence(self) -> Evidence:
        """What the scorer may see."""
        return Evidence(tuple(self._snapshots), (), tuple(self._comparisons), tuple(self._agreements))

    def _pages(self, day: int) -> list[PanelPage]:
        pages = []
        for drawn in self._panel:
            place = int(drawn.key)
            seen = self._seen.get(place)
            pages.append(
                PanelPage(
                    drawn.key,
                    "",
                    drawn.stratum,
                    drawn.inclusion_probability,
                    None if seen is None else float(day - seen[0]),
                    bool(self._moves[place] > 0),
                    self._site.habits.lastmod,
                )
            )
        return pages

    def _visit(self, place: int, day: int, weight: float) -> None:
        site, at = self._site, START + timedelta(days=day) + VISIT_AFTER
        self.fetches += 1
        version = int(site.version[place])
        if place not in self._seen or self._published[place] != site.published[place]:
            granularity = 86_400.0 if site.habits.date_only else 1.0
            if site.habits.lastmod:
                dates = (_instant(site.lastmod[place]), _instant(site.edited[place]), _instant(site.published[place]))
                self._agreements.append(DateAgreement("", at, *dates, granularity, weight))
        else:
            before, old_version = self._seen[place]
            changed, moves = version != old_version, int(self._moves[place])
            self._comparisons.append(Comparison("", at, float(day - before), moves, changed, weight, site.habits.lastmod, page=place + 1))
        self._seen[place] = (day, version)
        self._published[place] = site.published[place]
        self._moves[place] = 0


def _instant(day: float) -> datetime:
    return START + timedelta(days=float(day))


def _stats(site: Site, day: int, moved: np.ndarray) -> SnapshotStats:
    count = site.entries if site.habits.lastmod else 0
    values, sizes = np.unique(site.lastmod, return_counts=True)
    largest = int(np.argmax(sizes))
    near = (site.lastmod >= day) if site.habits.date_only else (site.lastmod > day - 5.0 / 1_440.0)
    first = day == 0
    return SnapshotStats(
        section="",
        taken_at=START + timedelta(days=day),
        complete=True,
        entries=site.entries,
        with_lastmod=count,
        invalid=0,
        future=0,
        epoch=0,
        date_only=count if site.habits.date_only else 0,
        distinct=len(values) if count else 0,
        modal_count=int(sizes[largest]) if count else 0,
        top2_count=int(np.sort(sizes)[-2:].sum()) if count else 0,
        near_generation=int(near.sum()) if count else 0,
        modal_lastmod=_instant(values[largest]) if count else None,
        generated_at=START + timedelta(days=day),
        previous_at=None if first else START + timedelta(days=day - site.habits.days_between),
        moved=None if first else (int(moved.sum()) if count else 0),
        unmoved=None if first else (int((~moved).sum()) if count else 0),
        backwards=None if first else 0,
        format_only=None if first else 0,
    )
