"""Real sites' histories lived through again, read every day, week or month as a monitored site is: writes the second table of docs/corpus.md.

    python -m tests.corpus.live FOLDER [--every 1 7 30] [--only HOST …] [--longest 400] [--output FILE.jsonl]

FOLDER is that of `tests.corpus.table`. At each read the site answers as its archive says it did at that date; an address that the archive
never held is a 404. The whole road is walked in one process, with the panel, the paced visits and the rules of production, and without
waiting. Histories that would take more than `--longest` reads are read from their end backwards for so many. One line of JSON a
history goes to `--output` as soon as it is done; lines that are there already are not done again.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "corpus.md"
GOOD = ("trusted", "useful")
REDIRECTS = {301, 302, 303, 307, 308}
KEPT_HEADERS = ("content-type", "location", "last-modified", "etag")


class AsOf:
    """Answers for the web as an archive knew it at `now` (`network.exchange.Fetcher`)."""

    def __init__(self, archive: Any) -> None:
        self.archive = archive
        self.now = datetime(1970, 1, 1, tzinfo=UTC)

    def fetch(self, url: str, *, etag: str = "", last_modified: str = "", max_bytes: int | None = None) -> Any:
        """The newest capture at or before `now`, redirects followed; nothing is ever said to be unmodified."""
        from sitemaps_app.network.exchange import FetchedResponse

        address, hops = url, []
        for _ in range(6):
            capture = self.archive.find(address, self.now)
            answer = self.archive.read(capture, max_bytes=max_bytes or 52_428_800) if capture else None
            if answer is None:
                return FetchedResponse(url, address, 404, {"content-type": "text/plain"}, b"Not in the archive.", self.now)
            location = answer.headers.get("location", "")
            if answer.status not in REDIRECTS or not location or location in hops:
                break
            hops.append(address)
            address = location
        headers = {name: value for name, value in answer.headers.items() if name in KEPT_HEADERS}
        return FetchedResponse(url, address, answer.status, headers, answer.body, self.now, redirects=tuple(hops))


def dates(first: datetime, last: datetime, *, every: int, longest: int) -> list[datetime]:
    """The reads of a history, oldest first; the last is at its end."""
    count = min(int((last - first) / timedelta(days=every)) + 1, longest)
    return [last - timedelta(days=every * place) for place in range(count)][::-1]


def lived(file: Path, host: str, *, every: int, longest: int) -> dict[str, Any]:
    """One history in this process: what was said after each read."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.utils import timezone

    from sitemaps_app.formats.warc import read_archive
    from sitemaps_app.models import Site
    from sitemaps_app.pipeline import leases, road
    from sitemaps_app.pipeline.context import CheckLimits
    from sitemaps_app.pipeline.site_report import report_site
    from sitemaps_app.pipeline.sites import add_site

    call_command("migrate", verbosity=0)
    archive = read_archive([file])
    web, moments = AsOf(archive), archive.moments()
    site = add_site(f"https://{host}", now=moments[0].end, due=False).site
    assert site is not None
    Site.objects.filter(pk=site.pk).update(interval_seconds=every * 86_400)
    said: list[str] = []
    for at in dates(moments[0].end, moments[-1].end, every=every, longest=longest):
        web.now = at
        lease = leases.take(site.pk, wall=timezone.now(), seconds=600)
        assert lease is not None
        request = road.CheckRequest(lease, at, web, timezone.now, 600, "Lastmod Trust", limits=CheckLimits(second_look_seconds=0))
        road.check(request)
        judged = Site.objects.select_related("current_assessment").get(pk=site.pk).current_assessment
        said.append(judged.verdict if judged else "")
    site = Site.objects.get(pk=site.pk)
    report = report_site(site)
    numbers = {
        name: getattr(report, name) for name in ("precision", "precision_low", "precision_high", "recall", "recall_low", "recall_high")
    }
    return {
        "site": host,
        "every": every,
        "reads": len(said),
        "verdict": said[-1],
        "changes": sum(one != two for one, two in pairwise(said)),
        "verdicts": dict(Counter(said)),
        "failure_modes": list(report.failure_modes),
        "visits": report.visits,
        "comparisons": report.comparisons,
        "reasons": [reason.code for reason in report.reasons],
        **numbers,
    }


