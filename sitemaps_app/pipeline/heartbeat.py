"""A sign of life beside work that waits long (a crawl-delay, a large file): whoever dies gives none, and another takes over."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection

logger = logging.getLogger(__name__)


@contextmanager
def heartbeat(give: Callable[[], bool], *, every: float, name: str, lost: threading.Event) -> Iterator[None]:
    """Call `give` every so many seconds in a thread of that name while the block runs; it ends with the block or with the process.

    `give` renews a lease and says whether it was still held; once it was not, `lost` is set and no more signs are given. A database that
    does not answer just now costs one sign and no more.
    """
    stop = threading.Event()

    def beat() -> None:
        try:
            while not stop.wait(every):
                try:
                    if not give():
                        lost.set()
                        return
                except DatabaseError:
                    logger.warning("No sign of life could be given just now for the %s.", name, exc_info=True)
        finally:
            connection.close()

    thread = threading.Thread(target=beat, name=name, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
