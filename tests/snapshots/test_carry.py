"""Entries that are carried over as columns are those that are carried over one by one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemaps_app.snapshots import SnapshotDamaged, SnapshotWriter, carry_over, read_entries
from sitemaps_app.snapshots import writer as writer_module
from sitemaps_app.snapshots.carry import carried_rows
from tests.snapshots.written import entry, write

RAWS = st.sampled_from([None, "x", "", "2024-02-29", "2024-02-29T00:00:00Z", "2023", " 2024-02-28T10:00:00.5+02:00", "2099-01-01"])


@given(st.lists(st.tuples(RAWS, st.integers(0, 4), st.booleans()), max_size=30), st.sets(st.integers(0, 5)))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
def test_columns_carry_what_single_entries_carry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: list[tuple[str | None, int, bool]], wanted: set[int]
) -> None:
    monkeypatch.setattr(writer_module, "ROW_GROUP_ROWS", 4)
    entries = [
        (
            entry(f"/{place:02d}", raw, in_scope=place % 3 > 0, loc=f"https://SITE.example/{place:02d}" if odd else None),
            f"/f{file_id}",
            file_id,
        )
        for place, (raw, file_id, odd) in enumerate(rows)
    ]
    write(tmp_path / "old.parquet", entries)
    with SnapshotWriter(tmp_path / "one by one.parquet") as writer:
        for one in carry_over(tmp_path / "old.parquet", wanted):
            writer.add_stored(one)
    with SnapshotWriter(tmp_path / "columns.parquet", run_rows=5) as writer:
        for some in carried_rows(tmp_path / "old.parquet", wanted):
            writer.add_carried(some)
    assert list(read_entries(tmp_path / "columns.parquet")) == list(read_entries(tmp_path / "one by one.parquet"))


def test_rows_can_be_chosen_and_join_what_is_read_anew(tmp_path: Path) -> None:
    write(tmp_path / "old.parquet", [(entry(f"/{n}", "2024-02-29"), f"/f{n % 2}", n % 2) for n in range(6)])
    with SnapshotWriter(tmp_path / "new.parquet") as writer:
        writer.add(entry("/new", "2024-03-01"), section="/f9", file_id=9)
        for rows in carried_rows(tmp_path / "old.parquet", {1}):
            writer.add_carried(rows.only(np.array([key.as_py() != "https://site.example/3" for key in rows.keys])))
    stored = [(one.key[-2:], one.section, one.file_id) for one in read_entries(tmp_path / "new.parquet")]
    assert stored == [("/1", "/f1", 1), ("/5", "/f1", 1), ("ew", "/f9", 9)]


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    write(tmp_path / "old.parquet", [entry("/a", "2024-02-29")])
    whole = (tmp_path / "old.parquet").read_bytes()
    (tmp_path / "old.parquet").write_bytes(whole[:4] + bytes(40) + whole[44:])
    with pytest.raises(SnapshotDamaged):
        list(carried_rows(tmp_path / "old.parquet", {1}))