def run_all(folder: Path, truths: list[dict[str, Any]], options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Each history in a process and a data folder of its own; those in `--output` are taken from there."""
    kept = options.output.read_text().splitlines() if options.output.exists() else []
    done = {(line["site"], line["every"]): line for line in map(json.loads, kept)}
    for every in options.every:
        for truth in truths:
            key = (truth["site"], every)
            if key not in done:
                done[key] = _in_a_process(folder / truth["file"], truth["site"], every, options.longest)
                with options.output.open("a") as output:
                    output.write(json.dumps(done[key]) + "\n")
            yield done[key]


def _in_a_process(file: Path, host: str, every: int, longest: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as data:
        environment = {
            **os.environ,
            "LASTMOD_DATA_DIR": data,
            "DJANGO_SETTINGS_MODULE": "sitemaps_app.settings",
            "LASTMOD_LOG_LEVEL": "ERROR",
        }
        arguments = [sys.executable, "-m", "tests.corpus.live", "--one", str(file), host, str(every), str(longest)]
        ran = subprocess.run(arguments, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode:
        return {"site": host, "every": every, "fault": ran.stderr[-1_000:]}
    sys.stderr.write(f"{host} every {every} days: {json.loads(ran.stdout.splitlines()[-1])['verdict']}\n")
    line: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return line


def table(lines: Iterable[dict[str, Any]], truths: dict[str, dict[str, Any]]) -> str:
    """The lines in Markdown, then what they come to by interval of reading."""
    head = (
        "| site | character (known) | read every | reads | verdict | verdicts on the way | precision | known | recall | known | visits |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n"
    )
    done = [line for line in lines if "fault" not in line]
    rows = [_row(line, truths[line["site"]]) for line in done]
    sums = [
        _summary(every, [line for line in done if line["every"] == every], truths) for every in sorted({line["every"] for line in done})
    ]
    return head + "\n".join(rows) + "\n\n" + "\n".join(sums) + "\n"


def _row(line: dict[str, Any], truth: dict[str, Any]) -> str:
    way = ", ".join(f"{verdict} {count}" for verdict, count in line["verdicts"].items())
    known = [_share(truth[name]) for name in ("precision", "recall")]
    return (
        f"| {line['site']} | {truth['character']} | {line['every']} d | {line['reads']} | {line['verdict']} | {way} "
        f"| {_interval(line, 'precision')} | {known[0]} | {_interval(line, 'recall')} | {known[1]} | {line['visits']} |"
    )


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _interval(line: dict[str, Any], name: str) -> str:
    if line[name] is None:
        return "–"
    return f"{line[name]:.2f} ({line[f'{name}_low']:.2f}–{line[f'{name}_high']:.2f})"


def _summary(every: int, lines: list[dict[str, Any]], truths: dict[str, dict[str, Any]]) -> str:
    told = []
    for name in ("precision", "recall"):
        known = [(line, truths[line["site"]][name]) for line in lines if line[name] is not None and truths[line["site"]][name] is not None]
        errors = [abs(line[name] - truth) for line, truth in known]
        held = [line[f"{name}_low"] - 0.01 <= truth <= line[f"{name}_high"] + 0.01 for line, truth in known]
        if known:
            told.append(f"{name} {sum(errors) / len(errors):.2f} (held by {sum(held)} of {len(held)} intervals)")
    wrong = [
        line["site"] for line in lines if truths[line["site"]]["character"] != "honest" and any(good in line["verdicts"] for good in GOOD)
    ]
    return (
        f"- Read every {every} days: mean absolute distance from the known count, {', '.join(told)}; sites not known as honest that were ever "
        f"called trusted or useful: {', '.join(wrong) or 'none'}; changes of verdict a site: "
        f"{sum(line['changes'] for line in lines) / max(len(lines), 1):.1f}."
    )


def main() -> None:
    """Live through the corpus and write the table."""
    if sys.argv[1:2] == ["--one"]:
        file, host, every, longest = sys.argv[2:]
        sys.stdout.write(json.dumps(lived(Path(file), host, every=int(every), longest=int(longest))) + "\n")
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, nargs="*", default=[30, 7, 1], metavar="DAYS")
    parser.add_argument("--only", nargs="*", default=[], metavar="HOST")
    parser.add_argument("--longest", type=int, default=400, metavar="READS")
    parser.add_argument("--output", type=Path, default=Path("corpus-live.jsonl"))
    options = parser.parse_args()
    truths = [t for t in json.loads((options.folder / "truth.json").read_text()) if not options.only or t["site"] in options.only]
    lines = list(run_all(options.folder, truths, options))
    marked = PAGE.read_text(encoding="utf-8").split("<!-- live -->")
    if len(marked) == 3:
        marked[1] = (
            f"\nMade on {datetime.now(UTC):%Y-%m-%d} by `python -m tests.corpus.live FOLDER`.\n\n{table(lines, {t['site']: t for t in truths})}"
        )
        PAGE.write_text("<!-- live -->".join(marked), encoding="utf-8")


if __name__ == "__main__":
    main()
