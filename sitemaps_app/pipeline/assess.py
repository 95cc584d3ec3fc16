"""Fourth stage: the stored evidence goes to the scorer; its judgement becomes rows, and what changed becomes events."""

from __future__ import annotations

from django.db import transaction

from scoring.assessment import SiteAssessment
from sitemaps_app.models import Assessment, Site
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.happenings import tell_history, tell_verdict
from sitemaps_app.pipeline.judging import JudgedMoment, judge_moment
from sitemaps_app.pipeline.recompute import catch_up
from sitemaps_app.pipeline.standing import note_standing


def assess_site(context: CheckContext) -> SiteAssessment:
    """Judge the site on everything stored up to now and store the judgement; the previous one stays as history.

    Where the history is still shown by older rules, the judgement stays hidden until all of it is by today's: the check goes on with that
    as far as it may, and a chore does the rest (`recompute`).
    """
    context.begin("assess")
    moment = judge_moment(context.site, context.now, check_id=context.check.pk)
    if not _store(context, moment) and context.wall is not None:
        catch_up(context.site, wall=context.wall, step=context.step)
    context.site.refresh_from_db(fields=["current_assessment"])
    judged = moment.judged
    context.tell("assessed", verdict=judged.site.verdict, comparisons=judged.site.counts.total, sections=len(judged.sections))
    return judged


def _store(context: CheckContext, moment: JudgedMoment) -> bool:
    """Store the rows; whether they are what is shown of the site now."""
    newest = moment.rows[0]
    with transaction.atomic():
        # No history can be completed, and shown, between this look and the end of the transaction.
        site = Site.objects.select_for_update(no_key=True).get(pk=context.site.pk)
        previous = site.current_assessment
        Assessment.objects.bulk_create(moment.rows)
        if previous is not None and previous.rule_version != newest.rule_version:
            return False
        Site.objects.filter(pk=context.site.pk).update(current_assessment=newest)
        context.marks.keep(site, now=context.now)
        note_standing(site, newest)
        tell_verdict(previous, newest)
        tell_history(newest, moment.history)
    return True
