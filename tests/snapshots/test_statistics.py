from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemaps_app.formats.lastmod import LastmodStatus
from sitemaps_app.snapshots import count_changes, section_stats
from tests.snapshots.written import dated, entry, write

AT = datetime(2025, 3, 4, 10, 0, tzinfo=UTC)


def test_statuses_are_counted_apart_and_only_in_scope(tmp_path: Path) -> None:
    given = [
        entry("/ok", "2024-02-29"),
        entry("/none"),
        entry("/bad", "soon"),
        entry("/future", "2031-01-01"),
        entry("/epoch", "1970-01-01T00:00:00Z"),
        entry("/elsewhere", "2024-03-01T10:00:00Z", in_scope=False),
    ]
    write(tmp_path / "s.parquet", given)
    site, (section,) = section_stats(tmp_path / "s.parquet", taken_at=AT, complete=True)
    assert (site.entries, site.with_lastmod, site.invalid, site.future, site.epoch, site.date_only, site.distinct) == (5, 2, 1, 1, 1, 1, 1)
    assert site.newest == site.oldest == site.modal_lastmod == datetime(2024, 2, 29, tzinfo=UTC)
    assert (section.section, section.entries) == ("/all", 5)


def test_stamps_of_the_files_making_are_seen_by_minute_and_by_day(tmp_path: Path) -> None:
    given = [
        entry("/at-once", "2025-03-04T10:00:00Z"),
        entry("/four-minutes", "2025-03-04T09:56:00Z"),
        entry("/six-minutes", "2025-03-04T09:54:00Z"),
        entry("/that-day", "2025-03-04"),
        entry("/day-before", "2025-03-03"),
        entry("/that-month", "2025-03"),
    ]
    write(tmp_path / "s.parquet", given)
    site, _ = section_stats(tmp_path / "s.parquet", taken_at=AT, complete=True)
    assert site.near_generation == 3
    assert site.generated_at == AT
    later, _ = section_stats(tmp_path / "s.parquet", taken_at=AT, complete=True, generated_at=datetime(2025, 3, 3, 23, tzinfo=UTC))
    assert later.near_generation == 1


def test_each_file_is_judged_by_its_own_time_of_making(tmp_path: Path) -> None:
    day_before = AT - timedelta(days=1)
    write(tmp_path / "s.parquet", [(dated("/a", AT), "/one", 1), (dated("/b", day_before), "/two", 2), (dated("/c", AT), "/two", 2)])
    site, sections = section_stats(
        tmp_path / "s.parquet", taken_at=AT + timedelta(hours=1), complete=True, generated_at={1: AT, 2: day_before}
    )
    assert site.near_generation == 2
    assert [(section.section, section.near_generation, section.generated_at) for section in sections] == [
        ("/one", 1, AT),
        ("/two", 1, day_before),
    ]


def test_changes_go_to_their_sections_and_removals_need_a_complete_read(tmp_path: Path) -> None:
    write(tmp_path / "old.parquet", [(entry("/a", "2024-05-08"), "/x", 1), (entry("/b", "2024-05-08"), "/y", 2), (entry("/c"), "/y", 2)])
    write(tmp_path / "new.parquet", [(entry("/a", "2024-05-09"), "/x", 1), (entry("/b", "2024-05-08"), "/y", 2)])
    counts = count_changes(tmp_path / "old.parquet", tmp_path / "new.parquet")
    before = AT - timedelta(days=1)
    site, (x, y) = section_stats(tmp_path / "new.parquet", counts, taken_at=AT, complete=True, previous_at=before)
    assert (site.moved, site.unmoved, site.vanished, site.previous_at) == (1, 1, 1, before)
    assert (x.moved, x.unmoved, x.vanished) == (1, 0, 0)
    assert (y.moved, y.unmoved, y.vanished) == (0, 1, 1)
    partial, _ = section_stats(tmp_path / "new.parquet", counts, taken_at=AT, complete=False, previous_at=before)
    assert (partial.moved, partial.vanished) == (1, None)
    first, _ = section_stats(tmp_path / "new.parquet", taken_at=AT, complete=True)
    assert (first.moved, first.unmoved, first.vanished, first.previous_at) == (None, None, None, None)


@pytest.mark.parametrize(
    ("texts", "precision"),
    [
        (["2024-05-08"] * 9 + ["2024-05-08T10:00:00Z"], "day"),
        (["2024-05-08T10:00:00Z"] * 10, "second"),
        (["2024-05-08T10:00:00.123Z"] * 10, "subsecond"),
        (["2024-05-08"] * 8 + ["2024-05-08T10:00:00Z"] * 2, ""),
        ([None, "tomorrow"], ""),
    ],
)
def test_the_precision_of_nearly_all_dates_is_told(tmp_path: Path, texts: list[str | None], precision: str) -> None:
    write(tmp_path / "s.parquet", [entry(f"/{place}", text) for place, text in enumerate(texts)])
    site, _ = section_stats(tmp_path / "s.parquet", taken_at=AT, complete=True)
    assert site.precision == precision


def test_an_empty_snapshot_has_counts_of_nothing(tmp_path: Path) -> None:
    write(tmp_path / "s.parquet", [])
    site, sections = section_stats(tmp_path / "s.parquet", taken_at=AT, complete=True)
    assert (site.entries, site.modal_count, site.modal_lastmod) == (0, 0, None)
    assert sections == ()


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 12), max_size=40))
def test_the_commonest_instants_are_those_a_plain_count_finds(tmp_path: Path, seconds: list[int]) -> None:
    instants = [AT - timedelta(days=9) + timedelta(seconds=second) for second in seconds]
    write(tmp_path / "s.parquet", [dated(f"/{place}", instant, LastmodStatus.OK) for place, instant in enumerate(instants)])
    site, _ = section_stats(tmp_path / "s.parquet", taken_at=AT, complete=True)
    ranked = sorted(Counter(instants).items(), key=lambda pair: (pair[1], pair[0]), reverse=True)
    tops = [instant for instant, _count in ranked[:2]]
    assert site.distinct == len(set(instants))
    assert site.modal_count == (ranked[0][1] if ranked else 0)
    assert site.modal_lastmod == (tops[0] if tops else None)
    assert site.top2_count == sum(any(abs(instant - top) <= timedelta(seconds=2) for top in tops) for instant in instants)
