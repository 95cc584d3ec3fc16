"""`manage.py page_report PATH_OR_URL…`: what pages say about themselves: dates, content, and whether they can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sitemaps_app.management.batch import BatchError, answer_batch
from sitemaps_app.management.page_sources import empty_report, page_reports, requested_page
from sitemaps_app.management.served import (
    UNREADABLE,
    WRONG_USE,
    Unread,
    add_served_arguments,
    problem_lines,
    read_options,
    tell_unread,
)
from sitemaps_app.management.terminal import plain, write_answer
from sitemaps_app.pipeline.page_reports import DateCandidate, PageReport, report_page
from sitemaps_app.pipeline.report_objects import problem_object, timestamp

SHOWN_TEXT = 600


class Command(BaseCommand):
    """Exit status: 0 = done, 1 = a target could not be read at all, 2 = wrong use."""

    help = "Read web pages and report their dates, content, fingerprint and problems."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The options of the contract."""
        add_served_arguments(parser)

    def handle(self, **options: Any) -> None:
        """Report on each source, and leave with the right status."""
        chosen = read_options(options)
        try:
            if options["batch"]:
                answer_batch(
                    options["batch"],
                    lambda request: as_object(report_page(requested_page(request, chosen)[0])),
                    stdout=self.stdout,
                )
                return
            targets = [page_reports(source, chosen) for source in options["sources"]]
            readable = [[self._print(report, as_json=options["json"]) for report in reports] for reports in targets]
        except (BatchError, ValueError) as error:
            raise CommandError(plain(str(error)), returncode=WRONG_USE) from error
        if not all(any(parts) for parts in readable):
            raise SystemExit(UNREADABLE)

    def _print(self, report: PageReport | Unread, *, as_json: bool) -> bool:
        """Print one report; was there anything to read?"""
        if isinstance(report, Unread):
            tell_unread(report, as_object(empty_report(report)), out=self.stdout, err=self.stderr, as_json=as_json)
            return False
        if as_json:
            write_answer(self.stdout, as_object(report))
        else:
            for line in as_text(report):
                self.stdout.write(line)
        return report.was_read


def as_object(report: PageReport) -> dict[str, Any]:
    """The keys of the contract, and why a page cannot be compared."""
    reading, modified = report.reading, report.reading.date_modified
    return {
        "source": report.source,
        "date_modified": timestamp(modified.value) if modified else None,
        "date_precision": modified.precision.name.lower() if modified and modified.precision else None,
        "date_zone": modified.zone.value if modified and modified.zone else None,
        "date_published": timestamp(reading.date_published.value) if reading.date_published else None,
        "date_source": modified.source if modified else None,
        "candidates": [_candidate(candidate) for candidate in reading.candidates],
        "title": reading.title,
        "main_text": reading.main_text,
        "fingerprint": reading.fingerprint,
        "comparable": reading.comparable,
        "reason": reading.reason,
        "canonical": reading.canonical,
        "noindex": reading.noindex,
        "problems": [problem_object(problem) for problem in reading.problems],
    }


def _candidate(candidate: DateCandidate) -> dict[str, Any]:
    return {
        "value": timestamp(candidate.value),
        "precision": candidate.precision.name.lower() if candidate.precision else None,
        "zone": candidate.zone.value if candidate.zone else None,
        "source": candidate.source,
        "raw": candidate.raw,
    }


def as_text(report: PageReport) -> Iterator[str]:
    """The report for a person."""
    reading = report.reading
    state = "comparable" if reading.comparable else f"not comparable ({reading.reason})"
    yield plain(f"{report.source}: {state}")
    if reading.title:
        yield plain(f"  title        {reading.title}")
    for name, candidate in (("modified", reading.date_modified), ("published", reading.date_published)):
        told = f"{timestamp(candidate.value)}  ({candidate.source}: {candidate.raw.strip()})" if candidate else "-"
        yield plain(f"  {name:12} {told}")
    others = [one for one in reading.candidates if one not in {reading.date_modified, reading.date_published}]
    for candidate in others:
        yield plain(f"  also said    {timestamp(candidate.value) or 'no date'}  ({candidate.source}: {candidate.raw.strip()})")
    if reading.fingerprint:
        yield f"  fingerprint  {reading.fingerprint}"
    yield from problem_lines(reading.problems)
    for line in reading.main_text[:SHOWN_TEXT].splitlines():
        yield plain(f"  | {line}")
    if len(reading.main_text) > SHOWN_TEXT:
        yield f"  | … {len(reading.main_text) - SHOWN_TEXT} more characters (--json has them)"
