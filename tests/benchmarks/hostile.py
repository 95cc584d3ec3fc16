"""What files cost that are made to cost: `python -m tests.benchmarks.hostile`.

Each is read in a process of its own. The table has CPU seconds, growth of peak memory, how the read ended and what it told. Ends with
status 1 where one of them took longer, or more memory, than a worker can spare, or came back without a problem that says why.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from datetime import UTC, datetime

from sitemaps_app.formats.sitemap_reader import read_sitemap
from tests.benchmarks.one_read import peak_reset, resident
from tests.benchmarks.sitemap_bodies import HOSTILE, SITE, urlset

MOST_SECONDS, MOST_GROWTH = 20.0, 120.0


def read_one(name: str) -> dict[str, object]:
    """Read one of the files in this process and tell what it cost."""
    now = datetime(2024, 6, 1, tzinfo=UTC)
    entries = 0

    def sink(batch: object) -> None:
        nonlocal entries
        entries += len(batch)  # type: ignore[arg-type]

    read_sitemap(urlset(5_000, seed=2), url=f"{SITE}/sitemap.xml", site_origin=SITE, now=now, sink=sink)
    body, entries = HOSTILE[name](), 0
    before, cpu = peak_reset(), time.process_time()
    reading = read_sitemap(body, url=f"{SITE}/sitemap.xml", site_origin=SITE, now=now, sink=sink)
    return {
        "bytes": len(body),
        "cpu": time.process_time() - cpu,
        "growth": resident("VmHWM") - before,
        "outcome": reading.outcome.value,
        "entries": entries,
        "problems": [problem.code for problem in reading.problems],
    }


def main() -> int:
    """Read all of them and print the table."""
    lines = ["| file | MB | CPU s | + peak MB | outcome | entries | told |", "|---|---|---|---|---|---|---|"]
    failures: list[str] = []
    for name in HOSTILE:
        command = [sys.executable, "-m", "tests.benchmarks.hostile", name]
        answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        told = ", ".join(answer["problems"])
        lines.append(
            f"| {name} | {answer['bytes'] / 1e6:.1f} | {answer['cpu']:.2f} | {answer['growth']:.0f} | {answer['outcome']} |"
            f" {answer['entries']:,} | {told} |"
        )
        if answer["cpu"] > MOST_SECONDS or answer["growth"] > MOST_GROWTH or (answer["outcome"] != "ok" and not told):
            failures.append(name)
    sys.stdout.write("\n".join([*lines, "", *(f"Too dear: {name}" for name in failures)]) + "\n")
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.stdout.write(json.dumps(read_one(sys.argv[1])))
    else:
        sys.exit(main())
