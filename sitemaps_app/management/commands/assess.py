"""`manage.py assess SITE…`: stored evidence judged again by the rules of this version."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from sitemaps_app.management.database import ensure_migrated
from sitemaps_app.management.served import UNREADABLE, WRONG_USE
from sitemaps_app.management.terminal import plain, write_answer
from sitemaps_app.pipeline.fault_edge import attempt
from sitemaps_app.pipeline.judged_again import JudgedAgain, Numbers, judge_again
from sitemaps_app.pipeline.recompute import HistoryState, history_state, recompute_site
from sitemaps_app.pipeline.recompute_all import all_sites
from sitemaps_app.pipeline.sites import find_site


class Command(BaseCommand):
    """Exit status: 0 = done, 1 = a site was never judged, or its history could not be finished, 2 = wrong use."""

    help = (
        "Judge stored evidence again by the rules of this version. Without --history the newest check of each site is judged, and nothing "
        "is stored; with it the whole history is, and shown when it is complete. Can be stopped at any time and started again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The options of the contract."""
        parser.add_argument("sites", nargs="*", metavar="SITE", help="a domain or origin that is monitored")
        parser.add_argument("--all", action="store_true", help="all sites")
        parser.add_argument("--history", action="store_true", help="judge and store every check of the past")
        parser.add_argument("--json", action="store_true", help="print one JSON object a site")

    def handle(self, *, sites: list[str], history: bool, json: bool, **options: Any) -> None:
        """Judge the sites one after the other; a fault on one does not keep the others."""
        if bool(sites) == options["all"]:
            raise CommandError("Name the sites, or say --all.", returncode=WRONG_USE)
        ensure_migrated()
        bad = 0
        for site_id in all_sites() if options["all"] else self._named(sites):
            told = self._history(site_id) if history else self._newest(site_id)
            if told is None:
                continue
            line, is_good = told
            bad += not is_good
            if json:
                write_answer(self.stdout, line)
            else:
                self.stdout.write(plain(_as_text(line)))
        if bad:
            raise SystemExit(UNREADABLE)

    def _named(self, names: list[str]) -> Iterator[int]:
        found = [(name, find_site(name)) for name in names]
        for name, site in found:
            if site is None:
                raise CommandError(f"{plain(name)} is not monitored; add it first, for instance with check_site.", returncode=WRONG_USE)
        yield from (site.pk for _, site in found if site is not None)

    def _newest(self, site_id: int) -> tuple[dict[str, Any], bool] | None:
        judged = attempt(lambda: judge_again(site_id), site_id=site_id, doing="judging its newest check again")
        if judged.fault:
            return {"site": site_id, "failure": judged.fault}, False
        return None if judged.result is None else (_of_newest(judged.result), True)

    def _history(self, site_id: int) -> tuple[dict[str, Any], bool] | None:
        """Judge one history again, with a bar on a terminal."""
        before = history_state(site_id)
        if before is None:
            return None
        with tqdm(total=before.moments, desc=plain(before.origin), unit="check", file=sys.stderr, disable=not sys.stderr.isatty()) as bar:

            def step(done: int, total: int) -> None:
                bar.total = total
                bar.update(done - bar.n)

            progress = recompute_site(site_id, wall=timezone.now, step=step)
        after = history_state(site_id) or before
        return _of_history(before, after, progress.failure if progress else ""), after.is_current


def _of_newest(judged: JudgedAgain) -> dict[str, Any]:
    return {
        "site": judged.site,
        "at": judged.at.isoformat(),
        **_of_numbers(judged.now),
        "shown": _of_numbers(judged.shown),
        "same_evidence": judged.same_evidence,
    }


def _of_numbers(numbers: Numbers) -> dict[str, Any]:
    measures = {"trust": numbers.trust, "precision": numbers.precision, "recall": numbers.recall}
    scaled = {name: None if value is None else round(value * (100 if name == "trust" else 1), 4) for name, value in measures.items()}
    return {"rule_version": numbers.rule_version, "verdict": numbers.verdict, **scaled}


def _of_history(before: HistoryState, after: HistoryState, failure: str) -> dict[str, Any]:
    return {
        "site": after.origin,
        "rule_version": after.rules,
        "old_rule_version": before.rules,
        "checks": after.moments,
        "judged": after.done,
        "complete": after.is_current,
        "verdict": after.verdict,
        "old_verdict": before.verdict,
        "failure": failure,
    }


def _as_text(line: dict[str, Any]) -> str:
    """One site in a sentence."""
    if "complete" not in line:
        return _newest_as_text(line)
    if line["failure"]:
        return f"{line['site']}: stopped after {line['judged']} of {line['checks']} checks: {line['failure']}; the log says more."
    if not line["complete"]:
        return f"{line['site']}: another process is judging it again, {line['judged']} of {line['checks']} checks so far."
    if line["rule_version"] == line["old_rule_version"]:
        return f"{line['site']}: all {line['checks']} checks are by rules {line['rule_version']} already; verdict {line['verdict']}."
    was = "as before" if line["verdict"] == line["old_verdict"] else f"by rules {line['old_rule_version']} {line['old_verdict']}"
    return f"{line['site']}: {line['checks']} checks judged again by rules {line['rule_version']}; verdict {line['verdict']} ({was})."


def _newest_as_text(line: dict[str, Any]) -> str:
    if "verdict" not in line:
        return f"Site {line['site']}: {line['failure']}"
    shown = line["shown"]
    told = f"{line['site']} at {line['at']}: {line['verdict']} by rules {line['rule_version']}, trust {_number(line['trust'])}"
    evidence = "" if line["same_evidence"] else " The evidence is not what it was then."
    return f"{told}; shown: {shown['verdict']} by rules {shown['rule_version']}, trust {_number(shown['trust'])}.{evidence}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"
