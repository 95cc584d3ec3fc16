"""Rows as answers about the parts of a site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from sitemaps_app.api.answers import outcome_words
from sitemaps_app.api.paging import Page
from sitemaps_app.api.part_schemas import ProblemRow, ProblemSource, SitemapFileRow, SnapshotRow
from sitemaps_app.models import Site, SitemapFile, Snapshot
from sitemaps_app.models.check import CheckState
from sitemaps_app.pipeline.problem_details import examples_of, lines_of
from sitemaps_app.pipeline.site_report import ReportProblem, check_problems
from sitemaps_app.wording import words

FILES_AT_ONCE = 50


def file_row(row: SitemapFile) -> SitemapFileRow:
    """One sitemap file."""
    return SitemapFileRow(
        id=row.pk,
        url=row.url,
        final_url=row.final_url,
        parent_id=row.parent_id,
        depth=row.depth,
        source=row.source,
        listed=row.listed,
        kind=row.kind,
        is_news=row.is_news,
        outcome=row.outcome,
        failure_code=row.failure_code,
        http_status=row.http_status,
        entry_count=row.entry_count,
        byte_count=row.byte_count,
        problem_count=len(row.problems),
        index_lastmod=row.index_lastmod,
        etag=row.etag,
        http_last_modified=row.http_last_modified,
        sha256=row.sha256,
        generated_at=row.generated_at,
        last_read_at=row.last_read_at,
        last_good_at=row.last_good_at,
    )


def snapshot_row(row: Snapshot) -> SnapshotRow:
    """One snapshot."""
    share = row.lastmod_share
    return SnapshotRow(
        id=row.pk,
        taken_at=row.taken_at,
        complete=row.complete,
        entries=row.entries,
        with_lastmod=row.with_lastmod,
        lastmod_share=None if share is None else round(share, 4),
        out_of_scope=row.out_of_scope,
        moved=row.moved,
        appeared=row.appeared,
        vanished=row.vanished,
        backwards=row.backwards,
        format_only=row.format_only,
        files_read=row.files_read,
        files_failed=row.files_failed,
        files_left=row.files_left,
        byte_count=row.byte_count,
    )


def problem_page(site: Site, *, place: tuple[int, int], limit: int) -> Page[ProblemRow]:
    """The problems after a place, which is the number of a file and how many of its problems came before.

    Those of the last check stand before all files, and on the first page only; they are few, and not counted against the limit.
    """
    pk, skipped = place
    first = [] if pk else [_of_check(problem) for problem in _met_by_check(site)]
    rows: list[ProblemRow] = []
    last = (0, 0)
    for stored in _stored(site.sitemap_files.filter(pk__gte=pk, listed=True).exclude(problems=[]).order_by("pk")):
        if stored.file_id == pk and stored.index < skipped:
            continue
        if len(rows) == limit:
            return Page([*first, *rows], f"{last[0]}.{last[1]}")
        rows.append(_of_file(stored))
        last = (stored.file_id, stored.index + 1)
    return Page([*first, *rows], None)


def _met_by_check(site: Site) -> Iterator[ReportProblem]:
    """What the last check met that has ended: while the next one runs, its problems stand."""
    check = site.checks.exclude(state=CheckState.RUNNING).order_by("-began_at", "-pk").first()
    yield from check_problems(site, check)
    url = f"{site.origin}/robots.txt"
    for line in check.account if check else ():
        params = line["params"]
        if line["code"] == "robots_read":
            url = params.get("url") or url
        if line["code"] == "robots_problem":
            yield ReportProblem(params["reason"], "warning", url, params.get("line") or None, "", params.get("count") or 1)


@dataclass(frozen=True, slots=True)
class _Stored:
    """One problem in the row of its file."""

    file_id: int
    url: str
    index: int
    problem: dict[str, Any]


def _stored(files: QuerySet[SitemapFile]) -> Iterator[_Stored]:
    for pk, url, problems in files.values_list("pk", "url", "problems").iterator(chunk_size=FILES_AT_ONCE):
        for index, problem in enumerate(problems):
            yield _Stored(pk, url, index, problem)


def _of_check(problem: ReportProblem) -> ProblemRow:
    said = outcome_words(problem.code)
    return ProblemRow(
        source=ProblemSource.CHECK,
        url=problem.url,
        sitemap_id=None,
        code=problem.code,
        severity=problem.severity,
        line=problem.line,
        lines=list(lines_of(problem.line, problem.detail)),
        count=problem.count,
        detail=problem.detail,
        examples=list(examples_of(problem.detail)),
        title=str(said.title),
        meaning=str(said.explanation),
        advice=str(said.advice),
    )


def _of_file(stored: _Stored) -> ProblemRow:
    problem = stored.problem
    line, detail = problem.get("line"), problem.get("detail") or ""
    said = words("problems", problem["code"])
    return ProblemRow(
        source=ProblemSource.SITEMAP,
        url=stored.url,
        sitemap_id=stored.file_id,
        code=problem["code"],
        severity=problem["severity"],
        line=line,
        lines=list(lines_of(line, detail)),
        count=problem.get("count") or 1,
        detail=detail,
        examples=list(examples_of(detail)),
        title=str(said.title),
        meaning=str(said.explanation),
        advice=str(said.advice),
    )
