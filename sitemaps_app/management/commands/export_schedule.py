"""`manage.py export_schedule SITE…`: what to refetch now, to a file or to standard output."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from sitemaps_app import wording
from sitemaps_app.management.batch import BatchError, CalendarError, parse_now
from sitemaps_app.management.database import ensure_migrated
from sitemaps_app.management.served import WRONG_USE
from sitemaps_app.management.terminal import plain
from sitemaps_app.pipeline.export import DueList, Refusal, due_list, render_due
from sitemaps_app.pipeline.sites import find_site
from sitemaps_app.pipeline.storage import write_atomically

FORMATS = ("jsonl", "csv")


class Command(BaseCommand):
    """Exit status: 0 = written, 1 = refused (not trusted, nothing known), 2 = wrong use."""

    help = "Write the due list of one or more sites: what moved, what is new, what is undated, and a random audit sample."

    def add_arguments(self, parser: CommandParser) -> None:
        """The options of the contract."""
        parser.add_argument("sites", nargs="+", metavar="SITE", help="a domain or origin that is monitored")
        parser.add_argument("--format", choices=FORMATS, default="jsonl")
        parser.add_argument(
            "--since", default="", metavar="CURSOR", help="next_cursor of an earlier list, a date or time as for --now, or 'all'"
        )
        parser.add_argument("--output", metavar="PATH", help="write here (at once and whole); default: standard output")
        parser.add_argument("--force", action="store_true", help="also for a site that is not trusted: the fallback list")
        parser.add_argument("--now", default="", help="the time of the export, ISO 8601, years 1970 to 9000 (default: the present)")

    def handle(self, *, sites: list[str], format: str, output: str | None, **options: Any) -> None:  # noqa: A002  the option's name
        """Write the lists that are allowed; tell the refusals."""
        try:
            now = parse_now(options["now"]) if options["now"] else timezone.now()
            cursor = _cursor(options["since"])
        except BatchError as error:
            raise CommandError(str(error), returncode=WRONG_USE) from error
        ensure_migrated()
        lists, refused = [], 0
        for name in sites:
            site = find_site(name)
            if site is None:
                raise CommandError(f"{plain(name)} is not monitored; add it first, for instance with check_site.", returncode=WRONG_USE)
            due = due_list(site, cursor=cursor, now=now, force=options["force"])
            if isinstance(due, Refusal):
                refused += 1
                self.stderr.write(plain(f"{site.origin}: {wording.sentence('refusals', due.code, {'verdict': due.verdict})}"))
            else:
                lists.append(due)
        self._write(_chunks(lists, format), output)
        if refused:
            raise SystemExit(1)

    def _write(self, chunks: Iterator[str], output: str | None) -> None:
        if output is None:
            for chunk in chunks:
                self.stdout.write(chunk, ending="")
            return
        try:
            write_atomically(Path(output), chunks)
        except OSError as error:
            raise CommandError(f"Cannot write {plain(output)}: {error.strerror}.", returncode=WRONG_USE) from error


def _cursor(since: str) -> str:
    """`--since` as the pipeline takes it: a date or time becomes one in UTC, anything else is a cursor. Raises CalendarError."""
    try:
        return parse_now(since).isoformat()
    except CalendarError:
        raise
    except BatchError:
        return since


def _chunks(lists: list[DueList], fmt: str) -> Iterator[str]:
    for place, due in enumerate(lists):
        chunks = render_due(due, fmt, header=place == 0)
        yield from chunks
