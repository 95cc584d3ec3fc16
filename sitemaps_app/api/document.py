"""The OpenAPI document: what the library knows of the operations, with our words and with what goes wrong."""

from __future__ import annotations

from typing import Any

from django.utils import translation
from ninja import NinjaAPI

from sitemaps_app.api.problems import CONTENT_TYPE, STATUS_OF
from sitemaps_app.api.schemas import ProblemObject
from sitemaps_app.wording import sentence, words

_OF_ALL = ("key_missing", "key_unknown", "key_expired", "key_revoked", "role_missing", "too_many_wrong_keys", "our_fault")
_OF_ONE_SITE = ("not_found",)
_OF_LISTS = ("parameters_invalid", "cursor_invalid")
_OF_ASKING = ("session_reads_only",)
_OF_WRITING = ("scope_missing", "session_reads_only")
CODES_OF = {
    "list_sites": _OF_LISTS,
    "get_site": _OF_ONE_SITE,
    "list_sitemaps": (*_OF_ONE_SITE, *_OF_LISTS),
    "list_problems": (*_OF_ONE_SITE, *_OF_LISTS),
    "list_snapshots": (*_OF_ONE_SITE, *_OF_LISTS),
    "list_judgements": (*_OF_ONE_SITE, *_OF_LISTS),
    "list_notes": (*_OF_ONE_SITE, *_OF_LISTS),
    "add_note": (*_OF_WRITING, *_OF_ONE_SITE, "body_not_json", "body_too_large", "length_required", "parameters_invalid"),
    "add_sites": (*_OF_WRITING, "body_not_json", "body_too_large", "parameters_invalid"),
    "report_sitemap": (
        *_OF_ASKING,
        "body_not_json",
        "length_required",
        "body_too_large",
        "body_is_form",
        "parameters_invalid",
        "request_damaged",
        "too_many_reports",
        "report_not_kept",
    ),
    "get_sitemap_report": (*_OF_ONE_SITE, "report_interrupted", "report_failed", "parameters_invalid"),
    "check_site": (*_OF_WRITING, *_OF_ONE_SITE, "check_running", "site_paused"),
}


def openapi_document(api: NinjaAPI) -> dict[str, Any]:
    """The document in English, as OpenAPI 3.1."""
    with translation.override("en"):
        document: dict[str, Any] = dict(api.get_openapi_schema())
        document["info"]["description"] = "Whether the lastmod of sitemaps can be believed, and why; and what is wrong with the sitemaps."
        document["components"]["schemas"] |= _problem_schemas()
        for methods in document["paths"].values():
            for operation in methods.values():
                _complete(operation)
    return document


def codes_of(operation_id: str) -> tuple[str, ...]:
    """The problem codes that an operation can answer with."""
    return (*_OF_ALL, *CODES_OF[operation_id])


def _problem_schemas() -> dict[str, Any]:
    schema = ProblemObject.model_json_schema(ref_template="#/components/schemas/{model}")
    return {**schema.pop("$defs"), "ProblemObject": schema}


def _complete(operation: dict[str, Any]) -> None:
    code = operation["operationId"]
    operation["summary"] = str(words("api_operations", code).title)
    operation["description"] = sentence("api_operations", code)
    for parameter in operation["parameters"]:
        parameter["description"] = sentence("api_parameters", parameter["name"])
    by_status: dict[int, list[str]] = {}
    for problem in codes_of(code):
        by_status.setdefault(STATUS_OF[problem], []).append(problem)
    for status, problems in sorted(by_status.items()):
        operation["responses"][str(status)] = {
            "description": "Codes: " + ", ".join(problems) + ".",
            "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemObject"}}},
        }
    operation["responses"] = {str(status): answer for status, answer in operation["responses"].items()}
