"""A sitemap that a program sends or names, and its report."""

from __future__ import annotations

import gzip
import io
import json
import tracemalloc
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.utils import timezone

from sitemaps_app.api.bodies import spooled_body
from sitemaps_app.api.problems import ApiError
from sitemaps_app.models import ApiKey, AuditLine, SitemapCheck
from sitemaps_app.models.sitemap_check import SitemapCheckState
from sitemaps_app.pipeline import sitemap_check
from sitemaps_app.pipeline.live import local_politeness
from sitemaps_app.pipeline.sitemap_check_files import uploads_folder
from sitemaps_app.pipeline.sitemap_check_run import run_check
from tests.api.conftest import Program, program_of
from tests.loopback import Answer, LoopbackSite

SITEMAP = b"""<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://site.example/a</loc><lastmod>2026-11-01</lastmod></url>
<url><loc>https://elsewhere.example/b</loc><lastmod>yesterday</lastmod></url>
</urlset>"""


@pytest.fixture(autouse=True)
def _sent(monkeypatch) -> None:
    """No broker: the tests read themselves."""
    monkeypatch.setattr("sitemaps_app.pipeline.sitemap_check.current_app.send_task", lambda *_, **__: None)


def send(program: Program, body: bytes, content_type: str = "application/octet-stream", more: str = "", **headers: str) -> Any:
    headers = {"HTTP_AUTHORIZATION": f"Bearer {program.secret}"} | headers
    return program.client.post(f"/api/v1/sitemap-report{more}", body, content_type=content_type, **headers)


def read(pk: int) -> None:
    run_check(pk, wall=timezone.now, politeness=local_politeness())


def report(program: Program, answer: Any, more: str = "") -> Any:
    read(answer.json()["id"])
    told = program.get(answer.json()["report"].removeprefix("/api/v1") + more)
    return json.loads(b"".join(told.streaming_content))


def test_a_body_is_taken_and_its_report_has_the_keys_of_the_command(reader: Program, tmp_path: Path) -> None:
    answer = send(reader, SITEMAP, more="?url=https://site.example/sitemap.xml")
    assert answer.status_code == 202
    pk = SitemapCheck.objects.get().pk
    assert answer["Location"] == answer.json()["report"] == f"/api/v1/sitemap-report/{pk}"
    assert (answer.json()["state"], answer["Retry-After"]) == ("waiting", "1")
    told = report(reader, answer)
    file, out = tmp_path / "sitemap.xml", io.StringIO()
    file.write_bytes(SITEMAP)
    call_command("sitemap_report", str(file), "--json", "--url", "https://site.example/sitemap.xml", stdout=out)
    expected = json.loads(out.getvalue())
    assert told == expected | {"source": "upload"}
    assert [entry["in_scope"] for entry in told["entries"]] == [True, False]
    assert {problem["code"] for problem in told["problems"]} >= {"lastmod_invalid"}


@pytest.mark.parametrize(
    "content_type", ["application/x-www-form-urlencoded", "application/xml", "text/xml; charset=utf-8", "application/gzip", ""]
)
def test_a_body_is_a_sitemap_whatever_its_sender_calls_it(reader: Program, content_type: str) -> None:
    told = report(reader, send(reader, gzip.compress(SITEMAP), content_type))
    assert (told["kind"], told["entry_count"], told["dated_count"]) == ("urlset", 2, 1)


def test_entries_may_be_left_out_and_are_counted(reader: Program) -> None:
    answer = send(reader, SITEMAP)
    told = report(reader, answer, "?entries=false")
    assert (told["entries"], told["entry_count"]) == ([], 2)


@pytest.mark.parametrize("body", [b"\x00", b"<html>", b"\x1f\x8b", b"<urlset" * 1_000, b"\xff" * 5_000])
def test_any_body_gets_a_report(reader: Program, body: bytes) -> None:
    told = report(reader, send(reader, body))
    assert told["outcome"] in {"failed", "partial", "not_a_sitemap", "ok"}
    assert isinstance(told["problems"], list)


