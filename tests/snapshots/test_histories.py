"""Whole histories: what a dictionary says of every day, the store has to say too, however the entries come and wherever its files are cut."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemaps_app.formats.lastmod import Lastmod, LastmodStatus, is_backwards, is_move
from sitemaps_app.formats.sitemap import Entry
from sitemaps_app.snapshots import (
    ChangeKind,
    SectionColumn,
    SnapshotWriter,
    count_changes,
    diff_snapshots,
    read_entries,
    section_stats,
)
from sitemaps_app.snapshots import reader as reader_module
from sitemaps_app.snapshots import writer as writer_module
from tests.snapshots.written import NOW, batch_of, entry

TEXTS = [
    None, "", "2023", "2024-05", "2024-05-08", "2024-05-09", "2024-05-08T10:00Z", "2024-05-08T10:00:30Z", "2024-05-08T10:00:30+00:00",
    "2024-05-08T12:00:30+02:00", "2024-05-08T10:00:30.250Z", "2024-05-08 10:00:30", "2024-05-08T23:30:00-05:00", "2024-05-07T23:00:00",
    "Wed, 08 May 2024 10:00:30 GMT", "soon", "2040-01-01", "1970-01-01T00:00:00Z", "0001-01-01T00:00:00Z", " 2024-05-08 ",
]  # fmt: skip
Row = tuple[int, str | None, int, bool]
_rows = st.tuples(st.integers(0, 24), st.sampled_from(TEXTS), st.integers(1, 3), st.sampled_from([True, True, True, False]))
_history = st.lists(st.lists(_rows, max_size=40), min_size=2, max_size=5)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_history, st.integers(1, 9), st.integers(1, 9), st.integers(1, 9))
def test_every_day_of_a_history_is_counted_as_dictionaries_count_it(
    tmp_path: Path, history: list[list[Row]], run: int, group: int, batch: int
) -> None:
    paths = [tmp_path / f"{day}.parquet" for day in range(len(history))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer_module, "ROW_GROUP_ROWS", group)
        patch.setattr(reader_module, "BATCH_ROWS", batch)
        days = [written_and_plain(path, rows, run) for path, rows in zip(paths, history, strict=True)]
        for path, day in zip(paths, days, strict=True):
            assert {one.key: (one.lastmod_raw, one.file_id, one.in_scope) for one in read_entries(path)} == {
                key: (lastmod.raw, file_id, scope) for key, (lastmod, file_id, scope) in day.items()
            }
        for (old_path, old), (new_path, new) in pairwise(zip(paths, days, strict=True)):
            expected = kinds_of(old, new)
            seen = {(change.new or change.old).key: change.kind for change in diff_snapshots(old_path, new_path)}
            assert seen == expected
            assert_counts(old_path, new_path, expected)


def written_and_plain(path: Path, rows: list[Row], run: int) -> dict[str, tuple[Lastmod, int, bool]]:
    """Write a day in batches of one file each, in the order given; and what a dictionary makes of it."""
    plain: dict[str, list[tuple[Lastmod, int, bool]]] = {}
    with SnapshotWriter(path, run_rows=run) as writer:
        for name, raw, file_id, scope in rows:
            one = entry(f"/{name:02d}", raw, in_scope=scope)
            writer.add_batch(batch_of([one]), sections=SectionColumn.of_one(f"/f{file_id}", 1), file_id=file_id)
            plain.setdefault(one.key, []).append((one.lastmod, file_id, scope))
    return {key: folded(claims) for key, claims in plain.items()}


def folded(claims: list[tuple[Lastmod, int, bool]]) -> tuple[Lastmod, int, bool]:
    """Of repeats: the place of the first in the lowest file; the newest `ok` date, then the finer, then the text first in order."""
    place = min(claims, key=lambda claim: claim[1])

    def claim_of(lastmod: Lastmod) -> tuple[object, ...]:
        age = -lastmod.instant.timestamp() if lastmod.instant else float("inf")
        codes = {"absent": 0, "ok": 1, "invalid": 2, "future": 3, "epoch": 4}
        return (lastmod.status is not LastmodStatus.OK, age, -(lastmod.precision or 0), codes[lastmod.status], lastmod.raw)

    return (min((claim[0] for claim in claims), key=claim_of), place[1], place[2])


def kinds_of(old: dict[str, tuple[Lastmod, int, bool]], new: dict[str, tuple[Lastmod, int, bool]]) -> dict[str, ChangeKind]:
    before, after = ({key: lastmod for key, (lastmod, _, scope) in day.items() if scope} for day in (old, new))
    return {key: kind_of(before.get(key), after.get(key)) for key in before | after}


def kind_of(old: Lastmod | None, new: Lastmod | None) -> ChangeKind:
    if old is None or new is None:
        return ChangeKind.APPEARED if old is None else ChangeKind.VANISHED
    fine = [lastmod.status is LastmodStatus.OK for lastmod in (old, new)]
    if fine != [True, True]:
        return {
            (False, False): ChangeKind.UNDATED,
            (True, False): ChangeKind.LASTMOD_VANISHED,
            (False, True): ChangeKind.LASTMOD_APPEARED,
        }[fine[0], fine[1]]
    if is_move(old, new):
        return ChangeKind.MOVED
    if is_backwards(old, new):
        return ChangeKind.BACKWARDS
    return ChangeKind.UNMOVED if old.raw == new.raw else ChangeKind.FORMAT_ONLY


def assert_counts(old_path: Path, new_path: Path, expected: dict[str, ChangeKind]) -> None:
    counted = count_changes(old_path, new_path)
    numbers = Counter(expected.values())
    assert {kind: getattr(counted[0], kind.name.lower()) for kind in ChangeKind} == {kind: numbers[kind] for kind in ChangeKind}
    for kind in ChangeKind:
        assert sum(getattr(counts, kind.name.lower()) for counts in counted[1:]) == numbers[kind]
    for complete in (True, False):
        whole, _ = section_stats(new_path, counted, taken_at=NOW, complete=complete)
        assert whole.vanished == (numbers[ChangeKind.VANISHED] if complete else None), "a removal needs a complete read"
        assert (whole.moved, whole.backwards, whole.format_only) == (
            numbers[ChangeKind.MOVED],
            numbers[ChangeKind.BACKWARDS],
            numbers[ChangeKind.FORMAT_ONLY],
        )


def test_an_entry_alone_is_read_back_whatever_its_text(tmp_path: Path) -> None:
    for place, raw in enumerate(TEXTS):
        one: Entry = entry("/a", raw)
        written_and_plain(tmp_path / f"{place}.parquet", [(0, raw, 1, True)], 5)
        (stored,) = read_entries(tmp_path / f"{place}.parquet")
        assert (stored.lastmod_raw, stored.lastmod.instant, stored.lastmod.status) == (
            one.lastmod.raw,
            one.lastmod.instant,
            one.lastmod.status,
        )
