"""Entries on disk: the same ones that the command reports, in memory that does not grow with them."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.sitemap_reader import read_sitemap
from sitemaps_app.pipeline import sitemap_check_files as files
from sitemaps_app.pipeline.entry_spool import PREVIEW_ENTRIES, EntrySpool, Spooled
from sitemaps_app.pipeline.report_objects import entry_object
from sitemaps_app.pipeline.reports import Served, report_sitemap

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def urlset(*entries: tuple[str, str]) -> bytes:
    blocks = "".join(
        f"<url><loc>https://site.example/{path}</loc>{f'<lastmod>{date}</lastmod>' if date else ''}</url>\n" for path, date in entries
    )
    return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{blocks}</urlset>'.encode()


def spooled(folder: Path, body: bytes) -> tuple[list[dict], Spooled, EntrySpool]:
    path = folder / "entries.gz"
    with files.PackedLines(path) as lines:
        spool = EntrySpool(lines, NOW)
        read_sitemap(body, url="", site_origin="", now=NOW, sink=spool.take)
    counted = spool.finish(path)
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()], counted, spool


def test_ages_and_dates_are_counted(tmp_path: Path) -> None:
    body = urlset(("a", "2026-11-30"), ("b", "2026-11-01"), ("c", ""), ("d", "never"), ("e", "2031-01-01"), ("f", "2020-01-01"))
    _entries, counted, spool = spooled(tmp_path, body)
    assert counted.entry_count == 6
    assert {code: count for code, count in counted.ages if count} == {
        "day": 1,
        "month": 1,
        "older": 1,
        "absent": 1,
        "invalid": 1,
        "future": 1,
    }
    assert counted.dated_count == 4, "a date in the future can be read"
    assert spool.faulty == 2


def test_an_address_that_comes_again_with_a_better_date_is_one_entry(tmp_path: Path) -> None:
    body = urlset(("a", "2026-01-01"), ("b", ""), ("a", "2026-11-29T10:00:00Z"), ("a", "2025-01-01"))
    entries, counted, spool = spooled(tmp_path, body)
    assert [(entry["loc"], entry["lastmod"]) for entry in entries] == [
        ("https://site.example/a", "2026-11-29T10:00:00Z"),
        ("https://site.example/b", None),
    ]
    assert (counted.entry_count, counted.dated_count) == (2, 1)
    assert dict(counted.ages)["week"] == 1
    first = next(iter(spool.preview.values()))
    assert (first["line"], first["lastmod"], first["precision"]) == (2, "2026-11-29T10:00:00Z", "second")


def test_the_preview_holds_the_first_hundred(tmp_path: Path) -> None:
    entries, counted, spool = spooled(tmp_path, urlset(*((str(number), "") for number in range(250))))
    assert len(entries) == counted.entry_count == 250
    assert [entry["loc"].rsplit("/", 1)[1] for entry in spool.preview.values()] == [str(number) for number in range(PREVIEW_ENTRIES)]


def test_no_entries_are_no_entries(tmp_path: Path) -> None:
    entries, counted, _spool = spooled(tmp_path, b"")
    assert entries == []
    assert counted.entry_count == counted.dated_count == sum(count for _code, count in counted.ages) == 0


_paths = st.sampled_from(["a", "b", "c", "%41", "A", "d?x=1&amp;y=2", "e/../b"])
_dates = st.sampled_from(
    [
        "",
        "2026",
        "2026-11",
        "2026-11-02",
        "2026-11-02T10:00:00Z",
        "2026-11-02T10:00:00.5+02:00",
        "never",
        "2040-01-01",
        "0003-05-01",
        "1969-12-31T23:59:59.999999Z",
        "9998",
        " 2026-11-03 ",
        "0000-00-00",
        "<!-- -->",
    ]
)


@given(entries=st.lists(st.tuples(_paths, _dates), max_size=30))
def test_the_file_holds_what_the_command_prints(tmp_path_factory, entries: list[tuple[str, str]]) -> None:
    body = urlset(*entries)
    report = report_sitemap(Served(body), source="x", now=NOW)
    written, counted, spool = spooled(tmp_path_factory.mktemp("spool"), body)
    assert written == [entry_object(entry) for entry in report.entries]
    assert counted.entry_count == report.entry_count
    assert counted.dated_count == sum(entry.lastmod.instant is not None for entry in report.entries)
    assert [{name: value for name, value in entry.items() if name != "line"} for entry in spool.preview.values()] == written
    assert [entry["line"] for entry in spool.preview.values()] == [entry.line for entry in report.entries]
