"""The newest date of each file, whatever row group it stands in."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemaps_app.snapshots import read_entries
from sitemaps_app.snapshots import writer as writer_module
from sitemaps_app.snapshots.newest import newest_lastmods
from tests.snapshots.written import entry, write

RAWS = st.sampled_from([None, "x", "2024-02-29", "2024-02-29T00:00:00Z", "2023", "2024-02-28T10:00:00.5+02:00", "2099-01-01", "2025-01-01"])


@given(st.lists(st.tuples(RAWS, st.integers(0, 4)), max_size=30))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
def test_it_is_what_a_plain_search_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: list[tuple[str | None, int]]) -> None:
    monkeypatch.setattr(writer_module, "ROW_GROUP_ROWS", 4)
    path = tmp_path / "s.parquet"
    write(path, [(entry(f"/{place:02d}", raw), f"/f{file_id}", file_id) for place, (raw, file_id) in enumerate(rows)])
    expected: dict[int, int] = {}
    for one in read_entries(path):
        if one.status == 1 and one.instant_us is not None and one.file_id in {0, 2, 3}:
            expected[one.file_id] = max(expected.get(one.file_id, one.instant_us), one.instant_us)
    found = newest_lastmods(path, {0, 2, 3, 99})
    by_raw = {one.lastmod_raw: one.instant_us for one in read_entries(path)}
    assert {file_id: by_raw[raw] for file_id, raw in found.items()} == expected
