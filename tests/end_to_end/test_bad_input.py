"""What the web throws at us, over real HTTP: each case ends with a clear message in the command and on the site's page, and loses nothing."""

from __future__ import annotations

import gzip
import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.utils.html import escape

from sitemaps_app import wording
from sitemaps_app.models import Site
from tests.loopback import Answer, LoopbackSite
from tests.network_guard import NetworkGuard

pytestmark = pytest.mark.django_db(transaction=True)
XML = {"Content-Type": "application/xml"}
HTML = {"Content-Type": "text/html; charset=utf-8"}
GOOD = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>%s/a</loc><lastmod>2026-03-01</lastmod></url></urlset>'
ENTITY_BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'
    b"<urlset><url><loc>https://site.example/&c;</loc></url></urlset>"
)


@pytest.fixture(autouse=True)
def _storage(tmp_path: Path) -> Iterator[None]:
    with override_settings(STORAGE_FOLDER=tmp_path / "storage", LASTMOD_FETCH_SECONDS=20.0):
        yield


@pytest.fixture
def web() -> Iterator[LoopbackSite]:
    with LoopbackSite({}) as site:
        page = b"<html><head><title>A</title></head><body><main><h1>A</h1><p>This is what the page says.</p></main></body></html>"
        site.routes["/a"] = Answer(headers=HTML, body=page)
        yield site


def checked(capsys: pytest.CaptureFixture[str], target: str, now: str = "2026-03-02T00:00:00Z") -> tuple[dict[str, object], int]:
    """What `check_site --json` prints, and its exit status."""
    status = 0
    try:
        call_command("check_site", target, "--json", "--now", now, "--allow-network", "127.0.0.0/8")
    except SystemExit as leaving:
        status = int(str(leaving.code))
    report: dict[str, object] = json.loads(capsys.readouterr().out)
    return report, status


def codes(report: dict[str, object]) -> set[str]:
    problems = report["problems"]
    assert isinstance(problems, list)
    return {problem["code"] for problem in problems}


