from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from scoring.codec import evidence_from_json
from scoring.evidence import SecondLook
from sitemaps_app.pipeline.storage import snapshots_folder
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
