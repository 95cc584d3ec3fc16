"""How long readers take for the same file: `python -m tests.benchmarks.reading [--rounds 7]`.

Needs the peers: `pip install -r tests/benchmarks/requirements.txt`. Every reader runs in a process of its own, in turns, so that a noisy
moment of the machine falls on all of them; the table has medians, and ratios of medians of CPU time. Ends with status 1 where a figure
that the product promises is missed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.readers import READERS
from tests.benchmarks.sitemap_bodies import urlset, with_extensions

ENTRIES = 50_000
# What "ours" may cost as a share of the other's CPU time, and the growth of peak memory in MB.
PROMISES = {"bare expat": 1.6, "ultimate-sitemap-parser": 1 / 4, "advertools": 1 / 3, "Scrapy": 1 / 1.5}
MOST_GROWTH = 15.0


@dataclass(frozen=True, slots=True)
class Cost:
    """Medians over the rounds: CPU and wall seconds, growth of peak memory in MB, and entries found."""

    cpu: float
    wall: float
    growth: float
    entries: int


def measure(names: list[str], file: Path, rounds: int) -> dict[str, Cost]:
    """The cost of each reader for one file."""
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            command = [sys.executable, "-W", "ignore", "-m", "tests.benchmarks.one_read", name, str(file)]
            answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1]
            runs[name].append(json.loads(answer))
    return {name: _median(found) for name, found in runs.items()}


def _median(runs: list[dict[str, float]]) -> Cost:
    middle = {key: statistics.median(run[key] for run in runs) for key in ("cpu", "wall", "growth", "entries")}
    return Cost(middle["cpu"], middle["wall"], middle["growth"], int(middle["entries"]))


def table(costs: dict[str, Cost]) -> str:
    """The costs in Markdown, "ours" as a share of each."""
    own = costs["ours"].cpu
    rows = [
        f"| {name} | {cost.cpu * 1000:.0f} | {cost.wall * 1000:.0f} | {cost.growth:.1f} | {cost.entries:,} | {own / cost.cpu:.2f} |"
        for name, cost in costs.items()
    ]
    head = ["| reader | CPU ms | wall ms | + peak MB | entries | ours / it |", "|---|---|---|---|---|---|"]
    return "\n".join([*head, *rows])


def missed(plain: dict[str, Cost], rich: dict[str, Cost]) -> list[str]:
    """The promises that these measurements do not keep."""
    found = [
        f"{plain['ours'].cpu / plain[name].cpu:.2f} of {name}, {share:.2f} promised"
        for name, share in PROMISES.items()
        if plain["ours"].cpu > share * plain[name].cpu
    ]
    growths = (("urlset", plain["ours"]), ("urlset with extensions", rich["ours"]))
    found += [f"{cost.growth:.1f} MB for the {file}" for file, cost in growths if cost.growth > MOST_GROWTH]
    return found + [f"{name} found {cost.entries}" for name, cost in plain.items() if cost.entries != ENTRIES]


def main() -> int:
    """Measure both files and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        plain, rich = Path(folder, "plain.xml"), Path(folder, "rich.xml")
        plain.write_bytes(urlset(ENTRIES, seed=1))
        rich.write_bytes(with_extensions(ENTRIES, seed=1))
        costs = measure(list(READERS), plain, rounds)
        rich_costs = measure(["bare expat", "ours", "ours, to disk", "Scrapy"], rich, max(rounds // 2, 1))
        sizes = [file.stat().st_size / 1e6 for file in (plain, rich)]
    failures = missed(costs, rich_costs)
    lines = [
        f"urlset, {sizes[0]:.1f} MB",
        "",
        table(costs),
        "",
        f"with extensions, {sizes[1]:.1f} MB",
        "",
        table(rich_costs),
        "",
        *failures,
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
