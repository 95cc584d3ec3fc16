"""The walk over the sitemap files of a site: planned by the tree, fetched beside each other, read one by one, with nothing lost."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sitemaps_app.formats.problems import Problem, Severity
from sitemaps_app.formats.sitemap import Kind, Outcome
from sitemaps_app.models import Page, SitemapFile
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline.carried_files import CarriedFiles, FileSink
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.discover import Discovery
from sitemaps_app.pipeline.fetch_ahead import FetchAhead, FileRequest
from sitemaps_app.pipeline.file_rows import FileRows
from sitemaps_app.pipeline.file_tree import FileTree, PlannedFile
from sitemaps_app.pipeline.sitemap_files import WAITING, FileRead, add_problems, read_answer, request_for
from sitemaps_app.pipeline.walk_account import WalkAccount
from sitemaps_app.snapshots import SnapshotDamaged, SnapshotWriter

# Files of all hosts together that may be asked for ahead of the one that is read: four hosts side by side, no more held.
HOSTS_BESIDE = 4
# Refusals of the tree that leave children of an index out of its lists.
HIDE_CHILDREN = frozenset({"sitemap_too_deep", "files_left"})

# How an address answers at which there is no sitemap.
NOTHING_THERE = frozenset({"http_404", "http_410", "not_a_sitemap", "redirected_to_page"})
# Files that a problem of their index names.
NAMED_CHILDREN = 5
TOLD_ONE_BY_ONE = 20
MAX_DETAIL = 600

Ticket = tuple[PlannedFile, SitemapFile, bool]


class Walk:
    """One walk over the tree of files into one writer.

    `sink_for` makes the sink of one file from its row and the number of files with entries that are known; `previous_path` is the snapshot
    before (None = there is none), `previous_ids` the files that have entries in it. After `run`, `reads` has how each file was read,
    `indexes` those of indexes by their key, `children` those of the files that an index named, by its key.
    """

    def __init__(
        self,
        context: CheckContext,
        discovery: Discovery,
        *,
        sink_for: Callable[[SitemapFile, int], FileSink],
        previous_path: Path | None,
        previous_ids: Collection[int] = frozenset(),
    ) -> None:
        self.context, self.discovery = context, discovery
        self.previous_path, self._previous_ids = previous_path, previous_ids
        self.rows = FileRows(context)
        limits = context.limits
        self._width = 1 if discovery.robots.crawl_delay(context.user_agent) else limits.files_at_once
        self.tree = FileTree(budget=limits.files, max_depth=limits.depth, places=self._width, last_read=self.rows.last_read)
        self.reads: list[FileRead] = []
        self._lost_entries = False
        self.stale_keys: set[str] = set()
        self._sink_for = sink_for
        on_panel = Page.objects.filter(site=context.site, retired_at__isnull=True)
        self._panel = pa.array(list(on_panel.values_list("key", flat=True)), pa.string())
        self._done: set[str] = set()
        self._guess: PlannedFile | None = None
        self._may_guess = True
        self._has_good = False
        self._whole_indexes: set[int] = set()
        self.children: dict[str, list[FileRead]] = {}
        self.indexes: dict[str, FileRead] = {}
        self._account = WalkAccount(context)
        self._carried = CarriedFiles(previous_path)

    def run(self, writer: SnapshotWriter) -> None:
        """Read all files that the budget allows into `writer`, and carry over the last good entries of the others."""
        for root in self.discovery.roots:
            self.tree.offer(PlannedFile(root.url, root.source))
        threads = self._width * HOSTS_BESIDE if self._width > 1 else 1
        self.context.keep_width(self._width)
        with FetchAhead[Ticket](self._fetch, threads=threads, halt=self.context.halt, on_wait=self.context.keep_lease) as ahead:
            self._read_all(ahead, writer, window=threads)
        self.context.keep_width(1)
        self._account.close()
        self._tell_failed_children()
        self._drop_wrong_guesses()
        if self._has_good:
            self.rows.forget_unlisted(self.tree.keys, self._whole_indexes)
        self._carry_over(writer)

    def _read_all(self, ahead: FetchAhead[Ticket], writer: SnapshotWriter, *, window: int) -> None:
        while True:
            while len(ahead) < window and (planned := self._next(len(ahead))) is not None:
                row = self.rows.row_for(planned)
                conditional = self._is_conditional(row)
                ahead.put((planned, row, conditional), request_for(row, conditional=conditional))
            if not len(ahead):
                return
            (planned, row, conditional), answer = ahead.take()
            self.reads.append(self._read(planned, row, self.context.not_stopped(answer), writer, conditional=conditional))
            self._done.add(planned.key)
            self.tree.done(planned)
            self._report(is_last=not len(ahead))

    def _report(self, *, is_last: bool) -> None:
        """Progress for people: each file of a few, every tenth of many."""
        done = len(self.reads)
        self.context.keep_lease()
        if done <= TOLD_ONE_BY_ONE or done % 10 == 0 or is_last:
            self.context.step(done, total=min(self.tree.known, self.context.limits.files))

    def _fetch(self, request: FileRequest) -> FetchedResponse | FetchFailure:
        """Runs in other threads: nothing here may touch the database."""
        return self.context.fetch_file(request.url, etag=request.etag, last_modified=request.last_modified)

    def _next(self, under_way: int) -> PlannedFile | None:
        """The file to ask for now.

        Guesses are tried one by one, when nothing else is under way, until something is right, and not at a server that refuses or fails.
        """
        while (planned := self._guess or self.tree.next()) is not None:
            self._guess = None
            if planned.source != "guess" or planned.depth > 0:
                return planned
            if self._has_good or not self._may_guess:
                self.tree.done(planned)
            elif under_way:
                self._guess = planned
                return None
            else:
                return planned
        return None

    def _is_conditional(self, row: SitemapFile) -> bool:
        """May a 304 stand for this file: are its entries in the snapshot before, or its children in their rows?"""
        if self.previous_path is None or row.last_good_at is None:
            return False
        return row.entry_count == 0 or row.pk in self._previous_ids

    def _read(
        self, planned: PlannedFile, row: SitemapFile, answer: FetchedResponse | FetchFailure, writer: SnapshotWriter, *, conditional: bool
    ) -> FileRead:
        sink = self._sink_for(row, self.tree.leaves)
        read = read_answer(self.context, row, answer, sink, conditional=conditional, is_other_file=self._done.__contains__)
        self._has_good = self._has_good or read.is_good
        if planned.source != "guess" and not read.is_good and row.failure_code not in NOTHING_THERE:
            self._may_guess = False
        if read.kind is Kind.INDEX and read.children:
            self._follow(planned, read)
        elif read.outcome is Outcome.OK and read.kind is not Kind.INDEX and read.entry_count:
            # What was an index may be a file of entries now: then it names none of the files that hung from it.
            self._whole_indexes.add(row.pk)
        if read.outcome is not Outcome.OK:
            self._carried.want(row.pk, sink if read.outcome is Outcome.PARTIAL else None)
            if self._carried.is_full:
                self._carry(self._carried.cut_ones(), writer)
        self.children.setdefault(planned.parent_key, []).append(read)
        self._account.tell(read, answer)
        return read

    def _follow(self, planned: PlannedFile, read: FileRead) -> None:
        """Put the children of an index on the list and into their rows."""
        self.indexes[planned.key] = read
        children, problems = self.tree.offer_children(planned, read.children)
        add_problems(read.row, problems)
        has_room = self.rows.list_children(read.row, children)
        if problems or not has_room:
            # The rows do not tell the whole list, so a 304 must not stand for it.
            read.row.etag = read.row.http_last_modified = ""
        if read.outcome in (Outcome.OK, Outcome.UNCHANGED) and not {problem.code for problem in problems} & HIDE_CHILDREN:
            self._whole_indexes.add(read.row.pk)

    @property
    def is_complete(self) -> bool:
        """Was everything read that the site announces, so that an address which is absent was removed?"""
        has_all = not self.tree.left and not self.tree.too_deep and not self._lost_entries
        return has_all and all(read.outcome in (Outcome.OK, Outcome.UNCHANGED) for read in self.reads)

    def _tell_failed_children(self) -> None:
        for key, index in self.indexes.items():
            failed = [read.row for read in self.children.get(key, ()) if not read.is_good and read.row.outcome != WAITING]
            if failed:
                named = "; ".join(f"{row.url} ({row.failure_code})" for row in failed[:NAMED_CHILDREN])
                add_problems(index.row, [Problem("child_failed", Severity.ERROR, named[:MAX_DETAIL], count=len(failed))])

    def _drop_wrong_guesses(self) -> None:
        """Guesses that were wrong leave no row, once another place was right."""
        if not self._has_good:
            return
        wrong = [read for read in self.reads if read.row.source == "guess" and read.row.depth == 0 and read.row.last_good_at is None]
        if wrong:
            self.rows.drop([read.row for read in wrong])
            self.reads = [read for read in self.reads if read not in wrong]

    def _carry_over(self, writer: SnapshotWriter) -> None:
        """Files that are unchanged, failed, cut, or were not reached keep their last good entries."""
        unread = self.rows.kept_unread({read.row.pk for read in self.reads})
        if unread and self.previous_path is None:
            self._lost_entries = True
        self._carry(self._carried.all_with(unread), writer)

    def _carry(self, ids: Collection[int], writer: SnapshotWriter) -> None:
        """One pass over the snapshot before, however many files want something of it."""
        current = {read.row.pk for read in self.reads if read.outcome is Outcome.UNCHANGED}
        try:
            for rows in self._carried.rows(ids):
                writer.add_carried(rows)
                on_panel = np.flatnonzero(pc.is_in(rows.keys, self._panel).to_numpy())
                keys = rows.keys.take(pa.array(on_panel)).to_pylist()
                self.stale_keys.update(
                    key for key, owner in zip(keys, rows.file_ids[on_panel].tolist(), strict=True) if owner not in current
                )
        except SnapshotDamaged as damage:
            self._note_damage(damage)

    def _note_damage(self, damage: SnapshotDamaged) -> None:
        """The entries that a 304 stood for are lost with the file that held them: they are asked for in full the next time."""
        self._lost_entries = True
        self.context.tell("snapshot_damaged", reason=damage.reason[:200])
        for read in self.reads:
            if read.outcome is Outcome.UNCHANGED:
                read.row.etag = read.row.http_last_modified = ""
