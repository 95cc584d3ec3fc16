"""Pruning: what is old and not needed is removed by policy. The numbers in rows stay, so every chart keeps its whole history.

Nothing here needs a site to stand still. A file is only removed where neither the site nor a cursor needs it; a check that runs meanwhile
works on newer files than any that are thinned; and whoever reads a file in the moment it goes either has it open and reads on, or finds it
missing, which is told like any damage. A row forgets its file before the file goes, so a killed run leaves at most a file without a row,
which the next run takes as a leftover.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from sitemaps_app.models import ExportCursor, Site, Snapshot
from sitemaps_app.pipeline import chores
from sitemaps_app.pipeline.adding_tables import prune_additions
from sitemaps_app.pipeline.leftovers import remove, sweep_storage
from sitemaps_app.pipeline.prune_policy import NAMED_FILES, NOTHING, Freed, PrunePolicy, PruneReport, policy_of_settings
from sitemaps_app.pipeline.prune_rows import prune_accounts, prune_page_texts
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots.retention import StoredFile, kept_files

logger = logging.getLogger(__name__)

CHORE = "prune"
LEASE_SECONDS = 900.0


class PruneTakenError(Exception):
    """Another machine is pruning, or has taken this run over."""


@dataclass(slots=True)
class _Run:
    """One run over all sites, and what it has found so far."""

    policy: PrunePolicy
    now: datetime
    dry_run: bool
    snapshots: Freed = NOTHING
    page_texts: Freed = NOTHING
    failed: int = 0
    missing: list[str] = field(default_factory=list)

    def site(self, site: Site) -> None:
        texts_before = self.now - timedelta(days=self.policy.page_text_days)
        self.page_texts += prune_page_texts(site, before=texts_before, dry_run=self.dry_run)
        rows = list(Snapshot.objects.filter(site=site, byte_count__gt=0).only("pk", "taken_at", "complete", "path", "byte_count"))
        pinned = self._pinned(site)
        stored = [StoredFile(row.pk, row.taken_at, row.complete, pinned=row.pk in pinned) for row in rows]
        kept = kept_files(stored, self.policy.retention, now=self.now)
        self.missing += [row.path for row in rows if row.pk in kept and not snapshot_path(row.path).is_file()]
        self._remove([row for row in rows if row.pk not in kept])

    def _pinned(self, site: Site) -> set[int]:
        """The snapshots that something needs: the current one, and those that consumers of due lists go on from."""
        since = self.now - timedelta(days=self.policy.cursor_days)
        in_use = ExportCursor.objects.filter(Q(created_at__gte=since) | Q(last_used_at__gte=since), site=site)
        return {*in_use.values_list("snapshot_id", flat=True), *([site.current_snapshot_id] if site.current_snapshot_id else [])}

    def _remove(self, rows: list[Snapshot]) -> None:
        if self.dry_run:
            self.snapshots += Freed(len(rows), sum(row.byte_count for row in rows))
            return
        for row in rows:
            Snapshot.objects.filter(pk=row.pk).update(byte_count=0)
            if remove(snapshot_path(row.path)):
                self.snapshots += Freed(1, row.byte_count)
            else:
                self.failed += 1

    def report(self) -> PruneReport:
        accounts_before = self.now - timedelta(days=self.policy.account_days)
        accounts = prune_accounts(before=accounts_before, dry_run=self.dry_run)
        prune_additions(before=accounts_before, now=self.now, dry_run=self.dry_run)
        named = set(Snapshot.objects.filter(byte_count__gt=0).values_list("path", flat=True))
        swept = sweep_storage(named, older_than=self.now - self.policy.leftover_age, dry_run=self.dry_run)
        return PruneReport(
            dry_run=self.dry_run,
            snapshots=self.snapshots,
            page_texts=self.page_texts,
            accounts=accounts,
            leftovers=swept.freed,
            missing_count=len(self.missing),
            missing=tuple(self.missing[:NAMED_FILES]),
            failed=self.failed + swept.failed,
            foreign_storage=swept.foreign,
        )


def prune(policy: PrunePolicy, *, now: datetime, dry_run: bool = False, keep_lease: Callable[[], None] = lambda: None) -> PruneReport:
    """Remove what the policy does not keep at `now`, or only say what that would be. `keep_lease` is called before each site."""
    run = _Run(policy, now, dry_run)
    for site_id in Site.objects.order_by("pk").values_list("pk", flat=True):
        keep_lease()
        site = Site.objects.filter(pk=site_id).first()
        if site is not None:
            run.site(site)
    return run.report()


def prune_now(*, wall: Callable[[], datetime], every: timedelta | None = None) -> PruneReport:
    """Prune by the settings, on this machine alone. Raises `PruneTakenError` where another machine does it, or did it within `every`."""
    lease = chores.claim(CHORE, wall=wall(), seconds=LEASE_SECONDS, every=every)
    if lease is None:
        raise PruneTakenError

    def keep_lease() -> None:
        if not chores.renew(lease, wall=wall(), seconds=LEASE_SECONDS):
            raise PruneTakenError

    try:
        report = prune(policy_of_settings(), now=wall(), keep_lease=keep_lease)
        chores.finish(lease, wall=wall())
    finally:
        # After a fault the next hour tries again; after a finished run this changes nothing.
        chores.release(lease)
    return report


def prune_when_due(*, wall: Callable[[], datetime]) -> None:
    """Prune where the last time is long enough ago; what was removed goes to the log."""
    if not settings.LASTMOD_PRUNE_HOURS:
        return
    try:
        report = prune_now(wall=wall, every=timedelta(hours=settings.LASTMOD_PRUNE_HOURS))
    except PruneTakenError:
        return
    logger.info(
        "Pruned: %s snapshots, %s page texts, %s accounts, %s leftovers; %s bytes.",
        report.snapshots.count,
        report.page_texts.count,
        report.accounts.count,
        report.leftovers.count,
        report.bytes,
    )
    if report.missing_count:
        logger.warning("%s files of snapshots are missing in the storage, as %s.", report.missing_count, report.missing[0])
    if report.foreign_storage:
        logger.warning("No file in the storage is named by this database; nothing was removed there.")
