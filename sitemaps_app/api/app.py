"""The API: its operations, and what it answers when one cannot be done."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import UnreadablePostError
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from sitemaps_app.api import history, notes, site_parts, sitemap_reports, sites
from sitemaps_app.api.bodies import has_no_length
from sitemaps_app.api.callers import READER
from sitemaps_app.api.document import openapi_document
from sitemaps_app.api.problems import ApiError, FieldFault, answer_problem

MOST_FAULTS = 20
OUR_NAMES = frozenset({"asked", "wanted"})
# The document and its page are ours (`document`, `views.api_docs`): the library's page loads code from elsewhere.
api = NinjaAPI(title="Lastmod Trust", version="1", urls_namespace="api-v1", openapi_url=None, docs_url=None)
api.add_router("", sites.router)
api.add_router("", site_parts.router)
api.add_router("", history.router)
api.add_router("", notes.router)
api.add_router("", sitemap_reports.router)


@api.get("/openapi.json", auth=READER, include_in_schema=False, url_name="openapi")
def openapi(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - the library hands it by this name
    """What this API offers, for programs."""
    return JsonResponse(openapi_document(api))


@api.exception_handler(ApiError)
def _told(_request: HttpRequest, error: ApiError) -> HttpResponse:
    return answer_problem(error)


@api.exception_handler(Http404)
def _not_found(_request: HttpRequest, _error: Http404) -> HttpResponse:
    return answer_problem(ApiError("not_found"))


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    if has_no_length(request):  # its body was never seen, and is not to blame
        return answer_problem(ApiError("length_required"))
    faults = [FieldFault(_where(one["loc"]), one["msg"]) for one in error.errors[:MOST_FAULTS]]
    return answer_problem(ApiError("parameters_invalid", faults=faults))


def _where(place: tuple[object, ...]) -> str:
    """The place of a fault as its sender knows it, without the names that our own functions have for it."""
    return ".".join(str(part) for part in place if part not in OUR_NAMES)


@api.exception_handler(HttpError)
def _unparsed(request: HttpRequest, _error: HttpError) -> HttpResponse:
    """The library says this of one thing only: a body that is no JSON."""
    return answer_problem(ApiError("length_required" if has_no_length(request) else "body_not_json"))


@api.exception_handler(RequestDataTooBig)
def _too_large(_request: HttpRequest, _error: RequestDataTooBig) -> HttpResponse:
    return answer_problem(ApiError("body_too_large"))


@api.exception_handler(UnreadablePostError)
def _cut_off(_request: HttpRequest, _error: UnreadablePostError) -> HttpResponse:
    return answer_problem(ApiError("request_damaged"))


@api.exception_handler(Exception)
def _unexpected(_request: HttpRequest, error: Exception) -> HttpResponse:
    """Our bug: Django logs it and answers by `views.errors`; the library would show its traceback where debugging is on."""
    raise error
