"""`manage.py import_warc FILE…`: a verdict from the past, without waiting."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from sitemaps_app.formats.warc import Archive
from sitemaps_app.management import site_text
from sitemaps_app.management.database import ensure_migrated
from sitemaps_app.pipeline.archive import open_archive
from sitemaps_app.pipeline.archive_import import ArchiveImport


class Command(BaseCommand):
    """Exit status: 0 = imported, 1 = no site could be read, 2 = wrong use."""

    help = "Score a site from WARC files of a crawl: each moment of the archive is checked as if it were the present."

    def add_arguments(self, parser: CommandParser) -> None:
        """The options of the contract."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="WARC files, plain or gzip, or folders of them")
        parser.add_argument("--site", default="", metavar="URL", help="import only this site (default: every site with a sitemap)")
        parser.add_argument("--json", action="store_true", help="print one JSON object a site")

    def handle(self, *, files: list[str], site: str, json: bool, **_options: Any) -> None:
        """Import every site of the archive and print its report."""
        missing = [name for name in files if not Path(name).exists()]
        if missing:
            raise CommandError(f"{missing[0]} does not exist.", returncode=2)
        ensure_migrated()
        archive = open_archive([Path(name) for name in files])
        for problem in archive.problems:
            self.stderr.write(f"{problem.code}: {problem.detail}")
        origins = [site] if site else list(archive.sites())
        read = False
        for origin in origins:
            read = self._import(archive, origin, json=json) or read
        if not read:
            self.stderr.write("No site with a sitemap was found in the archive.")
            raise SystemExit(1)

    def _import(self, archive: Archive, origin: str, *, json: bool) -> bool:
        """Import one site with a progress bar and print its report; whether it could be read."""
        try:
            imported = ArchiveImport(archive, origin, wall=timezone.now)
        except ValueError as error:
            raise CommandError(str(error), returncode=2) from error
        with tqdm(total=imported.total, desc=imported.host, unit="moment", file=sys.stderr, disable=not sys.stderr.isatty()) as bar:
            for _step in imported.steps():
                bar.update()
        report = imported.report()
        for line in [site_text.as_json(report)] if json else site_text.as_text(report):
            self.stdout.write(line)
        return report.was_read
