"""What a large site costs to read, store and compare: `python -m tests.benchmarks.site_million [--urls 1000000] [--addresses slugs]`.

Needs DuckDB to compare with: `pip install -r tests/benchmarks/requirements.txt`. The site has a gz file for each 50,000 entries; from one day to
the next 1 % moved, 0.5 % are new and 0.5 % are gone. Each step runs in a process of its own, in turns; the table has medians. Ends with
status 1 where a figure that the product promises is missed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.benchmarks.measure import Cost, in_turns, run, table
from tests.benchmarks.site_files import write_site

STEP = "tests.benchmarks.site_step"
READING = {"read": "parse", "read, write": "store", "read, write, compare": "check"}
COMPARING = {
    "ours, counts": "count",
    "ours, counts and lists": "diff",
    "DuckDB, counts and lists": "join",
    "DuckDB, keys alone": "bare_join",
}
# The most memory of a whole check in MB, by the number of entries; what a regular entry may take on disk; our share of DuckDB's time.
MOST_MEMORY = {1_000_000: 300.0, 5_000_000: 700.0}
MOST_BYTES = 17.0
MOST_TIME = 1.0


def measure(folder: Path, rounds: int) -> tuple[dict[str, Cost], dict[str, Cost]]:
    """The costs of reading and of comparing."""
    run(STEP, "store_before", str(folder))
    reading = in_turns({name: (STEP, step, str(folder)) for name, step in READING.items()}, max(rounds // 3, 1))
    comparing = in_turns({name: (STEP, step, str(folder)) for name, step in COMPARING.items()}, rounds)
    return reading, comparing


def missed(reading: Mapping[str, Cost], comparing: Mapping[str, Cost], right: Mapping[str, int], *, regular: bool) -> list[str]:
    """What the measurements do not keep of what is promised, wrong answers first."""
    costs = {**reading, **comparing}
    found = [
        f"{name} found {what} {cost.found[what]}, not {right[what]}"
        for name, cost in costs.items()
        for what in right
        if cost.found.get(what, right[what]) != right[what]
    ]
    peak = max(cost.peak for cost in reading.values())
    found += [f"{peak:.0f} MB, {most:.0f} promised" for urls, most in MOST_MEMORY.items() if urls == right["before"] and peak > most]
    if regular and bytes_per_entry(reading) > MOST_BYTES:
        found.append(f"{bytes_per_entry(reading):.1f} bytes an entry, {MOST_BYTES:.0f} promised")
    share = time_share(comparing)
    return found + ([f"{share:.2f} of DuckDB's time, {MOST_TIME:.2f} promised"] if share > MOST_TIME else [])


def bytes_per_entry(reading: Mapping[str, Cost]) -> float:
    """The size of the snapshot on disk by entry."""
    stored = reading["read, write"].found
    return stored["bytes"] / stored["after"]


def time_share(comparing: Mapping[str, Cost]) -> float:
    """Our wall time for counts and lists as a share of DuckDB's."""
    return comparing["ours, counts and lists"].wall / comparing["DuckDB, counts and lists"].wall


def main() -> int:
    """Make the site, measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--urls", type=int, default=1_000_000)
    parser.add_argument("--addresses", choices=["regular", "slugs"], default="regular")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        right = write_site(Path(name), options.addresses, options.urls)
        reading, comparing = measure(Path(name), options.rounds)
    failures = missed(reading, comparing, right, regular=options.addresses == "regular")
    said = f"{options.addresses}, {right['before']:,} entries, {bytes_per_entry(reading):.1f} bytes an entry on disk"
    share = f"ours / DuckDB: wall {time_share(comparing):.2f}"
    sys.stdout.write("\n\n".join([said, table(reading), table(comparing), share, *failures]) + "\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
