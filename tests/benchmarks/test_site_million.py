"""The benchmark of a large site still runs, on a small one, and its steps find what was put there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks import site_files, site_step
from tests.benchmarks.measure import Cost
from tests.benchmarks.site_million import missed


@pytest.mark.parametrize("kind", ["regular", "slugs"])
def test_every_step_finds_the_changes_that_were_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(site_files, "FILE_ENTRIES", 700)
    right = site_files.write_site(tmp_path, kind, 2_000)
    assert right["moved"] > 10
    assert right["gone"] > 3
    site_step.store_before(tmp_path)
    for step in ("parse", "store", "check", "diff", "count"):
        found = site_step.STEPS[step](tmp_path)
        assert {name: found[name] for name in right if name in found} == {name: right[name] for name in right if name in found}, step
    if kind == "regular":
        assert found_bytes(tmp_path) / right["after"] < 17


def found_bytes(folder: Path) -> int:
    return (folder / "after.parquet").stat().st_size


def test_a_figure_that_is_missed_is_named() -> None:
    right = {"moved": 1, "new": 1, "gone": 1, "before": 1_000_000, "after": 1_000_000}
    reading = {"read, write": Cost(1, 1, 301, 200, {"after": 1_000_000, "bytes": 18_000_000})}
    ours, other = "ours, counts and lists", "DuckDB, counts and lists"
    comparing = {ours: Cost(1, 1.1, 90, 9, {"moved": 2, "new": 1, "gone": 1}), other: Cost(1, 1, 90, 9, {"moved": 1, "new": 1, "gone": 1})}
    assert missed(reading, comparing, right, regular=True) == [
        "ours, counts and lists found moved 2, not 1",
        "301 MB, 300 promised",
        "18.0 bytes an entry, 17 promised",
        "1.10 of DuckDB's time, 1.00 promised",
    ]
