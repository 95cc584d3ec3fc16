"""Sitemaps that lost a large part of their entries: the removals count, and a person is told, for a build may have broken off.

A file or a site has shrunk where a whole read lost more than half of what was there, and more than 20. Entries that only went to another
file are not lost.
"""

from __future__ import annotations

import contextlib
from collections import Counter

from sitemaps_app.formats.problems import Problem, Severity
from sitemaps_app.formats.sitemap import Outcome
from sitemaps_app.models import Snapshot
from sitemaps_app.pipeline.sitemap_files import FileRead, add_problems
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.pipeline.walk import Walk
from sitemaps_app.snapshots import ChangeKind, SnapshotDamaged, diff_snapshots

FEW = 20
LARGE_SHARE = 0.5


def is_large_loss(before: int, lost: int) -> bool:
    """Is the loss of `lost` of `before` things so large that something is likely to have broken?"""
    return lost > FEW and lost > LARGE_SHARE * before


def tell_shrunk(walk: Walk, previous: Snapshot | None, snapshot: Snapshot) -> None:
    """Tell of files, of indexes, and of the whole site that shrank between two snapshots."""
    for index in walk.indexes.values():
        listed = walk.rows.listed_before(index.row)
        if index.outcome is Outcome.OK and is_large_loss(listed, listed - len(index.children)):
            _tell(index, f"{listed} files listed at the last read, {len(index.children)} now")
    if previous is None or walk.previous_path is None:
        return
    smaller = [
        read
        for read in walk.reads
        if read.outcome is Outcome.OK and _lost(read) > 0 and is_large_loss(read.entries_before or 0, _lost(read))
    ]
    gone = _vanished_by_file(previous, snapshot) if smaller else Counter[int]()
    for read in smaller:
        if is_large_loss(read.entries_before or 0, gone[read.row.pk]):
            _tell(read, f"{read.entries_before} entries at the last read, {read.entry_count} now")
    if snapshot.vanished is not None and is_large_loss(previous.entries, snapshot.vanished):
        walk.context.tell("site_shrunk", before=previous.entries, after=snapshot.entries, vanished=snapshot.vanished)


def _lost(read: FileRead) -> int:
    return (read.entries_before or 0) - read.entry_count


def _tell(read: FileRead, detail: str) -> None:
    add_problems(read.row, [Problem("sitemap_shrunk", Severity.WARNING, detail)])


def _vanished_by_file(previous: Snapshot, snapshot: Snapshot) -> Counter[int]:
    """How many of the entries of each file are nowhere in the new snapshot."""
    gone: Counter[int] = Counter()
    changes = diff_snapshots(snapshot_path(previous.path), snapshot_path(snapshot.path), kinds={ChangeKind.VANISHED})
    with contextlib.suppress(SnapshotDamaged):
        for change in changes:
            if change.old is not None:
                gone[change.old.file_id] += 1
    return gone
