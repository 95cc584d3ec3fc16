"""Operations on single sitemaps: have one read, get the report. A worker reads, as for the page "Check a sitemap", whose rows these are."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.request import UnreadablePostError
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Query, Router
from pydantic import ValidationError

from sitemaps_app.access import sitemap_checks_for
from sitemaps_app.api.bodies import announced_bytes, spooled_body
from sitemaps_app.api.callers import ASKER, READER, Caller, audit_call, caller_of
from sitemaps_app.api.problems import ApiError, FieldFault
from sitemaps_app.api.report_schemas import ReportForm, ReportQuery, ReportState, SitemapAddress, SitemapReport
from sitemaps_app.models import SitemapCheck
from sitemaps_app.models.sitemap_check import SitemapCheckState
from sitemaps_app.pipeline import sitemap_check
from sitemaps_app.pipeline.sitemap_check import Asked
from sitemaps_app.pipeline.sitemap_check_files import uploads_folder
from sitemaps_app.pipeline.sitemap_check_json import json_pieces
from sitemaps_app.pipeline.sites import refusal_of
from sitemaps_app.wording import sentence

MOST_JSON = 16_384
ASK_AGAIN_SECONDS = 1
FULL_SECONDS = 5
_ENDED_EARLY = {SitemapCheckState.INTERRUPTED: "report_interrupted", SitemapCheckState.FAILED: "report_failed"}
_REFUSALS = {"too_many_at_once": "too_many_reports", "not_kept": "report_not_kept"}
# The library has no word for a body that is a file.
_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/octet-stream": {"schema": {"type": "string", "format": "binary", "maxLength": sitemap_check.MAX_BYTES}},
            "application/json": {"schema": SitemapAddress.model_json_schema()},
        },
    }
}

router = Router(tags=["single sitemaps"])


@router.post("/sitemap-report", auth=ASKER, response={202: ReportState}, operation_id="report_sitemap", openapi_extra=_BODY)
def report_sitemap(request: HttpRequest, asked: Query[ReportQuery], response: HttpResponse) -> ReportState:
    caller = caller_of(request)
    if request.content_type == "multipart/form-data":
        raise ApiError("body_is_form")
    answer = _address(request, caller) if request.content_type == "application/json" else _file(request, caller, asked.url)
    if answer.check is None:
        code = _REFUSALS[answer.refusal]
        raise ApiError(code, headers={"Retry-After": str(FULL_SECONDS)} if code == "too_many_reports" else {})
    told = _told(answer.check, answer.check.state)
    response["Location"] = told.report
    response["Retry-After"] = str(ASK_AGAIN_SECONDS)
    return told


@router.get(
    "/sitemap-report/{int:report_id}", auth=READER, response={200: SitemapReport, 202: ReportState}, operation_id="get_sitemap_report"
)
def get_sitemap_report(request: HttpRequest, report_id: int, form: Query[ReportForm]) -> HttpResponse | StreamingHttpResponse:
    user = caller_of(request).user
    check = get_object_or_404(sitemap_checks_for(user).filter(owner=user), pk=report_id)
    state = sitemap_check.standing(check, wall=timezone.now())
    if state in _ENDED_EARLY:
        raise ApiError(_ENDED_EARLY[SitemapCheckState(state)])
    if state == SitemapCheckState.DONE:
        pieces = json_pieces(check, source=check.given or check.source, with_entries=form.entries)
        return StreamingHttpResponse(pieces, content_type="application/json")
    told = _told(check, state).model_dump_json()
    return HttpResponse(told, status=202, content_type="application/json", headers={"Retry-After": str(ASK_AGAIN_SECONDS)})


def _address(request: HttpRequest, caller: Caller) -> Asked:
    announced_bytes(request, most=MOST_JSON)
    try:
        given = SitemapAddress.model_validate_json(request.read())
    except ValidationError as error:
        if error.errors()[0]["type"] == "json_invalid":
            raise ApiError("body_not_json") from error
        faults = [FieldFault(".".join(("body", *map(str, one["loc"]))), one["msg"]) for one in error.errors()]
        raise ApiError("parameters_invalid", faults=faults) from error
    url = _read_address(given.url, "body.url")
    answer = sitemap_check.check_address(caller.user, url, now=timezone.now())
    if answer.check:
        audit_call(caller, "sitemap_check_requested", detail=url)
    return answer


def _file(request: HttpRequest, caller: Caller, url: str) -> Asked:
    address = _read_address(url, "query.url") if url else ""
    try:
        with spooled_body(request, uploads_folder(), most=sitemap_check.MAX_BYTES) as path:
            return sitemap_check.check_upload(caller.user, path, "", address=address, now=timezone.now())
    except UnreadablePostError:  # the sender's side broke off, not our disk
        raise
    except OSError:
        return Asked(None, "not_kept")


def _read_address(text: str, where: str) -> str:
    url = sitemap_check.read_address(text)
    if url is None:
        raise ApiError("parameters_invalid", faults=[FieldFault(where, sentence("problems", refusal_of(text)))])
    return url


def _told(check: SitemapCheck, state: str) -> ReportState:
    return ReportState(
        id=check.pk,
        state=state,
        stage=check.stage,
        bytes_read=check.bytes_read,
        bytes_total=check.bytes_total,
        entries_read=check.entries_read,
        report=f"/api/v1/sitemap-report/{check.pk}",
        page=check.get_absolute_url(),
    )
