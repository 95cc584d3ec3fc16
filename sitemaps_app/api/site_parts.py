"""Operations on the parts of a site: its sitemap files, their problems, its snapshots."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Query, Router

from sitemaps_app.access import site_for
from sitemaps_app.api.callers import READER, caller_of
from sitemaps_app.api.paging import Paging, bind_cursor, cut_page, read_id, read_moment, read_place, unbind_cursor, write_moment
from sitemaps_app.api.part_answers import file_row, problem_page, snapshot_row
from sitemaps_app.api.part_schemas import ProblemList, SitemapFileList, SnapshotList

router = Router(tags=["parts of a site"])


@router.get("/sites/{int:site_id}/sitemaps", auth=READER, response=SitemapFileList, operation_id="list_sitemaps")
def list_sitemaps(request: HttpRequest, site_id: int, asked: Query[Paging]) -> SitemapFileList:
    files = (
        site_for(caller_of(request).user, site_id)
        .sitemap_files.filter(pk__gt=read_id(unbind_cursor(asked.cursor, f"files{site_id}")))
        .order_by("pk")
    )
    page = cut_page(files, asked.limit, lambda row: str(row.pk))
    return SitemapFileList(sitemaps=[file_row(row) for row in page.rows], next_cursor=bind_cursor(page.next_cursor, f"files{site_id}"))


@router.get("/sites/{int:site_id}/problems", auth=READER, response=ProblemList, operation_id="list_problems")
def list_problems(request: HttpRequest, site_id: int, asked: Query[Paging]) -> ProblemList:
    site = site_for(caller_of(request).user, site_id)
    page = problem_page(site, place=read_place(unbind_cursor(asked.cursor, f"problems{site_id}")), limit=asked.limit)
    return ProblemList(problems=list(page.rows), next_cursor=bind_cursor(page.next_cursor, f"problems{site_id}"))


@router.get("/sites/{int:site_id}/snapshots", auth=READER, response=SnapshotList, operation_id="list_snapshots")
def list_snapshots(request: HttpRequest, site_id: int, asked: Query[Paging]) -> SnapshotList:
    snapshots = site_for(caller_of(request).user, site_id).snapshots.defer("stats", "ages").order_by("-taken_at")
    if before := read_moment(unbind_cursor(asked.cursor, f"snapshots{site_id}")):
        snapshots = snapshots.filter(taken_at__lt=before)
    page = cut_page(snapshots, asked.limit, lambda row: write_moment(row.taken_at))
    return SnapshotList(
        snapshots=[snapshot_row(row) for row in page.rows], next_cursor=bind_cursor(page.next_cursor, f"snapshots{site_id}")
    )
