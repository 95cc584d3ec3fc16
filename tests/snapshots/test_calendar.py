"""Which days and hours the lastmods of a snapshot lie on."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.lastmod import LastmodStatus
from sitemaps_app.snapshots import SnapshotDamaged
from sitemaps_app.snapshots.calendar import lastmod_calendar
from tests.snapshots.written import dated, entry, write

MOMENTS = st.datetimes(datetime(1990, 1, 1), datetime(2026, 5, 1), timezones=st.just(UTC))  # noqa: DTZ001  the zone is given beside


@given(st.lists(MOMENTS, max_size=30))
def test_every_date_is_counted_on_its_day_and_at_its_hour(tmp_path_factory, moments: list[datetime]) -> None:
    path = tmp_path_factory.mktemp("snapshots") / "one.parquet"
    write(path, [dated(f"/{place}", at) for place, at in enumerate(moments)])
    found = lastmod_calendar(path)
    assert dict(found.days) == Counter(at.date() for at in moments)
    assert list(found.days) == sorted(found.days)
    assert found.hours == tuple(Counter(at.hour for at in moments)[hour] for hour in range(24))


def test_days_alone_have_no_hour_and_what_is_no_date_or_elsewhere_counts_nowhere(tmp_path: Path) -> None:
    entries = [
        entry("/day", "2026-03-04"),
        entry("/none"),
        entry("/wrong", "soon"),
        entry("/else", "2026-03-04T10:00:00Z", in_scope=False),
        dated("/epoch", datetime(1970, 1, 1, tzinfo=UTC), LastmodStatus.EPOCH),
    ]
    write(tmp_path / "one.parquet", entries)
    found = lastmod_calendar(tmp_path / "one.parquet")
    assert found.days == ((date(2026, 3, 4), 1),)
    assert sum(found.hours) == 0


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "one.parquet").write_bytes(b"PAR1")
    with pytest.raises(SnapshotDamaged):
        lastmod_calendar(tmp_path / "one.parquet")
