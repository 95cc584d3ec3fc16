"""One request at a time a host, and a pause between two, whoever asks: this process (`LocalPoliteness`) or all workers (`RedisPoliteness`).

Both keep one lane a host with the same rule: a request may start where nobody holds the lane and the pause since the last start is over.
The pause is the longer one of what the last visitor and the new one want. A holder that died is forgotten after `lease_seconds`.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from redis.exceptions import RedisError

log = logging.getLogger(__name__)

_POLL_SECONDS = 0.1
_MAX_IDLE_LANES = 10_000
# A client that finds no server tries for seconds before it gives up: not before every page.
_OUTAGE_SECONDS = 30.0


class Politeness(Protocol):
    """Keeps requests to one host apart."""

    def wait(self, host: str, min_interval: float) -> None:
        """Return when a request to `host` may start, `min_interval` seconds or more after the last one started. Takes the host's lane."""
        ...

    def done(self, host: str) -> None:
        """Give the lane back: the answer has been read. Harmless where the lane is not held by the calling thread."""
        ...


@dataclass(slots=True)
class _Lane:
    holder: int = 0
    held_until: float = 0.0
    last_start: float = float("-inf")
    next_start: float = float("-inf")


class LocalPoliteness:
    """Politeness among the threads of one process.

    `clock` (seconds, monotonic) and `sleep` are arguments so that tests and the demo need no real waiting. `lease_seconds` must be longer
    than the longest fetch. With `stop`, a wait ends at once when it returns true, without the lane.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        lease_seconds: float = 120.0,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._lease_seconds = lease_seconds
        self._stop = stop
        self._lanes: dict[str, _Lane] = {}
        self._lock = threading.Lock()

    def wait(self, host: str, min_interval: float) -> None:
        """See `Politeness.wait`."""
        _wait_turn(lambda: self._try_start(host, min_interval), self._sleep, self._stop)

    def done(self, host: str) -> None:
        """See `Politeness.done`."""
        with self._lock:
            lane = self._lanes.get(host)
            if lane is not None and lane.holder == threading.get_ident():
                lane.holder = 0

    def _try_start(self, host: str, min_interval: float) -> float:
        """Take the lane and return 0, or return the seconds after which it is worth to ask again."""
        with self._lock:
            now = self._clock()
            self._forget_idle_lanes(now)
            lane = self._lanes.setdefault(host, _Lane())
            if lane.holder and now < lane.held_until:
                return min(_POLL_SECONDS, lane.held_until - now)
            start = max(lane.next_start, lane.last_start + min_interval)
            if now < start:
                return start - now
            lane.holder = threading.get_ident()
            lane.held_until = now + self._lease_seconds
            lane.last_start = now
            lane.next_start = now + min_interval
            return 0.0

    def _forget_idle_lanes(self, now: float) -> None:
        if len(self._lanes) < _MAX_IDLE_LANES:
            return
        oldest = now - self._lease_seconds
        self._lanes = {host: lane for host, lane in self._lanes.items() if lane.last_start > oldest or lane.next_start > now}


# One hash a host: token (the holder), until (its lease), last and next (starts), in milliseconds of the server's clock, so that
# workers with wrong clocks agree. Answers 0 where the lane was taken, else the milliseconds to wait; below 0 for a lane that is held.
_START = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lane = redis.call('HMGET', KEYS[1], 'token', 'until', 'last', 'next')
local interval, lease = tonumber(ARGV[2]), tonumber(ARGV[3])
if lane[1] and now < tonumber(lane[2]) then return now - tonumber(lane[2]) end
if lane[3] then
  local start = math.max(tonumber(lane[4]), tonumber(lane[3]) + interval)
  if now < start then return start - now end
end
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'until', now + lease, 'last', now, 'next', now + interval)
redis.call('PEXPIRE', KEYS[1], lease + interval)
return 0
"""
_DONE = """
if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then redis.call('HDEL', KEYS[1], 'token', 'until') end
return 0
"""


class RedisPoliteness:
    """Politeness among all workers that share one Redis-compatible server (5.0 or later: the script reads the server's clock).

    `prefix` starts the names of the keys, one key a host. Where the server does not answer, the wait is kept within this process and a
    warning is logged, once until it is back; it is asked again every half minute (of `clock`). A broken broker must neither turn us into a
    rude crawler nor stop us.
    """

    def __init__(
        self,
        redis_client: Any,
        prefix: str = "politeness:",
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        lease_seconds: float = 120.0,
        stop: Callable[[], bool] | None = None,
        local: LocalPoliteness | None = None,
    ) -> None:
        self._prefix = prefix
        self._clock = clock
        self._sleep = sleep
        self._lease_ms = int(lease_seconds * 1000)
        self._stop = stop
        self._local = local or LocalPoliteness(clock=clock, sleep=sleep, lease_seconds=lease_seconds, stop=stop)
        self._start_script = redis_client.register_script(_START)
        self._done_script = redis_client.register_script(_DONE)
        self._tokens = threading.local()
        self._is_down = False
        self._ask_again_at = float("-inf")

    def wait(self, host: str, min_interval: float) -> None:
        """See `Politeness.wait`."""
        if self._clock() < self._ask_again_at:
            self._local.wait(host, min_interval)
            return
        token = uuid.uuid4().hex
        try:
            taken = _wait_turn(lambda: self._try_start(host, min_interval, token), self._sleep, self._stop)
        except RedisError as error:
            self._note_outage(error)
            self._local.wait(host, min_interval)
            return
        self._is_down = False
        if taken:
            self._held()[host] = token

    def done(self, host: str) -> None:
        """See `Politeness.done`. A lane that cannot be given back falls free with its lease."""
        token = self._held().pop(host, None)
        if token is None:
            self._local.done(host)
            return
        try:
            self._done_script(keys=[self._prefix + host], args=[token])
        except RedisError as error:
            self._note_outage(error)

    def _held(self) -> dict[str, str]:
        held: dict[str, str] = self._tokens.__dict__.setdefault("held", {})
        return held

    def _try_start(self, host: str, min_interval: float, token: str) -> float:
        answer = int(self._start_script(keys=[self._prefix + host], args=[token, int(min_interval * 1000), self._lease_ms]))
        return answer / 1000 if answer >= 0 else min(_POLL_SECONDS, -answer / 1000)

    def _note_outage(self, error: RedisError) -> None:
        if not self._is_down:
            log.warning("Redis does not answer, politeness holds within this process only: %s", error)
        self._is_down = True
        self._ask_again_at = self._clock() + _OUTAGE_SECONDS


def _wait_turn(try_start: Callable[[], float], sleep: Callable[[float], None], stop: Callable[[], bool] | None) -> bool:
    """Ask until the lane is ours (True), or until we are told to stop (False)."""
    while stop is None or not stop():
        seconds = try_start()
        if seconds <= 0:
            return True
        sleep(seconds if stop is None else min(seconds, 1.0))
    return False
