"""The OpenAPI document says what is answered, and its page what is in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from sitemaps_app.api.app import api
from sitemaps_app.api.document import CODES_OF, codes_of, openapi_document
from sitemaps_app.api.problems import STATUS_OF
from sitemaps_app.wording import TABLES
from tests import factories
from tests.api.conftest import Program
from tests.api.test_site_parts import fault
from tests.api.test_sitemap_reports import SITEMAP, report, send
from tests.api.test_sites import site_with_everything

TYPES = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict, "null": type(None)}


def faults(value: Any, schema: dict, schemas: dict, where: str = "$") -> Iterator[str]:
    """Where a value is not what a schema says; keys that the schema does not name are faults too."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rsplit("/", 1)[-1]]
    if "anyOf" in schema:
        found = [list(faults(value, one, schemas, where)) for one in schema["anyOf"]]
        yield from min(found, key=len)
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where} is {value!r}"
    kind = schema.get("type")
    wanted = (int, float) if kind == "number" else TYPES.get(kind, object)
    if not isinstance(value, wanted) or (isinstance(value, bool) and kind in {"number", "integer"}):
        yield f"{where} is {value!r}, not {kind}"
    elif kind == "array":
        for index, one in enumerate(value):
            yield from faults(one, schema["items"], schemas, f"{where}[{index}]")
    elif kind == "object" and "properties" in schema:
        known = schema["properties"]
        yield from (f"{where}.{name} is missing" for name in schema.get("required", []) if name not in value)
        for name, one in value.items():
            yield from faults(one, known[name], schemas, f"{where}.{name}") if name in known else [f"{where}.{name} is not named"]


@pytest.fixture
def document() -> dict:
    return openapi_document(api)


def schema_of(document: dict, path: str, method: str, status: int) -> dict:
    content = document["paths"][f"/api/v1{path}"][method]["responses"][str(status)]["content"]
    return next(iter(content.values()))["schema"]


def test_the_checker_of_this_file_finds_faults() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "array", "items": {"type": "string"}}},
        "required": ["a"],
    }
    assert list(faults({"b": [1], "c": 1}, schema, {})) == ["$.a is missing", "$.b[0] is 1, not string", "$.c is not named"]
    assert list(faults({"a": True}, schema, {})) == ["$.a is True, not integer"]
    assert list(faults({"a": 1, "b": ["x"]}, schema, {})) == []


@pytest.mark.parametrize(
    "part",
    ["", "/{site_id}", "/{site_id}/sitemaps", "/{site_id}/problems", "/{site_id}/snapshots", "/{site_id}/history", "/{site_id}/notes"],
)
def test_what_is_read_is_as_the_document_says(reader: Program, document: dict, part: str) -> None:
    site = site_with_everything()
    factories.sitemap_file(site, problems=[fault(), {"code": "of_tomorrow", "severity": "error"}])
    factories.site(last_outcome="nothing_read")
    answer = reader.get("/sites" + part.format(site_id=site.pk))
    assert list(faults(answer.json(), schema_of(document, "/sites" + part, "get", 200), document["components"]["schemas"])) == []
    bare = reader.get("/sites" + part.format(site_id=site.pk + 1))
    assert list(faults(bare.json(), schema_of(document, "/sites" + part, "get", 200), document["components"]["schemas"])) == []


def test_what_is_written_is_as_the_document_says(writer: Program, document: dict) -> None:
    schemas = document["components"]["schemas"]
    body = {"sites": ["a.example", "nothing at all", "a.example/sitemap.xml"]}
    asked = document["paths"]["/api/v1/sites"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert list(faults(body, asked, schemas)) == []
    for status in (201, 200):
        answer = writer.post("/sites", body)
        assert answer.status_code == status
        assert list(faults(answer.json(), schema_of(document, "/sites", "post", status), schemas)) == []
    checked = writer.post(f"/sites/{answer.json()['results'][0]['id']}/check")
    assert list(faults(checked.json(), schema_of(document, "/sites/{site_id}/check", "post", 202), schemas)) == []


def test_a_report_is_as_the_document_says(reader: Program, document: dict, monkeypatch) -> None:
    monkeypatch.setattr("sitemaps_app.pipeline.sitemap_check.current_app.send_task", lambda *_, **__: None)
    schemas = document["components"]["schemas"]
    index = b"<sitemapindex><sitemap><loc>/a.xml</loc><lastmod>2026</lastmod></sitemap><sitemap><loc>b</loc></sitemap></sitemapindex>"
    for body in (SITEMAP, index, b"nothing at all"):
        answer = send(reader, body, more="?url=site.example/s.xml")
        assert list(faults(answer.json(), schema_of(document, "/sitemap-report", "post", 202), schemas)) == []
        waiting = reader.get(answer.json()["report"].removeprefix("/api/v1"))
        assert list(faults(waiting.json(), schema_of(document, "/sitemap-report/{report_id}", "get", 202), schemas)) == []
        told = report(reader, answer)
        assert list(faults(told, schema_of(document, "/sitemap-report/{report_id}", "get", 200), schemas)) == []


def test_problems_are_as_the_document_says(writer: Program, document: dict) -> None:
    schemas = document["components"]["schemas"]
    for answer in (writer.get("/sites?limit=x"), writer.get("/sites/99"), Program().get("/sites"), writer.post("/sites", "{")):
        assert answer["Content-Type"] == "application/problem+json"
        assert list(faults(answer.json(), schemas["ProblemObject"], schemas)) == []
        assert answer.json()["status"] == answer.status_code == STATUS_OF[answer.json()["code"]]


def test_the_document_is_whole(document: dict) -> None:
    assert document["openapi"] == "3.1.0"
    seen = set()
    for path, methods in document["paths"].items():
        assert path.startswith("/api/v1/sit")
        for operation in methods.values():
            seen.add(operation["operationId"])
            assert operation["security"] == [{"ApiKeyBearer": []}]
            assert operation["description"].endswith(".")
            assert all(parameter["description"].endswith(".") for parameter in operation["parameters"])
            assert {STATUS_OF[code] for code in codes_of(operation["operationId"])} <= {int(status) for status in operation["responses"]}
    assert seen == set(CODES_OF) == set(TABLES["api_operations"])
    named = {parameter["name"] for methods in document["paths"].values() for one in methods.values() for parameter in one["parameters"]}
    assert named == set(TABLES["api_parameters"])
    assert document["components"]["securitySchemes"]["ApiKeyBearer"] == {
        "type": "http",
        "scheme": "bearer",
        "description": "An API key of the page “API keys”.",
    }


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from (value.rsplit("/", 1)[-1] for name, value in part.items() if name == "$ref")
        part = list(part.values())
    for one in part if isinstance(part, list) else ():
        yield from references(one)


def test_the_document_refers_to_nothing_that_is_not_in_it(document: dict) -> None:
    assert set(references(document)) <= set(document["components"]["schemas"])


def test_every_code_of_a_problem_has_words_and_a_status() -> None:
    assert set(STATUS_OF) == set(TABLES["api_problems"])
    assert {code for codes in CODES_OF.values() for code in codes} <= set(STATUS_OF)


def test_the_document_is_in_english_whoever_asks(reader: Program) -> None:
    told = reader.get("/openapi.json", HTTP_ACCEPT_LANGUAGE="zh-CN").json()
    with translation.override("en"):
        assert told == openapi_document(api)
    assert told["paths"]["/api/v1/sites"]["get"]["summary"] == "List sites"
