"""Second stage: read every sitemap file, store all entries as one snapshot, and see what moved since the last one."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from django.db import transaction

from scoring.codec import evidence_from_json
from sitemaps_app.formats.sitemap import Kind, Outcome
from sitemaps_app.models import SitemapFile, Snapshot
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.discover import Discovery
from sitemaps_app.pipeline.entry_sink import EntrySink
from sitemaps_app.pipeline.index_dates import tell_index_dates
from sitemaps_app.pipeline.panel_lastmods import follow_panel
from sitemaps_app.pipeline.shrinking import tell_shrunk
from sitemaps_app.pipeline.sitemap_files import FileRead, keep_good_reads
from sitemaps_app.pipeline.snapshot_counts import count_snapshot
from sitemaps_app.pipeline.storage import snapshot_name, snapshot_path
from sitemaps_app.pipeline.walk import NOTHING_THERE, Walk
from sitemaps_app.snapshots import SectionRule, SnapshotDamaged, SnapshotWriter, StoredSnapshot
from sitemaps_app.snapshots.reader import SnapshotFile

# Problems of an index that explain why no file with entries stands behind it.
LEADS_NOWHERE = frozenset({"sitemap_loop", "sitemap_too_deep"})
# The server is there and does not want us: that is never told as if there were no sitemap.
REFUSALS = frozenset({"http_401", "http_403", "http_429", "host_asks_to_wait"})


class _NothingReadError(Exception):
    """No file of the walk was good: the writer must leave no snapshot."""


@dataclass(slots=True)
class SnapshotResult:
    """What the stage leaves: the snapshot to go on with (None = nothing was ever read) and how the files were read.

    `stale_keys` are pages of the panel of which nothing was read now: their entries are those of an earlier read.
    """

    snapshot: Snapshot | None
    is_new: bool
    reads: list[FileRead] = field(default_factory=list)
    files_left: int = 0
    stale_keys: frozenset[str] = frozenset()

    @property
    def failure(self) -> str:
        """Why nothing was read, "" where a new snapshot was.

        A refusal comes first, then the code of the first file that failed, or of an index that led nowhere. Usual places at which there
        is nothing are no failure of theirs: then no sitemap was found.
        """
        if self.is_new:
            return ""
        failed = [read.row.failure_code for read in self.reads if read.row.failure_code and not _is_empty_place(read)]
        told = [str(problem["code"]) for read in self.reads for problem in read.row.problems if problem["code"] in LEADS_NOWHERE]
        if failed or told:
            return next((code for code in failed if code in REFUSALS), (failed or told)[0])
        return "index_without_entries" if any(read.is_good for read in self.reads) else "no_sitemap_found"


def _is_empty_place(read: FileRead) -> bool:
    row = read.row
    return row.source == "guess" and row.depth == 0 and row.last_good_at is None and row.failure_code in NOTHING_THERE


def take_snapshot(context: CheckContext, discovery: Discovery) -> SnapshotResult:
    """Read the files from the roots down and write the snapshot.

    A file that failed keeps its last good entries, a 304 as well; an answer that is no sitemap never replaces anything. Where no file
    at all was good there is no new snapshot and the last one stays current.
    """
    context.begin("snapshot")
    previous = context.site.current_snapshot
    path = snapshot_path(snapshot_name(context.site.pk, context.now))
    path.parent.mkdir(parents=True, exist_ok=True)
    previous_path, previous_ids = _readable(context, previous)
    rule = SectionRule(context.site.section_rule, tuple(context.site.section_prefixes))
    with contextlib.suppress(_NothingReadError), SnapshotWriter(path, known_sections=_known_sections(previous)) as writer:

        def sink_for(row: SitemapFile, files: int) -> EntrySink:
            return EntrySink(writer, row, files=files, old=previous_path, rule=rule)

        walk = Walk(context, discovery, sink_for=sink_for, previous_path=previous_path, previous_ids=previous_ids)
        walk.run(writer)
        if not any(read.is_good and (read.kind is not Kind.INDEX or read.entry_count) for read in walk.reads):
            raise _NothingReadError
        return _keep(context, walk, writer.close(), previous)
    return _nothing_new(context, walk, previous)


def _readable(context: CheckContext, snapshot: Snapshot | None) -> tuple[Path | None, Collection[int]]:
    """The file of the snapshot before and the sitemap files that have entries in it; None where it is lost or damaged."""
    path = snapshot_path(snapshot.path) if snapshot else None
    if path is None or not path.exists():
        return None, frozenset()
    try:
        with SnapshotFile(path) as file:
            return path, frozenset(file.origins.file_ids)
    except SnapshotDamaged as damage:
        context.tell("snapshot_damaged", reason=damage.reason[:200])
        return None, frozenset()


def _known_sections(snapshot: Snapshot | None) -> list[str]:
    return [stats.section for stats in evidence_from_json(snapshot.stats).sections] if snapshot else []


def _nothing_new(context: CheckContext, walk: Walk, previous: Snapshot | None) -> SnapshotResult:
    tried = ", ".join(read.row.url for read in walk.reads[:10])
    context.tell("nothing_read", tried=tried, files=len(walk.reads))
    if previous is not None:
        context.tell("snapshot_kept", taken_at=previous.taken_at.isoformat(), entries=previous.entries)
    keep_good_reads([read.row for read in walk.reads if read.is_good and read.kind is Kind.INDEX])
    return SnapshotResult(previous, is_new=False, reads=walk.reads, files_left=walk.tree.left)


def _keep(context: CheckContext, walk: Walk, stored: StoredSnapshot, previous: Snapshot | None) -> SnapshotResult:
    complete = walk.is_complete
    if walk.tree.left:
        known, budget = walk.tree.known, context.limits.files
        context.tell("files_left", count=walk.tree.left, read=walk.tree.handed_out, known=known, budget=budget)
    keeping = [read.row for read in walk.reads if read.is_good]
    counted = count_snapshot(context, stored.path, previous, complete=complete, made_now=keeping)
    counted = counted.with_index(tell_index_dates(walk, stored.path))
    snapshot = Snapshot(
        site=context.site,
        taken_at=context.now,
        complete=complete,
        path=snapshot_name(context.site.pk, context.now),
        byte_count=stored.bytes,
        files_read=len(walk.reads),
        files_failed=sum(not _is_whole(read) for read in walk.reads),
        files_left=walk.tree.left,
        **counted.columns(),
    )
    snapshot.save()
    follow_panel(context.site, snapshot)
    tell_shrunk(walk, previous, snapshot)
    context.site.current_snapshot = snapshot
    with transaction.atomic():
        context.site.save(update_fields=["current_snapshot"])
        keep_good_reads(keeping)
    context.tell("snapshot_written", entries=snapshot.entries, with_lastmod=snapshot.with_lastmod, complete=int(complete))
    if snapshot.moved is not None:
        context.tell("diff_done", moved=snapshot.moved, appeared=snapshot.appeared or 0, vanished=snapshot.vanished or 0)
    return SnapshotResult(snapshot, is_new=True, reads=walk.reads, files_left=walk.tree.left, stale_keys=frozenset(walk.stale_keys))


def _is_whole(read: FileRead) -> bool:
    return read.outcome in (Outcome.OK, Outcome.UNCHANGED)
