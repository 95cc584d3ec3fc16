"""A long list as a worker's work: kept on disk, begun by a message, gone on with by the next worker where one was lost.

`Addition.touched_at` is of a waiting list when a worker was told, and of one that is being added when it was last worked on: whoever works
on it moves that date with each part, and stops where somebody else has moved it. So no line is added twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from celery import current_app
from django.contrib.auth.models import User
from django.db.models import Q
from kombu.exceptions import OperationalError

from sitemaps_app.models import Addition
from sitemaps_app.models.addition import AdditionState
from sitemaps_app.pipeline.adding import ABANDONED_AFTER, MAX_LINES, end_addition, run_addition
from sitemaps_app.pipeline.adding_tables import Reading, drop_table, kept_lines, start_table, table_path, write_list

logger = logging.getLogger(__name__)
AT_ONCE = 500
"""So many lines are added while the person waits for the answer: about a third of a second."""
QUEUE = timedelta(seconds=900)
"""A message may wait this long before another is sent; the second one finds nothing to do."""


def keep_list(owner: User, ticket: str, text: str, *, lines: int, now: datetime) -> Addition:
    """Keep a pasted list of so many lines until a worker adds it; a form that is sent twice is kept once. Raises OSError."""
    known = Addition.objects.filter(ticket=ticket).first()
    if known is not None:
        return known
    write_list(ticket, text)  # first: a worker may look for it as soon as the row is there
    fields = {
        "owner": owner,
        "created_at": now,
        "touched_at": now - QUEUE,
        "state": AdditionState.WAITING,
        "lines_total": min(lines, MAX_LINES),
        "lines_left": max(lines - MAX_LINES, 0),
    }
    return Addition.objects.get_or_create(ticket=ticket, defaults=fields)[0]


def start_long_table(addition: Addition, reading: Reading, column: int, *, lines: int, now: datetime) -> None:
    """Let a worker add so many lines of a column of a table; harmless where that was begun before."""
    if start_table(addition, reading, column, lines=lines, now=now - QUEUE, state=AdditionState.WAITING):
        send(addition, now=now)


def send(addition: Addition, *, now: datetime) -> None:
    """Tell a worker of a list that waits. With the broker down the first tick after its return does. Called outside of transactions."""
    told = now if _sent(addition.pk) else now - QUEUE
    Addition.objects.filter(pk=addition.pk, state=AdditionState.WAITING).update(touched_at=told)


def run_kept(pk: int, *, wall: Callable[[], datetime]) -> None:
    """Add a list that waits or was abandoned; nothing to do where another worker is at it, or it is done."""
    now = wall()
    free = Q(state=AdditionState.WAITING) | Q(state=AdditionState.ADDING, touched_at__lt=now - ABANDONED_AFTER)
    if not Addition.objects.filter(free, pk=pk).update(state=AdditionState.ADDING, touched_at=now):
        return
    addition = Addition.objects.select_related("owner").get(pk=pk)
    try:
        lines = kept_lines(addition)
    except OSError:
        logger.warning("List %s is not there any more; what was added of it stays.", pk)
        end_addition(addition, now=now)
        return
    if run_addition(addition, lines, now=now, wall=wall):
        drop_table(addition)


def tend(*, wall: datetime) -> None:
    """What the tick does: send again what waits or was abandoned by its worker, forget what was lost before its first line."""
    untold = Q(state=AdditionState.WAITING, touched_at__lte=wall - QUEUE)
    for addition in Addition.objects.filter(untold | Q(state=AdditionState.ADDING, touched_at__lt=wall - ABANDONED_AFTER))[:100]:
        if table_path(addition).exists():
            send(addition, now=wall)
        elif not addition.lines.exists():
            addition.delete()  # a short list, whose web process was lost within its only transaction: its sender got no answer


def give_up_claims(*, wall: datetime) -> None:
    """Let the next tick send again what waits, and go on with the lists of workers that are gone."""
    for addition in Addition.objects.filter(state__in=(AdditionState.WAITING, AdditionState.ADDING)):
        if table_path(addition).exists():
            Addition.objects.filter(pk=addition.pk, touched_at=addition.touched_at).update(touched_at=wall - QUEUE)


def _sent(pk: int) -> bool:
    try:
        current_app.send_task("sitemaps_app.tasks.add_list", args=(pk,), retry=False, ignore_result=True)
    except OperationalError:
        logger.warning("The broker does not answer; a list waits for the next tick.")
        return False
    return True
