"""`manage.py import_warc FILE…`: a verdict from the past, without waiting."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from sitemaps_app.management import site_text
from sitemaps_app.management.database import ensure_migrated
from sitemaps_app.models import Check, Site
from sitemaps_app.pipeline.archive import open_archive
from sitemaps_app.pipeline.archive_import import import_moments, site_for_archive
from sitemaps_app.pipeline.site_report import report_site


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

    def _import(self, archive: Any, origin: str, *, json: bool) -> bool:
        row = site_for_archive(origin, now=timezone.now())
        if row is None:
            raise CommandError(f"{origin} is no http(s) address.", returncode=2)
        check: Check | None = None
        with tqdm(total=None, desc=row.host, unit="moment", file=sys.stderr, disable=not sys.stderr.isatty()) as bar:
            for step in import_moments(row, archive, wall=timezone.now):
                bar.total = step.total
                bar.update()
                check = step.check or check
        return self._print(Site.objects.get(pk=row.pk), check, json=json)

    def _print(self, row: Site, check: Check | None, *, json: bool) -> bool:
        report = report_site(row, check)
        for line in [site_text.as_json(report)] if json else site_text.as_text(report):
            self.stdout.write(line)
        return report.was_read
