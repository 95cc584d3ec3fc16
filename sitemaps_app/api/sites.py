"""Operations on sites: list, look at one, add, check."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest
from django.utils import timezone
from ninja import Query, Router, Status

from sitemaps_app.access import site_for, sites_for
from sitemaps_app.api.answers import added_site, site_detail, site_row, state_of
from sitemaps_app.api.callers import READER, WRITER, Caller, audit_call, caller_of
from sitemaps_app.api.paging import bind_cursor, cut_page, read_id, unbind_cursor
from sitemaps_app.api.problems import ApiError
from sitemaps_app.api.schemas import AddedSites, AddResult, CheckRequested, SiteDetail, SiteList, SiteQuery, SitesToAdd
from sitemaps_app.pipeline import sites as pipeline_sites
from sitemaps_app.pipeline.adding_script import add_sites as add_sites_of_script

router = Router(tags=["sites"])


@router.get("/sites", auth=READER, response=SiteList, operation_id="list_sites")
def list_sites(request: HttpRequest, asked: Query[SiteQuery]) -> SiteList:
    now = timezone.now()
    sites = sites_for(caller_of(request).user).filter(pk__gt=read_id(unbind_cursor(asked.cursor, "sites")))
    if asked.q.strip():
        sites = sites.with_text(asked.q.strip())
    if asked.verdict:
        sites = sites.with_verdict(asked.verdict.value)
    heavy = ("current_assessment__inputs", "current_snapshot__stats", "current_snapshot__ages")
    page = cut_page(sites.for_list().defer(*heavy).order_by("pk"), asked.limit, lambda site: str(site.pk))
    return SiteList(sites=[site_row(site, now=now) for site in page.rows], next_cursor=bind_cursor(page.next_cursor, "sites"))


@router.get("/sites/{int:site_id}", auth=READER, response=SiteDetail, operation_id="get_site")
def get_site(request: HttpRequest, site_id: int) -> SiteDetail:
    return site_detail(site_for(caller_of(request).user, site_id), now=timezone.now())


@router.post("/sites", auth=WRITER, response={200: AddedSites, 201: AddedSites}, operation_id="add_sites")
def add_sites(request: HttpRequest, wanted: SitesToAdd) -> Status[AddedSites]:
    caller = caller_of(request)
    lines = [pipeline_sites.Line(number, text.strip(" \t\r\n")) for number, text in enumerate(wanted.sites, start=1)]
    added = add_sites_of_script(lines, now=timezone.now(), user=caller.user)
    _audit_added(caller, added)
    results = [added_site(one) for one in added]
    counts = {result: sum(one.result is result for one in results) for result in AddResult}
    answer = AddedSites(**{result.value: counts[result] for result in AddResult}, results=results)
    return Status(201 if counts[AddResult.ADDED] else 200, answer)


def _audit_added(caller: Caller, added: Sequence[pipeline_sites.Added]) -> None:
    """The lines that the page writes for the same acts."""
    new = [one.site.origin for one in added if one.site and one.created]
    if new:
        audit_call(caller, "sites_added", site_origin=new[0] if len(new) == 1 else "", detail="\n".join(new))
    given = [one for one in added if one.site and one.sitemap_url]
    if given:
        origins = {one.site.origin for one in given if one.site}
        only = origins.pop() if len(origins) == 1 else ""
        audit_call(caller, "sitemap_addresses_added", site_origin=only, detail="\n".join(one.sitemap_url for one in given))


@router.post("/sites/{int:site_id}/check", auth=WRITER, response={202: CheckRequested}, operation_id="check_site")
def check_site(request: HttpRequest, site_id: int) -> CheckRequested:
    caller, now = caller_of(request), timezone.now()
    site = site_for(caller.user, site_id)
    if site.paused:
        raise ApiError("site_paused")
    if not pipeline_sites.request_check(site, now=now, by_hand=False):
        raise ApiError("check_running")
    audit_call(caller, "check_requested", site_origin=site.origin)
    site.next_check_at = now
    return CheckRequested(id=site.pk, state=state_of(site, now=now))
