from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.lastmod import parse_lastmod
from sitemaps_app.formats.sitemap import Child
from sitemaps_app.pipeline.file_tree import NEVER, FileTree, PlannedFile

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ROOT = PlannedFile("https://site.example/index.xml", "robots")


def child(name: str, lastmod: str = "") -> Child:
    return Child(f"https://site.example/{name}", parse_lastmod(lastmod or None, now=NOW))


def read_all(tree: FileTree) -> list[str]:
    names = []
    while (planned := tree.next()) is not None:
        names.append(planned.url.rsplit("/", 1)[-1])
        tree.done(planned)
    return names


def begin(tree: FileTree) -> None:
    """Offer the root and read it."""
    tree.offer(ROOT)
    assert tree.next() == ROOT
    tree.done(ROOT)


def test_children_of_an_index_come_newest_first_and_undated_ones_last() -> None:
    tree = FileTree(budget=10, max_depth=3)
    begin(tree)
    tree.offer_children(ROOT, [child("old.xml", "2024-01-01"), child("undated.xml"), child("new.xml", "2026-02-01")])
    assert read_all(tree) == ["new.xml", "old.xml", "undated.xml"]


def test_the_same_file_in_another_spelling_is_a_loop_and_is_read_once() -> None:
    tree = FileTree(budget=10, max_depth=3)
    begin(tree)
    twice = [child("a.xml"), child("a.xml"), Child("https://SITE.example:443/index.xml", parse_lastmod(None, now=NOW))]
    taken, problems = tree.offer_children(ROOT, twice)
    assert [planned.url for planned in taken] == ["https://site.example/a.xml"]
    assert [(problem.code, problem.detail) for problem in problems] == [
        ("duplicate_child", "https://site.example/a.xml"),
        ("sitemap_loop", "https://SITE.example:443/index.xml"),
    ]
    assert read_all(tree) == ["a.xml"]


def test_the_budget_leaves_the_oldest_files_and_says_how_many() -> None:
    tree = FileTree(budget=3, max_depth=3)
    begin(tree)
    days = [NOW - timedelta(days=n) for n in range(5)]
    tree.offer_children(ROOT, [child(f"{n}.xml", day.isoformat()) for n, day in enumerate(days)])
    assert read_all(tree) == ["0.xml", "1.xml"]
    assert (tree.left, tree.known) == (3, 6)


def test_an_index_nested_too_deep_is_not_followed() -> None:
    tree = FileTree(budget=10, max_depth=1)
    begin(tree)
    tree.offer_children(ROOT, [child("a.xml")])
    nested = tree.next()
    assert nested is not None
    assert [problem.code for problem in tree.offer_children(nested, [child("deep.xml")])[1]] == ["sitemap_too_deep"]
    assert tree.next() is None
    assert tree.too_deep == 1


def test_the_number_of_files_with_entries_does_not_count_indexes() -> None:
    tree = FileTree(budget=10, max_depth=3)
    begin(tree)
    tree.offer_children(ROOT, [child("only.xml")])
    assert tree.leaves == 1


def test_where_the_budget_does_not_reach_every_second_child_is_the_one_that_waits_longest() -> None:
    """Children 0…9 from new to old; those with even numbers were never read, the others the longer ago the newer they are."""
    waits = {f"https://site.example/{n}.xml": NEVER if n % 2 == 0 else float(n) for n in range(10)}
    tree = FileTree(budget=7, max_depth=3, last_read=waits.__getitem__)
    begin(tree)
    tree.offer_children(ROOT, [child(f"{n}.xml", (NOW - timedelta(days=n)).isoformat()) for n in range(10)])
    assert read_all(tree) == ["0.xml", "2.xml", "1.xml", "4.xml", "3.xml", "6.xml"]


def test_within_the_budget_the_order_is_by_date_alone_and_of_equal_dates_by_wait() -> None:
    tree = FileTree(budget=99, max_depth=3, last_read={"https://site.example/a.xml": 5.0, "https://site.example/b.xml": 4.0}.__getitem__)
    begin(tree)
    tree.offer_children(ROOT, [child("a.xml", "2026-01-01"), child("b.xml", "2026-01-01")])
    assert read_all(tree) == ["b.xml", "a.xml"]


@given(count=st.integers(1, 60), budget=st.integers(3, 20), dated=st.booleans())
def test_over_several_reads_every_child_has_its_turn(count: int, budget: int, dated: bool) -> None:
    last: dict[str, float] = {}
    for day in range(2 + 2 * count // (budget - 2)):
        tree = FileTree(budget=budget, max_depth=3, last_read=lambda key: last.get(key, NEVER))
        begin(tree)
        tree.offer_children(ROOT, [child(f"{n}.xml", (NOW - timedelta(days=n)).isoformat() if dated else "") for n in range(count)])
        for name in read_all(tree):
            last[f"https://site.example/{name}"] = day
    assert len(last) == count


def test_a_host_has_so_many_files_out_at_once_and_another_goes_on_beside_it() -> None:
    tree = FileTree(budget=99, max_depth=3, places=2)
    begin(tree)
    elsewhere = Child("https://cdn.example/old.xml", parse_lastmod("2020-01-01", now=NOW))
    tree.offer_children(ROOT, [*(child(f"{n}.xml", f"2026-02-0{9 - n}") for n in range(4)), elsewhere])
    out = [tree.next() for _ in range(4)]
    assert [planned and planned.url for planned in out] == [
        "https://site.example/0.xml",
        "https://site.example/1.xml",
        "https://cdn.example/old.xml",
        None,
    ]
    assert out[1] is not None
    tree.done(out[1])
    assert [planned and planned.url for planned in (tree.next(), tree.next())] == ["https://site.example/2.xml", None]


def test_a_tree_over_countless_hosts_and_files_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sitemaps_app.pipeline.file_tree.MAX_KNOWN", 300)
    tree = FileTree(budget=1_000, max_depth=3)
    begin(tree)
    many = [Child(f"https://host{n}.example/a.xml", parse_lastmod(None, now=NOW)) for n in range(500)]
    taken, problems = tree.offer_children(ROOT, many)
    assert len(taken) == 299
    assert [(problem.code, problem.count) for problem in problems] == [("files_left", 201)]
    assert (tree.left, tree.known, tree.leaves) == (500, 501, 500)
    assert len(tree._lanes) <= 51
    assert len(read_all(tree)) == 299
    assert tree.left == 201
