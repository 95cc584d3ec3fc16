"""What the API answers when something is wrong: a problem object (RFC 9457) with a stable code, whose words are in `wording.api`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse

from sitemaps_app.wording import words

CONTENT_TYPE = "application/problem+json"
PREFIX = "/api/"
DOCS = "/api/v1/docs"
STATUS_OF = {
    "request_damaged": 400,
    "body_not_json": 400,
    "key_missing": 401,
    "key_unknown": 401,
    "key_expired": 401,
    "key_revoked": 401,
    "role_missing": 403,
    "scope_missing": 403,
    "session_reads_only": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "check_running": 409,
    "site_paused": 409,
    "report_interrupted": 409,
    "length_required": 411,
    "body_too_large": 413,
    "body_is_form": 415,
    "parameters_invalid": 422,
    "cursor_invalid": 422,
    "too_many_wrong_keys": 429,
    "too_many_reports": 429,
    "our_fault": 500,
    "report_failed": 500,
    "report_not_kept": 503,
}
_CHALLENGE = 'Bearer realm="Lastmod Trust"'  # RFC 6750 section 3


@dataclass(frozen=True, slots=True)
class FieldFault:
    """What is wrong with one part of a request: where it is (`query.limit`), and a sentence of the library that checked it."""

    where: str
    message: str


@dataclass(eq=False)
class ApiError(Exception):
    """Ends a request with a problem object. `code` is a key of STATUS_OF; `headers` go out with it, as Retry-After."""

    code: str
    detail: str = ""
    faults: Sequence[FieldFault] = ()
    headers: Mapping[str, str] = field(default_factory=dict)


def is_for_api(request: HttpRequest) -> bool:
    """Whether a request is for the API, also where no operation has its address."""
    return request.path.startswith(PREFIX) and request.path != DOCS


def answer_problem(error: ApiError) -> HttpResponse:
    """The problem object of an error. `type` leads to the code's place in the documentation."""
    status = STATUS_OF[error.code]
    said = words("api_problems", error.code)
    told: dict[str, object] = {
        "type": f"{DOCS}#{error.code}",
        "title": str(said.title),
        "status": status,
        "code": error.code,
        "detail": error.detail or str(said.explanation),
    }
    if error.faults:
        told["errors"] = [{"where": fault.where, "message": fault.message} for fault in error.faults]
    response = HttpResponse(json.dumps(told), status=status, content_type=CONTENT_TYPE)
    if status == 401:
        response["WWW-Authenticate"] = _CHALLENGE
    for name, value in error.headers.items():
        response[name] = value
    response["Cache-Control"] = "no-store"
    return response
