"""`manage.py demo`: twelve sites with two months of history."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from sitemaps_app import wording
from sitemaps_app.management import site_text
from sitemaps_app.management.batch import FIRST_YEAR, BatchError, parse_now
from sitemaps_app.management.database import ensure_migrated
from sitemaps_app.management.served import UNREADABLE, WRONG_USE
from sitemaps_app.management.terminal import plain
from sitemaps_app.pipeline.demo import DAYS, demo_reports, walk_demo
from sitemaps_app.pipeline.site_report import SiteReport

MAX_DAYS = 3_650
MAX_PROCESSES = 64
INTERRUPTED = 130


class Command(BaseCommand):
    """Exit status: 0 = loaded, 1 = the walk ended too early, 2 = wrong use. A second run goes on where the last one stopped."""

    help = "Load the demo: sites that are honest or wrong in known ways, walked day by day through the real pipeline over loopback."

    def add_arguments(self, parser: CommandParser) -> None:
        """The options."""
        parser.add_argument("--days", type=int, default=DAYS, help=f"how many days of history, 1 to {MAX_DAYS} (default: %(default)s)")
        parser.add_argument(
            "--processes", type=int, default=2, help=f"how many sites are walked at once, 1 to {MAX_PROCESSES} (default: %(default)s)"
        )
        parser.add_argument("--now", default="", help="the last day, ISO 8601, years 1970 to 9000 (default: the present)")
        parser.add_argument("--json", action="store_true", help="print one JSON object a site at the end")

    def handle(self, *, days: int, processes: int, now: str, json: bool, **_options: Any) -> None:
        """Walk and show the verdicts."""
        moment = _last_day(now, days, processes)
        ensure_migrated()
        began = time.monotonic()
        try:
            walked = _walk(moment, days, processes)
        except RuntimeError as error:
            raise CommandError(str(error), returncode=UNREADABLE) from error
        for report in demo_reports():
            self._print(report, json=json)
        self.stderr.write(f"{walked} checks in {time.monotonic() - began:.0f} s. Open the list of sites to see the charts.")

    def _print(self, report: SiteReport, *, json: bool) -> None:
        if json:
            self.stdout.write(site_text.as_json(report))
            return
        trust = "–" if report.trust is None else f"{report.trust:.0f} ({report.trust_low:.0f}–{report.trust_high:.0f})"
        modes = ", ".join(str(wording.words("failure_modes", mode).title) for mode in report.failure_modes)
        self.stdout.write(plain(f"{report.site:45} {wording.words('verdicts', report.verdict).title!s:22} {trust:14} {modes}"))


def _last_day(now: str, days: int, processes: int) -> datetime:
    """The time that the walk ends at. Raises CommandError with status 2 where an option cannot be."""
    for name, value, most in (("--days", days, MAX_DAYS), ("--processes", processes, MAX_PROCESSES)):
        if not 1 <= value <= most:
            raise CommandError(f"{name} must be a number from 1 to {most}.", returncode=WRONG_USE)
    try:
        moment = parse_now(now) if now else timezone.now()
    except BatchError as error:
        raise CommandError(str(error), returncode=WRONG_USE) from error
    if (moment - timedelta(days=days)).year < FIRST_YEAR:
        raise CommandError(f"The history must not begin before {FIRST_YEAR}.", returncode=WRONG_USE)
    return moment


def _walk(moment: datetime, days: int, processes: int) -> int:
    """Walk with a progress bar; the number of checks made."""
    walked = 0
    with (
        _one_voice(),
        tqdm(total=None, unit="check", file=sys.stderr, desc="demo", mininterval=0.5, disable=not sys.stderr.isatty()) as bar,
    ):
        for name, total in walk_demo(now=moment, days=days, processes=processes):
            bar.total = total
            bar.set_postfix_str(name, refresh=False)
            bar.update()
            walked += 1
    return walked


@contextmanager
def _one_voice() -> Iterator[None]:
    """Ctrl-C reaches all processes of a terminal at once: those that walk then leave without a word, and this one speaks for them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    speaker = os.getpid()

    def leave(_number: int, _frame: FrameType | None) -> None:
        if os.getpid() == speaker:
            raise KeyboardInterrupt
        os._exit(INTERRUPTED)

    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
