"""`manage.py check_site TARGET`: the whole road once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from sitemaps_app import wording
from sitemaps_app.management import site_text
from sitemaps_app.management.batch import BatchError, parse_now
from sitemaps_app.management.database import ensure_migrated
from sitemaps_app.management.served import UNREADABLE, WRONG_USE
from sitemaps_app.management.terminal import plain
from sitemaps_app.pipeline.once import OnceOptions, OnceResult, check_once
from sitemaps_app.pipeline.site_report import ReportProblem, SiteReport, report_site

MISUSED = ("url_invalid", "before_last_check")


class Command(BaseCommand):
    """Exit status: 0 = checked, 1 = the target could not be read at all, 2 = wrong use."""

    help = "Check one site now: robots.txt, sitemaps, a sample of pages, verdict. Run it again later (or with a later --now): it continues."

    def add_arguments(self, parser: CommandParser) -> None:
        """The options of the contract."""
        parser.add_argument("target", help="a domain, an address of the site, or the address of its sitemap")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--pages", type=int, help="visit at most this many pages")
        parser.add_argument("--now", default="", help="the time this check is about, ISO 8601, years 1970 to 9000 (default: the present)")
        parser.add_argument("--proxy", default="", help="fetch through this proxy, as http://127.0.0.1:3128")
        parser.add_argument("--allow-network", action="append", default=[], metavar="CIDR", help="a private network that may be visited")

    def handle(self, *, target: str, json: bool, pages: int | None, now: str, proxy: str, **options: Any) -> None:
        """Check, print, and leave with the right status."""
        if pages is not None and pages < 0:
            raise CommandError("--pages must not be negative.", returncode=WRONG_USE)
        try:
            moment = parse_now(now) if now else None
            once = OnceOptions(pages, moment, proxy, tuple(options["allow_network"]))
            ensure_migrated()
            result = check_once(target, once, wall=timezone.now)
        except (BatchError, ValueError) as error:
            raise CommandError(plain(str(error)), returncode=WRONG_USE) from error
        report = self._report(target, result)
        for line in [site_text.as_json(report)] if json else site_text.as_text(report):
            self.stdout.write(line)
        if not report.was_read:
            raise SystemExit(UNREADABLE)

    def _report(self, target: str, result: OnceResult) -> SiteReport:
        """The site as it is known now; where no check took place, its outcome says why."""
        if result.problem in MISUSED or result.site is None:
            raise CommandError(f"{plain(target)}: {_sentence(result.problem)}", returncode=WRONG_USE)
        report = report_site(result.site, result.check)
        if result.check is not None:
            return report
        # Without a check and without a problem another process took the site over meanwhile.
        code = result.problem or "already_being_checked"
        self.stderr.write(f"{plain(target)}: {_sentence(code)}")
        return replace(report, outcome=code, problems=(ReportProblem(code, "error", report.site, None, "", 1), *report.problems))


def _sentence(code: str) -> str:
    return wording.sentence("problems", code, {})
