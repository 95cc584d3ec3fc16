"""`manage.py robots_report PATH_OR_URL…`: what robots.txt files announce and allow."""

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
from sitemaps_app.pipeline.report_objects import problem_object
from sitemaps_app.pipeline.reports import ReportDoor, RobotsReport, report_robots


class Command(BaseCommand):
    """Exit status: 0 = done, 1 = a target could not be read at all, 2 = wrong use."""

    help = "Read robots.txt files: sitemaps, crawl-delay, and whether addresses may be fetched."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The options of the contract."""
        add_served_arguments(parser)
        parser.add_argument("--allowed", nargs="+", default=[], metavar="URL", help="addresses to judge")
        parser.add_argument("--user-agent", default="", help="judge for this user agent (default: our own)")

    def handle(self, **options: Any) -> None:
        """Report on each source, and leave with the right status."""
        chosen = read_options(options)
        ask, agent = tuple(options["allowed"]), options["user_agent"]
        try:
            if options["batch"]:
                answer_batch(options["batch"], lambda request: _answer(request, chosen, ask, agent), stdout=self.stdout)
                return
            targets = [self._reports(source, chosen, ask, agent) for source in options["sources"]]
            readable = [[self._print(report, as_json=options["json"]) for report in reports] for reports in targets]
        except (BatchError, ValueError) as error:
            raise CommandError(plain(str(error)), returncode=WRONG_USE) from error
        if not all(any(parts) for parts in readable):
            raise SystemExit(UNREADABLE)

    def _reports(self, source: str, chosen: ServedOptions, ask: tuple[str, ...], agent: str) -> Iterator[RobotsReport | Unread]:
        if not is_address(source):
            for name, served in served_files(source, chosen):
                yield served if isinstance(served, Unread) else report_robots(served, source=name, ask=ask, user_agent=agent)
            return
        with ReportDoor(clock=chosen.clock, proxy=chosen.proxy, allow_networks=chosen.allow_networks) as door:
            yield door.robots(source, ask=ask, user_agent=agent)

    def _print(self, report: RobotsReport | Unread, *, as_json: bool) -> bool:
        """Print one report; was there anything to read?"""
        if isinstance(report, Unread):
            empty = RobotsReport(report.source, (), None, {}, (), was_read=False)
            tell_unread(report, as_object(empty), out=self.stdout, err=self.stderr, as_json=as_json)
            return False
        if as_json:
            write_answer(self.stdout, as_object(report))
        else:
            for line in as_text(report):
                self.stdout.write(line)
        return report.was_read


def _answer(request: dict[str, Any], chosen: ServedOptions, ask: tuple[str, ...], agent: str) -> dict[str, Any]:
    file = requested(request, chosen)
    asked = file.extra.get("allowed", ask)
    if not isinstance(asked, list | tuple) or not all(isinstance(url, str) for url in asked):
        raise BatchError("allowed must be a list of addresses")
    chosen_agent = file.extra.get("user_agent", agent)
    if not isinstance(chosen_agent, str):
        raise BatchError("user_agent must be a text")
    return as_object(report_robots(as_served(file), source=file.source, ask=tuple(asked), user_agent=chosen_agent))


def as_object(report: RobotsReport) -> dict[str, Any]:
    """The keys of the contract."""
    return {
        "source": report.source,
        "sitemaps": list(report.sitemaps),
        "crawl_delay": report.crawl_delay,
        "allowed": report.allowed,
        "problems": [problem_object(problem) for problem in report.problems],
    }


def as_text(report: RobotsReport) -> Iterator[str]:
    """The report for a person."""
    yield plain(f"{report.source}: {len(report.sitemaps)} sitemaps, crawl-delay {report.crawl_delay or 'none'}")
    for sitemap in report.sitemaps:
        yield plain(f"  sitemap {sitemap}")
    for url, is_allowed in report.allowed.items():
        yield plain(f"  {'allowed' if is_allowed else 'forbidden'}  {url}")
    yield from problem_lines(report.problems)
