from __future__ import annotations

import pytest

from sitemaps_app.snapshots import OTHER_SECTION, section_of


@pytest.mark.parametrize(
    ("loc", "section"),
    [
        ("https://site.example/docs/a/b", "/docs"),
        ("https://site.example/docs/a/", "/docs"),
        ("https://site.example/about", "/"),
        ("https://site.example/about/", "/"),
        ("https://site.example", "/"),
        ("https://site.example//blog//post", "/blog"),
        ("https://site.example/other/page", "/other"),
        ("https://[broken/a/b", "/"),
    ],
)
def test_where_one_file_holds_all_the_first_folder_is_the_section(loc: str, section: str) -> None:
    assert section_of(loc, "https://site.example/sitemap.xml", 1) == section
    assert section != OTHER_SECTION


@pytest.mark.parametrize(
    ("file_url", "section"),
    [
        ("https://site.example/maps/news.xml.gz", "/maps/news.xml.gz"),
        ("https://site.example/sitemap.php?part=2", "/sitemap.php?part=2"),
        ("https://site.example", "/"),
    ],
)
def test_where_there_are_several_files_the_file_is_the_section(file_url: str, section: str) -> None:
    assert section_of("https://site.example/docs/a", file_url, 2) == section
