"""What a worker makes of a sitemap that a person gave: from a loopback site, from a file, from anything."""

from __future__ import annotations

import gzip
import json
import os
import resource
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import override_settings

from sitemaps_app.management.commands.sitemap_report import as_object
from sitemaps_app.models import SitemapCheck
from sitemaps_app.models.sitemap_check import SitemapCheckState as State
from sitemaps_app.pipeline import sitemap_check as checks
from sitemaps_app.pipeline import sitemap_check_files as files
from sitemaps_app.pipeline import sitemap_check_progress, sitemap_check_run
from sitemaps_app.pipeline.live import local_politeness
from sitemaps_app.pipeline.reports import Served, report_sitemap
from sitemaps_app.pipeline.sitemap_check_json import json_pieces
from tests import factories
from tests.loopback import Answer, LoopbackSite, redirect
from tests.network_guard import NetworkGuard
from tests.sending import sending_replaced

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
XML = {"Content-Type": "application/xml"}
SMALL = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>/a</loc><lastmod>2026-11-29</lastmod></url></urlset>'
NASTY = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://site.example/a?x=1&y=2</loc><lastmod>2026-13-45</lastmod></url>
<url><loc>https://site.example/b</loc><lastmod>2026-11-01</lastmod></url>
<url><loc>https://site.example/b</loc><lastmod>2026-11-02</lastmod></url>
<url><loc>https://other.example/c</loc></url>
</urlset>"""
ENTITIES = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><urlset><url><loc>https://site.example/&b;</loc></url></urlset>'
)
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_broker() -> Iterator[None]:
    with sending_replaced():
        yield


@pytest.fixture
def owner() -> User:
    return factories.person("viewer")


def read(check: SitemapCheck | None) -> SitemapCheck:
    assert check
    with override_settings(LASTMOD_ALLOWED_NETWORKS=("127.0.0.0/8",)):
        sitemap_check_run.run_check(check.pk, wall=lambda: NOW, politeness=local_politeness(waits=False))
    check.refresh_from_db()
    return check


def uploaded(owner: User, body: bytes, address: str = "") -> SitemapCheck | None:
    upload = files.uploads_folder() / "given.upload"
    upload.write_bytes(body)
    return checks.check_upload(owner, upload, "given.xml", address=address, now=NOW).check


def fetched(owner: User, url: str) -> SitemapCheck:
    return read(checks.check_address(owner, url, now=NOW).check)


def codes(check: SitemapCheck) -> list[str]:
    return [problem["code"] for problem in check.problems]


def test_a_file_becomes_a_report_and_is_not_kept(owner) -> None:
    check = read(uploaded(owner, NASTY, "https://site.example/sitemap.xml"))
    assert (check.state, check.outcome, check.kind, check.lease_token) == (State.DONE, "ok", "urlset", "")
    assert (check.entry_count, check.dated_count, check.bytes_total) == (3, 1, len(NASTY))
    assert set(codes(check)) == {"xml_bad_ampersand", "lastmod_invalid", "duplicate_url", "duplicate_url_conflict", "cross_host_url"}
    assert [[line["line"], line["wanted"]] for line in check.excerpts["lastmod_invalid"][0]] == [[1, False], [2, True], [3, False]]
    assert check.excerpts["cross_host_url"][0][1]["text"] == "<url><loc>https://other.example/c</loc></url>"
    assert [entry["line"] for entry in check.preview] == [2, 3, 5]
    assert {path.name for path in files.check_folder(check.folder).iterdir()} == {files.ENTRIES, files.CHILDREN}, "the text is not kept"


@pytest.mark.parametrize("body", [NASTY, gzip.compress(NASTY), SMALL, b"", b"https://site.example/a\nhttps://site.example/b\n"])
def test_the_download_is_what_the_command_prints(owner, body: bytes) -> None:
    check = read(uploaded(owner, body, "https://site.example/sitemap.xml"))
    report = report_sitemap(Served(body, "https://site.example/sitemap.xml"), source="given.xml", now=NOW)
    downloaded = json.loads(b"".join(json_pieces(check, source="given.xml")))
    printed = as_object(report)
    assert list(downloaded) == list(printed)
    del downloaded["dated_count"], printed["dated_count"]  # the command counts a date twice where an address has two
    assert downloaded == printed


def test_a_message_that_comes_twice_does_nothing_the_second_time(owner) -> None:
    check = read(uploaded(owner, SMALL))
    again = read(check)
    assert (again.state, again.ended_at) == (State.DONE, NOW)
    sitemap_check_run.run_check(10_000, wall=lambda: NOW)


def test_a_sitemap_is_fetched_and_its_redirect_told(owner) -> None:
    with LoopbackSite({"/old.xml": redirect("/new.xml"), "/new.xml": Answer(headers=XML, body=SMALL)}) as site:
        check = fetched(owner, site.url("/old.xml"))
        assert (check.outcome, check.http_status, check.entry_count) == ("ok", 200, 1)
        assert (check.address, check.redirects) == (site.url("/new.xml"), [site.url("/old.xml")])
        assert check.preview[0]["loc"] == site.url("/a")
        assert site.paths() == ["/old.xml", "/new.xml"], "the user asked for this one file"


def test_a_redirect_to_a_page_and_a_move_are_told(owner) -> None:
    page = Answer(headers={"Content-Type": "text/html"}, body=b"<!doctype html><html><body>Home</body></html>")
    routes = {"/a.xml": redirect("/"), "/": page, "/b.xml": redirect("/c.xml", 301), "/c.xml": Answer(headers=XML, body=SMALL)}
    with LoopbackSite(routes) as site:
        assert "redirected_to_page" in codes(fetched(owner, site.url("/a.xml")))
        assert "moved_permanently" in codes(fetched(owner, site.url("/b.xml")))


@pytest.mark.parametrize(("robots", "expected"), [(b"Sitemap: /deep/a.xml", False), (b"Sitemap: /b.xml", True)])
def test_a_file_that_robots_txt_names_is_not_to_blame_for_its_folder(owner, robots: bytes, expected: bool) -> None:
    with LoopbackSite({"/robots.txt": Answer(body=robots), "/deep/a.xml": Answer(headers=XML, body=SMALL)}) as site:
        assert ("url_outside_path" in codes(fetched(owner, site.url("/deep/a.xml")))) is expected
        assert site.paths() == ["/deep/a.xml", "/robots.txt"]


def test_of_a_host_the_first_sitemap_of_its_robots_txt_is_read(owner) -> None:
    robots = b"User-agent: *\nSitemap: /deep/first.xml\nSitemap: https://other.example/second.xml\n"
    with LoopbackSite({"/robots.txt": Answer(body=robots), "/deep/first.xml": Answer(headers=XML, body=SMALL)}) as site:
        check = fetched(owner, site.url("/"))
        assert site.paths() == ["/robots.txt", "/deep/first.xml"]
        assert check.address == site.url("/deep/first.xml")
        assert check.robots["sitemaps"] == [site.url("/deep/first.xml"), "https://other.example/second.xml"]
        assert not check.robots["guessed"]
        assert "url_outside_path" not in codes(check), "a file that robots.txt names may list pages of the whole host"


def test_of_a_robots_txt_that_names_none_the_usual_place_is_read(owner) -> None:
    with LoopbackSite({"/robots.txt": Answer(body=b"User-agent: *\n"), "/sitemap.xml": Answer(headers=XML, body=SMALL)}) as site:
        check = fetched(owner, site.url("/robots.txt"))
        assert (check.address, check.robots["guessed"], check.entry_count) == (site.url("/sitemap.xml"), True, 1)


def test_a_host_whose_robots_txt_fails_is_asked_for_nothing_more(owner) -> None:
    with LoopbackSite({"/robots.txt": Answer(503, body=b"later")}) as site:
        check = fetched(owner, site.url("/"))
        assert (check.outcome, check.http_status) == ("failed", 503)
        assert set(site.paths()) == {"/robots.txt"}


@pytest.mark.parametrize(
    ("status", "outcome", "code"),
    [(404, "failed", "http_error"), (410, "failed", "http_error"), (503, "failed", "http_error"), (403, "blocked", "fetch_blocked")],
)
def test_an_error_of_the_server_is_an_outcome(owner, status: int, outcome: str, code: str) -> None:
    with LoopbackSite({"/sitemap.xml": Answer(status, body=b"no")}) as site:
        check = fetched(owner, site.url("/sitemap.xml"))
        told = (check.state, check.outcome, codes(check), check.http_status)
        assert told == (State.DONE, outcome, [f"http_{status}", code], status)


@pytest.mark.parametrize("path", ["/sitemap.xml", "/"])
def test_the_seconds_that_a_server_asks_us_to_wait_are_told(owner, path: str) -> None:
    busy = Answer(503, {"Retry-After": "7200"}, b"later")
    with LoopbackSite({"/sitemap.xml": busy, "/robots.txt": busy}) as site:
        check = fetched(owner, site.url(path))
    assert (check.problems[0]["code"], check.problems[0]["detail"]) == ("http_503", "Retry-After: 7200 s")


def test_a_private_address_is_refused_as_everywhere(owner, guard: NetworkGuard) -> None:
    with LoopbackSite({"/sitemap.xml": Answer(body=SMALL)}) as site:
        for url in (site.url("/sitemap.xml"), "http://10.0.0.1/", "http://169.254.169.254/latest", "http://[::1]/sitemap.xml"):
            check = checks.check_address(factories.person("viewer"), url, now=NOW).check
            assert check
            sitemap_check_run.run_check(check.pk, wall=lambda: NOW, politeness=local_politeness(waits=False))
            check.refresh_from_db()
            assert (check.outcome, codes(check)) == ("failed", ["address_not_allowed"]), url
        assert site.requests == []
    assert guard.reached == []


def test_a_redirect_into_a_private_network_is_refused(owner, guard: NetworkGuard) -> None:
    with LoopbackSite({"/sitemap.xml": redirect("http://10.0.0.1/inside.xml")}) as site:
        assert codes(fetched(owner, site.url("/sitemap.xml"))) == ["address_not_allowed"]
    assert guard.reached == []


@pytest.mark.parametrize(
    ("body", "outcome", "code"),
    [
        (b"", "failed", "empty_response"),
        (b"<!doctype html><html><body>Hello</body></html>", "not_a_sitemap", "not_a_sitemap"),
        (ENTITIES, "failed", "xml_entities_forbidden"),
        (bytes(range(256)) * 40, "not_a_sitemap", "not_a_sitemap"),
        (b"\x1f\x8b\x08" + os.urandom(100), "", ""),
        (b"<urlset><url><loc>https://site.example/\x00\xed\xa0\x80</loc><lastmod>\x00</lastmod></url>", "", ""),
    ],
)
def test_bad_input_is_an_outcome_and_never_a_fault(owner, body: bytes, outcome: str, code: str) -> None:
    check = read(uploaded(owner, body))
    assert check.state == State.DONE
    assert check.problems
    if outcome:
        assert check.outcome == outcome
        assert code in codes(check)
    assert "\\u0000" not in json.dumps([check.problems, check.preview, check.excerpts]), "PostgreSQL takes no NUL"


@pytest.mark.django_db(transaction=True)  # the thread beside it writes progress, which a transaction around it would hold up
def test_a_gzip_bomb_ends_as_too_large_in_bounded_memory(owner) -> None:
    bomb = gzip.compress(b"<urlset>" + b" " * 120_000_000, compresslevel=9)
    check = uploaded(owner, bomb)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    check = read(check)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert "too_large" in codes(check)
    assert check.state == State.DONE
    assert grown < 40_000, "kilobytes"
    assert read(uploaded(owner, NASTY)).entry_count == 3, "the worker lives"


def test_what_one_worker_leaves_does_not_reach_the_report_of_the_next(owner, monkeypatch: pytest.MonkeyPatch) -> None:
    check = uploaded(owner, NASTY)
    assert check
    really = sitemap_check_run.read_sitemap

    def lost_on_the_way(*args, **options):
        answer = really(*args, **options)
        SitemapCheck.objects.update(state=State.INTERRUPTED, lease_token="")
        checks.begin_again(SitemapCheck.objects.get(), now=NOW)
        monkeypatch.setattr(sitemap_check_run, "read_sitemap", really)
        read(SitemapCheck.objects.get())
        return answer

    monkeypatch.setattr(sitemap_check_run, "read_sitemap", lost_on_the_way)
    read(check)
    assert (check.state, check.entry_count) == (State.DONE, 3)
    assert json.loads(b"".join(json_pieces(check, source="x")))["entry_count"] == 3
    assert not files.given_path(check.folder).exists()


def test_a_fault_of_ours_is_told_and_raised(owner, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_options: object) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr(sitemap_check_run, "read_sitemap", broken)
    check = uploaded(owner, SMALL)
    with pytest.raises(RuntimeError):
        read(check)
    check.refresh_from_db()
    assert check.state == State.FAILED
    assert files.given_path(check.folder).exists(), "so that it can be begun again"


def test_a_check_that_is_deleted_while_it_is_read_leaves_nothing(owner, monkeypatch: pytest.MonkeyPatch) -> None:
    check = uploaded(owner, SMALL)
    assert check
    really = sitemap_check_run.read_sitemap

    def deleting(*args, **options):
        checks.delete_check(check)
        return really(*args, **options)

    monkeypatch.setattr(sitemap_check_run, "read_sitemap", deleting)
    sitemap_check_run.run_check(check.pk, wall=lambda: NOW)
    assert not SitemapCheck.objects.exists()
    assert not files.check_folder(check.folder).exists()


def test_a_text_that_was_deleted_before_it_was_read_is_no_fault(owner, monkeypatch: pytest.MonkeyPatch) -> None:
    check = uploaded(owner, SMALL)
    assert check
    claim = sitemap_check_run._claimed

    def claimed_and_deleted(pk: int, now: datetime) -> SitemapCheck | None:
        held = claim(pk, now)
        checks.delete_check(check)
        return held

    monkeypatch.setattr(sitemap_check_run, "_claimed", claimed_and_deleted)
    sitemap_check_run.run_check(check.pk, wall=lambda: NOW)
    assert not files.check_folder(check.folder).exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_progress_is_written_while_the_lease_is_held_and_its_loss_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemap_check_progress, "BEAT_SECONDS", 0.01)
    check = uploaded(factories.person("viewer"), SMALL)
    assert check
    held = sitemap_check_run._claimed(check.pk, NOW)
    assert held
    later = NOW + timedelta(minutes=5)
    with sitemap_check_progress.kept_alive(held, wall=lambda: later) as progress:
        progress.stage, progress.bytes_read, progress.entries_read, progress.entries_faulty = "read", 1_000, 20, 3
        while True:
            check.refresh_from_db()
            if check.entries_read:
                break
        assert (check.stage, check.bytes_read, check.entries_read, check.entries_faulty) == ("read", 1_000, 20, 3)
        assert check.lease_until > later
        progress.go_on()
        checks.delete_check(check)
        assert progress.lost.wait(30)
        with pytest.raises(sitemap_check_progress.CheckLostError):
            progress.go_on()


@pytest.mark.django_db(transaction=True)
def test_the_progress_of_a_long_file_grows_while_it_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    body = b"<urlset>" + b"".join(b"<url><loc>https://site.example/%d</loc></url>\n" % number for number in range(60_000)) + b"</urlset>"
    seen: list[tuple[int, int]] = []
    really = sitemap_check_progress.Progress.go_on

    def watched(progress: sitemap_check_progress.Progress) -> None:
        seen.append((progress.bytes_read, progress.entries_read))
        really(progress)

    monkeypatch.setattr(sitemap_check_progress.Progress, "go_on", watched)
    check = read(uploaded(factories.person("viewer"), body))
    assert check.entry_count == 60_000
    assert seen == sorted(seen)
    assert len({entries for _bytes, entries in seen}) > 2
    assert seen[-1] == (len(body), 60_000)


@pytest.mark.parametrize(("address", "told"), [("https://site.example/index.xml", 2), ("https://elsewhere.example/index.xml", 1), ("", 0)])
def test_files_of_another_host_in_an_index_are_told(owner, address: str, told: int) -> None:
    places = ("https://www.site.example/a.xml", "https://elsewhere.example/b.xml", "https://elsewhere.example/c.xml")
    children = "".join(f"<sitemap><loc>{place}</loc></sitemap>" for place in places)
    check = read(uploaded(owner, f"<sitemapindex>{children}</sitemapindex>".encode(), address))
    found = [(problem["count"], problem["detail"].partition("; ")[0]) for problem in check.problems if problem["code"] == "cross_host_url"]
    first = places[1] if told == 2 else places[0]
    assert found == ([(told, first)] if told else [])
