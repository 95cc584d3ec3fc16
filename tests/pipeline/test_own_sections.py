"""Sections that a person chose, down the whole road."""

from __future__ import annotations

import pytest

from scoring.codec import evidence_from_json
from sitemaps_app.models import Assessment, Comparison, Page, Site, SitemapFile
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots import read_entries
from tests.pipeline.web_of_tests import ORIGIN, MemoryWeb, Served, check, page, robots, the_site, urlset

pytestmark = pytest.mark.django_db

PATHS = ("/news/1", "/news/2", "/docs/1", "/docs/2", "/about")


@pytest.fixture
def web() -> MemoryWeb:
    web = MemoryWeb()
    web.pages[f"{ORIGIN}/robots.txt"] = robots(f"Sitemap: {ORIGIN}/sitemap.xml")
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset(dict.fromkeys(PATHS, "2026-02-01")), headers={"etag": '"1"'})
    for path in PATHS:
        web.pages[f"{ORIGIN}{path}"] = page(f"About {path}", f"The page {path} tells a story of its own.", "And it goes on for a while.")
    return web


def sections_of_snapshot() -> dict[str, str]:
    snapshot = the_site().current_snapshot
    assert snapshot is not None
    return {stored.loc.removeprefix(ORIGIN): stored.section for stored in read_entries(snapshot_path(snapshot.path))}


def choose(rule: str, *prefixes: str) -> None:
    Site.objects.update(section_rule=rule, section_prefixes=list(prefixes))
    SitemapFile.objects.update(etag="", http_last_modified="")


def test_entries_pages_comparisons_and_judgements_follow_the_sections_of_a_person(web: MemoryWeb) -> None:
    check(web)
    check(web, days=1)
    assert set(sections_of_snapshot().values()) == {"/news", "/docs", "/"}
    choose("prefixes", "/news/", "/docs/")
    check(web, days=2)
    wanted = {"/news/1": "/news/", "/news/2": "/news/", "/docs/1": "/docs/", "/docs/2": "/docs/", "/about": "other"}
    assert sections_of_snapshot() == wanted
    assert {one.url.removeprefix(ORIGIN): one.section for one in Page.objects.all()} == wanted
    assert {(one.page.url.removeprefix(ORIGIN), one.section) for one in Comparison.objects.all()} == set(wanted.items())
    judged = the_site().current_assessment
    assert judged is not None
    assert set(Assessment.objects.filter(at=judged.at).exclude(section="").values_list("section", flat=True)) == {
        "/news/",
        "/docs/",
        "other",
    }
    snapshot = the_site().current_snapshot
    assert snapshot is not None
    assert {stats.section for stats in evidence_from_json(snapshot.stats).sections} == {"/news/", "/docs/", "other"}


def test_by_file_all_entries_of_one_file_are_one_section(web: MemoryWeb) -> None:
    check(web)
    choose("files")
    check(web, days=1)
    assert set(sections_of_snapshot().values()) == {"/sitemap.xml"}


def test_sections_that_nobody_changes_stay_where_a_file_answers_that_it_is_unchanged(web: MemoryWeb) -> None:
    check(web)
    choose("folders")
    check(web, days=1)
    check(web, days=2)
    assert web.conditional.count(f"{ORIGIN}/sitemap.xml") == 1
    assert set(sections_of_snapshot().values()) == {"/news", "/docs", "/"}
