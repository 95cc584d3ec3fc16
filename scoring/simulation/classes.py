"""The kinds of sites that are simulated, by name: STATISTICS, §15 and what real sites were seen to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from scoring.assessment import FailureMode, Verdict
from scoring.simulation.habits import Generator, Habits, Pages, Reading, Section, Switch, Watching, Writes, simple

GOOD = frozenset({Verdict.TRUSTED, Verdict.USEFUL})
POOR = frozenset({Verdict.HINT, Verdict.UNTRUSTED})
BAD = frozenset({Verdict.UNTRUSTED})
NONE = frozenset({Verdict.NO_LASTMOD})
BY_TRUTH: frozenset[Verdict] = frozenset()

Verdicts = frozenset[Verdict]
Modes = frozenset[FailureMode]
Maker = Callable[[np.random.Generator], Habits]


class Group(StrEnum):
    """What a class is there to show: that clear cases are told, that cases near a threshold are not told wrongly, or what long gaps do."""

    CLEAR = "clear"
    NEAR = "near"
    GAPS = "gaps"


@dataclass(frozen=True, slots=True)
class SiteClass:
    """A kind of site.

    `right` are the verdicts that are right in the end, `sections` those of sections; empty means that the truth of each site decides.
    One of `modes` must be named (unless there is none), and no other than those and `allowed`.
    """

    name: str
    what: str
    make: Maker
    right: Verdicts = BY_TRUTH
    modes: Modes = frozenset()
    allowed: Modes = frozenset()
    group: Group = Group.CLEAR
    sections: Mapping[str, Verdicts] = field(default_factory=dict)
    watching: Watching = field(default_factory=Watching)
    days: int = 60
    judges_modes: bool = True

    @property
    def has_events(self) -> bool:
        """Are precision and recall of single events defined? Not where dates are stamped at once or none moves (STATISTICS, §10 c)."""
        return (self.right not in (BY_TRUTH, NONE) and not self.modes & WITHOUT_EVENTS) or self.group is Group.NEAR


def _always(habits: Habits) -> Maker:
    return lambda _rng: habits


def _site(generator: Generator | None = None, **pages: float) -> Maker:
    return _always(Habits(simple(generator, **pages)))


M = FailureMode
STAMPS = frozenset({M.GENERATION_TIME, M.REQUEST_TIME, M.BUILD_STAMP})
WITHOUT_EVENTS = STAMPS | {M.FROZEN, M.PUBLISH_DATE_ONLY, M.MIXED_SECTIONS, M.ROLLING_WINDOW}
DAILY = Generator(Writes.DAILY_BUILD)
MINOR_EDITS = Generator(stray_moves=0.12)
HALF = Generator(recall=0.5)
FROZEN = Generator(Writes.NEVER_AGAIN)
PUBLISHED = Generator(Writes.PUBLISHED)
BUILDS = Generator(Writes.BUILDS)
NO_DATES = Generator(Writes.NOTHING)
DATE_ONLY = Generator(date_only=True)

_HONEST = (
    SiteClass("accurate", "Every change moves lastmod, and nothing else does.", _site(), GOOD),
    SiteClass("accurate_date_only", "The same with dates without time.", _site(DATE_ONLY), GOOD, frozenset({M.DATE_ONLY})),
    SiteClass("accurate_slow", "The same where 2 % of the pages change a day.", _site(change_rate=0.02), GOOD),
    SiteClass("heterogeneous_half", "Honest; rates gamma distributed with shape .5.", _site(shape=0.5), GOOD),
    SiteClass("heterogeneous_two", "Honest; rates gamma distributed with shape 2.", _site(shape=2.0), GOOD),
    SiteClass("never_changing", "Honest; 60 % of the pages never change.", _site(never_share=0.6), GOOD),
    SiteClass("cached_sitemap", "Honest; each date is shown a day late.", _site(Generator(cached=True)), GOOD),
    SiteClass(
        "bulk_import",
        "Honest; in the beginning all dates are one instant forty days old.",
        _always(Habits(simple(), imported=True)),
        GOOD,
        frozenset({M.BULK_STAMP}),
    ),
    SiteClass(
        "bulk_migration",
        "Honest; on day 10 a migration sets all dates to one instant.",
        _always(Habits(simple(), migration_day=10)),
        GOOD,
        frozenset({M.BULK_STAMP}),
    ),
    SiteClass(
        "redesign", "Honest; on day 20 all pages change at once and no date moves.", _always(Habits(simple(), redesign_day=20)), GOOD
    ),
    SiteClass(
        "missed_reads",
        "Honest; 15 % of the checks fail, 15 % read half of the file, 10 % of the visits fail.",
        _always(Habits(simple(), Reading(missed_checks=0.15, partial_checks=0.15, missed_visits=0.1))),
        GOOD,
    ),
    SiteClass(
        "noise_confirmed",
        "Honest; 5 % of unchanged pages seem changed, and second reads look again.",
        _always(Habits(simple(), Reading(false_changes=0.05))),
        GOOD,
    ),
    SiteClass(
        "noise_measured",
        "Honest; 3 % of unchanged pages seem changed, which second reads only measure.",
        _always(Habits(simple(), Reading(false_changes=0.03, confirms=False))),
        GOOD,
    ),
    SiteClass(
        "partial_coverage",
        "Honest; 60 % of the entries have a date.",
        _site(Generator(dated_share=0.6)),
        GOOD,
        frozenset({M.PARTIAL_COVERAGE}),
    ),
    SiteClass(
        "future_dates",
        "Honest, but for the 30 % of the entries whose dates lie far ahead and never move.",
        _site(Generator(future_share=0.3)),
        GOOD,
        frozenset({M.FUTURE_DATES}),
        frozenset({M.PARTIAL_COVERAGE}),
    ),
    SiteClass("zone_shift", "Honest; all dates are eight hours late.", _site(Generator(shift_hours=8.0)), GOOD, frozenset({M.ZONE_SHIFT})),
    SiteClass(
        "backwards_jumps", "Honest; 2 % of the dates fall back a day.", _site(Generator(back_rate=0.02)), GOOD, frozenset({M.BACKWARDS})
    ),
    SiteClass(
        "rolling_window",
        "A window of news: 15 of 120 entries are new each day, and no page is ever edited.",
        _site(PUBLISHED, entries=120, change_rate=0.0, new_a_day=15.0),
        frozenset({Verdict.INSUFFICIENT}) | GOOD,
        frozenset({M.ROLLING_WINDOW}),
    ),
)
_WRONG = (
    SiteClass("generation_daily", "All dates are those of the nightly build.", _site(DAILY), BAD, frozenset({M.GENERATION_TIME})),
    SiteClass(
        "generation_daily_date_only",
        "The same with dates without time.",
        _site(Generator(Writes.DAILY_BUILD, date_only=True)),
        BAD,
        frozenset({M.GENERATION_TIME}),
        frozenset({M.DATE_ONLY}),
    ),
    SiteClass(
        "generation_request",
        "All dates are those of the request.",
        _site(Generator(Writes.EVERY_REQUEST)),
        BAD,
        frozenset({M.REQUEST_TIME}),
        frozenset({M.GENERATION_TIME}),
    ),
    SiteClass(
        "generation_partial",
        "Half of the entries carry the date of the nightly build, the others are honest.",
        _site(Generator(Writes.DAILY_BUILD, stamped_share=0.5)),
        POOR,
        STAMPS,
        frozenset({M.FURNITURE_CHURN}),
    ),
    SiteClass("build_stamp", "All dates are those of the last build, every four days.", _site(BUILDS), POOR, frozenset({M.BUILD_STAMP})),
    SiteClass("minor_edits", "12 % of the dates move a day without a change.", _site(MINOR_EDITS), POOR, frozenset({M.FURNITURE_CHURN})),
    SiteClass(
        "template_edits",
        "Every six days a template edit moves half of the dates.",
        _site(Generator(template_days=6)),
        POOR,
        frozenset({M.FURNITURE_CHURN}),
        frozenset({M.BUILD_STAMP}),
    ),
    SiteClass("half_recall", "Half of the changes move lastmod.", _site(HALF), POOR, frozenset({M.SILENT_CHANGES})),
    SiteClass("frozen", "Pages change, and no date ever moves.", _site(FROZEN), BAD, frozenset({M.FROZEN}), frozenset({M.SILENT_CHANGES})),
    SiteClass(
        "publish_date_only",
        "Dates are those of publication; two pages a day are new.",
        _site(PUBLISHED, new_a_day=2.0),
        BAD,
        frozenset({M.PUBLISH_DATE_ONLY}),
        frozenset({M.FROZEN, M.SILENT_CHANGES}),
    ),
    SiteClass("no_lastmod", "No entry has a date.", _site(NO_DATES), NONE, frozenset({M.NO_LASTMOD})),
    SiteClass(
        "section_mix",
        "An honest section of documentation, a stamped one of news, and a shop without dates.",
        _always(
            Habits(
                (
                    Section("docs", Generator(), Pages(entries=180)),
                    Section("news", DAILY, Pages(entries=160)),
                    Section("shop", NO_DATES, Pages(entries=60)),
                )
            )
        ),
        POOR | {Verdict.INSUFFICIENT},
        frozenset({M.MIXED_SECTIONS}),
        frozenset({M.PARTIAL_COVERAGE, M.FURNITURE_CHURN}) | STAMPS,
        sections={"docs": GOOD, "news": BAD, "shop": NONE},
    ),
)


SWITCHED: Mapping[str, Generator] = {
    "accurate": Generator(),
    "accurate_date_only": DATE_ONLY,
    "minor_edits": MINOR_EDITS,
    "half_recall": HALF,
    "frozen": FROZEN,
    "generation_daily": DAILY,
    "build_stamp": BUILDS,
    "publish_date_only": PUBLISHED,
    "no_lastmod": NO_DATES,
}


def _switching(rng: np.random.Generator) -> Habits:
    """Any of the generators, and any other from a random day on."""
    names = sorted(SWITCHED)
    before, after = (names[place] for place in rng.choice(len(names), size=2, replace=False))
    return Habits(simple(SWITCHED[before]), switch=Switch(int(rng.integers(15, 36)), SWITCHED[after]))


def _near(name: str, what: str, generator: Generator) -> SiteClass:
    return SiteClass(name, what, _site(generator), group=Group.NEAR, judges_modes=False)


_NEAR = (
    *(
        _near(f"near_p{p}_r{r}", f"Precision .{p}, recall .{r}.", Generator(precision=p / 100.0, recall=r / 100.0))
        for p in (82, 98)
        for r in (72, 75, 85, 95)
    ),
    _near("near_p95_r95", "Precision and recall .95.", Generator(precision=0.95, recall=0.95)),
    _near("near_silent_quarter", "A quarter of the pages never moves lastmod.", Generator(recall=0.0, faulty_share=0.25)),
    _near("near_silent_seventh", "15 % of the pages never move lastmod.", Generator(recall=0.0, faulty_share=0.15)),
    _near("near_noisy_pages", "30 % of the pages move without a change.", Generator(stray_moves=0.154, faulty_share=0.3)),
)
WEEKLY, MONTHLY = Watching(check_days=7), Watching(check_days=30)
_GAPS = (
    SiteClass("weekly_accurate", "Checked once a week.", _site(), GOOD, group=Group.GAPS, watching=WEEKLY, days=210),
    SiteClass(
        "weekly_minor_edits",
        "The same with stray moves.",
        _site(MINOR_EDITS),
        POOR,
        group=Group.GAPS,
        watching=WEEKLY,
        days=210,
        judges_modes=False,
    ),
    SiteClass(
        "monthly_accurate",
        "Checked once a month; 1 % of the pages change a day.",
        _site(change_rate=0.01),
        GOOD,
        group=Group.GAPS,
        watching=MONTHLY,
        days=720,
    ),
    SiteClass(
        "monthly_minor_edits",
        "The same with stray moves on 2.4 % a day.",
        _site(Generator(stray_moves=0.024), change_rate=0.01),
        POOR,
        group=Group.GAPS,
        watching=MONTHLY,
        days=720,
        judges_modes=False,
    ),
)
_SWITCH = SiteClass(
    "silent_switch", "Any generator, and any other from a random day (15 to 35) on.", _switching, days=80, judges_modes=False
)

CLASSES: Mapping[str, SiteClass] = {
    kind.name: kind for kind in sorted((*_HONEST, *_WRONG, *_NEAR, *_GAPS, _SWITCH), key=lambda kind: kind.name)
}
