"""What is known of one site, as commands print it and programs read it (the stable contract of `check_site --json`)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scoring.assessment import Param, VerdictState, Workings
from scoring.codec import workings_from_json
from sitemaps_app.models import Assessment, Check, Site, SitemapFile, Visit
from sitemaps_app.models.check import QUIET_OUTCOMES, READ_OUTCOMES

MAX_PROBLEMS = 200


@dataclass(frozen=True, slots=True)
class ReportReason:
    """One reason of the verdict: a code of `scoring.reasons` with its numbers."""

    code: str
    params: dict[str, Param]


@dataclass(frozen=True, slots=True)
class ReportProblem:
    """One problem of a sitemap file, or of the whole check (`url` is then the site's origin)."""

    code: str
    severity: str
    url: str
    line: int | None
    detail: str
    count: int


@dataclass(frozen=True, slots=True)
class SiteReport:
    """The state of a site after a check. Trust is 0..100; precision, recall and shares 0..1; None where a number means nothing.

    `verdict_state` says how the verdict stands (`scoring.assessment.VerdictState`); while it is `reverifying`, `tentative_verdict` is what
    the new evidence says so far. `workings` stand behind the numbers, None where rules before version 3 judged.
    """

    site: str
    verdict: str
    trust: float | None
    trust_low: float | None
    trust_high: float | None
    precision: float | None
    precision_low: float | None
    precision_high: float | None
    recall: float | None
    recall_low: float | None
    recall_high: float | None
    failure_modes: tuple[str, ...]
    reasons: tuple[ReportReason, ...]
    entries: int
    lastmod_share: float | None
    visits: int
    comparisons: int
    comparisons_missing: int
    outcome: str
    checked_at: datetime | None
    problems: tuple[ReportProblem, ...]
    verdict_state: str = "settled"
    verdict_state_since: datetime | None = None
    tentative_verdict: str = ""
    workings: Workings | None = None

    @property
    def was_read(self) -> bool:
        """Could the check read the target? What earlier checks read stays in the report, and is no answer to that."""
        return self.outcome in READ_OUTCOMES


def report_site(site: Site, check: Check | None = None) -> SiteReport:
    """The report of a site's stored state; `check` is the newest check where one was just made."""
    row = site.current_assessment
    snapshot = site.current_snapshot
    return SiteReport(
        site=site.origin,
        verdict=row.verdict if row else "insufficient",
        **_numbers(row),
        failure_modes=tuple(row.failure_modes) if row else (),
        reasons=tuple(ReportReason(reason["code"], reason["params"]) for reason in row.reasons) if row else (),
        entries=snapshot.entries if snapshot else 0,
        lastmod_share=snapshot.lastmod_share if snapshot else None,
        visits=Visit.objects.filter(site=site).count(),
        comparisons=row.comparison_count if row else 0,
        comparisons_missing=row.comparisons_missing if row else 0,
        outcome=check.outcome if check else site.last_outcome,
        checked_at=check.at if check else site.last_checked_at,
        problems=_problems(site, check),
        verdict_state=row.state if row else VerdictState.SETTLED.value,
        verdict_state_since=row.state_since if row else None,
        tentative_verdict=row.tentative_verdict if row else "",
        workings=workings_from_json(row.workings) if row and row.workings else None,
    )


def _numbers(row: Assessment | None) -> dict[str, float | None]:
    numbers: dict[str, float | None] = {}
    for name, scale in (("trust", 100), ("precision", 1), ("recall", 1)):
        for column in (name, f"{name}_low", f"{name}_high"):
            value = getattr(row, column) if row else None
            numbers[column] = None if value is None else round(value * scale, 4 if scale == 1 else 1)
    return numbers


def check_problems(site: Site, check: Check | None) -> tuple[ReportProblem, ...]:
    """What the last check as a whole met: why it ended early, and the files that it left. `url` is the origin of the site."""
    found: list[ReportProblem] = []
    if site.current_snapshot and site.current_snapshot.files_left:
        found.append(ReportProblem("files_left", "warning", site.origin, None, "", site.current_snapshot.files_left))
    outcome = check.outcome if check else site.last_outcome
    if outcome not in QUIET_OUTCOMES:
        found.append(ReportProblem(outcome, "error", site.origin, None, _detail(check), 1))
    return tuple(found)


def _problems(site: Site, check: Check | None) -> tuple[ReportProblem, ...]:
    found = list(check_problems(site, check))
    for row in SitemapFile.objects.filter(site=site, listed=True).order_by("depth", "pk"):
        found.extend(ReportProblem(p["code"], p["severity"], row.url, p["line"], p["detail"], p["count"]) for p in row.problems)
        if len(found) >= MAX_PROBLEMS:
            break
    return tuple(found[:MAX_PROBLEMS])


def _detail(check: Check | None) -> str:
    """The account's last word on why the check ended."""
    for line in reversed(check.account if check else []):
        detail = line["params"].get("detail") or line["params"].get("tried")
        if detail:
            return str(detail)
    return ""
