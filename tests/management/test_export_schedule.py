from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from sitemaps_app.models import Assessment, Site
from sitemaps_app.pipeline.storage import snapshot_path
from tests.pipeline.web_of_tests import DAY_0, ORIGIN, MemoryWeb, Served, check, site_with, the_site, urlset

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _storage(tmp_path: Path) -> Iterator[None]:
    with override_settings(STORAGE_FOLDER=tmp_path / "storage"):
        yield


@pytest.fixture
def site() -> Site:
    """A site with two snapshots, whose verdict each test sets."""
    web = MemoryWeb()
    site_with(web, {"/same": "2026-02-01", "/moved": "2026-02-01", "/undated": "", "/gone": "2026-02-01"})
    check(web)
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(
        urlset({"/same": "2026-02-01", "/moved": "2026-03-01", "/undated": "", "/=new": "2026-03-01"})
    )
    check(web, days=1)
    return the_site()


def judge_as(site: Site, verdict: str) -> None:
    Assessment.objects.filter(site=site).update(verdict=verdict, trust=0.95, trust_low=0.91, trust_high=0.99)


def exported(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, str, int]:
    status = 0
    try:
        call_command("export_schedule", *arguments)
    except SystemExit as leaving:
        status = int(str(leaving.code))
    output = capsys.readouterr()
    return output.out, output.err, status


def test_a_trusted_site_lists_what_moved_is_new_is_undated_and_is_gone(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    judge_as(site, "trusted")
    output, _, status = exported(capsys, "site.example", "--format", "jsonl")
    header, *rows = map(json.loads, output.splitlines())
    reasons = {row["url"].removeprefix(ORIGIN): row["reason"] for row in rows if row["reason"] != "audit_sample"}
    assert status == 0
    assert reasons == {"/moved": "lastmod_moved", "/undated": "undated", "/=new": "new", "/gone": "removed"}
    assert header["header"]["verdict"] == "trusted"
    assert header["header"]["next_cursor"]
    assert header["header"]["valid_until"] > header["header"]["as_of"]


def test_the_next_cursor_gives_only_what_came_after(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    judge_as(site, "trusted")
    header = json.loads(exported(capsys, "site.example")[0].splitlines()[0])["header"]
    again, _, _ = exported(capsys, "site.example", "--since", header["next_cursor"])
    assert {json.loads(line)["reason"] for line in again.splitlines()[1:]} <= {"undated", "audit_sample"}
    everything, _, _ = exported(capsys, "site.example", "--since", "all")
    assert len(everything.splitlines()) == 1 + 4
    early, _, _ = exported(capsys, "site.example", "--since", DAY_0.isoformat())
    assert "lastmod_moved" in early


@pytest.mark.parametrize("verdict", ["untrusted", "insufficient", "hint", "no_lastmod"])
def test_a_site_that_is_not_trusted_is_refused_with_the_reason(site: Site, verdict: str, capsys: pytest.CaptureFixture[str]) -> None:
    judge_as(site, verdict)
    output, errors, status = exported(capsys, "site.example")
    assert (output, status) == ("", 1)
    assert errors.startswith(ORIGIN)


def test_forced_it_gives_the_fallback_list(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    judge_as(site, "untrusted")
    output, _, status = exported(capsys, "site.example", "--force")
    reasons = {json.loads(line)["reason"] for line in output.splitlines()[1:]}
    assert status == 0
    assert "untrusted_fallback" in reasons
    assert "lastmod_moved" not in reasons


@pytest.mark.parametrize("damage", [b"", b"PAR1 and then nothing that is parquet PAR1"])
def test_a_damaged_snapshot_is_refused_before_anything_is_sent(site: Site, damage: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    judge_as(site, "trusted")
    assert site.current_snapshot is not None
    snapshot_path(site.current_snapshot.path).write_bytes(damage)
    output, errors, status = exported(capsys, "site.example", "--since", "all")
    assert (output, status) == ("", 1)
    assert "damaged" in errors


def test_in_a_forced_list_of_everything_nothing_is_called_new(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    judge_as(site, "untrusted")
    output, _, _ = exported(capsys, "site.example", "--force", "--since", "all")
    assert {json.loads(line)["reason"] for line in output.splitlines()[1:]} == {"untrusted_fallback"}


def test_csv_has_one_head_and_no_cell_that_a_spreadsheet_would_run(site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judge_as(site, "trusted")
    target = tmp_path / "due.csv"
    exported(capsys, "site.example", "--format", "csv", "--output", str(target))
    rows = list(csv.DictReader(io.StringIO(target.read_text())))
    assert {row["reason"] for row in rows} >= {"new", "lastmod_moved"}
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "+", "-", "@"))]
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".due")] == []


def test_a_site_that_is_not_monitored_and_a_bad_cursor_are_told(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError) as wrong:
        call_command("export_schedule", "elsewhere.example")
    assert wrong.value.returncode == 2
    judge_as(site, "trusted")
    _, errors, status = exported(capsys, "site.example", "--since", "no-such-cursor")
    assert status == 1
    assert errors


def test_an_output_that_cannot_be_written_is_wrong_use(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    judge_as(site, "trusted")
    with pytest.raises(CommandError) as wrong:
        call_command("export_schedule", "site.example", "--output", "/nowhere/due.csv")
    assert wrong.value.returncode == 2


def test_since_takes_what_now_takes(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    judge_as(site, "trusted")
    day = DAY_0.date().isoformat()
    for since in (f"{day}T23:00:00", f"{day}T23:00", f" {day}T23:00:00Z"):
        output, errors, status = exported(capsys, "site.example", "--since", since)
        assert (status, errors) == (0, "")
        assert "lastmod_moved" in output
    output, _, status = exported(capsys, "site.example", "--since", day)
    assert (status, json.loads(output.splitlines()[0])["header"]["since"]) == (0, None)
    with pytest.raises(CommandError) as wrong:
        call_command("export_schedule", "site.example", "--since", "9999-12-31T23:59:59Z")
    assert wrong.value.returncode == 2


def test_a_line_is_one_line_for_every_reader(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    judge_as(site, "trusted")
    output, _, _ = exported(capsys, "site.example", "--since", "all")
    assert output.isascii()


def test_a_large_section_that_nobody_looked_into_is_not_followed_on_the_word_of_the_others(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    judge_as(site, "trusted")
    current = site.current_assessment
    assert current is not None
    seen = Assessment.objects.get(site=site, at=current.at, section="/")
    seen.counts = {"moved_changed": 9, "unmoved_unchanged": 30}
    seen.section = "/elsewhere"
    seen.save()
    rules = current.rule_version
    Assessment.objects.create(
        site=site, at=current.at, section="/", verdict="insufficient", entries=seen.entries, counts={}, rule_version=rules
    )
    output, _, _ = exported(capsys, "site.example")
    reasons = {row["url"].removeprefix(ORIGIN): row["reason"] for row in map(json.loads, output.splitlines()[1:])}
    assert reasons["/moved"] == "untrusted_fallback"
