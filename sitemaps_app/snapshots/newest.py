"""The newest lastmod of each sitemap file in a snapshot."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from sitemaps_app.snapshots.reader import read_entries
from sitemaps_app.snapshots.stored import STATUS_OK


def newest_lastmods(path: Path, file_ids: Collection[int]) -> dict[int, str]:
    """The raw text of the latest `ok` lastmod of each of these files that has one. Raises SnapshotDamaged."""
    newest: dict[int, tuple[int, str]] = {}
    for entry in read_entries(path, columns={"file_id", "instant_us", "status", "lastmod_raw"}):
        if entry.instant_us is not None and entry.file_id in file_ids and entry.status == STATUS_OK:
            known = newest.get(entry.file_id)
            if known is None or entry.instant_us > known[0]:
                newest[entry.file_id] = (entry.instant_us, entry.lastmod_raw)
    return {file_id: raw for file_id, (_, raw) in newest.items()}
