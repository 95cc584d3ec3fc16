from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from sitemaps_app.management import site_text
from sitemaps_app.management.commands import check_site
from sitemaps_app.models import Site
from sitemaps_app.pipeline.once import OnceResult
from sitemaps_app.pipeline.site_report import ReportProblem, report_site
from tests.loopback import Answer, LoopbackSite
from tests.pipeline.web_of_tests import MemoryWeb, check, site_with, the_site

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _storage(tmp_path: Path) -> Iterator[None]:
    with override_settings(STORAGE_FOLDER=tmp_path / "storage"):
        yield


@pytest.fixture
def site() -> Site:
    web = MemoryWeb()
    site_with(web, {"/a": "2026-02-01"})
    check(web)
    return the_site()


def checked(capsys: pytest.CaptureFixture[str], target: str, *arguments: str) -> tuple[str, str, int]:
    status = 0
    try:
        call_command("check_site", target, "--allow-network", "127.0.0.0/8", *arguments)
    except SystemExit as leaving:
        status = int(str(leaving.code))
    output = capsys.readouterr()
    return output.out, output.err, status


def test_a_check_that_could_not_read_the_target_leaves_with_1_whatever_earlier_ones_read(capsys: pytest.CaptureFixture[str]) -> None:
    with LoopbackSite() as web:
        body = f"<urlset><url><loc>{web.url('/a')}</loc><lastmod>2026-02-01</lastmod></url></urlset>"
        web.routes["/sitemap.xml"] = Answer(headers={"Content-Type": "application/xml"}, body=body.encode())
        web.routes["/a"] = Answer(headers={"Content-Type": "text/html"}, body=b"<main><h1>A</h1><p>Some text that is read.</p></main>")
        assert checked(capsys, web.url("/"), "--now", "2026-03-01")[2] == 0
        del web.routes["/sitemap.xml"]
        output, _, status = checked(capsys, web.url("/"), "--now", "2026-03-02", "--json")
    report = json.loads(output)
    assert (report["entries"], status) == (1, 1)
    assert report["outcome"] not in {"ok", "partial"}


@pytest.mark.parametrize("problem", ["already_being_checked", ""])
def test_a_site_that_another_worker_checks_leaves_with_1_and_its_object(
    problem: str, site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: Any, **__: Any) -> OnceResult:
        return OnceResult(site, None, problem)

    monkeypatch.setattr(check_site, "check_once", busy)
    output, errors, status = checked(capsys, "site.example", "--json")
    report = json.loads(output)
    assert (report["outcome"], report["problems"][0]["code"], report["entries"], status) == (
        "already_being_checked", "already_being_checked", 1, 1,
    )  # fmt: skip
    assert "Another worker" in errors


@pytest.mark.parametrize("arguments", [("--now", "0001-01-01T00:00:00+14:00"), ("--now", "9999-12-31"), ("--pages", "-1")])
def test_what_cannot_be_is_wrong_use(arguments: tuple[str, str]) -> None:
    with pytest.raises(CommandError) as wrong:
        call_command("check_site", "site.example", *arguments)
    assert wrong.value.returncode == 2


def test_no_text_of_a_site_reaches_the_terminal_as_it_is(site: Site) -> None:
    hostile = ReportProblem("url_invalid", "warning", "https://site.example/\x9b2J", 3, "\u202eevil\x1b[31m\nsecond line", 1)
    report = replace(report_site(site), problems=(hostile,))
    text = list(site_text.as_text(report))
    assert not {"\x9b", "\u202e", "\x1b", "\n"} & set("".join(text))
    assert any("evil" in line and "second line" in line for line in text)
    assert site_text.as_json(report).isascii()


def test_the_object_tells_what_stands_behind_the_numbers_and_nothing_of_older_rules(site: Site) -> None:
    told = json.loads(site_text.as_json(report_site(site)))["workings"]
    assert (told["basis"], told["moved_missing"], told["unmoved_missing"]) == ("", 18, 18)
    site.current_assessment.workings["useful_since"] = "2026-03-02T06:00:00+00:00"
    assert json.loads(site_text.as_json(report_site(site)))["workings"]["useful_since"] == "2026-03-02T06:00:00Z"
    site.current_assessment.workings = {}
    assert json.loads(site_text.as_json(report_site(site)))["workings"] is None
