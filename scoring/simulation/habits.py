"""What a simulated site is like: its pages, its generator, how well it can be read. Times are days; rates are per page and day."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Writes(StrEnum):
    """Where the generator takes lastmod from."""

    EDITS = "edits"
    PUBLISHED = "published"
    NEVER_AGAIN = "never_again"
    DAILY_BUILD = "daily_build"
    EVERY_REQUEST = "every_request"
    BUILDS = "builds"
    NOTHING = "nothing"

    @property
    def stamps(self) -> bool:
        """Does it write the time of its own run?"""
        return self in (Writes.DAILY_BUILD, Writes.EVERY_REQUEST, Writes.BUILDS)


@dataclass(frozen=True, slots=True)
class Generator:
    """How lastmod is written. All shares are in 0..1.

    Of the changes of a page `recall` move its lastmod. `stray_moves` a page and day come without a change, evenly over all pages; with
    `precision` they come instead where changes come, so often that this share of the moves is right. Every `template_days` (on average) a
    template edit moves the dates of `template_share` of the pages. Faults sit on a random `faulty_share` of the pages only. A stamp
    reaches `stamped_share` of the pages, and comes every `build_days` (on average) where it comes with builds. `dated_share` of the pages
    carry a lastmod at all; `future_share` carry one that lies far ahead and never moves; `back_rate` a page and day fall back to an older
    date. `shift_hours` are added to every date (a zone that is wrongly declared). `cached`: the file shows each date one day late.
    """

    writes: Writes = Writes.EDITS
    recall: float = 1.0
    precision: float = 1.0
    stray_moves: float = 0.0
    template_days: int = 0
    template_share: float = 0.5
    faulty_share: float = 1.0
    stamped_share: float = 1.0
    build_days: int = 4
    dated_share: float = 1.0
    future_share: float = 0.0
    back_rate: float = 0.0
    shift_hours: float = 0.0
    date_only: bool = False
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Pages:
    """How pages come and change. The mean over all pages is `change_rate`; the rates are gamma distributed with `shape` (0: all equal),
    and a random `never_share` of the pages never changes. `new_a_day` pages take the place of the oldest ones.
    """

    entries: int = 400
    change_rate: float = 0.05
    shape: float = 1.0
    never_share: float = 0.0
    new_a_day: float = 0.0


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a site with pages and a generator of its own."""

    name: str
    generator: Generator = field(default_factory=Generator)
    pages: Pages = field(default_factory=Pages)


@dataclass(frozen=True, slots=True)
class Reading:
    """How well the site can be read.

    A comparison of an unchanged page seems changed with probability `false_changes`; where `confirms`, each suspected change is read again,
    and the second read unmasks a false one with probability 1 - `false_changes`. A check fails with probability `missed_checks`; in
    `partial_checks` half of the file is not read; a visit fails with probability `missed_visits`. `tokens`: every answer differs around
    the content. `index_lags`: the index of the sitemap gives its files dates that are older than their newest entries.
    """

    false_changes: float = 0.0
    confirms: bool = True
    missed_checks: float = 0.0
    partial_checks: float = 0.0
    missed_visits: float = 0.0
    tokens: bool = False
    index_lags: bool = False


@dataclass(frozen=True, slots=True)
class Switch:
    """On `day` the generator of every section becomes another one, without a word. Where only its clock is another, all dates shift."""

    day: int
    generator: Generator


@dataclass(frozen=True, slots=True)
class Habits:
    """A site. On `migration_day` all dates become that day's, and on `redesign_day` all pages change, once and for all pages at one time;
    these two are events of the whole site and count neither as moves nor as changes of pages. `imported`: all dates are one old instant at
    the beginning.
    """

    sections: tuple[Section, ...] = (Section(""),)
    reading: Reading = field(default_factory=Reading)
    switch: Switch | None = None
    migration_day: int | None = None
    redesign_day: int | None = None
    imported: bool = False


@dataclass(frozen=True, slots=True)
class Watching:
    """How the site is watched: a check every `check_days`, visits at every `visit_every`-th check, at most `budget` page fetches each.

    `is_paced` says that only pages worth a visit are visited, as the product does."""

    check_days: int = 1
    visit_every: int = 1
    panel_size: int = 40
    budget: int = 12
    is_paced: bool = True


def simple(generator: Generator | None = None, **pages: float) -> tuple[Section, ...]:
    """One section without a name, for a site that is the same all over; `pages` are fields of `Pages`."""
    return (Section("", generator or Generator(), Pages(**pages)),)  # type: ignore[arg-type]
