"""Sixty days of twelve sites of known truth through the whole road, over HTTP, as `manage.py demo` does it: the verdicts must be right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.assessment import Verdict
from sitemaps_app.demo.plans import PLANS
from sitemaps_app.demo.server import named_origin

ROOT = Path(__file__).parents[2]
NOW = "2026-03-02T12:00:00Z"


def demo(data_dir: Path, *arguments: str) -> tuple[dict[str, dict[str, object]], str]:
    """Run the command in a data folder of its own: the reports by site, and what it said at the end."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("LASTMOD_", "DJANGO_"))}
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "demo", "--json", "--now", NOW, *arguments],
        env=inherited | {"LASTMOD_DATA_DIR": str(data_dir), "DATABASE_URL": f"sqlite:///{data_dir}/d.sqlite3"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    return {report["site"]: report for report in reports}, done.stderr.splitlines()[-1]


@pytest.mark.slow
def test_every_demo_site_gets_a_right_verdict_and_names_its_fault(data_dir: Path) -> None:
    reports, _ = demo(data_dir)
    got = {plan.name: reports[named_origin(plan.name)] for plan in PLANS}
    wrong = {plan.name: got[plan.name]["verdict"] for plan in PLANS if got[plan.name]["verdict"] not in plan.verdicts}
    assert wrong == {}
    named = {plan.name: set(map(str, got[plan.name]["failure_modes"])) for plan in PLANS}  # type: ignore[call-overload]
    unnamed = {plan.name: set(plan.failure_modes) - named[plan.name] for plan in PLANS}
    assert {name: modes for name, modes in unnamed.items() if modes} == {}
    accused = {plan.name: named[plan.name] - set(plan.failure_modes) for plan in PLANS if Verdict.TRUSTED in plan.verdicts}
    assert {name: modes for name, modes in accused.items() if modes} == {}, "an honest site is named for nothing that it does not do"


@pytest.mark.slow
def test_a_walk_goes_on_where_the_last_one_stopped(data_dir: Path) -> None:
    first, told = demo(data_dir, "--days", "2")
    assert len(first) == len(PLANS)
    assert told.startswith("36 checks")
    again, told = demo(data_dir, "--days", "2")
    assert told.startswith("0 checks")
    assert again == first
