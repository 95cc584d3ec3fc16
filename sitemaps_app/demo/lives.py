"""When each page of a demo site was made, changed, saved without a change, and taken down.

All of it is drawn once from the seed, for a window of days around day 0 of the demo: a page's history does not depend on when it is
asked. Before the window a page is as it was made, after it nothing changes any more.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from sitemaps_app.demo import prose

DAYS_BEFORE = 300
DAYS_AFTER = 700
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class LifePlan:
    """How the pages of one section live.

    `daily_change` is the chance that an average page changes on a day (pages differ: a quarter never change, some change 2.5 times as
    often), `daily_resave` that it is saved with nothing new to read, `announced` the share of changes that the site's own records
    notice. With `articles_a_day` the section is a news stream: that many pages are born each day, corrected within two days, and listed
    for `listed_days`.
    """

    pages: int
    daily_change: float
    daily_resave: float = 0.0
    announced: float = 1.0
    articles_a_day: float = 0.0
    listed_days: int = 30


@dataclass(frozen=True, slots=True)
class PageLife:
    """One page. Times are aware UTC and ascending; `announced` is the part of `changes` that the site's records noticed."""

    path: str
    section: str
    title: str
    created: datetime
    changes: tuple[datetime, ...]
    announced: tuple[datetime, ...]
    resaves: tuple[datetime, ...]
    gone: datetime | None = None
    unlisted: datetime | None = None

    def exists(self, at: datetime) -> bool:
        """Whether the server has the page."""
        return self.created <= at and (self.gone is None or at < self.gone)

    def listed(self, at: datetime) -> bool:
        """Whether the sitemap names it."""
        return self.exists(at) and (self.unlisted is None or at < self.unlisted)

    def version(self, at: datetime) -> int:
        """How many changes it has seen: what a reader finds depends on this number alone."""
        return bisect_right(self.changes, at)

    def changed_at(self, at: datetime) -> datetime:
        """The time of its latest change, of its making where there was none."""
        return latest(self.changes, at) or self.created


def latest(times: tuple[datetime, ...], at: datetime) -> datetime | None:
    """The last of the ascending times that is not after `at`."""
    place = bisect_right(times, at)
    return times[place - 1] if place else None


def draw_lives(seed: str, section: str, plan: LifePlan, begin: datetime) -> list[PageLife]:
    """All pages of a section, the standing ones first, then the articles by birth."""
    lives = [_standing_page(f"{seed}/{section}/{place}", section, place, plan, begin) for place in range(plan.pages)]
    if plan.articles_a_day:
        lives += _articles(f"{seed}/{section}", section, plan, begin)
    return lives


def _standing_page(seed: str, section: str, place: int, plan: LifePlan, begin: datetime) -> PageLife:
    draw = Random(seed)  # noqa: S311 - a demo, no secret
    created = begin - timedelta(days=DAYS_BEFORE + draw.randint(0, 400), seconds=draw.randrange(86_400))
    gone = None
    if place % 25 == 7:
        created = begin + timedelta(days=draw.randint(2, 50), seconds=draw.randrange(86_400))
    elif place % 25 == 19:
        gone = begin + timedelta(days=draw.randint(5, 55), seconds=draw.randrange(86_400))
    pace = 0.0 if place % 4 == 3 else draw.choice((0.5, 1.0, 1.0, 1.5, 2.5))
    changes = _days_drawn(draw, plan.daily_change * pace, created, begin)
    announced = tuple(moment for moment in changes if draw.random() < plan.announced)
    resaves = _days_drawn(draw, plan.daily_resave, created, begin)
    name = prose.title(seed)
    path = f"/{section}/{name.lower().replace(' ', '-')}-{place:03d}"
    return PageLife(path, section, name, created, changes, announced, resaves, gone)


def _days_drawn(draw: Random, chance: float, created: datetime, begin: datetime) -> tuple[datetime, ...]:
    """At most one moment a day, each day with this chance: two changes of one day could not be told apart by a date without a time."""
    if not chance:
        return ()
    first = begin - DAYS_BEFORE * _DAY
    days = (first + day * _DAY for day in range(DAYS_BEFORE + DAYS_AFTER) if draw.random() < chance)
    moments = (day + timedelta(seconds=draw.randrange(86_400)) for day in days)
    return tuple(moment for moment in moments if moment > created)


def _articles(seed: str, section: str, plan: LifePlan, begin: datetime) -> list[PageLife]:
    draw = Random(seed)  # noqa: S311 - a demo, no secret
    lives = []
    for day in range(-60, DAYS_AFTER):
        for number in range(int(plan.articles_a_day) + (draw.random() < plan.articles_a_day % 1)):
            created = begin + timedelta(days=day, seconds=draw.randrange(86_400))
            corrections = sorted(draw.sample(range(3_600, 2 * 86_400), k=draw.choice((0, 1, 1, 2))))
            changes = tuple(created + timedelta(seconds=seconds) for seconds in corrections)
            name = prose.title(f"{seed}/{day}/{number}")
            path = f"/{section}/{created:%Y/%m/%d}/{name.lower().replace(' ', '-')}-{number}"
            unlisted = created + plan.listed_days * _DAY
            lives.append(PageLife(path, section, name, created, changes, changes, (), unlisted=unlisted))
    return lives
