"""One reader over one file in a process of its own: `python -m tests.benchmarks.one_read READER FILE`; the cost as JSON."""

from __future__ import annotations

import json
import logging
import sys
import time
from pathlib import Path

from tests.benchmarks.readers import READERS
from tests.benchmarks.sitemap_bodies import urlset

_WARM_UP_ENTRIES = 5_000


def peak_reset() -> float:
    """Forget the peak of memory so far; the resident memory now, in MB."""
    Path("/proc/self/clear_refs").write_text("5")
    return resident("VmRSS")


def resident(field: str) -> float:
    """`VmRSS` or its peak `VmHWM`, in MB (proc_pid_status(5))."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(field)).split()[1]) / 1024


def main(name: str, file: str) -> None:
    """Read once in small to import everything, then measure: CPU and wall seconds, and growth of the peak of memory in MB."""
    logging.disable()
    path = Path(file)
    small = path.with_name(path.name + ".small.xml")
    small.write_bytes(urlset(_WARM_UP_ENTRIES, seed=2))
    READERS[name](small.read_bytes(), small)
    body = path.read_bytes()
    before = peak_reset()
    cpu, wall = time.process_time(), time.perf_counter()
    entries = READERS[name](body, path)
    cost = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall, "growth": resident("VmHWM") - before, "entries": entries}
    sys.stdout.write(json.dumps(cost) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
