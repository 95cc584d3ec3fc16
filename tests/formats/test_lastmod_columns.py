"""Dates read as columns must be what they are read one by one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats import lastmod_columns
from sitemaps_app.formats.lastmod import ABSENT, parse_lastmod
from sitemaps_app.formats.lastmod_columns import read_dates

NOW = datetime(2025, 6, 15, 12, tzinfo=UTC)
EDGES = [
    "2025-02-29", "2024-02-29", "2000-02-29", "1900-02-28", "2025-04-31", "2025-12-31", "2025-00-10", "2025-13-01", "2025-01-00", "1985-12-31",
    "1986-01-01", "9998-12-31", "9999-12-31", "0001-01-01", "1970-01-01", "1980-01-01T00:00:00Z", "2025-06-15T24:00:00Z", "2025-06-15T23:59:60Z",
    "2025-06-15T23:60Z", "2025-06-16T02:00:00Z", "2025-06-16T02:00:01Z", "2025-06-16", "2025-06-17", "2025-01-01T00:00:00+14:00",
    "2025-01-01T00:00:00+14:01", "2025-01-01T00:00:00-13:59", "2025-01-01T00:00:00+13:60", "2025-01-01T00:00+02:00", "2025-01-01T00:00:00.5Z",
    "2025-01-01T00:00:00.123Z", "2025-01-01T00:00:00.123456-05:30", "2025-01-01T00:00:00.123456789Z", "2025-01-01T00:00:00", "2025-01-01T00:00",
    "2025-01-01 00:00:00", "2025-01-01T00:00:00 00:00", "٢٠٢٥-٠١-٠١", "2025-01-01T00:00:0٠Z", "2O25-01-01", "2025-01-01z", "2025/01/01", "", " ",
    " 2025-01-01", "2025-01-01\n", "2025", "2025-01", "-025-01-01", "+025-01-01", "2025-01-01T00:00:00.12+00:00", "yesterday", "1735689600",
]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(EDGES[:38]))
    place = draw(st.integers(0, max(len(text) - 1, 0)))
    return text[:place] + draw(st.sampled_from([*"0123456789-+:.TZ ", "é", ""])) + text[place + 1 :]


@st.composite
def written(draw: st.DrawFn) -> str:
    moment = draw(st.datetimes(NOW.replace(year=1960, tzinfo=None), NOW.replace(year=2100, tzinfo=None)))
    time = draw(st.sampled_from(["%H:%M", "%H:%M:%S", "%H:%M:%S.%f"]))
    minutes = draw(st.integers(-14 * 60, 14 * 60))
    colon = draw(st.sampled_from([":", ""]))
    offset = f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{colon}{abs(minutes) % 60:02}"
    layout = draw(st.sampled_from(["%Y-%m-%d", f"%Y-%m-%dT{time}", f"%Y-%m-%d {time}"]))
    return moment.strftime(layout) + (draw(st.sampled_from(["Z", "", offset])) if "H" in layout else "")


@given(st.lists(st.one_of(st.none(), st.sampled_from(EDGES), mutated(), written(), st.text(max_size=30)), max_size=40))
def test_a_column_of_dates_is_read_as_each_date_alone(raws: list[str | None]) -> None:
    columns = read_dates(raws, now=NOW)
    for row, raw in enumerate(raws):
        assert columns.lastmod(row, raw or "") == parse_lastmod(raw, now=NOW), raw


@pytest.mark.parametrize("raw", EDGES)
def test_a_column_of_one_spelling_is_read_as_each_date_alone(raw: str) -> None:
    columns = read_dates([raw] * 3, now=NOW)
    assert [columns.lastmod(row, raw) for row in range(3)] == [parse_lastmod(raw, now=NOW)] * 3


def test_usual_spellings_run_no_code_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_raw: str | None, *, now: datetime) -> None:
        raise AssertionError(now)

    monkeypatch.setattr(lastmod_columns, "parse_lastmod", refuse)
    read_dates(
        ["2025-01-02", "2025-01-02T03:04:05Z", "2025-01-02T03:04:05+02:00", "2025-01-02T03:04-02:00", "2025-01-02T03:04:05.123Z", None],
        now=NOW,
    )
    with pytest.raises(AssertionError):
        read_dates(["2025-1-2"], now=NOW)


def test_the_same_texts_at_another_time_of_reading_have_the_same_instants_and_only_another_status() -> None:
    raws = ["2025-06-14", "2025-06-20T00:00:00Z", None]
    early, late = (read_dates(raws, now=now) for now in (NOW, NOW + timedelta(days=30)))
    assert early.instants.tolist() == late.instants.tolist()
    assert (early.statuses != late.statuses).tolist() == [False, True, False]
    assert early.lastmod(2, "") is ABSENT
