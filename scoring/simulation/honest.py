"""Honest sites, however hard they are to read."""

from __future__ import annotations

from scoring.assessment import Verdict
from scoring.simulation.habits import Generator, Habits, Reading, Switch, simple
from scoring.simulation.site_class import DATE_ONLY, GOOD, PUBLISHED, M, SiteClass, always, site

HONEST = (
    SiteClass("accurate", "Every change moves lastmod, and nothing else does.", site(), GOOD),
    SiteClass("accurate_date_only", "The same with dates without time.", site(DATE_ONLY), GOOD, frozenset({M.DATE_ONLY})),
    SiteClass("accurate_slow", "The same where 2 % of the pages change a day.", site(change_rate=0.02), GOOD),
    SiteClass("heterogeneous_half", "Honest; rates gamma distributed with shape .5.", site(shape=0.5), GOOD),
    SiteClass("heterogeneous_two", "Honest; rates gamma distributed with shape 2.", site(shape=2.0), GOOD),
    SiteClass("never_changing", "Honest; 60 % of the pages never change.", site(never_share=0.6), GOOD),
    SiteClass("cached_sitemap", "Honest; each date is shown a day late.", site(Generator(cached=True)), GOOD),
    SiteClass(
        "bulk_import",
        "Honest; in the beginning all dates are one instant forty days old, and 60 % of the pages never change.",
        always(Habits(simple(never_share=0.6), imported=True)),
        GOOD,
        frozenset({M.BULK_STAMP}),
    ),
    SiteClass(
        "bulk_migration",
        "Honest; on day 10 a migration sets all dates to one instant.",
        always(Habits(simple(), migration_day=10)),
        GOOD,
        frozenset({M.BULK_STAMP}),
    ),
    SiteClass("redesign", "Honest; on day 20 all pages change at once and no date moves.", always(Habits(simple(), redesign_day=20)), GOOD),
    SiteClass(
        "missed_reads",
        "Honest; 15 % of the checks fail, 15 % read half of the file, 10 % of the visits fail.",
        always(Habits(simple(), Reading(missed_checks=0.15, partial_checks=0.15, missed_visits=0.1))),
        GOOD,
    ),
    SiteClass(
        "noise_confirmed",
        "Honest; 5 % of unchanged pages seem changed, and second reads look again.",
        always(Habits(simple(), Reading(false_changes=0.05))),
        GOOD,
    ),
    SiteClass(
        "noise_measured",
        "Honest; 3 % of unchanged pages seem changed, which second reads only measure; every answer differs.",
        always(Habits(simple(), Reading(false_changes=0.03, confirms=False, tokens=True))),
        GOOD,
    ),
    SiteClass(
        "zone_switch",
        "Honest; on day 20 the zone of all dates becomes another, two hours on.",
        always(Habits(simple(), switch=Switch(20, Generator(shift_hours=2.0)))),
        GOOD,
        allowed=frozenset({M.ZONE_SHIFT}),
    ),
    SiteClass(
        "index_mismatch",
        "Honest; the index gives its files dates older than their entries.",
        always(Habits(simple(), Reading(index_lags=True))),
        GOOD,
        frozenset({M.INDEX_MISMATCH}),
    ),
    SiteClass(
        "unverifiable",
        "Honest; 97 % of the visits give nothing to compare.",
        always(Habits(simple(), Reading(missed_visits=0.97))),
        frozenset({Verdict.INSUFFICIENT}) | GOOD,
        frozenset({M.UNVERIFIABLE}),
    ),
    SiteClass(
        "partial_coverage",
        "Honest; 60 % of the entries have a date.",
        site(Generator(dated_share=0.6)),
        GOOD,
        frozenset({M.PARTIAL_COVERAGE}),
    ),
    SiteClass(
        "future_dates",
        "Honest, but for the 30 % of the entries whose dates lie far ahead and never move.",
        site(Generator(future_share=0.3)),
        GOOD,
        frozenset({M.FUTURE_DATES}),
        frozenset({M.PARTIAL_COVERAGE}),
    ),
    SiteClass("zone_shift", "Honest; all dates are eight hours late.", site(Generator(shift_hours=8.0)), GOOD, frozenset({M.ZONE_SHIFT})),
    SiteClass(
        "backwards_jumps", "Honest; 2 % of the dates fall back a day.", site(Generator(back_rate=0.02)), GOOD, frozenset({M.BACKWARDS})
    ),
    SiteClass(
        "rolling_window",
        "A window of news: 15 of 120 entries are new each day, and no page is ever edited.",
        site(PUBLISHED, entries=120, change_rate=0.0, new_a_day=15.0),
        frozenset({Verdict.INSUFFICIENT}) | GOOD,
        frozenset({M.ROLLING_WINDOW}),
    ),
)
