"""Answers come in the order of asking, whatever they take; large ones wait on the disk; an early end is quick."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline.fetch_ahead import HELD_BYTES, FetchAhead, FileRequest

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def answer(request: FileRequest, body: bytes = b"") -> FetchedResponse:
    return FetchedResponse(request.url, request.url, 200, {}, body or request.url.encode(), NOW)


@pytest.mark.parametrize("threads", [1, 3])
def test_answers_come_in_the_order_of_asking(threads: int) -> None:
    gates = {name: threading.Event() for name in "abc"}

    def fetch(request: FileRequest) -> FetchedResponse:
        if threads > 1:
            gates[request.url].wait(10)
        return answer(request)

    with FetchAhead[int](fetch, threads=threads) as ahead:
        for number, name in enumerate("abc"):
            ahead.put(number, FileRequest(name))
        for name in "cba":
            gates[name].set()
        taken = [ahead.take() for _ in range(3)]
    assert [(ticket, got.url) for ticket, got in taken] == [(0, "a"), (1, "b"), (2, "c")]
    assert len(ahead) == 0


def test_fetches_run_beside_each_other() -> None:
    together = threading.Barrier(3)

    def fetch(request: FileRequest) -> FetchedResponse:
        together.wait(10)
        return answer(request)

    with FetchAhead[None](fetch, threads=3) as ahead:
        for name in "abc":
            ahead.put(None, FileRequest(name))
        assert [ahead.take()[1].url for _ in range(3)] == ["a", "b", "c"]


def test_a_large_body_waits_on_the_disk_and_comes_back_whole() -> None:
    body = bytes(range(256)) * (HELD_BYTES // 256 + 1)
    with FetchAhead[None](lambda request: answer(request, body), threads=2) as ahead:
        ahead.put(None, FileRequest("large"))
        ahead.put(None, FileRequest("left behind"))
        held = ahead._asked[0][2]
        assert held is not None
        waiting = held.result().answer
        assert isinstance(waiting, FetchedResponse)
        assert waiting.body == b""
        got = ahead.take()[1]
        file = ahead._asked[0][2]
        assert file is not None
        left = file.result().body
    assert isinstance(got, FetchedResponse)
    assert got.body == body
    assert left is not None
    assert left.closed


def test_a_failure_is_handed_on_and_a_fault_of_ours_is_raised() -> None:
    def fetch(request: FileRequest) -> FetchFailure:
        if request.url == "fault":
            raise ZeroDivisionError
        return FetchFailure(request.url, "connect_failed", "", NOW)

    def both() -> None:
        with FetchAhead[None](fetch, threads=2) as ahead:
            ahead.put(None, FileRequest("a"))
            ahead.put(None, FileRequest("fault"))
            assert ahead.take()[1] == FetchFailure("a", "connect_failed", "", NOW)
            ahead.take()

    with pytest.raises(ZeroDivisionError):
        both()


def test_an_early_end_halts_what_is_under_way_and_begins_nothing_more() -> None:
    halted, begun = threading.Event(), []

    def fetch(request: FileRequest) -> FetchedResponse:
        begun.append(request.url)
        assert halted.wait(10)
        return answer(request)

    def waits(on_wait: Callable[[], None]) -> None:
        with FetchAhead[None](fetch, threads=2, halt=halted.set, on_wait=on_wait) as ahead:
            for number in range(9):
                ahead.put(None, FileRequest(str(number)))
            ahead.take()

    class GoneError(Exception):
        """The lease was lost."""

    def lost() -> None:
        raise GoneError

    with pytest.raises(GoneError):
        waits(lost)
    assert sorted(begun) == ["0", "1"]
