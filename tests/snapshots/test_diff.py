from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemaps_app.formats.lastmod import LastmodStatus, is_backwards, is_move, parse_lastmod
from sitemaps_app.formats.sitemap import Entry
from sitemaps_app.snapshots import ChangeKind, ChangeTally, SnapshotDamaged, StoredEntry, count_changes, diff_snapshots
from sitemaps_app.snapshots import reader as reader_module
from sitemaps_app.snapshots import writer as writer_module
from tests.snapshots.written import NOW, entry, write

CASES = [
    ("2024-05-08", "2024-05-09", ChangeKind.MOVED),
    ("2024-05-08", "2024-05-08", ChangeKind.UNMOVED),
    ("2024-05-09", "2024-05-08", ChangeKind.BACKWARDS),
    ("2024-05-08", "2024-05-08T09:00:00Z", ChangeKind.FORMAT_ONLY),
    ("2024-05-08T09:00:00Z", "2024-05-08T09:00:00+00:00", ChangeKind.FORMAT_ONLY),
    ("2024-05-08T09:00:00Z", "2024-05-08T11:00:00+02:00", ChangeKind.FORMAT_ONLY),
    ("2024-05-08", "2024-05-08T23:30:00-05:00", ChangeKind.FORMAT_ONLY),
    ("2024-05-08", " 2024-05-08", ChangeKind.FORMAT_ONLY),
    ("2024-05-08T09:00Z", "2024-05-08T09:00:59Z", ChangeKind.FORMAT_ONLY),
    ("2024-05-08T09:00:00Z", "2024-05-08T09:00:00.500Z", ChangeKind.FORMAT_ONLY),
    ("2024-05-08T09:00:00.400Z", "2024-05-08T09:00:00.500Z", ChangeKind.MOVED),
    ("2024-05", "2024-06-01", ChangeKind.MOVED),
    ("2024", "2024-12-31", ChangeKind.FORMAT_ONLY),
    (None, "2024-05-08", ChangeKind.LASTMOD_APPEARED),
    ("nonsense", "2024-05-08", ChangeKind.LASTMOD_APPEARED),
    ("2024-05-08", None, ChangeKind.LASTMOD_VANISHED),
    ("2024-05-08", "2031-01-01", ChangeKind.LASTMOD_VANISHED),
    (None, None, ChangeKind.UNDATED),
    ("nonsense", "other nonsense", ChangeKind.UNDATED),
]


@pytest.mark.parametrize(("old", "new", "kind"), CASES)
def test_a_pair_of_texts_has_the_kind_a_person_would_give_it(tmp_path: Path, old: str | None, new: str | None, kind: ChangeKind) -> None:
    write(tmp_path / "old.parquet", [entry("/a", old)])
    write(tmp_path / "new.parquet", [entry("/a", new)])
    (change,) = diff_snapshots(tmp_path / "old.parquet", tmp_path / "new.parquet")
    assert change.kind is kind
    assert [one.lastmod_raw for one in (change.old, change.new) if one] == [old or "", new or ""]


def test_new_and_gone_entries_come_in_their_place_among_the_others(tmp_path: Path) -> None:
    write(tmp_path / "old.parquet", [entry("/a"), entry("/b"), entry("/d")])
    write(tmp_path / "new.parquet", [entry("/b"), entry("/c"), entry("/d")])
    changes = list(diff_snapshots(tmp_path / "old.parquet", tmp_path / "new.parquet"))
    assert [change.kind for change in changes] == [ChangeKind.VANISHED, ChangeKind.UNDATED, ChangeKind.APPEARED, ChangeKind.UNDATED]
    assert changes[0].new is None
    assert changes[2].old is None


def test_entries_out_of_scope_take_no_part(tmp_path: Path) -> None:
    write(tmp_path / "old.parquet", [entry("/a", "2024-05-08", in_scope=False), entry("/b", "2024-05-08")])
    write(tmp_path / "new.parquet", [entry("/a", "2024-05-09", in_scope=False), entry("/b", "2024-05-09", in_scope=False)])
    changes = list(diff_snapshots(tmp_path / "old.parquet", tmp_path / "new.parquet"))
    assert [(change.kind, change.old.key if change.old else "") for change in changes] == [(ChangeKind.VANISHED, "https://site.example/b")]


