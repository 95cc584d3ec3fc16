"""What fails for a reason that passes is tried again: a little, a little later, and never for long."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.network.fetch import HttpFetcher
from sitemaps_app.network.patience import PatientFetcher
from sitemaps_app.network.retries import RetryingFetcher, RetryLimits
from tests.loopback import Answer, LoopbackRequest, LoopbackSite, Route
from tests.network.conftest import MakeFetcher

NOW = datetime(2031, 5, 6, 7, 8, 9, tzinfo=UTC)
URL = "https://site.example/sitemap.xml"


@dataclass
class Scripted:
    """Answers what the test put down, then 200; a number is a status. A fetch takes `seconds` of a clock that nobody has to wait for."""

    script: list[int | str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    now: float = 0.0
    asked: list[str] = field(default_factory=list)
    slept: list[float] = field(default_factory=list)

    def fetch(self, url: str, *, etag: str = "", last_modified: str = "", max_bytes: int | None = None) -> FetchedResponse | FetchFailure:
        self.asked.append(url)
        self.now += self.seconds
        line = self.script.pop(0) if self.script else 200
        if isinstance(line, str):
            return FetchFailure(url, line, "", NOW)
        return FetchedResponse(url, url, line, self.headers, b"", NOW)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def retrying(web: Scripted, seed: int = 7, limits: RetryLimits | None = None) -> RetryingFetcher:
    return RetryingFetcher(web, sleep=web.sleep, seed=seed, limits=limits, monotonic=lambda: web.now)


def code_of(answer: FetchedResponse | FetchFailure) -> str | int:
    return answer.code if isinstance(answer, FetchFailure) else answer.status


@pytest.mark.parametrize("failure", ["connect_failed", "fetch_timeout", "connection_broken", 500, 502, 503, 504, 520, 524])
def test_a_failure_that_passes_is_tried_again_and_told(failure: str | int) -> None:
    web = Scripted([failure, failure])
    answer = retrying(web).fetch(URL)
    code = failure if isinstance(failure, str) else f"http_{failure}"
    assert (code_of(answer), answer.failed_attempts, len(web.asked)) == (200, (code, code), 3)
    assert 1 <= web.slept[0] <= 3 <= web.slept[1] <= 9


@pytest.mark.parametrize(
    "meant",
    [400, 401, 403, 404, 410, 429, 501, 304, "address_not_allowed", "url_invalid", "redirect_loop", "tls_failed", "host_unknown"],
)
def test_what_is_meant_or_stays_is_not_tried_again(meant: str | int) -> None:
    web = Scripted([meant])
    answer = retrying(web).fetch(URL)
    assert (code_of(answer), answer.failed_attempts, web.slept) == (meant, (), [])


def test_the_last_answer_stands_after_three_attempts() -> None:
    web = Scripted([502, "connect_failed", 503, 200])
    answer = retrying(web).fetch(URL)
    assert (code_of(answer), answer.failed_attempts) == (503, ("http_502", "connect_failed"))


def test_pauses_follow_the_seed() -> None:
    def pauses(seed: int) -> list[float]:
        web = Scripted([502, 502])
        retrying(web, seed).fetch(URL)
        return web.slept

    assert pauses(1) == pauses(1) != pauses(2)


def test_all_retries_of_a_check_together_end_with_their_time() -> None:
    web = Scripted(["fetch_timeout"] * 50, seconds=60)
    fetcher = retrying(web, limits=RetryLimits(total_seconds=130, hosts_patience=100))
    for number in range(10):
        fetcher.fetch(f"https://host{number}.example/")
    assert len(web.asked) == 10 + 3, "two repeated timeouts leave a few seconds, which begin a third"


def test_a_host_that_is_down_is_not_tried_again_and_others_are() -> None:
    web = Scripted(["connect_failed"] * 9)
    fetcher = retrying(web)
    for path in "abcd":
        fetcher.fetch(f"https://down.example/{path}")
    assert [url[-1] for url in web.asked] == ["a"] * 3 + ["b"] * 3 + ["c", "d"]
    web.script = [502]
    assert code_of(fetcher.fetch(URL)) == 200


def test_a_pause_ends_when_we_are_told_to_stop() -> None:
    web = Scripted([502] * 9)
    fetcher = RetryingFetcher(web, sleep=web.sleep, seed=1, stop=lambda: bool(web.slept))
    fetcher.fetch(URL)
    assert web.slept == [1.0]


def test_retry_after_is_kept_before_the_next_attempt_and_a_long_one_ends_them() -> None:
    web = Scripted([503], {"retry-after": "100"})

    @dataclass
    class Door:
        min_interval: float = 0.0
        width: int = 1

        def fetch(
            self, url: str, *, etag: str = "", last_modified: str = "", max_bytes: int | None = None
        ) -> FetchedResponse | FetchFailure:
            return web.fetch(url)

        def close(self) -> None:
            pass

    patient = PatientFetcher(Door(), clock=lambda: NOW, sleep=web.sleep)
    assert code_of(RetryingFetcher(patient, sleep=web.sleep, seed=1, monotonic=lambda: web.now).fetch(URL)) == 200
    assert web.slept[-1] == 100
    web.script, web.headers, web.asked = [503], {"retry-after": "4000"}, []
    answer = RetryingFetcher(patient, sleep=web.sleep, seed=1, monotonic=lambda: web.now).fetch(URL)
    assert (code_of(answer), answer.failed_attempts, len(web.asked)) == (503, (), 1)


def test_a_server_that_comes_back_is_read_over_a_real_socket(make_fetcher: MakeFetcher) -> None:
    troubles: list[Route] = [Answer(mode="reset"), Answer(503, body=b"busy"), Answer(body=b"here")]

    def route(request: LoopbackRequest) -> Answer:
        trouble = troubles.pop(0)
        return trouble if isinstance(trouble, Answer) else trouble(request)

    with LoopbackSite({"/": route}) as site:
        door: HttpFetcher = make_fetcher()
        answer = RetryingFetcher(door, sleep=lambda _: None, seed=1).fetch(site.url("/"))
    assert isinstance(answer, FetchedResponse)
    assert (answer.body, answer.failed_attempts) == (b"here", ("connection_broken", "http_503"))
