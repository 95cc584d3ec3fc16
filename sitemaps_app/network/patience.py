"""A host that answers 429 or 503 with `Retry-After` is left alone for as long as it asks (RFC 9110 §10.2.3, RFC 6585 §4).

`PatientFetcher` stands before the network door for the length of one check: it waits where the time asked for is short, and answers in the
host's stead, without dialling, where it is long. The longest wait is kept for whoever plans the next check.
"""

from __future__ import annotations

import math
import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from sitemaps_app.network.exchange import FetchedResponse, Fetcher, FetchFailure
from sitemaps_app.network.retry_after import retry_after_seconds
from sitemaps_app.network.targets import host_of

_ASKS_FOR_TIME = frozenset({429, 503})
# A header that names a year is a mistake of the server's; it must not take a site out of the plan for longer than this.
LONGEST_ABSENCE_SECONDS = 7 * 86_400.0
_STOP_POLL_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class AskedWait:
    """A host's wish, said `at` a moment, to be left alone for so many `seconds`, uncapped."""

    at: datetime
    seconds: float

    def rest(self, now: datetime) -> float:
        """The seconds that are left of it."""
        return self.seconds - (now - self.at).total_seconds()

    @property
    def until(self) -> datetime:
        """When the host may be asked again: a week away at most (`LONGEST_ABSENCE_SECONDS`)."""
        return self.at + timedelta(seconds=min(self.seconds, LONGEST_ABSENCE_SECONDS))


class PacedFetcher(Fetcher, Protocol):
    """A door that keeps connections, a pause between two requests to one host, and a width: how many may be under way there."""

    min_interval: float
    width: int

    def close(self) -> None:
        """Close the kept connections."""
        ...


class PatientFetcher:
    """A fetcher that keeps the waits that hosts ask for. Meant for one check. May be used from several threads, if `door` may.

    `door` is what fetches; `min_interval`, `width` and `close` are handed through to it. `clock` dates the waits (aware). `sleep` waits
    for seconds; one that returns at once counts as having waited, for replays. A wait of more than `longest_wait` seconds is not sat out,
    nor is one that would bring the waits of this fetcher above `total_wait` seconds: a host that asks for two minutes at every page must
    not hold a worker for hours. With `stop`, a wait ends within a second of its returning true, with `fetch_stopped`.

    Of several threads that come to a host which has asked for time, one waits and the others wait for it, so that the time counts once.
    A redirect that leads to another host which has asked for time is followed all the same: only the door sees it.
    """

    def __init__(
        self,
        door: PacedFetcher,
        *,
        clock: Callable[[], datetime],
        sleep: Callable[[float], None],
        longest_wait: float = 180.0,
        total_wait: float = 900.0,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._door = door
        self._clock = clock
        self._sleep = sleep
        self._longest_wait = longest_wait
        self._wait_left = total_wait
        self._stop = stop
        self._closed: dict[str, AskedWait] = {}
        self._lock = threading.Lock()
        self._lock_of_host: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self.asked_to_wait: AskedWait | None = None

    @property
    def asked_to_wait_until(self) -> datetime | None:
        """The latest moment, of all that hosts asked for, before which the next check should not begin; None where none did."""
        return self.asked_to_wait.until if self.asked_to_wait else None

    def fetch(self, url: str, *, etag: str = "", last_modified: str = "", max_bytes: int | None = None) -> FetchedResponse | FetchFailure:
        """Get one address; see `Fetcher.fetch`.

        Beside the door's own codes there are `host_asks_to_wait` (the detail is the seconds that are left) and `fetch_stopped`.
        """
        refusal = self._wait_for_host(url)
        if refusal is not None:
            return refusal
        answer = self._door.fetch(url, etag=etag, last_modified=last_modified, max_bytes=max_bytes)
        if isinstance(answer, FetchedResponse) and answer.status in _ASKS_FOR_TIME:
            self._note(answer)
        return answer

    def close(self) -> None:
        """Close the door's kept connections."""
        self._door.close()

    @property
    def min_interval(self) -> float:
        """Seconds between two requests to one host, of the door."""
        return self._door.min_interval

    @min_interval.setter
    def min_interval(self, seconds: float) -> None:
        self._door.min_interval = seconds

    @property
    def width(self) -> int:
        """How many requests may be under way at one host, of the door."""
        return self._door.width

    @width.setter
    def width(self, requests: int) -> None:
        self._door.width = requests

    def _wait_for_host(self, url: str) -> FetchFailure | None:
        host = host_of(url)
        with self._lock:
            turn = self._lock_of_host[host]
        with turn:
            while (wait := self._closed.get(host)) is not None:
                rest = wait.rest(self._clock())
                if rest > min(self._longest_wait, self._wait_left):
                    return FetchFailure(url, "host_asks_to_wait", str(math.ceil(rest)), self._clock())
                if not self._sit_out(rest):
                    return FetchFailure(url, "fetch_stopped", "the worker was told to stop", self._clock())
                # Dropped and not measured again: in a replay the clock stands still, however long we have waited. A wish that came
                # meanwhile, by an answer that was under way, is another one.
                with self._lock:
                    if self._closed.get(host) is wait:
                        del self._closed[host]
        return None

    def _sit_out(self, seconds: float) -> bool:
        """Sleep; False where we were told to stop meanwhile."""
        with self._lock:
            self._wait_left -= max(seconds, 0.0)
        while seconds > 0:
            if self._stop is not None and self._stop():
                return False
            nap = seconds if self._stop is None else min(seconds, _STOP_POLL_SECONDS)
            self._sleep(nap)
            seconds -= nap
        return True

    def _note(self, answer: FetchedResponse) -> None:
        now = self._clock()
        seconds = retry_after_seconds(answer.headers, now)
        if not seconds:
            return
        wait, host = AskedWait(now, seconds), host_of(answer.final_url)
        with self._lock:
            known = self._closed.get(host)
            if known is None or known.rest(now) < seconds:
                self._closed[host] = wait
            if self.asked_to_wait is None or self.asked_to_wait.rest(now) < seconds:
                self.asked_to_wait = wait
