"""Bodies that are read beside each other share a bounded room, and one of them always comes to its end."""

from __future__ import annotations

import threading

import pytest

from sitemaps_app.network.body_room import BodyRoom
from sitemaps_app.network.exchange import FetchedResponse, FetchLimits
from sitemaps_app.network.pace import DoorError, Pace
from tests.loopback import Answer, LoopbackSite
from tests.network.conftest import MakeFetcher

LIMITS = FetchLimits(total_seconds=0.2)


def test_the_oldest_body_grows_whatever_there_is_and_others_wait_for_room() -> None:
    room = BodyRoom(100)
    old, young = object(), object()
    room.grow(old, 10, Pace(LIMITS))
    room.grow(young, 60, Pace(LIMITS))
    room.grow(old, 500, Pace(LIMITS))
    waiting = threading.Thread(target=room.grow, args=(young, 70, Pace(LIMITS)))
    waiting.start()
    waiting.join(0.3)
    assert waiting.is_alive(), "waiting for our own room must not count against the server either"
    room.leave(old)
    waiting.join(5)
    assert not waiting.is_alive()


def test_a_body_that_waits_for_room_notices_the_stop_flag() -> None:
    room = BodyRoom(100)
    room.grow(object(), 200, Pace(LIMITS))
    with pytest.raises(DoorError) as refusal:
        room.grow(object(), 1, Pace(LIMITS, stop=lambda: True))
    assert refusal.value.code == "fetch_stopped"


def test_many_large_bodies_at_once_all_arrive(make_fetcher: MakeFetcher) -> None:
    body = bytes(range(256)) * 8_000
    with LoopbackSite({"/": Answer(body=body)}) as site:
        fetcher = make_fetcher()
        fetcher._room = BodyRoom(1_000_000)
        answers: list[object] = []
        threads = [threading.Thread(target=lambda: answers.append(fetcher.fetch(site.url("/")))) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [answer.body == body for answer in answers if isinstance(answer, FetchedResponse)] == [True] * 6
    assert not fetcher._room._held
