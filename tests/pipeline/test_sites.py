from __future__ import annotations

from datetime import UTC, datetime

import pytest
from kombu.exceptions import OperationalError

from sitemaps_app.models import Site, Snapshot
from sitemaps_app.pipeline import leases, sites
from sitemaps_app.pipeline.storage import snapshot_folder

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "origin", "sitemap"),
    [
        ("site.example", "https://site.example", ""),
        ("  https://Site.Example/some/page?q=1 ", "https://site.example", ""),
        ("http://site.example:8080", "http://site.example:8080", ""),
        ("https://site.example:443/", "https://site.example", ""),
        ("https://site.example/maps/pages.xml.gz", "https://site.example", "https://site.example/maps/pages.xml.gz"),
        ("site.example/sitemap_index.php", "https://site.example", "https://site.example/sitemap_index.php"),
        ("https://site.example/robots.txt", "https://site.example", ""),
        ("https://127.0.0.1:8000/", "https://127.0.0.1:8000", ""),
    ],
)
def test_a_target_is_read_as_an_origin_and_a_sitemap(text: str, origin: str, sitemap: str) -> None:
    assert sites.read_target(text) == sites.Target(origin, sitemap)


@pytest.mark.parametrize("text", ["", "   ", "ftp://site.example/", "javascript:alert(1)", "two words", "https://", "https://[::1", "word"])
def test_what_names_no_web_host_is_refused(text: str) -> None:
    assert sites.read_target(text) is None


@pytest.mark.django_db
def test_adding_a_site_twice_gives_one_row_and_keeps_both_sitemaps() -> None:
    first = sites.add_site("site.example/a-sitemap.xml", now=NOW)
    again = sites.add_site("https://site.example/b-sitemap.xml", now=NOW)
    assert first.created
    assert not again.created
    assert Site.objects.get().sitemap_urls == ["https://site.example/a-sitemap.xml", "https://site.example/b-sitemap.xml"]


@pytest.mark.django_db
def test_a_list_of_lines_gives_one_answer_a_line_and_bad_lines_stop_nothing() -> None:
    answers = sites.add_sites("one.example\n\nnot a site\n one.example \ntwo.example\n", now=NOW)
    assert [(answer.line, answer.created, answer.problem) for answer in answers] == [
        ("one.example", True, ""),
        ("not a site", False, "url_invalid"),
        ("two.example", True, ""),
    ]


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_down_does_not_stop_anybody_from_adding_a_site(monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: object, **__: object) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(sites.current_app, "send_task", down)
    added = sites.add_site("site.example", now=NOW)
    assert added.site is not None
    assert added.site.next_check_at == NOW


@pytest.mark.django_db
def test_check_now_makes_a_site_due_unless_a_check_is_under_way() -> None:
    site = sites.add_site("site.example", now=NOW, due=False).site
    assert site is not None
    assert sites.request_check(site, now=NOW)
    site.refresh_from_db()
    assert site.next_check_at == NOW
    leases.take(site.pk, wall=NOW, seconds=60)
    assert not sites.request_check(site, now=NOW)


@pytest.mark.django_db
def test_deleting_a_site_takes_its_rows_and_files_with_it() -> None:
    site = sites.add_site("site.example", now=NOW, due=False).site
    assert site is not None
    folder = snapshot_folder(site.pk)
    folder.mkdir(parents=True)
    (folder / "one.parquet").write_bytes(b"x")
    Snapshot.objects.create(site=site, taken_at=NOW, complete=True, path="x", entries=0, with_lastmod=0)
    sites.delete_site(site)
    assert not Site.objects.exists()
    assert not Snapshot.objects.exists()
    assert not folder.exists()


@pytest.mark.django_db
def test_a_site_is_found_by_its_domain_whichever_scheme_it_has() -> None:
    sites.add_site("http://site.example", now=NOW, due=False)
    found = sites.find_site("site.example")
    assert found is not None
    assert found.origin == "http://site.example"
    assert sites.find_site("https://site.example") is None
