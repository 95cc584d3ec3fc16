"""A stand-in for sending tasks: what would be sent is written down, or refused as by a broker that is down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from kombu.exceptions import OperationalError

from sitemaps_app.pipeline import sitemap_check


class Sending:
    """The numbers of the checks that were sent to a worker. `down` makes the broker silent; `worker` does the work at once."""

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.down = False
        self.worker: Callable[[int], None] | None = None

    def send_task(self, name: str, args: tuple[int, ...], **_options: object) -> None:
        assert name == "sitemaps_app.tasks.check_sitemap"
        if self.down:
            raise OperationalError("nobody listens")
        self.sent.append(args[0])
        if self.worker:
            self.worker(args[0])


@contextmanager
def sending_replaced() -> Iterator[Sending]:
    """No broker is asked within the block."""
    sending = Sending()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sitemap_check, "current_app", sending)
        yield sending
