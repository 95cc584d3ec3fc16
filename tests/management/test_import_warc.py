from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from tests.formats.archives import ArchiveMaker

pytestmark = pytest.mark.django_db
SITE = "https://site.example"
FIRST, SECOND = "2024-05-01T08:00:00Z", "2024-05-02T08:00:00Z"


@pytest.fixture(autouse=True)
def _storage(tmp_path: Path) -> Iterator[None]:
    with override_settings(STORAGE_FOLDER=tmp_path / "storage"):
        yield


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A crawl whose second day holds only a page, and whose file is cut at its end."""
    body = f"<urlset><url><loc>{SITE}/a</loc><lastmod>2024-04-01</lastmod></url></urlset>".encode()
    maker = ArchiveMaker().page(f"{SITE}/robots.txt", FIRST, b"User-agent: *", kind="text/plain")
    maker.page(f"{SITE}/sitemap.xml", FIRST, body, kind="application/xml").page(f"{SITE}/a", FIRST).page(f"{SITE}/a", SECOND)
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(maker.written + maker.written[:40])
    return path


def imported(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[list[str], str, int]:
    status = 0
    try:
        call_command("import_warc", *arguments)
    except SystemExit as leaving:
        status = int(str(leaving.code))
    output = capsys.readouterr()
    return output.out.splitlines(), output.err, status


def test_what_is_wrong_with_the_archive_is_among_the_problems(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines, errors, status = imported(capsys, str(archive), "--json")
    (report,) = map(json.loads, lines)
    assert (report["site"], report["entries"], status) == (SITE, 1, 0)
    assert report["problems"][0] == {
        "code": "archive_damaged", "severity": "warning", "url": SITE, "line": None, "detail": str(archive), "count": 2,
    }  # fmt: skip
    assert "archive_damaged" in errors


def test_an_archive_that_was_imported_before_is_no_failure(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    imported(capsys, str(archive))
    assert imported(capsys, str(archive), "--json")[2] == 0


def test_an_archive_without_a_site_has_its_object_and_leaves_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.warc"
    path.write_bytes(b"no archive at all")
    lines, errors, status = imported(capsys, str(path), "--json")
    found = json.loads(lines[0])
    assert status == 1
    assert found["error"] in errors
    assert found["problems"][0]["code"].startswith("archive_")


def test_what_is_no_file_is_said_and_not_waited_for(tmp_path: Path, archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe.warc")
    for name, word in ((tmp_path / "missing.warc", "does not exist"), (tmp_path / "pipe.warc", "regular file"), ("a\0b", "does not exist")):
        lines, errors, status = imported(capsys, str(name), "--json")
        assert status == 1
        assert word in json.loads(lines[0])["error"]
        assert word in errors
    assert imported(capsys, str(tmp_path), "--json")[2] == 0, "a pipe in a folder is passed over"