def test_while_it_is_read_the_state_is_told(reader: Program) -> None:
    path = send(reader, SITEMAP).json()["report"].removeprefix("/api/v1")
    answer = reader.get(path)
    assert (answer.status_code, answer.json()["state"], answer["Retry-After"]) == (202, "waiting", "1")
    later = timezone.now() + timedelta(minutes=1)
    SitemapCheck.objects.update(
        state=SitemapCheckState.RUNNING, lease_until=later, stage="read", bytes_read=5, bytes_total=9, entries_read=2
    )
    told = reader.get(path).json()
    assert [told[name] for name in ("state", "stage", "bytes_read", "bytes_total", "entries_read")] == ["running", "read", 5, 9, 2]


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"state": SitemapCheckState.INTERRUPTED}, 409, "report_interrupted"),
        ({"state": SitemapCheckState.RUNNING, "lease_until": timezone.now() - timedelta(hours=1)}, 409, "report_interrupted"),
        ({"state": SitemapCheckState.FAILED}, 500, "report_failed"),
    ],
)
def test_a_report_that_will_not_come_is_told_so(reader: Program, fields, status: int, code: str) -> None:
    path = send(reader, SITEMAP).json()["report"].removeprefix("/api/v1")
    SitemapCheck.objects.update(**fields)
    answer = reader.get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_the_report_of_another_is_not_found_even_for_an_admin(reader: Program) -> None:
    path = send(reader, SITEMAP).json()["report"].removeprefix("/api/v1")
    for other in (program_of("viewer", "read"), program_of("admin")):
        answer = other.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert reader.get("/sitemap-report/999999").status_code == 404


def test_an_address_is_fetched_by_the_worker_and_not_by_the_web(reader: Program, settings) -> None:
    settings.LASTMOD_ALLOWED_NETWORKS = ("127.0.0.0/8",)
    with LoopbackSite({"/sitemap.xml": Answer(body=SITEMAP, headers={"Content-Type": "application/xml"})}) as site:
        url = site.url("/sitemap.xml")
        answer = reader.post("/sitemap-report", {"url": url})
        assert answer.status_code == 202
        assert site.requests == []
        told = report(reader, answer)
    assert (told["source"], told["kind"], told["entry_count"]) == (url, "urlset", 2)


def test_an_address_that_is_asked_for_stands_in_the_log(reader: Program) -> None:
    reader.post("/sitemap-report", {"url": "site.example/sitemap.xml"})
    line = AuditLine.objects.get()
    key = ApiKey.objects.get()
    assert (line.act, line.who) == ("sitemap_check_requested", key.owner)
    assert line.detail == f"API key {key.prefix}\nhttps://site.example/sitemap.xml"
    send(reader, SITEMAP)
    assert AuditLine.objects.count() == 1


def test_a_private_address_is_refused_by_the_door(reader: Program, guard) -> None:
    told = report(reader, reader.post("/sitemap-report", {"url": "http://10.0.0.1/sitemap.xml"}))
    assert (told["outcome"], told["problems"][0]["code"]) == ("failed", "address_not_allowed")
    assert guard.reached == []