def test_only_the_kinds_asked_for_are_yielded_but_all_are_counted(tmp_path: Path) -> None:
    old = [(entry(f"/{place}", "2024-05-08"), f"/s{place % 2}", place % 2) for place in range(10)]
    new = [(entry(f"/{place}", "2024-05-09" if place < 3 else "2024-05-08"), f"/s{place % 2}", place % 2) for place in range(1, 12)]
    write(tmp_path / "old.parquet", old)
    write(tmp_path / "new.parquet", new)
    tally = ChangeTally()
    moved = list(diff_snapshots(tmp_path / "old.parquet", tmp_path / "new.parquet", kinds={ChangeKind.MOVED}, tally=tally))
    assert [change.new.key[-2:] for change in moved if change.new] == ["/1", "/2"]
    site, even, odd = tally.counts()
    assert (site.section, site.moved, site.unmoved, site.appeared, site.vanished) == ("", 2, 7, 2, 1)
    assert (even.section, even.moved, even.vanished) == ("/s0", 1, 1)
    assert (odd.section, odd.moved, odd.vanished) == ("/s1", 1, 0)
    assert count_changes(tmp_path / "old.parquet", tmp_path / "new.parquet") == tally.counts()


def test_the_commonest_offset_of_a_zone_is_counted_by_section(tmp_path: Path) -> None:
    texts = {
        "/a": ("2024-05-08T10:00:00Z", "2024-05-08T12:00:00Z"),
        "/b": ("2024-04-08T10:00:07Z", "2024-04-08T12:00:07Z"),
        "/c": ("2024-04-08T10:00:00Z", "2024-04-08T11:00:00Z"),
        "/d": ("2024-04-08T10:00:00Z", "2024-04-08T10:07:00Z"),
        "/e": ("2024-04-08T10:00:00Z", "2024-04-10T10:00:00Z"),
        "/f": ("2024-04-08T10:00:00+02:00", "2024-04-08T08:00:00Z"),
    }
    for side, name in enumerate(("old", "new")):
        rows = [(entry(path, both[side]), "/s" if path < "/c" else "/t", 1) for path, both in texts.items()]
        write(tmp_path / f"{name}.parquet", rows)
    site, first, second = count_changes(tmp_path / "old.parquet", tmp_path / "new.parquet")
    assert (site.shifted, site.shift_minutes, site.moved) == (2, 120, 5)
    assert (first.shifted, first.shift_minutes) == (2, 120)
    assert (second.shifted, second.shift_minutes) == (1, 60)
    back, *_ = count_changes(tmp_path / "new.parquet", tmp_path / "old.parquet")
    assert (back.shifted, back.shift_minutes, back.backwards) == (2, -120, 5)


def test_a_diff_may_be_left_early_and_begun_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "ROW_GROUP_ROWS", 2)
    for name in ("old", "new"):
        write(tmp_path / f"{name}.parquet", [entry(f"/{place}") for place in range(30)])
    for _ in range(3):
        changes = diff_snapshots(tmp_path / "old.parquet", tmp_path / "new.parquet")
        assert next(changes).kind is ChangeKind.UNDATED
        changes.close()


def test_damage_found_by_the_reader_ahead_reaches_the_caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "ROW_GROUP_ROWS", 20)
    stored = write(tmp_path / "s.parquet", [entry(f"/{place}", "2024-05-08") for place in range(100)])
    altered = bytearray(stored.path.read_bytes())
    keys = pq.ParquetFile(stored.path).metadata.row_group(2).column(0)
    altered[keys.data_page_offset + keys.total_compressed_size - 3] ^= 0xFF
    (tmp_path / "altered.parquet").write_bytes(altered)
    with pytest.raises(SnapshotDamaged):
        count_changes(tmp_path / "altered.parquet", stored.path)


