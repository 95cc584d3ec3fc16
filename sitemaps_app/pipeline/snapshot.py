"""Second stage: read every sitemap file, store all entries as one snapshot, and see what moved since the last one."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from scoring.codec import evidence_from_json
from sitemaps_app.formats.sitemap import Kind, Outcome
from sitemaps_app.models import Page, SitemapFile, Snapshot
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.discover import Discovery
from sitemaps_app.pipeline.entry_sink import EntrySink
from sitemaps_app.pipeline.file_tree import FileTree, PlannedFile
from sitemaps_app.pipeline.panel_lastmods import follow_panel
from sitemaps_app.pipeline.sitemap_files import FileRead, add_problems, read_file, row_for
from sitemaps_app.pipeline.snapshot_counts import count_snapshot
from sitemaps_app.pipeline.storage import snapshot_name, snapshot_path
from sitemaps_app.snapshots import SnapshotDamaged, SnapshotWriter, StoredSnapshot, carry_over

# Problems of an index that explain why no file with entries stands behind it.
LEADS_NOWHERE = frozenset({"sitemap_loop", "sitemap_too_deep"})


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
        """Why nothing was read, "" where a new snapshot was: the code of the first file that failed, or of an index that led nowhere."""
        if self.is_new:
            return ""
        failed = [read.row.failure_code for read in self.reads if read.row.failure_code]
        told = [str(problem["code"]) for read in self.reads for problem in read.row.problems if problem["code"] in LEADS_NOWHERE]
        if failed or told:
            return (failed or told)[0]
        return "index_without_entries" if self.reads else "no_sitemap_found"


def take_snapshot(context: CheckContext, discovery: Discovery) -> SnapshotResult:
    """Read the files from the roots down and write the snapshot.

    A file that failed keeps its last good entries, a 304 as well; an answer that is no sitemap never replaces anything. Where no file
    at all was good there is no new snapshot and the last one stays current.
    """
    context.begin("snapshot")
    previous = context.site.current_snapshot
    path = snapshot_path(snapshot_name(context.site.pk, context.now))
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(_NothingReadError), SnapshotWriter(path, known_sections=_known_sections(previous)) as writer:
        walk = _Walk(context, discovery, writer, previous)
        walk.run()
        if not any(read.is_good and read.kind is not Kind.INDEX for read in walk.reads):
            raise _NothingReadError
        return _keep(context, walk, writer.close(), previous)
    return _nothing_new(context, walk, previous)


class _Walk:
    """One walk over the tree of files into one writer."""

    def __init__(self, context: CheckContext, discovery: Discovery, writer: SnapshotWriter, previous: Snapshot | None) -> None:
        self.context, self.discovery, self.writer = context, discovery, writer
        self.previous_path = _readable_path(previous)
        self.tree = FileTree(budget=context.limits.files, max_depth=context.limits.depth)
        self.reads: list[FileRead] = []
        self.stale = _StaleKeys(context)

    def run(self) -> None:
        for root in self.discovery.roots:
            self.tree.offer(PlannedFile(root.url, root.source))
        while (planned := self.tree.next()) is not None:
            if planned.source == "guess" and planned.depth == 0 and any(read.is_good for read in self.reads):
                continue
            self.reads.append(self._read(planned))
            self.context.step(len(self.reads))
        self._forget_unlisted()
        self._carry_over_unread()

    def _read(self, planned: PlannedFile) -> FileRead:
        row = row_for(self.context, planned)
        sink = EntrySink(self.writer, row, files=self.tree.leaves, old=self.previous_path)
        conditional = self.previous_path is not None and row.last_good_at is not None
        read = read_file(self.context, row, sink, conditional=conditional, is_other_file=self.tree.is_begun)
        if read.kind is Kind.INDEX and read.children:
            add_problems(row, self.tree.offer_children(planned, read.children))
        if read.outcome is not Outcome.OK and self.previous_path is not None:
            carried = sink.carry_over_rest()
            if read.outcome is not Outcome.UNCHANGED:
                self.stale.add(carried)
        self._tell(read)
        return read

    def _tell(self, read: FileRead) -> None:
        if read.outcome is Outcome.UNCHANGED:
            self.context.tell("file_unchanged", url=read.row.url, entries=read.entry_count)
        elif read.is_good:
            self.context.tell("file_read", url=read.row.url, kind=read.kind, entries=read.entry_count, outcome=read.outcome)
        else:
            self.context.tell("file_failed", url=read.row.url, reason=read.row.failure_code, status=read.row.http_status or 0)

    def _forget_unlisted(self) -> None:
        """Files that no index or robots.txt names any more are not part of the tree; guesses that were wrong leave no row."""
        read_ids = {read.row.pk for read in self.reads}
        mine = SitemapFile.objects.filter(site=self.context.site).exclude(pk__in=read_ids)
        if any(read.is_good for read in self.reads):
            wrong = [r.row.pk for r in self.reads if r.row.source == "guess" and r.row.depth == 0 and r.row.last_good_at is None]
            SitemapFile.objects.filter(pk__in=wrong).delete()
            self.reads = [read for read in self.reads if read.row.pk is not None and read.row.pk not in wrong]
        if not self.tree.left and all(read.is_good for read in self.reads):
            mine.update(listed=False)

    def _carry_over_unread(self) -> None:
        """Files that are still listed but were not reached (budget, an index that failed) keep their last good entries."""
        if self.previous_path is None:
            return
        read_ids = {read.row.pk for read in self.reads}
        unread = SitemapFile.objects.filter(site=self.context.site, listed=True, last_good_at__isnull=False).exclude(pk__in=read_ids)
        ids = set(unread.values_list("pk", flat=True))
        with contextlib.suppress(SnapshotDamaged):
            for stored in carry_over(self.previous_path, ids) if ids else ():
                self.writer.add_stored(stored)
                self.stale.add((stored.key,))


class _StaleKeys:
    """The pages of the panel whose entries were carried over from an earlier read."""

    def __init__(self, context: CheckContext) -> None:
        self._panel = frozenset(Page.objects.filter(site=context.site, retired_at__isnull=True).values_list("key", flat=True))
        self.keys: set[str] = set()

    def add(self, keys: Iterable[str]) -> None:
        self.keys.update(key for key in keys if key in self._panel)


def _readable_path(snapshot: Snapshot | None) -> Path | None:
    path = snapshot_path(snapshot.path) if snapshot else None
    return path if path and path.exists() else None


def _known_sections(snapshot: Snapshot | None) -> list[str]:
    return [stats.section for stats in evidence_from_json(snapshot.stats).sections] if snapshot else []


def _nothing_new(context: CheckContext, walk: _Walk, previous: Snapshot | None) -> SnapshotResult:
    tried = ", ".join(read.row.url for read in walk.reads[:10])
    context.tell("nothing_read", tried=tried, files=len(walk.reads))
    if previous is not None:
        context.tell("snapshot_kept", taken_at=previous.taken_at.isoformat(), entries=previous.entries)
    return SnapshotResult(previous, is_new=False, reads=walk.reads, files_left=walk.tree.left)


def _keep(context: CheckContext, walk: _Walk, stored: StoredSnapshot, previous: Snapshot | None) -> SnapshotResult:
    complete = not walk.tree.left and not walk.tree.too_deep and all(_is_whole(read) for read in walk.reads)
    if walk.tree.left:
        context.tell("files_left", count=walk.tree.left, budget=context.limits.files)
    counted = count_snapshot(context, stored.path, previous, complete=complete)
    outcomes = Counter(read.outcome for read in walk.reads)
    snapshot = Snapshot(
        site=context.site,
        taken_at=context.now,
        complete=complete,
        path=snapshot_name(context.site.pk, context.now),
        byte_count=stored.bytes,
        files_read=len(walk.reads),
        files_failed=sum(count for outcome, count in outcomes.items() if outcome not in (Outcome.OK, Outcome.UNCHANGED)),
        files_left=walk.tree.left,
        **counted.columns(),
    )
    snapshot.save()
    follow_panel(context.site, snapshot)
    context.site.current_snapshot = snapshot
    context.site.save(update_fields=["current_snapshot"])
    context.tell("snapshot_written", entries=snapshot.entries, with_lastmod=snapshot.with_lastmod, complete=int(complete))
    if snapshot.moved is not None:
        context.tell("diff_done", moved=snapshot.moved, appeared=snapshot.appeared or 0, vanished=snapshot.vanished or 0)
    return SnapshotResult(snapshot, is_new=True, reads=walk.reads, files_left=walk.tree.left, stale_keys=frozenset(walk.stale.keys))


def _is_whole(read: FileRead) -> bool:
    return read.outcome in (Outcome.OK, Outcome.UNCHANGED)
