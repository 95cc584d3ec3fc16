"""`manage.py simulate`: the scorer against sites whose truth is known."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from scoring.simulation.classes import CLASSES
from scoring.simulation.delays import SCENES
from scoring.simulation.samples import DESIGNS
from scoring.simulation.tasks import Kind, Outcome, Task, collect, known_names, plan_tasks
from sitemaps_app.management.batch import BatchError, parse_now
from sitemaps_app.management.served import WRONG_USE
from sitemaps_app.management.simulation import as_json, as_markdown, do_tasks

UNWRITABLE = 1
LIMITS = {
    "seeds": (1, 10_000),
    "first_seed": (0, 1_000_000),
    "jobs": (1, 64),
    "days": (2, 10_000),
    "panel": (1, 1_000),
    "budget": (1, 1_000),
}
OTHERS = {
    Kind.DELAY.value: f"How soon a change is noticed ({len(SCENES)} scenes).",
    Kind.SAMPLES.value: f"Comparisons drawn straight from the event model ({len(DESIGNS)} designs).",
}


class Command(BaseCommand):
    """Exit status: 0 = done, 1 = the output could not be written, 2 = wrong use, 130 = interrupted. Needs no database."""

    help = "Watch simulated sites of known truth, judge them with the scorer, and print how often it was right, how soon, and how sure."

    def add_arguments(self, parser: CommandParser) -> None:
        """The options."""
        parser.add_argument("--seeds", type=int, default=20, help="how many sites of each class (default: %(default)s)")
        parser.add_argument("--first-seed", type=int, default=0, help="the first of the seeds, for sites never seen (default: %(default)s)")
        parser.add_argument("--classes", default="", metavar="NAME,…", help="only these, as --list names them (default: all)")
        parser.add_argument(
            "--jobs", type=int, default=2, help="how many processes; the numbers do not depend on it (default: %(default)s)"
        )
        parser.add_argument("--days", type=int, help="watch each site for so many days at most (default: as long as its class says)")
        parser.add_argument("--panel", type=int, help="keep so many pages of each site (default: as its class says)")
        parser.add_argument("--budget", type=int, help="fetch at most so many pages at each check (default: as its class says)")
        parser.add_argument("--now", default="", help="the date that the report bears, ISO 8601 (default: the present)")
        parser.add_argument("--output", type=Path, help="write to this file instead of standard output")
        parser.add_argument("--json", action="store_true", help="print one JSON object a line instead of tables")
        parser.add_argument("--list", action="store_true", help="print the names of the classes with what they are, and run nothing")

    def handle(self, *, output: Path | None, json: bool, jobs: int, now: str, **options: Any) -> None:
        """Run and report."""
        if options["list"]:
            self.stdout.write("\n".join(_listed()))
            return
        made_on = _date(now)
        tasks = _tasks(jobs=jobs, **options)
        began = time.monotonic()
        results = collect(self._done(tasks, jobs))
        seconds = time.monotonic() - began
        lines = as_json(results) if json else as_markdown(results, command=_command(options), made_on=made_on, seconds=seconds, jobs=jobs)
        self._write("\n".join(lines) + "\n", output)

    def _done(self, tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Task, Outcome]]:
        """Do the tasks; a bar on a terminal, else a line for each class that is done."""
        left = Counter(task.name for task in tasks)
        shows = sys.stderr.isatty()
        with tqdm(total=len(tasks), unit="site", file=sys.stderr, desc="simulate", mininterval=0.5, disable=not shows) as bar:
            for task, outcome in do_tasks(tasks, jobs=jobs):
                bar.set_postfix_str(task.name, refresh=False)
                bar.update()
                left[task.name] -= 1
                if not shows and not left[task.name]:
                    self.stderr.write(f"{task.name} done")
                yield task, outcome

    def _write(self, text: str, output: Path | None) -> None:
        if output is None:
            self.stdout.write(text, ending="")
            return
        try:
            output.write_text(text, "utf-8")
        except OSError as error:
            raise CommandError(f"{output}: {error.strerror or error}", returncode=UNWRITABLE) from error


def _listed() -> list[str]:
    return [f"{name:28} {CLASSES[name].what if name in CLASSES else OTHERS[name]}" for name in known_names()]


def _tasks(*, seeds: int, first_seed: int, classes: str, **options: Any) -> tuple[Task, ...]:
    """The tasks that were asked for. Raises CommandError with status 2 where an option cannot be."""
    for name, (least, most) in LIMITS.items():
        value = {"seeds": seeds, "first_seed": first_seed, **options}[name]
        if value is not None and not least <= value <= most:
            raise CommandError(f"--{name.replace('_', '-')} must be a number from {least} to {most}.", returncode=WRONG_USE)
    names = [name.strip() for name in classes.split(",") if name.strip()]
    try:
        seen = range(first_seed, first_seed + seeds)
        return plan_tasks(names, seeds=seen, days=options["days"], panel_size=options["panel"], budget=options["budget"])
    except KeyError as unknown:
        raise CommandError(f"There is no class {unknown.args[0]}; --list names them.", returncode=WRONG_USE) from unknown


def _date(now: str) -> str:
    try:
        return f"{parse_now(now) if now else timezone.now():%Y-%m-%d}"
    except BatchError as error:
        raise CommandError(str(error), returncode=WRONG_USE) from error


def _command(options: dict[str, Any]) -> str:
    """The command that gives these numbers again."""
    wanted = [f"--seeds {options['seeds']}"]
    wanted += [f"--first-seed {options['first_seed']}"] if options["first_seed"] else []
    wanted += [f"--{name} {options[name]}" for name in ("days", "panel", "budget", "classes") if options[name]]
    return " ".join(["python manage.py simulate", *wanted])