_offsets = st.sampled_from([UTC, timezone(timedelta(hours=14)), timezone(-timedelta(hours=9, minutes=30))])
_times = st.builds(
    lambda minutes, zone: (datetime(2024, 5, 7, tzinfo=UTC) + timedelta(minutes=minutes)).astimezone(zone), st.floats(0, 4000), _offsets
)
_texts = st.one_of(
    st.none(),
    _times.map(lambda moment: moment.strftime("%Y-%m-%d")),
    _times.map(lambda moment: moment.isoformat()),
    _times.map(lambda moment: moment.isoformat(timespec="seconds")),
    _times.map(lambda moment: moment.isoformat(timespec="minutes")),
    _times.map(lambda moment: moment.isoformat(" ", timespec="seconds").replace(":00", "00")),
    st.sampled_from(["2024", "2024-05", "2023", "nonsense", "2040-01-01", "1970-01-01T00:00:00Z", "2024-05-08T10:00:00"]),
)
_sites = st.dictionaries(st.integers(0, 30), st.tuples(_texts, st.integers(1, 3), st.booleans()), max_size=25)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(_texts, _texts), min_size=1, max_size=60))
def test_the_columns_and_the_reader_of_dates_agree_on_every_move(tmp_path: Path, pairs: list[tuple[str | None, str | None]]) -> None:
    for side, name in enumerate(("old", "new")):
        write(tmp_path / f"{name}.parquet", [entry(f"/{place:02d}", pair[side]) for place, pair in enumerate(pairs)])
    changes = list(diff_snapshots(tmp_path / "old.parquet", tmp_path / "new.parquet"))
    for pair, change in zip(pairs, changes, strict=True):
        before, after = (parse_lastmod(text, now=NOW) for text in pair)
        assert (change.kind is ChangeKind.MOVED) == is_move(before, after), pair
        assert (change.kind is ChangeKind.BACKWARDS) == is_backwards(before, after), pair


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_sites, _sites, st.integers(1, 9))
def test_the_merge_of_two_files_equals_a_comparison_of_two_dictionaries(
    tmp_path: Path, old: dict[int, tuple[str | None, int, bool]], new: dict[int, tuple[str | None, int, bool]], group: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer_module, "ROW_GROUP_ROWS", group)
        for name, site in (("old", old), ("new", new)):
            write(
                tmp_path / f"{name}.parquet",
                [(entry(f"/{key}", raw, in_scope=scope), f"/f{file}", file) for key, (raw, file, scope) in site.items()],
            )
    with reader_module.SnapshotFile(tmp_path / "old.parquet") as file:
        groups = len(list(file.tables(["key"])))
    assert groups == -(-len(old) // group)
    changes = list(diff_snapshots(tmp_path / "old.parquet", tmp_path / "new.parquet"))
    assert [(change.kind, _raw(change.old), _raw(change.new)) for change in changes] == _by_dictionary(old, new)


def _raw(one: StoredEntry | None) -> str | None:
    return None if one is None else one.lastmod_raw


def _by_dictionary(
    old: dict[int, tuple[str | None, int, bool]], new: dict[int, tuple[str | None, int, bool]]
) -> list[tuple[ChangeKind, str | None, str | None]]:
    before, after = (
        {entry(f"/{key}").key: entry(f"/{key}", raw) for key, (raw, _file, scope) in site.items() if scope} for site in (old, new)
    )
    expected = []
    for key in sorted(before | after):
        texts = tuple(site[key].lastmod.raw if key in site else None for site in (before, after))
        expected.append((_kind(before.get(key), after.get(key)), *texts))
    return expected


def _kind(old: Entry | None, new: Entry | None) -> ChangeKind:
    if old is None or new is None:
        return ChangeKind.APPEARED if old is None else ChangeKind.VANISHED
    if LastmodStatus.OK not in {old.lastmod.status, new.lastmod.status}:
        return ChangeKind.UNDATED
    if old.lastmod.status is not new.lastmod.status:
        return ChangeKind.LASTMOD_VANISHED if old.lastmod.status is LastmodStatus.OK else ChangeKind.LASTMOD_APPEARED
    if is_move(old.lastmod, new.lastmod) or is_backwards(old.lastmod, new.lastmod):
        return ChangeKind.MOVED if is_move(old.lastmod, new.lastmod) else ChangeKind.BACKWARDS
    return ChangeKind.UNMOVED if old.lastmod.raw == new.lastmod.raw else ChangeKind.FORMAT_ONLY