@pytest.mark.parametrize(
    ("body", "status", "code", "where"),
    [
        ("{", 400, "body_not_json", None),
        (b"\xff", 400, "body_not_json", None),
        ('{"url": "\\ud800"}', 400, "body_not_json", None),
        ("[]", 422, "parameters_invalid", "body.url"),
        ("{}", 422, "parameters_invalid", "body.url"),
        ('{"url": 5}', 422, "parameters_invalid", "body.url"),
        ('{"url": ""}', 422, "parameters_invalid", "body.url"),
        ('{"url": "no address at all"}', 422, "parameters_invalid", "body.url"),
        ('{"url": "file:///etc/passwd"}', 422, "parameters_invalid", "body.url"),
        ('{"url": "https://a.example/' + "x" * 3_000 + '"}', 422, "parameters_invalid", "body.url"),
        ("[" * 10_000, 400, "body_not_json", None),
        (" " * 20_000, 413, "body_too_large", None),
    ],
)
def test_an_address_that_cannot_be_is_refused(reader: Program, body, status: int, code: str, where: str | None) -> None:
    answer = reader.post("/sitemap-report", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert [fault["where"] for fault in answer.json().get("errors", [])] == ([where] if where else [])
    assert not SitemapCheck.objects.exists()


def test_an_address_for_a_body_that_cannot_be_is_refused_before_the_body_is_kept(reader: Program) -> None:
    answer = send(reader, SITEMAP, more="?url=no%20address")
    assert [fault["where"] for fault in answer.json()["errors"]] == ["query.url"]
    assert not SitemapCheck.objects.exists()
    assert list(uploads_folder().iterdir()) == []


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"CONTENT_LENGTH": ""}, 411, "length_required"),
        ({"CONTENT_LENGTH": "-5"}, 411, "length_required"),
        ({"CONTENT_LENGTH": "1e3"}, 411, "length_required"),
        ({"CONTENT_LENGTH": "0"}, 422, "parameters_invalid"),
        ({"CONTENT_LENGTH": str(sitemap_check.MAX_BYTES + 1)}, 413, "body_too_large"),
        ({"CONTENT_LENGTH": "9" * 5_000}, 413, "body_too_large"),
    ],
)
def test_a_body_whose_length_is_not_right_is_refused_and_leaves_nothing(reader: Program, headers, status: int, code: str) -> None:
    answer = send(reader, SITEMAP, **headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not SitemapCheck.objects.exists()
    assert list(uploads_folder().iterdir()) == []


def test_a_body_that_breaks_off_is_told_and_leaves_nothing(reader: Program) -> None:
    broken = {"CONTENT_LENGTH": "1000", "wsgi.input": io.BytesIO(SITEMAP[:500])}
    answer = send(reader, SITEMAP, **broken)
    assert (answer.status_code, answer.json()["code"]) == (400, "request_damaged")
    assert list(uploads_folder().iterdir()) == []


class Broken(io.RawIOBase):
    """A connection that is reset."""

    def read(self, size: int = -1) -> bytes:
        raise ConnectionResetError(size)


def test_a_connection_that_is_reset_is_no_fault_of_our_disk(reader: Program) -> None:
    answer = send(reader, SITEMAP, **{"wsgi.input": Broken()})
    assert (answer.status_code, answer.json()["code"]) == (400, "request_damaged")


def test_a_form_is_not_taken_for_a_sitemap(reader: Program) -> None:
    headers = {"HTTP_AUTHORIZATION": f"Bearer {reader.secret}"}
    answer = reader.client.post("/api/v1/sitemap-report", {"file": io.BytesIO(SITEMAP)}, **headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "body_is_form")


def test_nothing_of_a_body_is_kept_where_the_key_is_wrong() -> None:
    assert send(Program("lmt_nothing"), SITEMAP).status_code == 401
    assert list(uploads_folder().iterdir()) == []


def test_three_are_read_at_once_and_the_fourth_waits(reader: Program) -> None:
    answers = [send(reader, SITEMAP) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [202, 202, 202, 429]
    assert (answers[-1].json()["code"], answers[-1]["Retry-After"]) == ("too_many_reports", "5")
    assert reader.post("/sitemap-report", {"url": "site.example"}).status_code == 429
    assert list(uploads_folder().iterdir()) == []
    assert not AuditLine.objects.exists()
    read(answers[0].json()["id"])
    assert send(reader, SITEMAP).status_code == 202


def test_a_disk_that_is_full_is_told(reader: Program, monkeypatch) -> None:
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("sitemaps_app.api.bodies.tempfile.mkstemp", full)
    answer = send(reader, SITEMAP)
    assert (answer.status_code, answer.json()["code"]) == (503, "report_not_kept")


def test_a_session_may_read_a_report_of_its_person_and_ask_for_none(reader: Program) -> None:
    path = send(reader, SITEMAP).json()["report"]
    client = Client()
    client.force_login(ApiKey.objects.get().owner)
    assert client.get(path).status_code == 202
    answer = client.post("/api/v1/sitemap-report", SITEMAP, content_type="application/xml")
    assert (answer.status_code, answer.json()["code"]) == (403, "session_reads_only")


class Endless(io.RawIOBase):
    """A body that is made while it is read, so that the test does not hold it either."""

    def __init__(self, size: int) -> None:
        self.left = size

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        take = self.left if size < 0 else min(size, self.left)
        self.left -= take
        return b"x" * take


def test_a_large_body_goes_to_disk_in_pieces(tmp_path: Path) -> None:
    size = 20_000_000
    request = RequestFactory().post("/", content_type="text/plain", CONTENT_LENGTH=str(size), **{"wsgi.input": Endless(size)})
    tracemalloc.start()
    with spooled_body(request, tmp_path, most=size) as path:
        assert path.stat().st_size == size
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000
    assert list(tmp_path.iterdir()) == []


def test_a_body_is_deleted_where_its_use_fails(tmp_path: Path) -> None:
    request = RequestFactory().post("/", b"abc", content_type="text/plain")
    with pytest.raises(ApiError), spooled_body(request, tmp_path, most=10):
        raise ApiError("our_fault")
    assert list(tmp_path.iterdir()) == []


def test_an_address_with_a_password_is_refused_and_stands_nowhere(reader: Program) -> None:
    answer = send(reader, json.dumps({"url": "http://user:secret@site.example/sitemap.xml"}).encode(), "application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "parameters_invalid")
    assert "user name or password" in answer.json()["errors"][0]["message"]
    assert send(reader, SITEMAP, more="?url=http://user:secret@site.example/sitemap.xml").status_code == 422
    assert not SitemapCheck.objects.exists()
    assert not AuditLine.objects.filter(detail__contains="secret").exists()
