"""The twelve sites, each honest or wrong in one way that real sites were seen to be."""

from __future__ import annotations

from datetime import datetime

from scoring.assessment import FailureMode, Verdict
from sitemaps_app.demo.lives import LifePlan
from sitemaps_app.demo.stamps import Stamp
from sitemaps_app.demo.worlds import Markup, SectionPlan, World, WorldPlan

_TRUSTED = frozenset({Verdict.TRUSTED})
_NEVER = frozenset({Verdict.UNTRUSTED})

PLANS: tuple[WorldPlan, ...] = (
    WorldPlan(
        name="accurate",
        made_by="Docusaurus v3.7.0",
        title="Riverside Handbook: every date is true",
        sections=(
            SectionPlan("docs", LifePlan(pages=90, daily_change=0.07), Stamp.TRUE),
            SectionPlan("blog", LifePlan(pages=50, daily_change=0.04), Stamp.TRUE),
        ),
        verdicts=_TRUSTED,
        one_file=True,
        validators=True,
    ),
    WorldPlan(
        name="accurate_date_only",
        made_by="Hugo 0.140.2",
        title="Harbour Museum: true dates, without a time",
        sections=(
            SectionPlan("exhibits", LifePlan(pages=80, daily_change=0.06), Stamp.TRUE_DAY),
            SectionPlan("visit", LifePlan(pages=40, daily_change=0.05), Stamp.TRUE_DAY),
        ),
        verdicts=_TRUSTED,
        failure_modes=frozenset({FailureMode.DATE_ONLY}),
        markup=Markup.META,
    ),
    WorldPlan(
        name="generation_time",
        made_by="WordPress 6.7.1",
        title="Copper Shop: every date is last night's run",
        sections=(SectionPlan("products", LifePlan(pages=220, daily_change=0.05), Stamp.NIGHTLY),),
        verdicts=_NEVER,
        failure_modes=frozenset({FailureMode.GENERATION_TIME}),
        gzipped=True,
    ),
    WorldPlan(
        name="no_lastmod",
        made_by="MediaWiki 1.43.0",
        title="Garden Wiki: no dates at all",
        sections=(SectionPlan("wiki", LifePlan(pages=120, daily_change=0.05), Stamp.ABSENT),),
        verdicts=frozenset({Verdict.NO_LASTMOD}),
        failure_modes=frozenset({FailureMode.NO_LASTMOD}),
        markup=Markup.NONE,
    ),
    WorldPlan(
        name="frozen",
        title="Station Guide: dates stopped moving",
        sections=(SectionPlan("guide", LifePlan(pages=110, daily_change=0.07), Stamp.FROZEN),),
        verdicts=_NEVER,
        failure_modes=frozenset({FailureMode.FROZEN}),
        validators=True,
        stuck_validators=True,
    ),
    WorldPlan(
        name="publish_date_only",
        made_by="Ghost 5.109",
        title="Orchard Magazine: only the day of publication",
        sections=(SectionPlan("stories", LifePlan(pages=130, daily_change=0.06), Stamp.PUBLISHED),),
        verdicts=_NEVER,
        failure_modes=frozenset({FailureMode.PUBLISH_DATE_ONLY, FailureMode.FROZEN, FailureMode.DATE_ONLY}),
        markup=Markup.GRAPH,
    ),
    WorldPlan(
        name="half_sections_wrong",
        made_by="Jekyll v4.3.4",
        title="Bridge Project: true documentation, stamped news",
        sections=(
            SectionPlan("docs", LifePlan(pages=80, daily_change=0.08), Stamp.TRUE),
            SectionPlan("news", LifePlan(pages=80, daily_change=0.04), Stamp.NIGHTLY),
        ),
        verdicts=frozenset({Verdict.UNTRUSTED, Verdict.HINT}),
        failure_modes=frozenset({FailureMode.MIXED_SECTIONS}),
        section_verdicts=(("/sitemap-docs.xml", Verdict.TRUSTED), ("/sitemap-news.xml", Verdict.UNTRUSTED)),
    ),
    WorldPlan(
        name="generator_changed_day_30",
        made_by="WordPress 6.7.1",
        title="Lantern Journal: honest until day 30, then the nightly run",
        sections=(SectionPlan("journal", LifePlan(pages=120, daily_change=0.08), Stamp.TRUE, Stamp.NIGHTLY, switch_day=30),),
        verdicts=_NEVER,
        failure_modes=frozenset({FailureMode.GENERATION_TIME}),
    ),
    WorldPlan(
        name="noisy_minor_edits",
        title="Market Listings: dates move with every save",
        sections=(SectionPlan("listings", LifePlan(pages=150, daily_change=0.03, daily_resave=0.15), Stamp.SAVED),),
        verdicts=frozenset({Verdict.UNTRUSTED, Verdict.HINT}),
        markup_follows_save=True,
        rotating=True,
        quotes=True,
        modified_is_now=True,
    ),
    WorldPlan(
        name="half_recall",
        made_by="mkdocs-1.6.1",
        title="Quarry Docs: half of the changes go unnoticed",
        sections=(SectionPlan("manual", LifePlan(pages=120, daily_change=0.08, announced=0.5), Stamp.ANNOUNCED),),
        verdicts=frozenset({Verdict.HINT, Verdict.UNTRUSTED}),
        failure_modes=frozenset({FailureMode.SILENT_CHANGES}),
        markup=Markup.TIME,
        wavers=True,
    ),
    WorldPlan(
        name="honest_news",
        made_by="WordPress 6.8",
        title="Morning Signal: a news desk with true dates",
        sections=(
            SectionPlan("topics", LifePlan(pages=24, daily_change=0.3), Stamp.TRUE),
            SectionPlan("news", LifePlan(pages=0, daily_change=0.0, articles_a_day=2.5), Stamp.TRUE),
        ),
        verdicts=_TRUSTED,
        failure_modes=frozenset({FailureMode.ROLLING_WINDOW}),
        validators=True,
    ),
    WorldPlan(
        name="partial_coverage",
        made_by="Drupal 11 (https://www.drupal.org)",
        title="Village Portal: true dates on half of the pages",
        sections=(
            SectionPlan("services", LifePlan(pages=70, daily_change=0.07), Stamp.TRUE),
            SectionPlan("places", LifePlan(pages=70, daily_change=0.07), Stamp.ABSENT),
        ),
        verdicts=frozenset({Verdict.TRUSTED, Verdict.USEFUL}),
        failure_modes=frozenset({FailureMode.PARTIAL_COVERAGE, FailureMode.MIXED_SECTIONS}),
        one_file=True,
        markup=Markup.META,
    ),
)


def demo_worlds(begin: datetime, *, seed: int = 1, names: tuple[str, ...] = ()) -> tuple[World, ...]:
    """The sites of the demo with this day 0 (aware UTC), all of them or those named. KeyError for an unknown name."""
    plans = {plan.name: plan for plan in PLANS}
    return tuple(World(plans[name], begin=begin, seed=seed) for name in names or tuple(plans))
