"""`manage.py sitemap_report PATH_OR_URL…`: what sitemap files say, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sitemaps_app.management.batch import BatchError, answer_batch
from sitemaps_app.management.served import (
    UNREADABLE,
    WRONG_USE,
    ServedOptions,
    Unread,
    add_served_arguments,
    as_served,
    is_address,
    problem_lines,
    read_options,
    requested,
    served_files,
    tell_unread,
)
from sitemaps_app.management.terminal import plain, write_answer
from sitemaps_app.pipeline.report_objects import child_object, entry_object, problem_object, timestamp
from sitemaps_app.pipeline.reports import Kind, Outcome, ReportDoor, SitemapReport, report_sitemap


class Command(BaseCommand):
    """Exit status: 0 = done, 1 = a target could not be read at all, 2 = wrong use."""

    help = "Read sitemap files (urlset, index, text, RSS, Atom; packed or not) and report entries and problems."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The options of the contract."""
        add_served_arguments(parser)
        parser.add_argument("--no-entries", action="store_true", help="counts only")
        parser.add_argument("--follow", action="store_true", help="report on the children of fetched indexes too")

    def handle(self, **options: Any) -> None:
        """Report on each source, and leave with the right status."""
        chosen = read_options(options)
        with_entries = not options["no_entries"]
        try:
            if options["batch"]:
                answer_batch(options["batch"], lambda request: _answer(request, chosen, with_entries=with_entries), stdout=self.stdout)
                return
            targets = [self._reports(source, chosen, with_entries=with_entries, follow=options["follow"]) for source in options["sources"]]
            readable = [
                [self._print(report, as_json=options["json"], with_entries=with_entries) for report in reports] for reports in targets
            ]
        except (BatchError, ValueError) as error:
            raise CommandError(plain(str(error)), returncode=WRONG_USE) from error
        if not all(any(parts) for parts in readable):
            raise SystemExit(UNREADABLE)

    def _reports(self, source: str, chosen: ServedOptions, *, with_entries: bool, follow: bool) -> Iterator[SitemapReport | Unread]:
        if not is_address(source):
            for name, served in served_files(source, chosen):
                if isinstance(served, Unread):
                    yield served
                else:
                    yield report_sitemap(served, source=name, now=chosen.clock(), with_entries=with_entries)
            return
        with ReportDoor(clock=chosen.clock, proxy=chosen.proxy, allow_networks=chosen.allow_networks) as door:
            if follow:
                yield from door.tree(source, with_entries=with_entries)
            else:
                yield door.sitemap(source, with_entries=with_entries)

    def _print(self, report: SitemapReport | Unread, *, as_json: bool, with_entries: bool) -> bool:
        """Print one report; was there anything to read?"""
        if isinstance(report, Unread):
            empty = SitemapReport(report.source, Outcome.FAILED, Kind.UNKNOWN, (), 0, 0, (), ())
            tell_unread(report, as_object(empty), out=self.stdout, err=self.stderr, as_json=as_json)
            return False
        if as_json:
            write_answer(self.stdout, as_object(report))
        else:
            for line in as_text(report, with_entries=with_entries):
                self.stdout.write(line)
        return report.was_read


def _answer(request: dict[str, Any], chosen: ServedOptions, *, with_entries: bool) -> dict[str, Any]:
    file = requested(request, chosen)
    report = report_sitemap(as_served(file), source=file.source, now=file.now or chosen.clock(), with_entries=with_entries)
    return as_object(report)


def as_object(report: SitemapReport) -> dict[str, Any]:
    """The keys of the contract, and the counts."""
    return {
        "source": report.source,
        "outcome": report.outcome.value,
        "kind": report.kind.value,
        "entries": [entry_object(entry) for entry in report.entries],
        "children": [child_object(child) for child in report.children],
        "problems": [problem_object(problem) for problem in report.problems],
        "entry_count": report.entry_count,
        "dated_count": report.dated_count,
        "is_news": report.is_news,
        "extensions": dict(report.extensions),
    }


def as_text(report: SitemapReport, *, with_entries: bool) -> Iterator[str]:
    """The report for a person."""
    share = f", {report.dated_count / report.entry_count:.0%} with a readable lastmod" if report.entry_count else ""
    children = f", {len(report.children)} children" if report.children else ""
    yield plain(f"{report.source}: {report.outcome.value} ({report.kind.value}, {report.entry_count} entries{share}{children})")
    yield from problem_lines(report.problems)
    if not with_entries:
        return
    for child in report.children:
        yield plain(f"  child {child.lastmod.raw.strip() or '-'}  {child.loc}")
    for entry in report.entries:
        remark = "" if entry.in_scope else "  (out of scope)"
        yield plain(f"  {timestamp(entry.lastmod.instant) or entry.lastmod.status.value}  {entry.loc}{remark}")
