from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemaps_app.formats.lastmod import LastmodStatus
from sitemaps_app.formats.sitemap import Entry
from sitemaps_app.snapshots import OTHER_SECTION, SectionColumn, SnapshotWriter, read_entries, section_of, sections_of
from tests.snapshots.written import batch_of, entry, write

RAW_TEXTS = [
    None,
    "",
    "2024",
    "2024-02",
    "2024-02-29",
    "2024-02-29T10:11Z",
    "2024-02-29T10:11:12Z",
    "2024-02-29T10:11:12+00:00",
    "2024-02-29T10:11:12-00:00",
    "2024-02-29T23:30:12-05:30",
    "2024-02-29T10:11:12.345Z",
    "2024-02-29T10:11:12.345678+14:00",
    "2024-02-29T10:11:12.3456789Z",
    "2024-02-29 10:11:12",
    "2024-02-29T10:11:12",
    " 2024-02-29 ",
    "Thu, 29 Feb 2024 10:11:12 GMT",
    "yesterday",
    "2030-01-01",
    "1970-01-01T00:00:00Z",
    "0001-01-01",
]


def test_every_entry_is_read_back_as_it_was_given(tmp_path: Path) -> None:
    given = [
        entry(f"/page-{place:03d}", raw, loc=f"https://site.example/Page-{place:03d}" if place % 2 else None)
        for place, raw in enumerate(RAW_TEXTS)
    ]
    write(tmp_path / "s.parquet", given)
    stored = list(read_entries(tmp_path / "s.parquet"))
    assert [(s.key, s.loc, s.in_scope, s.section, s.file_id) for s in stored] == [(e.key, e.loc, True, "/all", 1) for e in given]
    for before, after in zip(given, stored, strict=True):
        assert after.lastmod_raw == before.lastmod.raw
        assert (after.lastmod.instant, after.lastmod.precision, after.lastmod.zone, after.lastmod.status) == (
            before.lastmod.instant,
            before.lastmod.precision,
            before.lastmod.zone,
            before.lastmod.status,
        )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.integers(0, 12), st.sampled_from(RAW_TEXTS), st.integers(1, 4), st.booleans()), max_size=60), st.integers(1, 7)
)
def test_runs_on_disk_and_one_sort_in_memory_give_the_same_file(
    tmp_path: Path, rows: list[tuple[int, str | None, int, bool]], run: int
) -> None:
    given = [(entry(f"/{name}", raw, in_scope=scope), f"/file-{file}", file) for name, raw, file, scope in rows]
    small = write(tmp_path / "small.parquet", given, run_rows=run)
    large = write(tmp_path / "large.parquet", given)
    assert list(read_entries(small.path)) == list(read_entries(large.path))
    assert small.added == len(rows)
    assert small.entries == len({name for name, *_ in rows})


_rows = st.lists(st.tuples(st.integers(0, 40), st.sampled_from(RAW_TEXTS), st.sampled_from(["", "?Spelled"]), st.booleans()), max_size=40)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(1, 3), _rows), max_size=4), st.integers(1, 50))
def test_a_batch_of_columns_and_its_single_entries_make_the_same_file(
    tmp_path: Path, files: list[tuple[int, list[tuple[int, str | None, str, bool]]]], run: int
) -> None:
    with SnapshotWriter(tmp_path / "batch.parquet", run_rows=run) as in_batches, SnapshotWriter(tmp_path / "one.parquet") as one_by_one:
        for file_id, rows in files:
            entries = [
                entry(f"/s{name % 3}/{name}", raw, in_scope=scope, loc=f"https://site.example/s{name % 3}/{name}{spelling}")
                for name, raw, spelling, scope in rows
            ]
            batch = batch_of(entries)
            in_batches.add_batch(batch, sections=sections_of(batch.locs, "https://site.example/map.xml", 1), file_id=file_id)
            for one in entries:
                one_by_one.add(one, section=section_of(one.loc, "https://site.example/map.xml", 1), file_id=file_id)
    assert list(read_entries(tmp_path / "batch.parquet")) == list(read_entries(tmp_path / "one.parquet"))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from(RAW_TEXTS), st.integers(1, 4)), max_size=25))
def test_of_repeated_keys_the_first_file_gives_the_place_and_the_newest_ok_value_the_date(
    tmp_path: Path, rows: list[tuple[int, str | None, int]]
) -> None:
    given = [(entry(f"/{name}", raw), f"/file-{file}", file) for name, raw, file in rows]
    write(tmp_path / "s.parquet", given, run_rows=4)
    stored = {one.key: one for one in read_entries(tmp_path / "s.parquet")}
    assert list(stored) == sorted({one.key for one, *_ in given})
    for key, kept in stored.items():
        same = [(one.lastmod, file) for one, _section, file in given if one.key == key]
        assert kept.file_id == min(file for _lastmod, file in same)
        assert kept.section == f"/file-{kept.file_id}"
        fine = [lastmod.instant for lastmod, _file in same if lastmod.status is LastmodStatus.OK]
        assert kept.lastmod.instant == max(fine) if fine else kept.lastmod.status is not LastmodStatus.OK


