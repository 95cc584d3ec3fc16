"""Real sites' histories through the product, against what is known of them: writes docs/corpus.md.

    .venv/bin/python -m tests.corpus.table FOLDER [--replay HOST …]

FOLDER holds `<host>.warc.gz` files and `truth.json` (per site: pages seen twice, moves, changes, precision, recall, character). Every archive
is imported with `import_warc`; the hosts after `--replay` are also served over a loopback proxy and checked with `check_site --now`, moment by
moment. Nothing of the folder is kept in the project but the numbers of the table.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sitemaps_app.formats.warc import read_archive
from tests.corpus.replay import ReplayProxy

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "corpus.md"


@dataclass(frozen=True)
class Row:
    """One site walked once, in one of the two ways."""

    host: str
    way: str
    report: dict[str, Any]
    truth: dict[str, Any]


def manage(data: Path, *arguments: str) -> dict[str, Any]:
    """Run one command of the product in a data folder of its own; the last JSON object that it printed."""
    environment = {**os.environ, "LASTMOD_DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "sitemaps_app.settings"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments], env=environment, capture_output=True, text=True, check=False
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        raise SystemExit(f"{arguments} gave nothing:\n{done.stderr[-2000:]}")
    return json.loads(lines[-1])


def imported(folder: Path, truths: list[dict[str, Any]], data: Path) -> Iterator[Row]:
    """Every site of the folder through `import_warc`."""
    for truth in truths:
        report = manage(data, "import_warc", str(folder / truth["file"]), "--json")
        yield Row(truth["site"], "import_warc", report, truth)
        sys.stderr.write(f"{truth['site']}: {report['verdict']}\n")


def replayed(folder: Path, truth: dict[str, Any], data: Path) -> Row:
    """One site through `check_site --now`, once for every moment of its archive, every file and page over HTTP."""
    archive = read_archive([folder / truth["file"]])
    proxy = ReplayProxy(archive, truth["site"].lower())
    report: dict[str, Any] = {}
    with proxy.running():
        for moment in archive.moments():
            proxy.now = moment.end
            now = moment.end.isoformat()
            report = manage(
                data, "check_site", f"http://{truth['site']}", "--json", "--now", now, "--proxy", proxy.address, "--pages", "60"
            )
    report["fetched"] = proxy.fetched
    sys.stderr.write(f"{truth['site']} replayed: {report['verdict']}, {proxy.fetched} requests\n")
    return Row(truth["site"], "check_site", report, truth)


def number(value: float | None) -> str:
    """A share as text, a dash where there is none."""
    return "–" if value is None else f"{value:.2f}"


def interval(report: dict[str, Any], name: str) -> str:
    """A posterior median with its interval."""
    if report[name] is None:
        return "–"
    return f"{report[name]:.2f} ({report[f'{name}_low']:.2f}–{report[f'{name}_high']:.2f})"


def table(rows: list[Row]) -> str:
    """The rows in Markdown."""
    head = (
        "| site | way | character (known) | verdict | failure modes | precision | known | recall | known | entries | visits | comparisons |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|\n"
    )
    lines = [
        f"| {row.host} | {row.way} | {row.truth['character']} | {row.report['verdict']} | {', '.join(row.report['failure_modes']) or '–'} "
        f"| {interval(row.report, 'precision')} | {number(row.truth['precision'])} "
        f"| {interval(row.report, 'recall')} | {number(row.truth['recall'])} "
        f"| {row.report['entries']} | {row.report['visits']} | {row.report['comparisons']} |"
        for row in rows
    ]
    return head + "\n".join(lines) + "\n"


def main() -> None:
    """Walk the corpus and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--replay", nargs="*", default=[], metavar="HOST")
    parser.add_argument("--only", nargs="*", default=[], metavar="HOST")
    options = parser.parse_args()
    truths = [t for t in json.loads((options.folder / "truth.json").read_text()) if not options.only or t["site"] in options.only]
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        rows = list(imported(options.folder, truths, Path(one)))
        rows += [replayed(options.folder, truth, Path(two)) for truth in truths if truth["site"] in options.replay]
    text = PAGE.read_text(encoding="utf-8")
    marked = text.split("<!-- table -->")
    command = " ".join(["python -m tests.corpus.table FOLDER", *(["--replay", *options.replay] if options.replay else [])])
    marked[1] = f"\nMade on {datetime.now(UTC):%Y-%m-%d} by `{command}`.\n\n{table(rows)}"
    PAGE.write_text("<!-- table -->".join(marked), encoding="utf-8")


if __name__ == "__main__":
    main()
