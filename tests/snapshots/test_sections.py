from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sitemaps_app.snapshots import OTHER_SECTION, SectionRule, section_of, sections_of


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


_starts = st.sampled_from(
    ["https://site.example", "http://[::1]:80", "HTTPS://site.example", "https://[broken", "//site.example", "", " https://a"]
)
_locs = st.builds(lambda start, rest: start + rest, _starts, st.text("ab/?#[]@:.\t\n\r \x00\x1f\x7f\x85é中\u2028\ud800%&;\\", max_size=12))


@given(st.lists(_locs, max_size=8), st.integers(1, 2))
@example(["https://site.example/a/", "https://site.example/a/b", "https://site.example?/a/b", "https://site.example#/a/b"], 1)
def test_a_column_has_the_sections_that_its_entries_have(locs: list[str], files: int) -> None:
    column = sections_of(locs, "https://site.example/map.xml", files)
    assert [column.names[place] for place in column.places] == [section_of(loc, "https://site.example/map.xml", files) for loc in locs]
    assert len(set(column.names)) == len(column.names)


PREFIXES = SectionRule("prefixes", ("/news/", "/news/sport/", "/"))


@pytest.mark.parametrize(
    ("rule", "files", "section"),
    [
        (SectionRule("files"), 1, "/maps/a.xml"),
        (SectionRule("folders"), 9, "/news"),
        (PREFIXES, 1, "/news/sport/"),
        (PREFIXES, 9, "/news/sport/"),
        (SectionRule("prefixes", ("/docs/",)), 1, "other"),
    ],
)
def test_a_person_may_choose_what_a_section_is(rule: SectionRule, files: int, section: str) -> None:
    loc, file_url = "https://site.example/news/sport/1?x", "https://site.example/maps/a.xml"
    assert section_of(loc, file_url, files, rule) == section
    column = sections_of([loc, loc], file_url, files, rule)
    assert [column.names[place] for place in column.places] == [section, section]


def test_the_longest_beginning_decides_whatever_its_place() -> None:
    column = sections_of(["https://s.example/a", "https://s.example/news/1", "https://s.example"], "", 1, PREFIXES)
    assert [column.names[place] for place in column.places] == ["/", "/news/", "/"]
