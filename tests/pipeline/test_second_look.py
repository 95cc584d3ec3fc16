from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from scoring.codec import evidence_from_json
from scoring.evidence import SecondLook
from sitemaps_app.models import Site
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure, FetchPolicy
from sitemaps_app.pipeline import leases
from sitemaps_app.pipeline.context import CheckLimits
from sitemaps_app.pipeline.live import check_live, local_politeness
from sitemaps_app.pipeline.sites import add_site
from sitemaps_app.pipeline.storage import snapshots_folder
from tests.loopback import Answer, LoopbackRequest, LoopbackSite
from tests.pipeline.web_of_tests import DAY_0, ORIGIN, MemoryWeb, Served, check, index, robots, site_with, the_site, told, urlset

pytestmark = pytest.mark.django_db
PATHS = [f"/docs/p{n}" for n in range(24)]
FILE = f"{ORIGIN}/sitemap.xml"


class Clock:
    """Waits by moving the web's time on."""

    def __init__(self, web: MemoryWeb) -> None:
        self.web, self.waited = web, []

    def __call__(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.web.now += timedelta(seconds=seconds)


def stamped_at_request(web: MemoryWeb, paths: list[str] = PATHS, url: str = FILE) -> Callable[[str], None]:
    def write(asked: str) -> None:
        if asked == url:
            web.pages[url] = Served(urlset({path: web.now.isoformat() for path in paths}))

    return write


@pytest.fixture
def web() -> MemoryWeb:
    web = MemoryWeb()
    site_with(web, dict.fromkeys(PATHS, DAY_0.isoformat()))
    return web


def looks() -> tuple[SecondLook, ...]:
    snapshot = the_site().current_snapshot
    assert snapshot is not None
    return evidence_from_json(snapshot.stats).looks


def named() -> list[str]:
    judged = the_site().current_assessment
    assert judged is not None
    return judged.failure_modes


def test_dates_of_the_request_are_found_at_the_first_check(web: MemoryWeb) -> None:
    web.before = stamped_at_request(web)
    clock = Clock(web)
    done = check(web, wait=clock)

    assert clock.waited == [60.0]
    assert looks() == (
        SecondLook("", DAY_0 + timedelta(seconds=60), 60.0, 24, 24),
        SecondLook("/docs", DAY_0 + timedelta(seconds=60), 60.0, 24, 24),
    )
    assert named() == ["request_time"]
    assert the_site().current_assessment.verdict == "untrusted"  # type: ignore[union-attr]
    assert "second_look_done" in told(done)
    assert [path.name for path in (snapshots_folder() / str(the_site().pk)).iterdir() if "again" in path.name] == []


def test_dates_of_a_build_that_was_just_made_stay_a_suspicion(web: MemoryWeb) -> None:
    check(web, wait=Clock(web))

    assert [(look.entries, look.moved) for look in looks()] == [(24, 0), (24, 0)]
    assert named() == []


def test_the_file_is_read_after_the_visits_and_once_without_validators(web: MemoryWeb) -> None:
    web.pages[FILE] = Served(web.pages[FILE].body, headers={"etag": '"one"'})  # type: ignore[union-attr]
    check(web, wait=Clock(web))

    assert web.asked.count(FILE) == 2
    assert web.asked[-1] == FILE
    assert web.conditional == []


def test_time_that_the_visits_took_is_not_waited_for_again(web: MemoryWeb) -> None:
    write, clock = stamped_at_request(web), Clock(web)

    def slowly(asked: str) -> None:
        write(asked)
        web.now += timedelta(seconds=2) if "/docs/" in asked else timedelta()

    web.before = slowly
    check(web, wait=clock, pages=10)

    assert clock.waited == [40.0]
    assert looks()[0].seconds == 60.0


def test_a_section_is_looked_at_once(web: MemoryWeb) -> None:
    clock = Clock(web)
    check(web, wait=clock)
    web.pages[FILE] = Served(urlset(dict.fromkeys(PATHS, (DAY_0 + timedelta(days=1)).isoformat())))
    check(web, days=1, wait=clock)

    assert len(clock.waited) == 1


@pytest.mark.parametrize("kind", ["honest", "old", "days", "few", "no time to wait"])
def test_files_that_need_no_second_look_get_none(web: MemoryWeb, kind: str) -> None:
    dates = {
        "honest": {path: (DAY_0 - timedelta(days=n)).isoformat() for n, path in enumerate(PATHS)},
        "old": dict.fromkeys(PATHS, (DAY_0 - timedelta(hours=2)).isoformat()),
        "days": dict.fromkeys(PATHS, DAY_0.date().isoformat()),
        "few": dict.fromkeys(PATHS[:4], DAY_0.isoformat()),
        "no time to wait": dict.fromkeys(PATHS, DAY_0.isoformat()),
    }[kind]
    web.pages[FILE] = Served(urlset(dates))
    check(web, wait=None if kind == "no time to wait" else Clock(web))

    assert looks() == ()
    assert web.asked.count(FILE) == 1


def test_of_several_files_the_smallest_suspicious_one_is_read_and_no_more_than_the_budget_allows(web: MemoryWeb) -> None:
    small, large, honest = (f"{ORIGIN}/{name}.xml" for name in ("small", "large", "honest"))
    web.pages[f"{ORIGIN}/robots.txt"] = robots(f"Sitemap: {ORIGIN}/map.xml")
    web.pages[f"{ORIGIN}/map.xml"] = Served(index(large, small, honest))
    web.pages[large] = Served(urlset({f"/large/p{n}": DAY_0.isoformat() for n in range(60)}))
    web.pages[small] = Served(urlset(dict.fromkeys(PATHS, DAY_0.isoformat())))
    web.pages[honest] = Served(urlset({f"/h{n}": (DAY_0 - timedelta(days=n)).isoformat() for n in range(20)}))
    check(web, wait=Clock(web), files=5, pages=3)

    assert [web.asked.count(url) for url in (small, large, honest)] == [2, 1, 1]
    assert [look.section for look in looks()] == ["", "/small.xml"]


def test_small_sections_of_a_stamped_site_are_looked_at_where_they_hold_enough_dates(web: MemoryWeb) -> None:
    sizes = {"a": 14, "b": 12, "c": 4}
    web.pages[f"{ORIGIN}/robots.txt"] = robots(f"Sitemap: {ORIGIN}/map.xml")
    web.pages[f"{ORIGIN}/map.xml"] = Served(index(*(f"{ORIGIN}/{name}.xml" for name in sizes)))
    for name, size in sizes.items():
        web.pages[f"{ORIGIN}/{name}.xml"] = Served(urlset({f"/{name}/p{n}": DAY_0.isoformat() for n in range(size)}))
    check(web, wait=Clock(web), pages=3)

    assert [look.section for look in looks()] == ["", "/b.xml"]


def test_days_of_a_check_just_after_midnight_are_not_looked_at_again(web: MemoryWeb) -> None:
    web.pages[FILE] = Served(urlset(dict.fromkeys(PATHS, DAY_0.date().isoformat())))
    clock = Clock(web)
    check(web, days=-(5 * 60 + 55) / 1_440, wait=clock)

    assert web.now.hour == 0
    assert clock.waited == []


class BusyPages(MemoryWeb):
    """A host that asks for time as soon as a page is wanted."""

    def fetch(self, url: str, **validators: Any) -> FetchedResponse | FetchFailure:
        return FetchFailure(url, "host_asks_to_wait", "30", self.now) if "/docs/" in url else super().fetch(url, **validators)


def test_a_host_that_asks_for_time_is_not_asked_for_the_file_again() -> None:
    web = BusyPages()
    site_with(web, dict.fromkeys(PATHS, DAY_0.isoformat()))
    check(web, wait=Clock(web))

    assert web.asked.count(FILE) == 1


def test_a_full_budget_of_files_leaves_none_for_a_second_look(web: MemoryWeb) -> None:
    check(web, wait=Clock(web), files=1)

    assert looks() == ()


@pytest.mark.parametrize("answer", [Served(status=503), Served(b"<html>busy</html>"), "connect_failed"])
def test_a_second_answer_without_entries_is_told_and_proves_nothing(web: MemoryWeb, answer: Served | str) -> None:
    def fail(asked: str) -> None:
        if asked == FILE and FILE in web.asked:
            web.pages[FILE] = answer

    web.before = fail
    done = check(web, wait=Clock(web))

    assert looks() == ()
    assert "second_look_failed" in told(done)
    assert named() == []


class Wall:
    """A wall clock that goes on only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = DAY_0

    def __call__(self) -> datetime:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.mark.parametrize("replay", [False, True], ids=["in earnest", "a replay at a date"])
def test_a_check_over_the_network_waits_in_earnest_and_a_replay_looks_but_once(replay: bool) -> None:
    wall = Wall()
    with LoopbackSite() as server:

        def stamped(_request: LoopbackRequest) -> Answer:
            entries = "".join(f"<url><loc>{server.url(path)}</loc><lastmod>{wall().isoformat()}</lastmod></url>" for path in PATHS)
            return Answer(body=f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'.encode())

        server.routes["/robots.txt"] = Answer(body=f"Sitemap: {server.url('/map.xml')}".encode())
        server.routes["/map.xml"] = stamped
        site = add_site(server.url(), now=DAY_0, due=False).site
        assert site is not None
        lease = leases.take(site.pk, wall=DAY_0, seconds=600)
        assert lease is not None
        check_live(
            lease,
            now=DAY_0,
            wall=wall,
            clock=wall if replay else None,
            politeness=local_politeness(waits=False),
            sleep=wall.sleep,
            policy=FetchPolicy(user_agent="LastmodTest/1", allowed_networks=("127.0.0.0/8",)),
            limits=CheckLimits(pages=0),
        )
        snapshot = Site.objects.get(pk=site.pk).current_snapshot
    assert snapshot is not None
    seen = [(look.section, look.seconds, look.moved) for look in evidence_from_json(snapshot.stats).looks]
    assert seen == ([] if replay else [("", 60.0, 24), ("/docs", 60.0, 24)])
