"""A fetch that failed for a reason that passes is tried again, a little later, and not for long.

Meant for robots.txt and sitemap files, of which one that is lost costs a whole read. Pages are not tried again: another visit follows, and
a server in trouble is not helped by more requests.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from sitemaps_app.network.exchange import FetchedResponse, Fetcher, FetchFailure
from sitemaps_app.network.targets import host_of

PASSING_CODES = frozenset({"connect_failed", "fetch_timeout", "connection_broken"})
# RFC 9110 §15.6, and the range that content delivery networks use for a server behind them that does not answer.
PASSING_STATUSES = frozenset({500, 502, 503, 504, *range(520, 530)})
_STOP_POLL_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class RetryLimits:
    """Bounds of the retries of one check.

    `attempts` on one address in all; the pause before the second is about `first_pause` seconds and grows `growth`-fold. All pauses and
    all repeated fetches together last about `total_seconds`. A host of which `hosts_patience` addresses failed in every attempt is down,
    and not tried again.
    """

    attempts: int = 3
    first_pause: float = 2.0
    growth: float = 3.0
    total_seconds: float = 120.0
    hosts_patience: int = 2


class RetryingFetcher:
    """Tries again where `passing_failure` says so. May be used from several threads, if `fetcher` may.

    `sleep` waits for seconds (one that returns at once counts as having waited, for replays), `seed` decides the jitter, `monotonic` reads
    seconds. `stop` ends a pause within a second. An answer tells in `failed_attempts` what the attempts before it met.
    """

    def __init__(
        self,
        fetcher: Fetcher,
        *,
        sleep: Callable[[float], None],
        seed: int,
        limits: RetryLimits | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._fetcher = fetcher
        self._sleep = sleep
        self._seed = seed
        self._limits = limits or RetryLimits()
        self._monotonic = monotonic
        self._stop = stop
        self._lock = threading.Lock()
        self._seconds_left = self._limits.total_seconds
        self._lost: Counter[str] = Counter()

    def fetch(self, url: str, *, etag: str = "", last_modified: str = "", max_bytes: int | None = None) -> FetchedResponse | FetchFailure:
        """Get one address; see `Fetcher.fetch`."""
        answer = self._fetcher.fetch(url, etag=etag, last_modified=last_modified, max_bytes=max_bytes)
        failed: list[str] = []
        while (code := passing_failure(answer)) and self._pause(url, len(failed) + 1):
            began = self._monotonic()
            again = self._fetcher.fetch(url, etag=etag, last_modified=last_modified, max_bytes=max_bytes)
            self._spend(self._monotonic() - began)
            if isinstance(again, FetchFailure) and again.code == "host_asks_to_wait":
                # The answer that asked for the wait says more than that we keep it.
                break
            failed.append(code)
            answer = again
        if passing_failure(answer):
            with self._lock:
                self._lost[host_of(url)] += 1
        return replace(answer, failed_attempts=tuple(failed)) if failed else answer

    def _pause(self, url: str, attempt: int) -> bool:
        """Wait before another attempt; False where there is to be none."""
        limits = self._limits
        jitter = random.Random(f"{self._seed} {attempt} {url}").uniform(0.5, 1.5)  # noqa: S311  no secret
        seconds = limits.first_pause * limits.growth ** (attempt - 1) * jitter
        with self._lock:
            is_over = attempt >= limits.attempts or self._seconds_left < seconds or self._lost[host_of(url)] >= limits.hosts_patience
            if is_over:
                return False
            self._seconds_left -= seconds
        while seconds > 0 and not (self._stop is not None and self._stop()):
            nap = seconds if self._stop is None else min(seconds, _STOP_POLL_SECONDS)
            self._sleep(nap)
            seconds -= nap
        return True

    def _spend(self, seconds: float) -> None:
        with self._lock:
            self._seconds_left -= seconds


def passing_failure(answer: FetchedResponse | FetchFailure) -> str:
    """The code of a failure that may be gone in a moment, else "".

    Refused addresses, 4xx (429 included: it asks for fewer requests) and what a server means to say are none.
    """
    if isinstance(answer, FetchFailure):
        return answer.code if answer.code in PASSING_CODES else ""
    return f"http_{answer.status}" if answer.status in PASSING_STATUSES else ""
