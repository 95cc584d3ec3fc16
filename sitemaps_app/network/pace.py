"""How long one fetch may last and how much header it may read, enforced where bytes arrive: at the socket.

A timeout of a socket bounds one wait, not the whole answer: a server that sends a byte every ten seconds would hold a worker for ever.
So each socket asks the pace of the current fetch before every wait.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from sitemaps_app.network.exchange import FetchLimits

# With a stop flag the wait is cut in slices, so that a worker that shuts down need not wait for a silent server.
_SLICE_SECONDS = 0.25


# None of these derives from OSError: http.client and urllib3 would take an OSError for a broken connection and hide what happened.
class DoorError(Exception):
    """The fetch must end here; `code` is a stable code of `FetchFailure`."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


@dataclass(slots=True)
class Pace:
    """The clockwork of one fetch: a deadline on the monotonic clock, a budget for headers, and the stop flag."""

    limits: FetchLimits
    stop: Callable[[], bool] | None = None
    monotonic: Callable[[], float] = time.monotonic
    dialled: bool = field(default=False, init=False)
    _deadline: float = field(default=0.0, init=False)
    _header_bytes: int | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._deadline = self.monotonic() + self.limits.total_seconds

    def prolong(self, seconds: float) -> None:
        """Move the deadline: waiting for our own politeness is not the server's fault."""
        self._deadline += seconds

    def remaining(self) -> float:
        """Seconds left, always positive; raises DoorError where there are none or the worker was told to stop."""
        if self.stop is not None and self.stop():
            raise DoorError("fetch_stopped", "the worker was told to stop")
        left = self._deadline - self.monotonic()
        if left <= 0:
            raise DoorError("fetch_timeout", f"no complete answer within {self.limits.total_seconds:g} s")
        return left

    def slice_of(self, seconds: float) -> float:
        """Return the longest single wait that still notices the deadline and the stop flag in time."""
        wait = min(seconds, self.remaining())
        return min(wait, _SLICE_SECONDS) if self.stop is not None else wait

    def begin_headers(self) -> None:
        """Count what arrives from here on against the header cap."""
        self._header_bytes = 0

    def end_headers(self) -> None:
        """Stop counting: what follows is body."""
        self._header_bytes = None

    def before_read(self) -> None:
        """Refuse to read on where the headers already filled their cap and are not complete."""
        if self._header_bytes is not None and self._header_bytes >= self.limits.max_header_bytes:
            raise DoorError("header_too_large", f"more than {self.limits.max_header_bytes} bytes of headers")

    def after_read(self, count: int) -> None:
        """Note that `count` bytes arrived."""
        if self._header_bytes is not None:
            self._header_bytes += count
