"""The columnar store of snapshots: every entry of a site at one time, one sorted parquet file a snapshot.

Written once by `SnapshotWriter`, then only read: streamed (`read_entries`, `carry_over`, `find_entries`), compared with its predecessor
by a merge of two sorted files (`diff_snapshots`, `count_changes`), or counted for the scorer (`section_stats`).
"""

from __future__ import annotations

import os

# Arrow's own allocator keeps an arena for each thread: for the 50,000 entries of a file it takes 30 MB, the system's takes 13, as fast.
# Arrow looks at this once, when it is first imported.
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")

from sitemaps_app.snapshots.diff import ChangeCounts, ChangeTally, EntryChange, count_changes, diff_snapshots
from sitemaps_app.snapshots.moves import ChangeKind
from sitemaps_app.snapshots.reader import carry_over, find_entries, read_entries
from sitemaps_app.snapshots.sections import OTHER_SECTION, SectionColumn, SectionRule, section_of, sections_of
from sitemaps_app.snapshots.statistics import section_stats
from sitemaps_app.snapshots.stored import SnapshotDamaged, StoredEntry, StoredSnapshot
from sitemaps_app.snapshots.writer import SnapshotWriter

__all__ = [
    "OTHER_SECTION",
    "ChangeCounts",
    "ChangeKind",
    "ChangeTally",
    "EntryChange",
    "SectionColumn",
    "SectionRule",
    "SnapshotDamaged",
    "SnapshotWriter",
    "StoredEntry",
    "StoredSnapshot",
    "carry_over",
    "count_changes",
    "diff_snapshots",
    "find_entries",
    "read_entries",
    "section_of",
    "section_stats",
    "sections_of",
]
