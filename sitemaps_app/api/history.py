"""The operation on a site's history of judgements. Those by older rules are kept, and read by naming them."""

from __future__ import annotations

from django.db.models import Min
from django.http import HttpRequest
from ninja import Query, Router

from scoring.assessment import RULE_VERSION
from sitemaps_app.access import site_for
from sitemaps_app.api.answers import numbers_of
from sitemaps_app.api.callers import READER, caller_of
from sitemaps_app.api.history_schemas import HistoryQuery, JudgementList, JudgementRow, RulesAtWork
from sitemaps_app.api.paging import bind_cursor, cut_page, read_moment, unbind_cursor, write_moment
from sitemaps_app.models import Assessment, Site

router = Router(tags=["parts of a site"])
UNREAD = ("inputs", "reasons", "signals", "workings")


@router.get("/sites/{int:site_id}/history", auth=READER, response=JudgementList, operation_id="list_judgements")
def list_judgements(request: HttpRequest, site_id: int, asked: Query[HistoryQuery]) -> JudgementList:
    site = site_for(caller_of(request).user, site_id)
    shown = site.current_assessment.rule_version if site.current_assessment else ""
    rules = asked.rules or shown
    ours = f"history{site_id}"
    rows = site.assessments.filter(section=asked.section, rule_version=rules).defer(*UNREAD).order_by("-at")
    if before := read_moment(unbind_cursor(asked.cursor, ours)):
        rows = rows.filter(at__lt=before)
    page = cut_page(rows, asked.limit, lambda row: write_moment(row.at))
    return JudgementList(
        judgements=[_row(row) for row in page.rows],
        rule_version=rules,
        shown_rules=shown,
        rule_versions=_versions(site, shown),
        recomputed_at=site.recomputations.filter(rule_version=rules).values_list("completed_at", flat=True).first(),
        in_progress=_in_progress(site, shown),
        next_cursor=bind_cursor(page.next_cursor, ours),
    )


def _versions(site: Site, shown: str) -> list[str]:
    """The rules with judgements, in the order in which they came; those whose history is not complete yet are nobody's business."""
    judged = site.assessments.filter(section="").exclude(rule_version=RULE_VERSION if shown != RULE_VERSION else "")
    return list(judged.values("rule_version").annotate(first=Min("pk")).order_by("first").values_list("rule_version", flat=True))


def _in_progress(site: Site, shown: str) -> RulesAtWork | None:
    work = site.recomputations.filter(rule_version=RULE_VERSION).first()
    if work is None or shown == RULE_VERSION:
        return None
    return RulesAtWork(rule_version=work.rule_version, done=work.done, total=work.total, failure=work.failure)


def _row(row: Assessment) -> JudgementRow:
    return JudgementRow(
        **numbers_of(row, ("trust", "precision", "recall")),
        at=row.at,
        verdict=row.verdict,
        verdict_state=row.state,
        preliminary=row.preliminary,
        entries=row.entries,
        lastmod_share=row.lastmod_share,
        comparisons=row.comparison_count,
        failure_modes=list(row.failure_modes),
        rule_version=row.rule_version,
    )
