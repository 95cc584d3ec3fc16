"""The dates of a site's newest read, counted when somebody looks at them: they are too many numbers to store for every read."""

from __future__ import annotations

from sitemaps_app.models import Snapshot
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots import SnapshotDamaged
from sitemaps_app.snapshots.calendar import LastmodCalendar, lastmod_calendar


def dates_of(snapshot: Snapshot) -> LastmodCalendar | None:
    """The calendar of a snapshot; None where its file was pruned or cannot be read."""
    try:
        return lastmod_calendar(snapshot_path(snapshot.path)) if snapshot.byte_count else None
    except SnapshotDamaged:
        return None