def test_the_order_in_which_files_are_read_makes_no_difference(tmp_path: Path) -> None:
    given = [(entry("/a", raw), f"/f{place}", place) for place, raw in enumerate(["2024-02-29", "2024-02-29T00:00:00Z", "x", None])]
    write(tmp_path / "one.parquet", given)
    write(tmp_path / "two.parquet", reversed(given))
    one, two = (list(read_entries(tmp_path / name)) for name in ("one.parquet", "two.parquet"))
    assert one == two
    assert one[0].lastmod_raw == "2024-02-29T00:00:00Z"


def test_an_error_while_entries_are_collected_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "s.parquet"
    write(path, [entry("/old")])
    with pytest.raises(ZeroDivisionError):
        write(path, (entry(f"/{9 // (8 - place)}") for place in range(9)), run_rows=2)
    assert [one.key for one in read_entries(path)] == ["https://site.example/old"]
    assert list(tmp_path.iterdir()) == [path]


def test_a_finished_file_says_its_size_and_digest_and_leaves_no_work_files(tmp_path: Path) -> None:
    stored = write(tmp_path / "s.parquet", [entry(f"/{place}") for place in range(9)], run_rows=2)
    assert stored.bytes == stored.path.stat().st_size
    assert stored.sha256 == hashlib.sha256(stored.path.read_bytes()).hexdigest()
    assert list(tmp_path.iterdir()) == [stored.path]


def test_a_snapshot_without_entries_can_be_written_and_read(tmp_path: Path) -> None:
    assert write(tmp_path / "s.parquet", []).entries == 0
    assert list(read_entries(tmp_path / "s.parquet")) == []


def test_a_lone_surrogate_costs_one_letter_and_not_the_snapshot(tmp_path: Path) -> None:
    bad = Entry("https://site.example/\ud800", "https://site.example/\ud800", entry("/").lastmod, in_scope=True)
    write(tmp_path / "s.parquet", [bad, entry("/z")])
    assert [one.key for one in read_entries(tmp_path / "s.parquet")] == ["https://site.example/?", "https://site.example/z"]


def test_a_lone_surrogate_in_a_batch_costs_no_more(tmp_path: Path) -> None:
    bad = Entry("https://site.example/\ud800/x", "https://site.example/\ud800/x", entry("/").lastmod, in_scope=True)
    batch = batch_of([entry("/z/z"), bad])
    with SnapshotWriter(tmp_path / "s.parquet") as writer:
        writer.add_batch(batch, sections=sections_of(batch.locs, "https://site.example/map.xml", 1), file_id=1)
    stored = list(read_entries(tmp_path / "s.parquet"))
    assert [one.key for one in stored] == ["https://site.example/?/x", "https://site.example/z/z"]
    assert [one.section for one in stored] == ["/\ud800", "/z"]


def test_runs_grow_with_the_site_so_that_a_huge_one_has_some_dozens(tmp_path: Path) -> None:
    with SnapshotWriter(tmp_path / "s.parquet", run_rows=10) as writer:
        for start in range(0, 20_000, 500):
            batch = batch_of([entry(f"/{place}") for place in range(start, start + 500)])
            writer.add_batch(batch, sections=SectionColumn.of_one("/all", 500), file_id=1)
        (work,) = (path for path in tmp_path.iterdir() if path.is_dir())
        assert 30 < len(list(work.iterdir())) < 150
    assert sum(1 for _ in read_entries(tmp_path / "s.parquet")) == 20_000


def test_the_smallest_sections_are_folded_into_other(tmp_path: Path) -> None:
    sizes = {"/a": 5, "/b": 4, "/c": 2, "/d": 1}
    given = [(entry(f"{name}/{place}"), name, 1) for name, size in sizes.items() for place in range(size)]
    stored = write(tmp_path / "s.parquet", given, max_sections=2)
    assert stored.sections == ("/a", "/b", OTHER_SECTION)
    assert sum(one.section == OTHER_SECTION for one in read_entries(stored.path)) == 3


def test_a_section_known_from_before_keeps_its_name_although_it_shrank(tmp_path: Path) -> None:
    with SnapshotWriter(tmp_path / "s.parquet", known_sections=("/small",), max_sections=1) as writer:
        writer.add(entry("/small/1"), section="/small", file_id=1)
        for place in range(3):
            writer.add(entry(f"/big/{place}"), section="/big", file_id=1)
    assert {one.section for one in read_entries(tmp_path / "s.parquet")} == {"/small", OTHER_SECTION}


def test_usual_addresses_and_times_take_less_than_seventeen_bytes_an_entry(tmp_path: Path) -> None:
    given = (
        entry(
            f"/shop/item-{place * 7919 % 99_991}-name",
            f"2025-{place % 12 + 1:02d}-{place % 28 + 1:02d}T{place % 24:02d}:00:{place % 60:02d}+00:00",
        )
        for place in range(20_000)
    )
    stored = write(tmp_path / "s.parquet", given)
    assert stored.bytes / stored.entries < 17


def test_a_status_is_kept_as_it_was_judged_and_never_judged_again(tmp_path: Path) -> None:
    future = entry("/a", "2026-06-30")
    assert future.lastmod.status is LastmodStatus.FUTURE
    write(tmp_path / "s.parquet", [future])
    assert next(read_entries(tmp_path / "s.parquet")).lastmod.status is LastmodStatus.FUTURE
