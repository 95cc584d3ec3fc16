"""Sites whose lastmod is wrong, each in one known way."""

from __future__ import annotations

from scoring.assessment import Verdict
from scoring.simulation.habits import Generator, Habits, Pages, Section, Writes
from scoring.simulation.site_class import (
    BAD,
    BUILDS,
    DAILY,
    FROZEN,
    GOOD,
    HALF,
    MINOR_EDITS,
    NO_DATES,
    NONE,
    POOR,
    PUBLISHED,
    STAMPS,
    M,
    SiteClass,
    always,
    site,
)

WRONG = (
    SiteClass("generation_daily", "All dates are those of the nightly build.", site(DAILY), BAD, frozenset({M.GENERATION_TIME})),
    SiteClass(
        "generation_daily_date_only",
        "The same with dates without time.",
        site(Generator(Writes.DAILY_BUILD, date_only=True)),
        BAD,
        frozenset({M.GENERATION_TIME}),
        frozenset({M.DATE_ONLY}),
    ),
    SiteClass(
        "generation_request",
        "All dates are those of the request.",
        site(Generator(Writes.EVERY_REQUEST)),
        BAD,
        frozenset({M.REQUEST_TIME}),
        frozenset({M.GENERATION_TIME}),
    ),
    SiteClass(
        "generation_partial",
        "Half of the entries carry the date of the nightly build, the others are honest.",
        site(Generator(Writes.DAILY_BUILD, stamped_share=0.5)),
        POOR,
        STAMPS,
        frozenset({M.FURNITURE_CHURN}),
    ),
    SiteClass("build_stamp", "All dates are those of the last build, every four days.", site(BUILDS), POOR, frozenset({M.BUILD_STAMP})),
    SiteClass("minor_edits", "12 % of the dates move a day without a change.", site(MINOR_EDITS), POOR, frozenset({M.FURNITURE_CHURN})),
    SiteClass(
        "template_edits",
        "Every six days a template edit moves half of the dates.",
        site(Generator(template_days=6)),
        POOR,
        frozenset({M.FURNITURE_CHURN}),
        frozenset({M.BUILD_STAMP}),
    ),
    SiteClass("half_recall", "Half of the changes move lastmod.", site(HALF), POOR, frozenset({M.SILENT_CHANGES})),
    SiteClass("frozen", "Pages change, and no date ever moves.", site(FROZEN), BAD, frozenset({M.FROZEN}), frozenset({M.SILENT_CHANGES})),
    SiteClass(
        "publish_date_only",
        "Dates are those of publication; two pages a day are new.",
        site(PUBLISHED, new_a_day=2.0),
        BAD,
        frozenset({M.PUBLISH_DATE_ONLY}),
        frozenset({M.FROZEN, M.SILENT_CHANGES}),
    ),
    SiteClass("no_lastmod", "No entry has a date.", site(NO_DATES), NONE, frozenset({M.NO_LASTMOD})),
    SiteClass(
        "section_mix",
        "An honest section of documentation, a stamped one of news, and a shop without dates.",
        always(
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
    SiteClass(
        "section_small",
        "A small honest section beside a large one with stray moves.",
        always(Habits((Section("blog", MINOR_EDITS, Pages(entries=300)), Section("docs", Generator(), Pages(entries=100))))),
        POOR,
        frozenset({M.MIXED_SECTIONS}),
        frozenset({M.FURNITURE_CHURN}),
        sections={"blog": POOR, "docs": GOOD},
    ),
    SiteClass(
        "section_bad",
        "A small section with stray moves beside a large honest one.",
        always(Habits((Section("docs", Generator(), Pages(entries=340)), Section("blog", MINOR_EDITS, Pages(entries=60))))),
        GOOD | {Verdict.INSUFFICIENT},
        frozenset({M.MIXED_SECTIONS}),
        frozenset({M.FURNITURE_CHURN}),
        sections={"blog": POOR | {Verdict.INSUFFICIENT}, "docs": GOOD},
        judges_modes=False,
    ),
)
