"""One request at a time a host, and a pause between two, whoever asks: this process (`LocalPoliteness`) or all workers (`RedisPoliteness`).

Both keep one lane a host with the same rule: a request may start where nobody holds the lane and the pause since the last start is over.
The pause is the longer one of what the last visitor and the new one want. A holder that died is forgotten after `lease_seconds`.

A visitor may ask for a wider lane, for files that a server takes long to make: then several requests may be under way at once, and still
no two start within the pause. Whoever shares the lane must want it so: it is as wide as the narrowest wish of those in it.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from redis.exceptions import RedisError

log = logging.getLogger(__name__)

Stop = Callable[[], bool]
"""Returns true when whoever waits is to give up."""

_POLL_SECONDS = 0.1
_MAX_IDLE_LANES = 10_000
# A client that finds no server tries for seconds before it gives up: not before every page.
_OUTAGE_SECONDS = 30.0


class Politeness(Protocol):
    """Keeps requests to one host apart."""

    def wait(self, host: str, min_interval: float, width: int = 1, stop: Stop | None = None) -> None:
        """Return when a request to `host` may start, `min_interval` seconds or more after the last one started.

        Takes a place in the host's lane, where at most `width` requests are then under way. When `stop` returns true the wait ends within
        a second, without a place.
        """
        ...

    def done(self, host: str) -> None:
        """Give the place back: the answer has been read. Harmless where the calling thread holds none."""
        ...


@dataclass(frozen=True, slots=True)
class _Place:
    until: float
    width: int


@dataclass(slots=True)
class _Lane:
    holders: dict[int, _Place] = field(default_factory=dict)
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
        stop: Stop | None = None,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._lease_seconds = lease_seconds
        self._stop = stop
        self._lanes: dict[str, _Lane] = {}
        self._lock = threading.Lock()

    def wait(self, host: str, min_interval: float, width: int = 1, stop: Stop | None = None) -> None:
        """See `Politeness.wait`."""
        _wait_turn(lambda: self._try_start(host, min_interval, width), self._sleep, _either(self._stop, stop))

    def done(self, host: str) -> None:
        """See `Politeness.done`."""
        with self._lock:
            lane = self._lanes.get(host)
            if lane is not None:
                lane.holders.pop(threading.get_ident(), None)

    def _try_start(self, host: str, min_interval: float, width: int) -> float:
        """Take a place in the lane and return 0, or return the seconds after which it is worth to ask again."""
        with self._lock:
            now = self._clock()
            self._forget_idle_lanes(now)
            lane = self._lanes.setdefault(host, _Lane())
            lane.holders = {holder: place for holder, place in lane.holders.items() if now < place.until}
            places = lane.holders.values()
            if len(places) >= min([width, *(place.width for place in places)]):
                return min(_POLL_SECONDS, min(place.until for place in places) - now)
            start = max(lane.next_start, lane.last_start + min_interval)
            if now < start:
                return start - now
            lane.holders[threading.get_ident()] = _Place(now + self._lease_seconds, width)
            lane.last_start = now
            lane.next_start = now + min_interval
            return 0.0

    def _forget_idle_lanes(self, now: float) -> None:
        if len(self._lanes) < _MAX_IDLE_LANES:
            return
        oldest = now - self._lease_seconds
        self._lanes = {host: lane for host, lane in self._lanes.items() if lane.last_start > oldest or lane.next_start > now}


# One hash a host: last and next (starts), and a field "h:" + token for each holder with the end of its lease and its width. Times are in
# milliseconds of the server's clock, so that workers with wrong clocks agree. Answers 0 where a place was taken, else the milliseconds to
# wait; below 0 for a lane that is full.
_START = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local fields = redis.call('HGETALL', KEYS[1])
local interval, lease, wished = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local last, next_start, held, width, first_end = nil, nil, 0, wished, nil
for place = 1, #fields, 2 do
  local name, value = fields[place], fields[place + 1]
  if name == 'last' then last = tonumber(value)
  elseif name == 'next' then next_start = tonumber(value)
  elseif string.sub(name, 1, 2) == 'h:' then
    local bar = string.find(value, ':', 1, true)
    local ends = tonumber(string.sub(value, 1, bar - 1))
    if ends <= now then redis.call('HDEL', KEYS[1], name)
    else
      held = held + 1
      width = math.min(width, tonumber(string.sub(value, bar + 1)))
      first_end = math.min(first_end or ends, ends)
    end
  end
end
if held >= width then return now - first_end end
if last then
  local start = math.max(next_start, last + interval)
  if now < start then return start - now end
end
redis.call('HSET', KEYS[1], 'h:' .. ARGV[1], string.format('%d:%d', now + lease, wished), 'last', now, 'next', now + interval)
redis.call('PEXPIRE', KEYS[1], lease + interval)
return 0
"""
_DONE = """
return redis.call('HDEL', KEYS[1], 'h:' .. ARGV[1])
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
        stop: Stop | None = None,
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

    def wait(self, host: str, min_interval: float, width: int = 1, stop: Stop | None = None) -> None:
        """See `Politeness.wait`."""
        if self._clock() < self._ask_again_at:
            self._local.wait(host, min_interval, width, stop)
            return
        token = uuid.uuid4().hex
        try:
            taken = _wait_turn(lambda: self._try_start(host, min_interval, token, width), self._sleep, _either(self._stop, stop))
        except RedisError as error:
            self._note_outage(error)
            self._local.wait(host, min_interval, width, stop)
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

    def _try_start(self, host: str, min_interval: float, token: str, width: int = 1) -> float:
        args = [token, int(min_interval * 1000), self._lease_ms, width]
        answer = int(self._start_script(keys=[self._prefix + host], args=args))
        return answer / 1000 if answer >= 0 else min(_POLL_SECONDS, -answer / 1000)

    def _note_outage(self, error: RedisError) -> None:
        if not self._is_down:
            log.warning("Redis does not answer, politeness holds within this process only: %s", error)
        self._is_down = True
        self._ask_again_at = self._clock() + _OUTAGE_SECONDS


def _either(one: Stop | None, other: Stop | None) -> Stop | None:
    """A flag that is up when one of the two is."""
    if one is None or other is None:
        return one or other
    return lambda: one() or other()


def _wait_turn(try_start: Callable[[], float], sleep: Callable[[float], None], stop: Stop | None) -> bool:
    """Ask until the lane is ours (True), or until we are told to stop (False)."""
    while stop is None or not stop():
        seconds = try_start()
        if seconds <= 0:
            return True
        sleep(seconds if stop is None else min(seconds, 1.0))
    return False
