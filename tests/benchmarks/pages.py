"""What reading a page costs: `python -m tests.benchmarks.pages [--rounds 5] [--corpus FOLDER] [--pages 60]`.

Needs the peers: `pip install -r tests/benchmarks/requirements-pages.txt`. Each page is given to every reader in turn, so that a noisy moment
of the machine falls on all of them; a page's cost is the least CPU time of its rounds, as nothing but noise makes it longer. The table has
the mean and the 95th percentile over the pages; the last row reads each page as a process that has read no other. Without archives the
pages are made from a seed; with them they are drawn from all sites. Ends with status 1 where a ratio that the product promises is missed.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks import page_bodies
from tests.benchmarks.page_readers import FIRST, READERS, forget, our_page

NOW = datetime(2026, 12, 1, tzinfo=UTC)
PEERS = ("extruct, all syntaxes", "trafilatura", "htmldate")
TIMES_FASTER = 20.0
P95_OF_PARSES = 10.0
_P95 = 0.95


def corpus_pages(folder: Path, count: int, seed: int) -> list[bytes]:
    """Pages drawn from all archives of a folder, about equally many of each."""
    from tests.quality.page_date_drawing import MAX_BYTES, archives

    drawn: list[list[bytes]] = []
    for site, archive in archives(folder):
        captures = [capture for capture in archive.captures() if archive.is_page(capture)]
        random.Random(f"{seed} {site}").shuffle(captures)
        answers = (archive.read(capture, max_bytes=MAX_BYTES) for capture in captures[: -(-count // 15)])
        drawn.append([answer.body for answer in answers if answer is not None])
    bodies = [body for bodies in drawn for body in bodies]
    random.Random(seed).shuffle(bodies)
    return bodies[:count]


def measure(bodies: list[bytes], rounds: int) -> dict[str, list[float]]:
    """The CPU milliseconds of each reader for each page."""
    for reader in READERS.values():
        reader(bodies[0], NOW)
    best = {name: [float("inf")] * len(bodies) for name in READERS}
    for _ in range(rounds):
        for place, body in enumerate(bodies):
            for name, reader in READERS.items():
                best[name][place] = min(best[name][place], _cost(reader, body))
    best[FIRST] = [min(_first_cost(body) for _ in range(rounds)) for body in bodies]
    return best


def _first_cost(body: bytes) -> float:
    forget()
    return _cost(our_page, body)


def _cost(reader: Callable[[bytes, datetime], object], body: bytes) -> float:
    start = time.process_time_ns()
    reader(body, NOW)
    return (time.process_time_ns() - start) / 1e6


def mean(costs: list[float]) -> float:
    """The mean cost of a page."""
    return sum(costs) / len(costs)


def p95(costs: list[float]) -> float:
    """The cost that 95 % of the pages do not exceed."""
    return sorted(costs)[min(len(costs) - 1, int(_P95 * len(costs)))]


def lines(costs: dict[str, list[float]]) -> Iterator[str]:
    """The table, and the promises that were missed."""
    yield "| reader | mean ms | p95 ms |"
    yield "|---|---|---|"
    for name, found in costs.items():
        yield f"| {name} | {mean(found):.2f} | {p95(found):.2f} |"
    ratio = sum(mean(costs[name]) for name in PEERS) / mean(costs["ours, whole page"])
    parses = p95(costs["ours, whole page"]) / mean(costs["lxml, parse only"])
    yield ""
    yield f"The three peers together cost {ratio:.0f} times our whole reading; our p95 is {parses:.1f} mean parses of lxml."
    yield from missed(ratio, parses)


def missed(ratio: float, parses: float) -> list[str]:
    """What was promised and not kept."""
    found = [f"missed: {TIMES_FASTER:.0f} times faster"] if ratio < TIMES_FASTER else []
    return found + ([f"missed: p95 of at most {P95_OF_PARSES:.0f} parses"] if parses > P95_OF_PARSES else [])


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--corpus", type=Path)
    options = parser.parse_args()
    logging.disable()
    warnings.simplefilter("ignore")
    bodies = corpus_pages(options.corpus, options.pages, options.seed) if options.corpus else page_bodies.pages(options.seed)
    told = list(lines(measure(bodies, options.rounds)))
    sizes = sorted(map(len, bodies))
    sys.stdout.write(f"{len(bodies)} pages, median {sizes[len(sizes) // 2] / 1e3:.0f} kB, largest {sizes[-1] / 1e3:.0f} kB\n\n")
    sys.stdout.write("\n".join(told) + "\n")
    return 1 if any(line.startswith("missed") for line in told) else 0


if __name__ == "__main__":
    sys.exit(main())
