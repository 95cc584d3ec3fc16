"""Short ways to say what was seen; every value has a plain default."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from scoring.evidence import Comparison, DateAgreement, Evidence, SnapshotStats

MONDAY = datetime(2025, 6, 2, 5, 0, tzinfo=UTC)


def on_day(day: float) -> datetime:
    return MONDAY + timedelta(days=day)


def comparison(*, moved: bool, changed: bool, day: float = 1.0, **other: Any) -> Comparison:
    values = {"section": "", "at": on_day(day), "gap_days": 1.0, "moves": int(moved), "changed": changed, "weight": 1.0, **other}
    return Comparison(**values)


def comparisons(moved_changed: int, moved_same: int, unmoved_changed: int, unmoved_same: int, **other: Any) -> tuple[Comparison, ...]:
    cells = ((moved_changed, True, True), (moved_same, True, False), (unmoved_changed, False, True), (unmoved_same, False, False))
    return tuple(comparison(moved=moved, changed=changed, **other) for count, moved, changed in cells for _ in range(count))


def snapshot(day: float, *, moved: int | None = None, entries: int = 100, **other: Any) -> SnapshotStats:
    """A complete read of a site whose dates are well spread; `moved` None makes it the first one."""
    dated = other.pop("with_lastmod", entries)
    values: dict[str, Any] = {
        "section": "",
        "taken_at": on_day(day),
        "complete": True,
        "entries": entries,
        "with_lastmod": dated,
        "invalid": 0,
        "future": 0,
        "epoch": 0,
        "date_only": 0,
        "distinct": dated,
        "modal_count": min(dated, 1),
        "top2_count": min(dated, 2),
        "near_generation": 0,
        "generated_at": on_day(day),
    }
    if moved is not None:
        counted = {"moved": moved, "unmoved": dated - moved, "backwards": 0, "format_only": 0, "appeared": 0, "vanished": 0}
        values |= {"previous_at": on_day(day - 1), **counted}
    return SnapshotStats(**(values | other))


def daily(*moved: int | None, entries: int = 100, first_day: int = 0, **other: Any) -> tuple[SnapshotStats, ...]:
    """One snapshot a day with these numbers of moves."""
    return tuple(snapshot(first_day + day, moved=count, entries=entries, **other) for day, count in enumerate(moved))


def dates(*, lastmod: float, modified: float | None, published: float | None, granularity: float = 1.0) -> DateAgreement:
    """Dates of a first visit, in days before Monday."""

    def back(days: float | None) -> datetime | None:
        return None if days is None else on_day(-days)

    return DateAgreement("", on_day(0.5), back(lastmod), back(modified), back(published), granularity, 1.0)


def evidence(
    snapshots: tuple[SnapshotStats, ...] = (), seen: tuple[Comparison, ...] = (), first_visits: tuple[DateAgreement, ...] = ()
) -> Evidence:
    return Evidence(snapshots, (), seen, first_visits)


def in_section(name: str, part: Evidence) -> Evidence:
    """The same evidence as that of a section."""
    rows = tuple(replace(s, section=name) for s in part.snapshots)
    return Evidence(
        (), rows, tuple(replace(c, section=name) for c in part.comparisons), tuple(replace(a, section=name) for a in part.agreements)
    )
