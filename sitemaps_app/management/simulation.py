"""Does the tasks of a simulation in several processes, and writes down what came of them."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from math import isfinite
from typing import Any

from scoring.simulation.measures import measure_class
from scoring.simulation.report import report
from scoring.simulation.summary import summarize
from scoring.simulation.tasks import Outcome, Results, Task, run_task
from sitemaps_app.management.terminal import json_line


def do_tasks(tasks: Sequence[Task], *, jobs: int) -> Iterator[tuple[Task, Outcome]]:
    """The outcome of each task as it comes; what it is does not depend on `jobs`, when it comes does.

    Raises KeyboardInterrupt where the user has had enough, when the tasks that had begun are done and the processes have left.
    """
    if jobs == 1:
        yield from ((task, run_task(task)) for task in tasks)
        return
    # A fresh interpreter for each process: nothing of ours (database, threads, signals) is carried into it.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interrupts_to_the_parent) as pool:
        waiting = {pool.submit(run_task, task): task for task in tasks}
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    """Ctrl-C reaches all processes of a terminal at once; one of them answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def as_json(results: Results) -> Iterator[str]:
    """One object a line: the measures with a target, then the classes. What is no number or never happened is null."""
    for found in summarize(results):
        target = found.target
        numbers = {"found": found.value, "low": target.low, "high": target.high, "met": found.is_met, "runs": found.runs}
        yield json_line({"measure": found.key, "what": target.measure, **_finite(numbers)})
    for runs in results.sites.values():
        measured = asdict(measure_class(runs))
        named = dict(measured.pop("named"))
        yield json_line({"class": measured.pop("name"), **_finite(measured), "named": named})


def as_markdown(results: Results, *, command: str, made_on: str, seconds: float, jobs: int) -> Iterator[str]:
    """The document: how it was made, then the tables. Only its last line depends on the machine."""
    yield from ("# The scorer on simulated sites", "", *_PREFACE, "", f"    {command}", "", f"Made on {made_on}.", "")
    yield from report(results)
    yield f"The run took {seconds / 60.0:.1f} minutes with {jobs} processes."


_PREFACE = (
    "Sites whose changes and dates are known, watched as the product watches a real one and judged by its scorer. What is wanted",
    "stands in `scoring/simulation/targets.py`, what must not get worse in `tests/quality/floors.py`, and how a verdict is reached in",
    "[How a verdict is reached](statistics.md). P and R are precision and recall of single events. A *visit* is the first read of a",
    "page in a check, a *fetch* is that or a second read. The same seeds give the same numbers, whatever the machine and the number",
    "of processes:",
)


def _finite(numbers: dict[str, Any]) -> dict[str, Any]:
    return {name: None if isinstance(value, float) and not isfinite(value) else value for name, value in numbers.items()}
