"""Whatever goes wrong is answered by a problem object, and nothing is kept by anybody."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import factories
from tests.api.conftest import Program

KEYS = {"type", "title", "status", "code", "detail"}


def test_no_answer_may_be_kept(reader: Program) -> None:
    site = factories.site()
    for answer in (reader.get("/sites"), reader.get(f"/sites/{site.pk}"), reader.get("/nothing"), Program().get("/sites"), reader.get("/openapi.json"), reader.client.put("/api/v1/sites")):  # fmt: skip
        assert answer["Cache-Control"] == "no-store"
        assert {"Authorization", "Cookie", "Accept-Language"} <= {name.strip() for name in answer["Vary"].split(",")}


@pytest.mark.parametrize(("method", "path", "allowed"), [("PUT", "/sites", {"GET", "POST"}), ("DELETE", "/sites/1", {"GET"}), ("GET", "/sites/1/check", {"POST"}), ("OPTIONS", "/sites", {"GET", "POST"})])  # fmt: skip
def test_another_method_is_told_which_there_are(reader: Program, method: str, path: str, allowed: set[str]) -> None:
    answer = reader.client.generic(method, f"/api/v1{path}", HTTP_AUTHORIZATION=f"Bearer {reader.secret}")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert {name.strip() for name in answer["Allow"].split(",")} == allowed


def test_head_is_get_without_a_body(reader: Program) -> None:
    answer = reader.client.head("/api/v1/sites", HTTP_AUTHORIZATION=f"Bearer {reader.secret}")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer["Content-Type"].startswith("application/json")


def test_a_fault_of_ours_is_told_without_its_inside(reader: Program, monkeypatch) -> None:
    monkeypatch.setattr("sitemaps_app.api.sites.site_row", lambda *_, **__: 1 / 0)
    factories.site()
    answer = reader.get("/sites")
    assert (answer.status_code, answer.json()["code"]) == (500, "our_fault")
    assert set(answer.json()) == KEYS
    assert b"division" not in answer.content


def test_a_host_that_is_not_ours_gets_a_problem_object_too() -> None:
    answer = Client().get("/api/v1/sites", HTTP_HOST="evil.example")
    assert (answer.status_code, answer.json()["code"]) == (400, "request_damaged")


def test_the_type_of_a_problem_leads_to_its_place_on_the_page_of_the_api(reader: Program) -> None:
    told = reader.get("/sites/99").json()
    path, _, place = told["type"].partition("#")
    client = Client()
    client.force_login(factories.person("viewer"))
    assert f'id="{place}"' in client.get(path).content.decode()
    assert set(told) == KEYS


def test_pages_for_people_keep_their_errors_for_people() -> None:
    client = Client()
    client.force_login(factories.person("viewer"))
    assert b"<html" in client.get("/sites/99/").content
    client.raise_request_exception = False
    assert b"<html" in client.get("/", HTTP_HOST="evil.example").content
