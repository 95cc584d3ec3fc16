"""The sites of the demo web: what their pages do, what their sitemaps claim, and which verdict that deserves.

A world is a pure function of its plan, its seed, day 0 and the date asked. Day 0 is where the demo starts to look; histories reach back
before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property

from scoring.assessment import FailureMode, Verdict
from sitemaps_app.demo.lives import LifePlan, PageLife, draw_lives
from sitemaps_app.demo.stamps import Stamp, stamped


class Markup(StrEnum):
    """Where a page names its own dates."""

    JSON_LD = "json_ld"
    GRAPH = "graph"
    META = "meta"
    TIME = "time"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class SectionPlan:
    """One section: a first folder of the site, and its own sitemap file where the site has several.

    From `switch_day` on (days after day 0) the generator follows `stamp_after`.
    """

    name: str
    life: LifePlan
    stamp: Stamp
    stamp_after: Stamp | None = None
    switch_day: int = 0

    def stamp_at(self, at: datetime, begin: datetime) -> Stamp:
        """The rule in force at a time."""
        switched = self.stamp_after is not None and at >= begin + timedelta(days=self.switch_day)
        return self.stamp_after if switched and self.stamp_after else self.stamp


@dataclass(frozen=True, slots=True)
class WorldPlan:
    """One site of the demo.

    `verdicts` are those a right judge may give after 60 daily checks, `failure_modes` those it must name, `section_verdicts` the right
    ones by the product's section name where sections differ. `one_file`: all sections stand in one sitemap file, else an index names a
    file for each. `validators`: the server answers conditional requests. `rotating`: each page shows a list of other pages that changes
    from day to day; `quotes`: each shows a line that is another one at every request; `wavers`: every sixth page is served in two
    versions that take turns by the day. `stuck_validators`: the ETag never changes, so the server answers 304 for ever;
    `modified_is_now`: Last-Modified is the time of the request. `made_by` is what the pages say of the program that makes them.
    """

    name: str
    title: str
    sections: tuple[SectionPlan, ...]
    verdicts: frozenset[Verdict]
    failure_modes: frozenset[FailureMode] = frozenset()
    section_verdicts: tuple[tuple[str, Verdict], ...] = ()
    markup: Markup = Markup.JSON_LD
    markup_follows_save: bool = False
    one_file: bool = False
    gzipped: bool = False
    validators: bool = False
    rotating: bool = False
    quotes: bool = False
    wavers: bool = False
    stuck_validators: bool = False
    modified_is_now: bool = False
    made_by: str = ""


@dataclass(frozen=True, slots=True)
class Truth:
    """What happened to a page between two moments: did its lastmod move, did its content change. None: it was not in both sitemaps."""

    moved: bool
    changed: bool


class World:
    """A plan brought to life with a seed and a day 0."""

    def __init__(self, plan: WorldPlan, *, begin: datetime, seed: int = 1) -> None:
        self.plan = plan
        self.begin = begin
        self.seed = seed

    @cached_property
    def sections(self) -> dict[str, list[PageLife]]:
        """The pages of each section, in the order of its sitemap file."""
        seed = f"{self.seed}/{self.plan.name}"
        return {section.name: draw_lives(seed, section.name, section.life, self.begin) for section in self.plan.sections}

    @cached_property
    def by_path(self) -> dict[str, tuple[SectionPlan, int, PageLife]]:
        """Each page by its path, with its section and its place in it."""
        plans = {section.name: section for section in self.plan.sections}
        return {life.path: (plans[name], place, life) for name, lives in self.sections.items() for place, life in enumerate(lives)}

    def lastmod(self, path: str, at: datetime) -> datetime | None:
        """What the sitemap claims for a page at a time."""
        section, place, life = self.by_path[path]
        return stamped(section.stamp_at(at, self.begin), life, place, at, self.begin)

    def listed_paths(self, at: datetime) -> list[str]:
        """The pages that the sitemap names at a time."""
        return [path for path, (_section, _place, life) in self.by_path.items() if life.listed(at)]

    def truth(self, path: str, start: datetime, end: datetime) -> Truth | None:
        """What a perfect observer would write down for a page seen at `start` and at `end`."""
        life = self.by_path[path][2]
        if not (life.listed(start) and life.listed(end)):
            return None
        before, after = self.lastmod(path, start), self.lastmod(path, end)
        moved = before is not None and after is not None and after > before
        return Truth(moved=moved, changed=life.version(start) != life.version(end))
