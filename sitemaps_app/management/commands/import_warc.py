"""`manage.py import_warc FILE…`: a verdict from the past, without waiting."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from sitemaps_app import wording
from sitemaps_app.formats.warc import Archive
from sitemaps_app.management import site_text
from sitemaps_app.management.batch import is_folder
from sitemaps_app.management.database import ensure_migrated
from sitemaps_app.management.served import UNREADABLE, WRONG_USE, problem_lines
from sitemaps_app.management.terminal import plain, write_answer
from sitemaps_app.pipeline.archive import open_archive
from sitemaps_app.pipeline.archive_import import ArchiveImport, MomentImport
from sitemaps_app.pipeline.report_objects import problem_object
from sitemaps_app.pipeline.site_report import ReportProblem, SiteReport

NO_SITE = "No site with a sitemap was found in the archive."


class Command(BaseCommand):
    """Exit status: 0 = imported, 1 = no file or no site could be read, 2 = wrong use."""

    help = "Score a site from WARC files of a crawl: each moment of the archive is checked as if it were the present."

    def add_arguments(self, parser: CommandParser) -> None:
        """The options of the contract."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="WARC files (regular files, plain or gzip), or folders of them")
        parser.add_argument("--site", default="", metavar="URL", help="import only this site (default: every site with a sitemap)")
        parser.add_argument("--json", action="store_true", help="print one JSON object a site")

    def handle(self, *, files: list[str], site: str, json: bool, **_options: Any) -> None:
        """Import every site of the archive and print its report."""
        for name in files:
            sentence = _unreadable(name)
            if sentence:
                self._leave(site, sentence, (), json=json)
        ensure_migrated()
        archive = open_archive([Path(name) for name in files])
        for line in problem_lines(tuple(archive.problems)):
            self.stderr.write(line)
        readable = [self._import(archive, origin, json=json) for origin in ([site] if site else archive.sites())]
        if not readable:
            self._leave(site, NO_SITE, tuple(problem_object(problem) for problem in archive.problems), json=json)
        if not any(readable):
            self.stderr.write(NO_SITE)
            raise SystemExit(UNREADABLE)

    def _leave(self, site: str, sentence: str, problems: tuple[dict[str, Any], ...], *, json: bool) -> None:
        """Say why nothing was imported, to the person and to the program, and leave."""
        self.stderr.write(plain(sentence))
        if json:
            write_answer(self.stdout, {"site": site, "error": sentence, "problems": list(problems)})
        raise SystemExit(UNREADABLE)

    def _import(self, archive: Archive, origin: str, *, json: bool) -> bool:
        """Import one site with a progress bar and print its report; whether it could be read."""
        try:
            imported = ArchiveImport(archive, origin, wall=timezone.now)
        except ValueError as error:
            raise CommandError(plain(str(error)), returncode=WRONG_USE) from error
        bar = tqdm(total=imported.total, desc=plain(imported.host), unit="moment", file=sys.stderr, disable=not sys.stderr.isatty())
        steps: list[MomentImport] = []
        with bar:
            for step in imported.steps():
                steps.append(step)
                bar.update()
        report = _with_archive(imported.report(), archive, steps)
        for line in [site_text.as_json(report)] if json else site_text.as_text(report):
            self.stdout.write(line)
        # The report speaks of the last moment alone; one that was read before it, or imported earlier, is read as well.
        outcomes = [step.check.outcome for step in steps if step.check is not None]
        passed_over = any(step.problem == "before_last_check" for step in steps)
        return passed_over or any(replace(report, outcome=outcome).was_read for outcome in outcomes)


def _unreadable(name: str) -> str:
    """Why a name cannot be a file or folder of an archive, "" where it can."""
    path = Path(name)
    try:
        if not path.exists():
            return f"{name} does not exist."
        return "" if path.is_file() or is_folder(path) else f"{name} is not a regular file but a pipe, socket or device."
    except (OSError, ValueError) as error:
        return f"Cannot read {name}: {getattr(error, 'strerror', None) or error}."


def _with_archive(report: SiteReport, archive: Archive, steps: list[MomentImport]) -> SiteReport:
    """The report with the problems of the archive before those of the site, and with why the import stopped where it did."""
    found = [
        ReportProblem(problem.code, problem.severity.value, report.site, problem.line, problem.detail, problem.count)
        for problem in archive.problems
    ]
    if steps and steps[-1].problem == "already_being_checked":
        sentence = wording.sentence("problems", "already_being_checked", {})
        found.insert(0, ReportProblem("already_being_checked", "error", report.site, None, sentence, 1))
    return replace(report, problems=(*found, *report.problems))
