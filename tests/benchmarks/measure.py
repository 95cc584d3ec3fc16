"""What a piece of work costs, measured in a process of its own: CPU and wall seconds, and the peak of memory.

A step is a module that is run as `python -m MODULE ARGUMENTS…` and prints what `told` makes of its work, as its last line.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cost:
    """Medians over the rounds: CPU and wall seconds, the peak of memory of the whole process and its growth, in MB; and what was found."""

    cpu: float
    wall: float
    peak: float
    growth: float
    found: Mapping[str, int]


def told(work: Callable[[], Mapping[str, int]]) -> str:
    """Do the work once and say what it cost, as one line of JSON. What is imported before does not count, except in the peak."""
    Path("/proc/self/clear_refs").write_text("5")  # forgets the peak so far, proc_pid_clear_refs(5)
    before = _resident("VmRSS")
    cpu, wall = time.process_time(), time.perf_counter()
    found = work()
    cost = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall, "peak": _resident("VmHWM"), "found": dict(found)}
    return json.dumps(cost | {"growth": cost["peak"] - before})


def in_turns(steps: Mapping[str, Sequence[str]], rounds: int) -> dict[str, Cost]:
    """The costs of steps (module and arguments by name), run one after another in every round, so that noise falls on all of them."""
    runs: dict[str, list[dict]] = {name: [] for name in steps}
    for _ in range(rounds):
        for name, step in steps.items():
            runs[name].append(run(*step))
    return {name: _median(costs) for name, costs in runs.items()}


def run(module: str, *arguments: str) -> dict:
    """One step, once."""
    answer = subprocess.run([sys.executable, "-W", "ignore", "-m", module, *arguments], check=True, capture_output=True, text=True)
    return json.loads(answer.stdout.splitlines()[-1])


def table(costs: Mapping[str, Cost]) -> str:
    """The costs in Markdown."""
    head = ["| step | CPU s | wall s | peak MB | + MB |", "|---|---|---|---|---|"]
    rows = [f"| {name} | {cost.cpu:.2f} | {cost.wall:.2f} | {cost.peak:.0f} | {cost.growth:.0f} |" for name, cost in costs.items()]
    return "\n".join([*head, *rows])


def _median(runs: list[dict]) -> Cost:
    middle = {name: statistics.median(cost[name] for cost in runs) for name in ("cpu", "wall", "peak", "growth")}
    return Cost(**middle, found=runs[0]["found"])


def _resident(field: str) -> float:
    """`VmRSS` or its peak `VmHWM`, in MB (proc_pid_status(5))."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(field)).split()[1]) / 1024
