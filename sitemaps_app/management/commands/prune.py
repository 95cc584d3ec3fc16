"""`manage.py prune`: what is old is removed now, instead of with the next daily run."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from sitemaps_app.management.database import ensure_migrated
from sitemaps_app.management.served import UNREADABLE
from sitemaps_app.management.terminal import json_line, plain
from sitemaps_app.pipeline.prune import PruneTakenError, prune, prune_now
from sitemaps_app.pipeline.prune_policy import Freed, PruneReport, policy_of_settings


class Command(BaseCommand):
    """Exit status: 0 = done, 1 = another machine is pruning just now. What is kept is set by the variables `LASTMOD_KEEP_…`."""

    help = "Remove what is old by the rules of the settings: thin out snapshots, empty old texts and accounts, clear leftover files."

    def add_arguments(self, parser: CommandParser) -> None:
        """The options."""
        parser.add_argument("--dry-run", action="store_true", help="only say what would be removed")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, dry_run: bool, json: bool, **_options: Any) -> None:
        """Prune and tell."""
        ensure_migrated()
        try:
            report = prune(policy_of_settings(), now=timezone.now(), dry_run=True) if dry_run else prune_now(wall=timezone.now)
        except PruneTakenError as error:
            raise CommandError("Another machine is pruning just now.", returncode=UNREADABLE) from error
        if json:
            self.stdout.write(json_line(_as_object(report)))
            return
        for line in _as_text(report):
            self.stdout.write(plain(line))


def _as_object(report: PruneReport) -> dict[str, object]:
    return {
        "dry_run": report.dry_run,
        "snapshots": report.snapshots.count,
        "snapshot_bytes": report.snapshots.bytes,
        "page_texts": report.page_texts.count,
        "page_text_bytes": report.page_texts.bytes,
        "accounts": report.accounts.count,
        "account_bytes": report.accounts.bytes,
        "leftovers": report.leftovers.count,
        "leftover_bytes": report.leftovers.bytes,
        "bytes": report.bytes,
        "missing": report.missing_count,
        "missing_files": list(report.missing),
        "failed": report.failed,
        "foreign_storage": report.foreign_storage,
    }


def _as_text(report: PruneReport) -> list[str]:
    verb = "Would remove" if report.dry_run else "Removed"
    lines = [
        f"{verb}:",
        _line("files of snapshots", report.snapshots),
        _line("texts of pages", report.page_texts),
        _line("accounts of checks", report.accounts),
        _line("leftover files", report.leftovers),
        f"  {report.bytes:,} bytes together",
    ]
    if report.missing_count:
        names = ", ".join(report.missing[:5])
        lines.append(f"Missing in the storage, though the database names them: {report.missing_count:,} files of snapshots, as {names}.")
    if report.failed:
        lines.append(f"The system refused to remove {report.failed:,} files; the log says why.")
    if report.foreign_storage:
        lines.append("No file in the storage is named by this database, so none was taken for a leftover. Is it the right database?")
    return lines


def _line(what: str, freed: Freed) -> str:
    return f"  {freed.count:,} {what}, {freed.bytes:,} bytes"
