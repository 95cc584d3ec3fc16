"""The API over a real connection, as a program meets it."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import pytest
import requests

from sitemaps_app.models import SitemapCheck
from sitemaps_app.pipeline.sitemap_check_files import given_path
from tests.api.conftest import program_of


@pytest.fixture
def program(live_server, transactional_db, monkeypatch) -> Iterator[requests.Session]:
    monkeypatch.setattr("sitemaps_app.pipeline.sitemap_check.current_app.send_task", lambda *_, **__: None)
    with requests.Session() as session:
        session.trust_env = False
        session.headers["Authorization"] = f"Bearer {program_of('editor').secret}"
        yield session


def test_a_body_arrives_octet_for_octet(program: requests.Session, live_server, transactional_db) -> None:
    body = gzip.compress(bytes(range(256)) * 20_000, compresslevel=0)
    answer = program.post(f"{live_server.url}/api/v1/sitemap-report", data=body, timeout=60)
    assert answer.status_code == 202
    assert given_path(SitemapCheck.objects.get().folder).read_bytes() == body
    assert program.get(live_server.url + answer.headers["Location"], timeout=60).json()["state"] == "waiting"


def test_a_body_in_chunks_is_asked_for_its_length(program: requests.Session, live_server) -> None:
    answer = program.post(f"{live_server.url}/api/v1/sitemap-report", data=iter([b"<urlset>", b"</urlset>"]), timeout=60)
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")


def test_head_has_no_body_and_the_next_request_of_the_connection_is_answered(program: requests.Session, live_server) -> None:
    assert program.head(f"{live_server.url}/api/v1/sites", timeout=60).content == b""
    assert program.get(f"{live_server.url}/api/v1/sites", timeout=60).json() == {"sites": [], "next_cursor": None}
    assert program.post(f"{live_server.url}/api/v1/sites", json={"sites": ["a.example"]}, timeout=60).status_code == 201
