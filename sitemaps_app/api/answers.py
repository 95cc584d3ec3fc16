"""Rows as answers about sites."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from scoring.codec import workings_from_json, workings_to_json
from sitemaps_app.api.schemas import (
    AddedSite,
    AddResult,
    CheckSummary,
    Coverage,
    FailureMode,
    Reason,
    Section,
    SiteDetail,
    SiteRow,
    SiteState,
    VerdictStateCode,
)
from sitemaps_app.api.workings_schemas import Workings
from sitemaps_app.models import Assessment, Site
from sitemaps_app.pipeline.sites import Added
from sitemaps_app.wording import Words, is_known, sentence, words

MOST_SECTIONS = 1_000
_SCALES = {"trust": 100, "precision": 1, "recall": 1}


def state_of(site: Site, *, now: datetime) -> SiteState:
    """What a site is doing."""
    if site.lease_until is not None and site.lease_until >= now:
        return SiteState.CHECKING
    if site.paused:
        return SiteState.PAUSED
    return SiteState.WAITING if site.next_check_at is not None and site.next_check_at <= now else SiteState.IDLE


def site_row(site: Site, *, now: datetime) -> SiteRow:
    """A site as a row of a list; what it reads beside the row came with `for_list`."""
    return SiteRow(**_row_of(site, now))


def _row_of(site: Site, now: datetime) -> dict[str, Any]:
    judged, snapshot = site.current_assessment, site.current_snapshot
    numbers = numbers_of(judged, ("trust",))
    return {
        "id": site.pk,
        "origin": site.origin,
        "page": site.get_absolute_url(),
        "verdict": judged.verdict if judged else None,
        **_state_of_verdict(judged, now),
        "preliminary": bool(judged and judged.preliminary),
        **numbers,
        "entries": snapshot.entries if snapshot else None,
        "lastmod_share": _rounded(snapshot.lastmod_share if snapshot else None),
        "state": state_of(site, now=now),
        "is_demo": site.is_demo,
        "last_checked_at": site.last_checked_at,
        "last_outcome": site.last_outcome,
        "next_check_at": site.next_check_at,
    }


def _state_of_verdict(judged: Assessment | None, now: datetime) -> dict[str, Any]:
    if judged is None:
        return {"verdict_state": None, "verdict_state_since": None}
    state = judged.state_at(now)
    return {"verdict_state": state, "verdict_state_since": judged.since_at(now)}


def site_detail(site: Site, *, now: datetime) -> SiteDetail:
    """A site with its judgement, its sections and what they stand on: six queries for any site."""
    judged = site.current_assessment
    sections, count = _sections(judged, now)
    row = _row_of(site, now) | numbers_of(judged, tuple(_SCALES))
    return SiteDetail(
        **row,
        meaning=sentence("verdicts", judged.verdict if judged else ""),
        tentative_verdict=(judged.tentative_verdict or None) if judged else None,
        judged_at=judged.at if judged else None,
        rule_version=judged.rule_version if judged else "",
        failure_modes=_failure_modes(judged.failure_modes if judged else ()),
        reasons=_reasons(judged.reasons if judged else ()),
        workings=_workings(judged),
        coverage=_coverage(site, judged),
        sections=sections,
        section_count=count,
        last_check=_last_check(site),
        interval_seconds=site.interval_seconds,
        sitemap_urls=site.sitemap_urls,
    )


def _sections(judged: Assessment | None, now: datetime) -> tuple[list[Section], int]:
    if judged is None:
        return [], 0
    rows = Assessment.objects.of_moment(judged).exclude(section="").defer("inputs").order_by("-entries", "section")
    return [_section(row, now) for row in rows[:MOST_SECTIONS]], rows.count()


def _section(row: Assessment, now: datetime) -> Section:
    return Section(
        **numbers_of(row, tuple(_SCALES)),
        section=row.section,
        verdict=row.verdict,
        verdict_state=VerdictStateCode(row.state_at(now)),
        preliminary=row.preliminary,
        entries=row.entries,
        lastmod_share=_rounded(row.lastmod_share),
        comparisons=row.comparison_count,
        failure_modes=_failure_modes(row.failure_modes),
        reasons=_reasons(row.reasons),
        workings=_workings(row),
    )


def _workings(row: Assessment | None) -> Workings | None:
    """What stands behind a judgement; rows by older rules stored none."""
    if row is None or not row.workings:
        return None
    return Workings(**_without_noise(workings_to_json(workings_from_json(row.workings))))


def _without_noise(value: Any) -> Any:
    """Numbers with six digits behind the point: more of them say nothing."""
    if isinstance(value, dict):
        return {name: _without_noise(part) for name, part in value.items()}
    return round(value, 6) if isinstance(value, float) else value


def _coverage(site: Site, judged: Assessment | None) -> Coverage:
    snapshot = site.current_snapshot
    return Coverage(
        snapshot_at=snapshot.taken_at if snapshot else None,
        complete=snapshot.complete if snapshot else None,
        entries=snapshot.entries if snapshot else None,
        with_lastmod=snapshot.with_lastmod if snapshot else None,
        lastmod_share=_rounded(snapshot.lastmod_share if snapshot else None),
        files_read=snapshot.files_read if snapshot else None,
        files_failed=snapshot.files_failed if snapshot else None,
        files_left=snapshot.files_left if snapshot else None,
        panel_pages=site.pages.filter(retired_at__isnull=True).count(),
        visits=site.visits.count(),
        comparisons=judged.comparison_count if judged else 0,
        comparisons_missing=judged.comparisons_missing if judged else 0,
    )


def _last_check(site: Site) -> CheckSummary | None:
    """The check that began last, also while it runs."""
    check = site.checks.defer("account").order_by("-began_at", "-pk").first()
    if check is None:
        return None
    return CheckSummary(
        id=check.pk,
        at=check.at,
        began_at=check.began_at,
        ended_at=check.ended_at,
        state=check.state,
        stage=check.stage,
        outcome=check.outcome,
        meaning=_meaning(outcome_words(check.outcome)) if check.outcome else sentence("check_states", check.state),
    )


def outcome_words(code: str) -> Words:
    """The words for how a check ended: one of its own codes, or the problem that ended it."""
    return words("check_outcomes" if is_known("check_outcomes", code) else "problems", code)


def _meaning(said: Words) -> str:
    return str(said.explanation or said.title)


def numbers_of(row: Assessment | None, names: Iterable[str]) -> dict[str, float | None]:
    """Measures with the ends of their intervals, as the API scales and rounds them; None without a judgement."""
    columns = [(f"{name}{end}", _SCALES[name]) for name in names for end in ("", "_low", "_high")]
    return {column: _rounded(getattr(row, column) if row else None, scale) for column, scale in columns}


def _rounded(value: float | None, scale: int = 1) -> float | None:
    return None if value is None else round(value * scale, 4 if scale == 1 else 1)


def _reasons(stored: Iterable[dict[str, Any]]) -> list[Reason]:
    return [
        Reason(code=reason["code"], params=reason.get("params", {}), sentence=sentence("reasons", reason["code"], reason.get("params")))
        for reason in stored
    ]


def _failure_modes(codes: Iterable[str]) -> list[FailureMode]:
    said = [(code, words("failure_modes", code)) for code in codes]
    return [
        FailureMode(code=code, title=str(one.title), meaning=_meaning(one), cause=str(one.cause), advice=str(one.advice))
        for code, one in said
    ]


def added_site(one: Added) -> AddedSite:
    """What became of one line, as the add form tells it."""
    known = one.site is not None and not one.created
    return AddedSite(
        number=one.number,
        given=one.line,
        result=AddResult.REFUSED if one.site is None else AddResult.KNOWN if known else AddResult.ADDED,
        id=one.site.pk if one.site else None,
        origin=one.site.origin if one.site else None,
        sitemap_url_added=one.sitemap_url or None,
        code=one.problem or None,
        meaning=sentence("problems", one.problem) if one.problem else None,
    )
