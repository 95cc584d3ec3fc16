"""How many pages are worth a visit in this check, by what the last assessment left open."""

from __future__ import annotations

from scoring.assessment import Assessment as Judgement
from scoring.assessment import Counts, Interval, SiteAssessment, Verdict, VerdictState
from scoring.codec import workings_from_json
from scoring.pacing import EVERYTHING, Pace, pace_of
from sitemaps_app.models import Assessment
from sitemaps_app.pipeline.context import CheckContext

DAY_SECONDS = 86_400.0


def current_pace(context: CheckContext) -> Pace:
    """The pace of this check. An archive costs nothing and is read whole, and who asks for a number of pages gets as many."""
    if context.universe is not None or context.limits.pages is not None or not context.limits.paced:
        return EVERYTHING
    return pace_of(_last(context), check_days=context.site.interval_seconds / DAY_SECONDS)


def _last(context: CheckContext) -> SiteAssessment | None:
    row = context.site.current_assessment
    if row is None:
        return None
    sections = Assessment.objects.of_moment(row).exclude(section="")
    return SiteAssessment(_judgement(row), tuple(_judgement(section) for section in sections))


def _judgement(row: Assessment) -> Judgement:
    """What the pace looks at, as the scorer had said it."""
    return Judgement(
        section=row.section,
        verdict=Verdict(row.verdict),
        trust=_interval(row.trust_low, row.trust, row.trust_high),
        precision=_interval(row.precision_low, row.precision, row.precision_high),
        recall=_interval(row.recall_low, row.recall, row.recall_high),
        counts=Counts(**row.counts),
        failure_modes=(),
        reasons=(),
        entries=row.entries,
        lastmod_share=row.lastmod_share,
        comparisons_missing=row.comparisons_missing,
        class_probabilities=row.class_probabilities,
        rule_version=row.rule_version,
        state=VerdictState(row.state),
        burst=row.burst,
        workings=workings_from_json(row.workings),
    )


def _interval(low: float | None, median: float | None, high: float | None) -> Interval | None:
    return None if low is None or median is None or high is None else Interval(low, median, high)
