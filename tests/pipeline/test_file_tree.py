from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sitemaps_app.formats.lastmod import parse_lastmod
from sitemaps_app.formats.sitemap import Child
from sitemaps_app.pipeline.file_tree import FileTree, PlannedFile

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ROOT = PlannedFile("https://site.example/index.xml", "robots")


def child(name: str, lastmod: str = "") -> Child:
    return Child(f"https://site.example/{name}", parse_lastmod(lastmod or None, now=NOW))


def read_all(tree: FileTree) -> list[str]:
    names = []
    while (planned := tree.next()) is not None:
        names.append(planned.url.rsplit("/", 1)[-1])
    return names


def test_children_of_an_index_come_newest_first_and_undated_ones_last() -> None:
    tree = FileTree(budget=10, max_depth=3)
    tree.offer(ROOT)
    assert tree.next() == ROOT
    tree.offer_children(ROOT, [child("old.xml", "2024-01-01"), child("undated.xml"), child("new.xml", "2026-02-01")])
    assert read_all(tree) == ["new.xml", "old.xml", "undated.xml"]


def test_the_same_file_in_another_spelling_is_a_loop_and_is_read_once() -> None:
    tree = FileTree(budget=10, max_depth=3)
    tree.offer(ROOT)
    tree.next()
    twice = [child("a.xml"), child("a.xml"), Child("https://SITE.example:443/index.xml", parse_lastmod(None, now=NOW))]
    problems = tree.offer_children(ROOT, twice)
    assert [(problem.code, problem.detail) for problem in problems] == [
        ("duplicate_child", "https://site.example/a.xml"),
        ("sitemap_loop", "https://SITE.example:443/index.xml"),
    ]
    assert read_all(tree) == ["a.xml"]


def test_the_budget_leaves_the_oldest_files_and_says_how_many() -> None:
    tree = FileTree(budget=3, max_depth=3)
    tree.offer(ROOT)
    tree.next()
    days = [NOW - timedelta(days=n) for n in range(5)]
    tree.offer_children(ROOT, [child(f"{n}.xml", day.isoformat()) for n, day in enumerate(days)])
    assert read_all(tree) == ["0.xml", "1.xml"]
    assert tree.left == 3


def test_an_index_nested_too_deep_is_not_followed() -> None:
    tree = FileTree(budget=10, max_depth=1)
    tree.offer(ROOT)
    tree.next()
    tree.offer_children(ROOT, [child("a.xml")])
    nested = tree.next()
    assert nested is not None
    assert [problem.code for problem in tree.offer_children(nested, [child("deep.xml")])] == ["sitemap_too_deep"]
    assert tree.next() is None
    assert tree.too_deep == 1


def test_the_number_of_files_with_entries_does_not_count_indexes() -> None:
    tree = FileTree(budget=10, max_depth=3)
    tree.offer(ROOT)
    tree.next()
    tree.offer_children(ROOT, [child("only.xml")])
    assert tree.leaves == 1
