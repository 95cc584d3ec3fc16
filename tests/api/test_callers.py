"""Who may do what: every operation, with every kind of caller."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

from sitemaps_app.access import Role
from sitemaps_app.api.app import api
from sitemaps_app.api.callers import ApiKeyBearer
from sitemaps_app.models import ApiKey, AuditLine, Site
from tests import factories
from tests.api.conftest import Program, program_of

READING = [
    "/sites",
    "/sites/{id}",
    "/sites/{id}/sitemaps",
    "/sites/{id}/problems",
    "/sites/{id}/snapshots",
    "/sites/{id}/history",
    "/sites/{id}/notes",
    "/openapi.json",
]
ASKING = "/sitemap-report"
WRITING = {"/sites": {"sites": ["new.example"]}, "/sites/{id}/check": {}, "/sites/{id}/notes": {"text": "a release"}}
ROLES = ["", "viewer", "editor", "admin"]


def operations():
    for router in api._get_bound_routers():
        for path, view in router.path_operations.items():
            for operation in view.operations:
                yield path.replace("{int:site_id}", "{id}"), operation


def test_every_operation_is_in_the_lists_of_this_file_and_names_what_it_needs() -> None:
    needed = {(method, path): operation.auth_callbacks for path, operation in operations() for method in operation.methods}
    reading = {("GET", path) for path in [*READING, "/sitemap-report/{int:report_id}"]}
    writing = {("POST", path) for path in WRITING}
    assert set(needed) == reading | writing | {("POST", ASKING)}
    for operation, callbacks in needed.items():
        assert [type(one) for one in callbacks] == [ApiKeyBearer]
        assert callbacks[0].needed == (Role.EDITOR if operation in writing else Role.VIEWER)
        assert callbacks[0].session == (operation in reading)


def expected(method: str, role: str, scope: str) -> tuple[int, str]:
    if not role:
        return 403, "role_missing"
    if method == "GET":
        return 200, ""
    if role == "viewer":
        return 403, "role_missing"
    return (403, "scope_missing") if scope == "read" else (0, "")


@pytest.mark.parametrize("scope", ["read", "write"])
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("method", "path"), [("GET", path) for path in READING] + [("POST", path) for path in WRITING])
def test_a_key_does_what_its_scope_and_the_role_of_its_owner_both_allow(method: str, path: str, role: str, scope: str) -> None:
    site = factories.site()
    program = program_of(role, scope)
    where = path.format(id=site.pk)
    answer = program.get(where) if method == "GET" else program.post(where, WRITING[path])
    status, code = expected(method, role, scope)
    if code:
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert Site.objects.count() == 1
        assert not AuditLine.objects.exists()
    else:
        assert answer.status_code in ({200} if method == "GET" else {201, 202})


@pytest.mark.parametrize("path", READING)
def test_a_session_reads_as_its_role_allows(path: str) -> None:
    site = factories.site()
    for role in ROLES:
        client = Client()
        client.force_login(factories.person(role))
        answer = client.get("/api/v1" + path.format(id=site.pk))
        assert answer.status_code == (200 if role else 403), role


@pytest.mark.parametrize("path", WRITING)
def test_a_session_writes_nothing_even_that_of_an_admin(path: str) -> None:
    site = factories.site()
    client = Client()
    client.force_login(factories.person("admin"))
    answer = client.post("/api/v1" + path.format(id=site.pk), WRITING[path], content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "session_reads_only")
    assert Site.objects.count() == 1


def test_a_wrong_key_is_not_saved_by_a_session(reader: Program) -> None:
    client = Client()
    client.force_login(factories.person("admin"))
    assert client.get("/api/v1/sites", HTTP_AUTHORIZATION=f"Bearer {reader.secret}x").status_code == 401
    assert client.get("/api/v1/sites", HTTP_AUTHORIZATION="").status_code == 401


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "lmt_0123456789_abc", "Bearer a b c"])
def test_what_is_no_key_does_not_come_in(header: str) -> None:
    answer = Client().get("/api/v1/sites", HTTP_AUTHORIZATION=header)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == 'Bearer realm="Lastmod Trust"'


def test_the_scheme_is_read_in_any_case(reader: Program) -> None:
    assert Client().get("/api/v1/sites", HTTP_AUTHORIZATION=f"bEARER  {reader.secret} ").status_code == 200


def test_a_key_in_the_address_is_no_key(reader: Program) -> None:
    assert Client().get(f"/api/v1/sites?key={reader.secret}&access_token={reader.secret}").json()["code"] == "key_missing"


def test_a_key_follows_its_owner_down(writer: Program) -> None:
    assert writer.post("/sites", {"sites": ["a.example"]}).status_code == 201
    owner = ApiKey.objects.get().owner
    owner.groups.clear()
    assert writer.get("/sites").json()["code"] == "role_missing"
    owner.groups.add(factories.person("viewer").groups.get())
    assert writer.get("/sites").status_code == 200
    assert writer.post("/sites", {"sites": ["b.example"]}).json()["code"] == "role_missing"


def test_another_path_below_the_api_is_a_problem_object_for_everybody() -> None:
    for path in (
        "",
        "/",
        "/nothing",
        "/sites/",
        "/sites/abc",
        "/sites/1/nothing",
        f"/sites/{'9' * 30}",
        f"/sites/{'9' * 5_000}",
        "/sites/-1",
    ):
        answer = Program().get(path) if path else Client().get("/api/v1/")
        assert (answer.status_code, answer["Content-Type"]) in {(404, "application/problem+json"), (401, "application/problem+json")}, path


def test_no_view_of_the_api_is_left_to_the_sign_in_page_or_to_csrf() -> None:
    patterns = next(one for one in get_resolver().url_patterns if getattr(one, "namespace", "") == "api-v1").url_patterns
    assert len(patterns) > 6
    for pattern in patterns:
        assert isinstance(pattern, URLPattern)
        assert pattern.callback.login_required is False
        assert pattern.callback.csrf_exempt is True


def test_what_a_key_did_stands_in_the_log_with_its_prefix(writer: Program) -> None:
    writer.post("/sites", {"sites": ["new.example", "new.example/news-sitemap.xml"]})
    site = Site.objects.get()
    writer.post(f"/sites/{site.pk}/check")
    key = ApiKey.objects.get()
    lines = {line.act: line for line in AuditLine.objects.all()}
    assert set(lines) == {"sites_added", "sitemap_addresses_added", "check_requested"}
    for line in lines.values():
        assert (line.who, line.site_origin) == (key.owner, "https://new.example")
        assert line.detail.startswith(f"API key {key.prefix}")
        assert writer.secret not in line.detail
