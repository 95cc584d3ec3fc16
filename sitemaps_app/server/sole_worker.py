"""The option `--sole` of a worker: it is the only one that its broker has, so what earlier workers held is lost, and begun again at once.

Without it, as with several machines, nobody knows whether another worker is at a check or was killed, until its lease runs out.
"""

from __future__ import annotations

from typing import Any

import click
from celery import Celery, bootsteps

TAKE_OVER = "sitemaps_app.tasks.take_over"


class TakeOver(bootsteps.StartStopStep):  # type: ignore[misc]  # celery has no types
    """Gives up the claims of workers that are gone. The consumer of messages is the last step, so this one comes before."""

    def __init__(self, parent: Any, *, sole: bool = False, **options: Any) -> None:
        super().__init__(parent, **options)
        self.enabled = sole

    def start(self, parent: Any) -> None:
        """Called once, before the first message is taken."""
        parent.app.tasks[TAKE_OVER]()


def know_sole_workers(app: Celery) -> None:
    """Teach the program `celery worker` of this app the option."""
    app.user_options["worker"].add(
        click.Option(("--sole",), is_flag=True, help="The only worker of its broker: begin again what was lost.")
    )
    app.steps["worker"].add(TakeOver)
