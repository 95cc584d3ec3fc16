"""The numbers of one snapshot's row: the whole site and its sections, against the one before, and how old its lastmods are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scoring.codec import evidence_to_json
from scoring.evidence import Evidence, SnapshotStats
from sitemaps_app.models import SitemapFile, Snapshot
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.index_dates import IndexDates
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots import ChangeCounts, SnapshotDamaged, count_changes, section_stats
from sitemaps_app.snapshots.ages import age_bins


@dataclass(frozen=True, slots=True)
class SnapshotCounts:
    """What was counted over the stored entries. `vanished` is None after a partial read: a removal needs a complete one."""

    whole: SnapshotStats
    sections: tuple[SnapshotStats, ...]
    ages: tuple[tuple[str, int], ...]

    def with_index(self, found: IndexDates) -> SnapshotCounts:
        """The same with what the indexes say of their files, where they say anything."""
        if not found.dated:
            return self
        whole = replace(self.whole, index_dated=found.dated, index_too_old=found.too_old, index_moving_alone=found.moving_alone)
        return replace(self, whole=whole)

    def columns(self) -> dict[str, Any]:
        """The fields of the Snapshot row that these counts fill."""
        return {
            "entries": self.whole.entries,
            "with_lastmod": self.whole.with_lastmod,
            "moved": self.whole.moved,
            "backwards": self.whole.backwards,
            "format_only": self.whole.format_only,
            "appeared": self.whole.appeared,
            "vanished": self.whole.vanished,
            "stats": evidence_to_json(Evidence(snapshots=(self.whole,), sections=self.sections)),
            "ages": [list(pair) for pair in self.ages],
        }


def count_snapshot(
    context: CheckContext, path: Path, previous: Snapshot | None, *, complete: bool, made_now: Collection[SitemapFile] = ()
) -> SnapshotCounts:
    """Count the snapshot at `path` against the previous one; a previous file that is damaged or lost counts as none, and is told.

    `made_now` are rows that know since this read when their file was made, and are not saved yet.
    """
    changes = _changes(context, path, previous)
    known = SitemapFile.objects.filter(site=context.site, generated_at__isnull=False).order_by().only("pk", "generated_at")
    made = {row.pk: row.generated_at for row in (*known, *made_now) if row.generated_at is not None}
    whole, sections = section_stats(
        path,
        changes,
        taken_at=context.now,
        complete=complete,
        generated_at=made,
        previous_at=previous.taken_at if previous and changes is not None else None,
    )
    return SnapshotCounts(whole, sections, age_bins(path, now=context.now))


def _changes(context: CheckContext, path: Path, previous: Snapshot | None) -> tuple[ChangeCounts, ...] | None:
    if previous is None:
        return None
    try:
        return count_changes(snapshot_path(previous.path), path)
    except SnapshotDamaged as damage:
        context.tell("snapshot_damaged", reason=damage.reason[:200])
        return None