def page_of(target: str) -> str:
    """The site's page as its users see it."""
    client = Client()
    client.force_login(User.objects.get_or_create(username="owner", is_superuser=True)[0])
    site = Site.objects.get(origin=target.rstrip("/"))
    answer = client.get(site.get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


def title_of(code: str) -> str:
    """The words that the page has for a problem."""
    return escape(str(wording.words("problems", code).title))


def gzip_bomb() -> bytes:
    return gzip.compress(b"<urlset>" + b" " * 120_000_000, 9)


CASES: dict[str, tuple[Callable[[LoopbackSite], dict[str, Answer]], str, str]] = {
    "a site of 404s": (lambda _site: {}, "http_404", "404"),
    "an HTML page in the place of the sitemap": (
        lambda _site: {"/sitemap.xml": Answer(headers=HTML, body=b"<!doctype html><html><body><h1>Welcome</h1></body></html>")},
        "not_a_sitemap",
        "",
    ),
    "a gzip bomb": (
        lambda _site: {"/sitemap.xml": Answer(headers={"Content-Type": "application/gzip"}, body=gzip_bomb())},
        "too_large",
        "",
    ),
    "an entity bomb": (lambda _site: {"/sitemap.xml": Answer(headers=XML, body=ENTITY_BOMB)}, "xml_entities_forbidden", ""),
    "a loop of indexes": (
        lambda site: {
            "/sitemap.xml": Answer(
                headers=XML, body=f"<sitemapindex><sitemap><loc>{site.url('/b.xml')}</loc></sitemap></sitemapindex>".encode()
            ),
            "/b.xml": Answer(
                headers=XML, body=f"<sitemapindex><sitemap><loc>{site.url('/sitemap.xml')}</loc></sitemap></sitemapindex>".encode()
            ),
        },
        "sitemap_loop",
        "",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_input_ends_with_a_clear_message_and_leaves_what_is_stored(
    case: str, web: LoopbackSite, capsys: pytest.CaptureFixture[str]
) -> None:
    routes, code, _ = CASES[case]
    origin = web.url("/").rstrip("/")
    web.routes["/sitemap.xml"] = Answer(headers=XML, body=GOOD % origin.encode())
    report, status = checked(capsys, origin, "2026-03-01T00:00:00Z")
    assert (report["outcome"], report["entries"], status) == ("ok", 1, 0)
    del web.routes["/sitemap.xml"]
    web.routes.update(routes(web))
    report, _ = checked(capsys, origin)
    assert code in codes(report)
    assert report["entries"] == 1, "what was read before stays"
    assert report["outcome"] not in {"ok", ""}
    assert title_of(code) in page_of(origin)


@pytest.mark.parametrize("case", CASES)
def test_a_target_that_was_never_readable_leaves_with_status_1(case: str, web: LoopbackSite, capsys: pytest.CaptureFixture[str]) -> None:
    routes, code, _ = CASES[case]
    web.routes.update(routes(web))
    report, status = checked(capsys, web.url("/"))
    assert status == 1
    assert (report["verdict"], report["entries"]) == ("insufficient", 0)
    # Nothing at any of the usual places is no fault of theirs.
    assert ("no_sitemap_found" if code == "http_404" else code) in codes(report)


def test_an_unknown_host_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    report, status = checked(capsys, "https://nowhere.example")
    assert (status, report["outcome"]) == (1, "host_unknown")
    assert title_of("host_unknown") in page_of("https://nowhere.example")


@pytest.mark.parametrize(
    "target", ["http://10.0.0.1/", "http://169.254.169.254/", "http://[::ffff:10.0.0.1]/", "http://192.168.1.1/sitemap.xml"]
)
def test_a_private_address_is_refused_without_being_dialled(target: str, capsys: pytest.CaptureFixture[str], guard: NetworkGuard) -> None:
    report, status = checked(capsys, target)
    assert (status, report["outcome"]) == (1, "address_not_allowed")
    assert guard.reached == []


def test_a_sitemap_that_lists_private_addresses_has_none_of_them_visited(
    web: LoopbackSite, capsys: pytest.CaptureFixture[str], guard: NetworkGuard
) -> None:
    inside = b"<url><loc>http://10.0.0.1/admin</loc><lastmod>2026-03-01</lastmod></url></urlset>"
    origin = web.url("/").rstrip("/")
    web.routes["/sitemap.xml"] = Answer(headers=XML, body=(GOOD % origin.encode()).replace(b"</urlset>", inside))
    report, _ = checked(capsys, origin)
    assert (report["entries"], report["visits"]) == (1, 1)
    assert "cross_host_url" in codes(report)
    assert guard.reached == []


def test_one_bad_site_stops_no_other(web: LoopbackSite, capsys: pytest.CaptureFixture[str]) -> None:
    checked(capsys, "http://10.0.0.1/")
    web.routes["/sitemap.xml"] = Answer(headers=XML, body=GOOD % web.url("/").rstrip("/").encode())
    report, status = checked(capsys, web.url("/"))
    assert (report["outcome"], status) == ("ok", 0)


def test_a_target_that_is_no_address_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError) as wrong:
        call_command("check_site", "not a site")
    assert wrong.value.returncode == 2


def test_a_time_before_the_last_check_is_wrong_use(web: LoopbackSite, capsys: pytest.CaptureFixture[str]) -> None:
    web.routes["/sitemap.xml"] = Answer(headers=XML, body=GOOD % web.url("/").rstrip("/").encode())
    checked(capsys, web.url("/"), "2026-03-02T00:00:00Z")
    with pytest.raises(CommandError) as wrong:
        call_command("check_site", web.url("/"), "--now", "2026-03-01T00:00:00Z", "--allow-network", "127.0.0.0/8")
    assert wrong.value.returncode == 2
