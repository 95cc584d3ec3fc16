"""`manage.py demo`: twelve sites with two months of history."""

from __future__ import annotations

import sys
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from tqdm import tqdm

from sitemaps_app import wording
from sitemaps_app.management import site_text
from sitemaps_app.management.batch import parse_now
from sitemaps_app.management.database import ensure_migrated
from sitemaps_app.pipeline.demo import DAYS, demo_reports, walk_demo
from sitemaps_app.pipeline.site_report import SiteReport


class Command(BaseCommand):
    """Exit status 0; a second run goes on where the last one stopped."""

    help = "Load the demo: sites that are honest or wrong in known ways, walked day by day through the real pipeline over loopback."

    def add_arguments(self, parser: CommandParser) -> None:
        """The options."""
        parser.add_argument("--days", type=int, default=DAYS, help="how many days of history")
        parser.add_argument("--processes", type=int, default=2, help="how many sites are walked at once")
        parser.add_argument("--now", default="", help="the last day, ISO 8601 (default: the present)")
        parser.add_argument("--json", action="store_true", help="print one JSON object a site at the end")

    def handle(self, *, days: int, processes: int, now: str, json: bool, **_options: Any) -> None:
        """Walk and show the verdicts."""
        moment = parse_now(now) if now else timezone.now()
        ensure_migrated()
        began = time.monotonic()
        walked = 0
        with tqdm(total=None, unit="check", file=sys.stderr, desc="demo", mininterval=0.5, disable=not sys.stderr.isatty()) as bar:
            for name, total in walk_demo(now=moment, days=days, processes=processes):
                bar.total = total
                bar.set_postfix_str(name, refresh=False)
                bar.update()
                walked += 1
        for report in demo_reports():
            self._print(report, json=json)
        self.stderr.write(f"{walked} checks in {time.monotonic() - began:.0f} s. Open the list of sites to see the charts.")

    def _print(self, report: SiteReport, *, json: bool) -> None:
        if json:
            self.stdout.write(site_text.as_json(report))
            return
        trust = "–" if report.trust is None else f"{report.trust:.0f} ({report.trust_low:.0f}–{report.trust_high:.0f})"
        modes = ", ".join(str(wording.words("failure_modes", mode).title) for mode in report.failure_modes)
        self.stdout.write(f"{report.site:45} {wording.words('verdicts', report.verdict).title!s:22} {trust:14} {modes}")
