"""Hosts that ask for time get it: short waits are sat out, long ones answered without dialling."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.network.patience import LONGEST_ABSENCE_SECONDS, PatientFetcher

BEGIN = datetime(2031, 5, 6, 7, 8, 9, tzinfo=UTC)
PAGE = "https://site.example/page"
YEAR = 365 * 86_400


@dataclass
class FakeTime:
    """A clock that moves only when somebody sleeps or a test says so."""

    now: datetime = BEGIN
    slept: list[float] = field(default_factory=list)

    def clock(self) -> datetime:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += timedelta(seconds=seconds)


@dataclass
class ScriptedDoor:
    """Answers what the test put down for the next requests, then 200; keeps what it was asked and when."""

    time: FakeTime
    script: list[tuple[int, dict[str, str]] | str] = field(default_factory=list)
    final_url: str = ""
    asked: list[tuple[str, float]] = field(default_factory=list)
    conditions: list[tuple[str, str, int | None]] = field(default_factory=list)
    min_interval: float = 1.0
    width: int = 1
    closed: bool = False

    def fetch(self, url: str, *, etag: str = "", last_modified: str = "", max_bytes: int | None = None) -> FetchedResponse | FetchFailure:
        self.asked.append((url, (self.time.now - BEGIN).total_seconds()))
        self.conditions.append((etag, last_modified, max_bytes))
        line = self.script.pop(0) if self.script else (200, {})
        if isinstance(line, str):
            return FetchFailure(url, line, "", self.time.now)
        return FetchedResponse(url, self.final_url or url, line[0], line[1], b"", self.time.now)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def door(time: FakeTime) -> ScriptedDoor:
    return ScriptedDoor(time)


@pytest.fixture
def patient(door: ScriptedDoor, time: FakeTime) -> PatientFetcher:
    return PatientFetcher(door, clock=time.clock, sleep=time.sleep)


def moments(door: ScriptedDoor) -> list[float]:
    return [at for _, at in door.asked]


@pytest.mark.parametrize("status", [429, 503])
def test_the_next_request_comes_when_the_time_asked_for_is_over(
    status: int, door: ScriptedDoor, patient: PatientFetcher, time: FakeTime
) -> None:
    door.script = [(status, {"retry-after": "120"})]
    first = patient.fetch(PAGE)
    assert isinstance(first, FetchedResponse)
    assert (first.status, time.slept) == (status, [])
    time.now += timedelta(seconds=20)
    patient.fetch("https://site.example/other")
    patient.fetch(PAGE)
    assert moments(door) == [0, 120, 120]
    assert time.slept == [100]


def test_a_date_is_kept_like_seconds(door: ScriptedDoor, patient: PatientFetcher) -> None:
    late = timedelta(hours=3)
    door.script = [
        (
            503,
            {
                "retry-after": format_datetime(BEGIN + late + timedelta(seconds=90), usegmt=True),
                "date": format_datetime(BEGIN + late, usegmt=True),
            },
        )
    ]
    patient.fetch(PAGE)
    patient.fetch(PAGE)
    assert moments(door) == [0, 90]


@pytest.mark.parametrize(("seconds", "is_waited_for"), [(180, True), (181, False)])
def test_a_wait_is_sat_out_up_to_the_longest_one(
    seconds: int, is_waited_for: bool, door: ScriptedDoor, patient: PatientFetcher, time: FakeTime
) -> None:
    door.script = [(503, {"retry-after": str(seconds)})]
    patient.fetch(PAGE)
    assert isinstance(patient.fetch(PAGE), FetchedResponse) is is_waited_for
    assert bool(time.slept) is is_waited_for


def test_a_longer_wait_is_answered_at_once_and_nobody_is_dialled(door: ScriptedDoor, patient: PatientFetcher, time: FakeTime) -> None:
    door.script = [(429, {"retry-after": "600"})]
    patient.fetch(PAGE)
    time.now += timedelta(seconds=99.5)
    assert patient.fetch("https://SITE.example./other") == FetchFailure("https://SITE.example./other", "host_asks_to_wait", "501", time.now)
    assert (len(door.asked), time.slept) == (1, [])


def test_a_host_that_was_closed_is_asked_again_when_only_a_short_rest_is_left(
    door: ScriptedDoor, patient: PatientFetcher, time: FakeTime
) -> None:
    door.script = [(429, {"retry-after": "600"})]
    patient.fetch(PAGE)
    time.now += timedelta(seconds=450)
    assert isinstance(patient.fetch(PAGE), FetchedResponse)
    assert moments(door) == [0, 600]


@pytest.mark.parametrize("value", [str(YEAR), "9999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_an_absurd_wait_closes_the_host_for_this_check_and_a_week_at_most(value: str, door: ScriptedDoor, patient: PatientFetcher) -> None:
    door.script = [(503, {"retry-after": value, "date": "Mon, 01 Jan 0001 00:00:00 GMT"})]
    patient.fetch(PAGE)
    answer = patient.fetch(PAGE)
    assert isinstance(answer, FetchFailure)
    assert answer.code == "host_asks_to_wait"
    assert int(answer.detail) >= YEAR
    assert patient.asked_to_wait_until == BEGIN + timedelta(seconds=LONGEST_ABSENCE_SECONDS)


@pytest.mark.parametrize(
    "line",
    [
        (503, {}),
        (503, {"retry-after": "soon"}),
        (503, {"retry-after": "-5"}),
        (503, {"retry-after": "0"}),
        (429, {"retry-after": "Mon, 06 May 2030 07:08:09 GMT"}),
        (200, {"retry-after": "120"}),
        (404, {"retry-after": "120"}),
        (500, {"retry-after": "120"}),
        "connect_failed",
    ],
)
def test_whoever_asks_for_nothing_usable_is_not_waited_for(
    line: tuple[int, dict[str, str]] | str, door: ScriptedDoor, patient: PatientFetcher, time: FakeTime
) -> None:
    door.script = [line]
    patient.fetch(PAGE)
    patient.fetch(PAGE)
    assert (moments(door), time.slept, patient.asked_to_wait_until) == ([0, 0], [], None)


def test_other_hosts_and_unreadable_addresses_go_on(door: ScriptedDoor, patient: PatientFetcher, time: FakeTime) -> None:
    door.script = [(503, {"retry-after": "120"})]
    patient.fetch(PAGE)
    patient.fetch("https://www.site.example/")
    patient.fetch("http://[not-a-host/")
    assert (moments(door), time.slept) == ([0, 0, 0], [])


def test_after_redirects_the_host_that_asked_is_closed_and_not_the_one_before(door: ScriptedDoor, patient: PatientFetcher) -> None:
    door.script, door.final_url = [(503, {"retry-after": "60"})], "https://shop.example/"
    patient.fetch(PAGE)
    door.final_url = ""
    patient.fetch(PAGE)
    patient.fetch("https://shop.example/cart")
    assert moments(door) == [0, 0, 60]


def test_a_host_that_asks_at_every_page_does_not_hold_the_check_for_ever(door: ScriptedDoor, time: FakeTime) -> None:
    patient = PatientFetcher(door, clock=time.clock, sleep=time.sleep, total_wait=300)
    door.script = [(429, {"retry-after": "120"})] * 10
    answers = [patient.fetch(PAGE) for _ in range(10)]
    assert moments(door) == [0, 120, 240]
    assert [answer.code for answer in answers if isinstance(answer, FetchFailure)] == ["host_asks_to_wait"] * 7


def test_a_shorter_wish_does_not_shorten_a_longer_one(door: ScriptedDoor, patient: PatientFetcher) -> None:
    door.script, door.final_url = [(503, {"retry-after": "150"}), (503, {"retry-after": "10"})], PAGE
    patient.fetch("https://one.example/")
    patient.fetch("https://two.example/")
    patient.fetch(PAGE)
    assert moments(door) == [0, 0, 150]


def test_the_latest_moment_asked_for_is_kept_for_the_next_check(door: ScriptedDoor, patient: PatientFetcher, time: FakeTime) -> None:
    door.script = [
        (503, {"retry-after": "600"}),
        (503, {"retry-after": "60"}),
        (503, {"retry-after": "590"}),
        (503, {"retry-after": "580"}),
    ]
    for seconds, host in ((0, "one"), (15, "two"), (15, "three"), (5, "four")):
        time.now += timedelta(seconds=seconds)
        patient.fetch(f"https://{host}.example/")
    assert patient.asked_to_wait_until == BEGIN + timedelta(seconds=620)
    assert patient.asked_to_wait is not None
    assert patient.asked_to_wait.seconds == 590


def test_a_replay_whose_clock_stands_still_goes_on_as_if_it_had_waited(door: ScriptedDoor) -> None:
    naps: list[float] = []
    patient = PatientFetcher(door, clock=lambda: BEGIN, sleep=naps.append)
    door.script = [(429, {"retry-after": "120"})]
    answers = [patient.fetch(PAGE) for _ in range(3)]
    assert [answer.status for answer in answers if isinstance(answer, FetchedResponse)] == [429, 200, 200]
    assert naps == [120]


def test_a_wait_ends_soon_after_we_are_told_to_stop(door: ScriptedDoor, time: FakeTime) -> None:
    stop: Callable[[], bool] = lambda: len(time.slept) >= 3  # noqa: E731
    patient = PatientFetcher(door, clock=time.clock, sleep=time.sleep, stop=stop)
    door.script = [(429, {"retry-after": "120"})]
    patient.fetch(PAGE)
    answer = patient.fetch(PAGE)
    assert isinstance(answer, FetchFailure)
    assert (answer.code, time.slept, len(door.asked)) == ("fetch_stopped", [1.0] * 3, 1)


def test_what_the_caller_wishes_reaches_the_door(door: ScriptedDoor, patient: PatientFetcher) -> None:
    patient.fetch(PAGE, etag='"a"', last_modified="yesterday", max_bytes=7)
    patient.min_interval = 4.5
    patient.close()
    assert door.conditions == [('"a"', "yesterday", 7)]
    assert (door.min_interval, patient.min_interval, door.closed) == (4.5, 4.5, True)


def test_threads_that_come_to_a_closed_host_wait_once_and_together(door: ScriptedDoor, time: FakeTime) -> None:
    patient = PatientFetcher(door, clock=time.clock, sleep=time.sleep, total_wait=150)
    door.script = [(429, {"retry-after": "100"})]
    patient.fetch(PAGE)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda n: patient.fetch(f"https://site.example/{n}"), range(8)))
    assert [answer.status for answer in answers if isinstance(answer, FetchedResponse)] == [200] * 8
    assert time.slept == [100]


def test_a_wish_that_comes_while_another_is_kept_is_kept_as_well(door: ScriptedDoor, time: FakeTime) -> None:
    """An answer that was under way when the host closed may ask for more."""

    def sleep(seconds: float) -> None:
        time.sleep(seconds)
        if len(time.slept) == 1:
            patient._note(FetchedResponse(PAGE, PAGE, 429, {"retry-after": "60"}, b"", time.now))

    patient = PatientFetcher(door, clock=time.clock, sleep=sleep)
    door.script = [(429, {"retry-after": "30"})]
    patient.fetch(PAGE)
    patient.fetch(PAGE)
    assert time.slept == [30, 60]
