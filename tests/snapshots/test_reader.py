from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sitemaps_app.snapshots import SnapshotDamaged, SnapshotWriter, carry_over, count_changes, find_entries, read_entries, section_stats
from sitemaps_app.snapshots import writer as writer_module
from sitemaps_app.snapshots.reader import SnapshotFile
from sitemaps_app.snapshots.stored import DISK_SCHEMA, footer_of
from tests.snapshots.written import NOW, entry, write


def test_only_the_columns_asked_for_are_decoded(tmp_path: Path) -> None:
    write(tmp_path / "s.parquet", [entry("/a", "2024-02-29", loc="https://site.example/A")])
    (one,) = read_entries(tmp_path / "s.parquet", columns={"instant_us", "section"})
    assert one.key == "https://site.example/a"
    assert one.instant is not None
    assert one.section == "/all"
    assert (one.loc, one.lastmod_raw, one.precision) == ("", "", 0)


def test_a_file_that_failed_keeps_its_last_entries(tmp_path: Path) -> None:
    given = [(entry(f"/{place}", "2024-02-29"), f"/f{place % 3}", place % 3) for place in range(9)]
    write(tmp_path / "old.parquet", given)
    with SnapshotWriter(tmp_path / "new.parquet") as writer:
        for one in carry_over(tmp_path / "old.parquet", {1, 2, 7}):
            writer.add_stored(one)
    kept = [one for one in read_entries(tmp_path / "old.parquet") if one.file_id in {1, 2}]
    assert list(read_entries(tmp_path / "new.parquet")) == kept
    assert len(kept) == 6


def test_entries_are_found_by_their_keys(tmp_path: Path) -> None:
    write(tmp_path / "s.parquet", [entry(f"/{place}") for place in range(50)])
    found = find_entries(tmp_path / "s.parquet", ["https://site.example/7", "https://site.example/nowhere", "https://site.example/49"])
    assert set(found) == {"https://site.example/7", "https://site.example/49"}
    assert found["https://site.example/7"].loc == "https://site.example/7"
    assert find_entries(tmp_path / "s.parquet", []) == {}


def test_a_column_of_one_value_is_read_back_without_being_decoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "ROW_GROUP_ROWS", 4)
    raws = ["2024-02-29"] * 4 + [None] * 4 + ["2024-02-29", None, "x", "2024-02-29T10:11:12Z"] + ["2024-02-28"] * 2
    given = [(entry(f"/{place:02d}", raw, in_scope=place > 1), f"/f{place // 6}", place // 6) for place, raw in enumerate(raws)]
    write(tmp_path / "s.parquet", given)
    with SnapshotFile(tmp_path / "s.parquet") as file:
        constants = [rows.constants for rows in file.rows(DISK_SCHEMA.names)]
    assert [group.get("status") for group in constants] == [1, 0, None, 1]
    assert ["in_scope" in group for group in constants] == [False, True, True, True]
    assert [one.lastmod_raw for one in read_entries(tmp_path / "s.parquet")] == [raw or "" for raw in raws]
    assert [one.file_id for one in read_entries(tmp_path / "s.parquet")] == [place // 6 for place in range(len(raws))]


def test_a_file_of_an_earlier_version_that_names_no_constants_is_read_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = [entry(f"/{place}", "2024-02-29") for place in range(9)]
    write(tmp_path / "now.parquet", given)
    monkeypatch.setattr(writer_module, "footer_of", _footer_without_constants)
    write(tmp_path / "earlier.parquet", given)
    assert list(read_entries(tmp_path / "earlier.parquet")) == list(read_entries(tmp_path / "now.parquet"))
    counted = count_changes(tmp_path / "earlier.parquet", tmp_path / "now.parquet")
    assert (counted[0].unmoved, counted[0].format_only) == (9, 0)


def _footer_without_constants(entries: int, origins: Sequence[tuple[int, str]], constants: object) -> dict[str, str]:
    return {name: text for name, text in footer_of(entries, origins, []).items() if not name.startswith("constants")}


def test_a_missing_file_is_named_as_such(tmp_path: Path) -> None:
    with pytest.raises(SnapshotDamaged, match="missing"):
        list(read_entries(tmp_path / "nowhere.parquet"))


def test_a_parquet_file_of_someone_else_is_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"key": ["https://site.example/"]}), tmp_path / "other.parquet")
    with pytest.raises(SnapshotDamaged, match="not a snapshot"):
        list(read_entries(tmp_path / "other.parquet"))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.floats(0, 1, exclude_max=True))
def test_a_cut_file_raises_the_one_exception_of_the_store(tmp_path: Path, share: float) -> None:
    whole = _bytes_of_a_snapshot(tmp_path)
    path = tmp_path / "cut.parquet"
    path.write_bytes(whole[: int(len(whole) * share)])
    for use in (
        lambda: list(read_entries(path)),
        lambda: section_stats(path, taken_at=NOW, complete=True),
        lambda: count_changes(path, path),
    ):
        with pytest.raises(SnapshotDamaged):
            use()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.floats(0, 1, exclude_max=True), st.integers(1, 255))
@example(place=0.45522538225508274, flip=1)
def test_an_altered_byte_is_either_harmless_or_damage(tmp_path: Path, place: float, flip: int) -> None:
    whole = bytearray(_bytes_of_a_snapshot(tmp_path))
    good = list(read_entries(tmp_path / "whole.parquet"))
    whole[int(len(whole) * place)] ^= flip
    path = tmp_path / "altered.parquet"
    path.write_bytes(bytes(whole))
    try:
        read = list(read_entries(path))
    except SnapshotDamaged:
        return
    assert read == good


def _bytes_of_a_snapshot(folder: Path) -> bytes:
    path = folder / "whole.parquet"
    if not path.exists():
        write(path, [entry(f"/{place}", f"2024-02-{place % 28 + 1:02d}") for place in range(200)])
    return path.read_bytes()
