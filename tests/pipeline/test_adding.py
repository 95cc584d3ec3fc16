"""Adding a list: once, whatever happens between."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sitemaps_app.formats.delimited import Reading
from sitemaps_app.models import Addition, Site
from sitemaps_app.models.addition import AdditionState, LineKind
from sitemaps_app.pipeline import adding, adding_tables
from sitemaps_app.pipeline.sites import read_lines, read_target
from tests import factories

NOW = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def add(text: str, ticket: str = "t", *, now: datetime = NOW) -> Addition:
    lines = read_lines(text)
    addition, ours = adding.begin_addition(factories.person("editor"), ticket, lines=len(lines), now=now)
    if ours:
        adding.run_addition(addition, lines, now=now)
    return addition


def outcomes(addition: Addition) -> list[tuple[int, str, int]]:
    return list(addition.lines.values_list("number", "outcome", "duplicate_of"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("site.example", LineKind.DOMAIN),
        ("https://site.example/", LineKind.DOMAIN),
        ("site.example/blog/post", LineKind.PAGE),
        ("site.example/robots.txt", LineKind.ROBOTS),
        ("site.example/news-sitemap.xml", LineKind.SITEMAP),
    ],
)
def test_a_line_is_understood_as_what_it_is(text: str, kind: LineKind) -> None:
    target = read_target(text)
    assert target is not None
    assert target.kind is kind


def test_lines_that_name_one_site_are_told_apart() -> None:
    Site.objects.create(origin="https://old.example", created_at=NOW)
    given = "a.example\nhttps://a.example/about\na.example/s-sitemap.xml\nhttps://a.example/s-sitemap.xml\nold.example\nold.example/x.xml\nOLD.example\n!"
    addition = add(given)
    assert outcomes(addition) == [
        (1, "added", 0),
        (2, "duplicate", 1),
        (3, "sitemap_added", 0),
        (4, "duplicate", 3),
        (5, "known", 0),
        (6, "sitemap_added", 0),
        (7, "duplicate", 5),
        (8, "refused", 0),
    ]
    assert Site.objects.get(origin="https://a.example").sitemap_urls == ["https://a.example/s-sitemap.xml"]
    assert Site.objects.get(origin="https://old.example").sitemap_urls == ["https://old.example/x.xml"]
    assert asdict(adding.counts_of(addition)) == {"added": 1, "sitemap_added": 2, "known": 1, "duplicate": 3, "refused": 1}


def test_the_first_line_of_a_new_site_may_name_its_sitemap() -> None:
    addition = add("a.example/one.xml\na.example\na.example/two.xml")
    assert [outcome for _number, outcome, _of in outcomes(addition)] == ["added", "duplicate", "sitemap_added"]
    assert Site.objects.get().sitemap_urls == ["https://a.example/one.xml", "https://a.example/two.xml"]


def test_parts_of_a_long_list_know_of_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adding, "LINES_AT_ONCE", 2)
    addition = add("a.example\nb.example\na.example\nb.example/x.xml\nc.example")
    assert [outcome for _number, outcome, _of in outcomes(addition)] == ["added", "added", "duplicate", "sitemap_added", "added"]


def test_an_addition_that_is_worked_on_is_not_worked_on_twice() -> None:
    lines = read_lines("a.example\nb.example")
    addition, ours = adding.begin_addition(factories.person("editor"), "t", lines=2, now=NOW)
    again, also_ours = adding.begin_addition(addition.owner, "t", lines=2, now=NOW + timedelta(seconds=30))
    assert (again, ours, also_ours) == (addition, True, False)
    adding.run_addition(addition, lines, now=NOW)
    assert not adding.begin_addition(addition.owner, "t", lines=2, now=NOW + timedelta(hours=1))[1]


def test_an_addition_whose_process_was_lost_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adding, "LINES_AT_ONCE", 1)
    lines = read_lines("a.example\nb.example\na.example")
    addition, _ = adding.begin_addition(factories.person("editor"), "t", lines=3, now=NOW)
    real, calls = adding._add_part, []

    def killed(*args: object, **kwargs: object) -> None:
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        real(*args, **kwargs)

    monkeypatch.setattr(adding, "_add_part", killed)
    with pytest.raises(KeyboardInterrupt):
        adding.run_addition(addition, lines, now=NOW)
    assert Addition.objects.get().state == AdditionState.ADDING
    again, ours = adding.begin_addition(addition.owner, "t", lines=3, now=NOW + timedelta(minutes=2))
    assert ours
    adding.run_addition(again, lines, now=NOW + timedelta(minutes=2))
    assert outcomes(again) == [(1, "added", 0), (2, "added", 0), (3, "duplicate", 1)]
    assert again.state == AdditionState.DONE


def test_what_no_database_holds_is_shown_and_not_stored() -> None:
    addition = add("a\x00b.example\n" + "x" * 900)
    assert [line.text for line in addition.lines.all()] == ["a�b.example", "x" * 500]


def test_a_table_waits_is_shown_and_is_added_once(settings, tmp_path: Path) -> None:
    settings.STORAGE_FOLDER = tmp_path / "storage"
    upload = tmp_path / "upload"
    upload.write_bytes("name;site\nNews;news.example\nNone;\nShop;shop.example\n".encode("utf-16"))
    addition, refusal = adding_tables.keep_table(factories.person("editor"), upload, "s.csv", ticket="t", now=NOW)
    assert addition is not None
    assert refusal == ""
    preview = adding_tables.preview(addition, adding_tables.stored_reading(addition))
    assert [(column.name, column.readable) for column in preview.columns] == [("name", 0), ("site", 2)]
    assert (preview.best, preview.rows[0]) == (1, ("News", "news.example"))
    lines = adding_tables.table_lines(addition, preview.reading, preview.best)
    assert [(line.number, line.text) for line in lines] == [(2, "news.example"), (4, "shop.example")]
    assert adding_tables.start_table(addition, preview.reading, preview.best, lines=len(lines), now=NOW)
    assert not adding_tables.start_table(addition, preview.reading, preview.best, lines=len(lines), now=NOW)
    addition.refresh_from_db()
    assert adding_tables.kept_lines(addition) == lines


def test_a_damaged_row_and_a_wrong_column_break_nothing(settings, tmp_path: Path) -> None:
    settings.STORAGE_FOLDER = tmp_path / "storage"
    upload = tmp_path / "upload"
    upload.write_bytes(b'a.example,"x\nb.example\xff\xfe,y\n')
    addition, _ = adding_tables.keep_table(factories.person("editor"), upload, "s.csv", ticket="t", now=NOW)
    assert addition is not None
    assert adding_tables.table_lines(addition, Reading("utf-8", ",", has_header=False), 9) == ()


def test_old_additions_and_tables_that_nobody_wanted_are_forgotten(settings, tmp_path: Path) -> None:
    settings.STORAGE_FOLDER = tmp_path / "storage"
    upload = tmp_path / "upload"
    upload.write_bytes(b"a.example\n")
    draft, _ = adding_tables.keep_table(factories.person("editor"), upload, "s.csv", ticket="draft", now=NOW)
    assert draft is not None
    old, new = add("a.example", "old", now=NOW - timedelta(days=100)), add("b.example", "new")
    later = NOW + timedelta(days=2)
    assert adding_tables.prune_additions(before=NOW - timedelta(days=92), now=later, dry_run=True) == 2
    assert Addition.objects.count() == 3
    assert adding_tables.prune_additions(before=NOW - timedelta(days=92), now=later, dry_run=False) == 2
    assert list(Addition.objects.all()) == [new]
    assert not adding_tables.table_path(draft).exists()
    assert Site.objects.filter(origin="https://a.example").exists()
    assert old.pk != new.pk
