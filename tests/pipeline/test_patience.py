"""A real server that asks for time, and the whole road that gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest

from sitemaps_app.models import Check, Site, SitemapFile, Visit
from sitemaps_app.network.exchange import FetchPolicy
from sitemaps_app.pipeline import leases
from sitemaps_app.pipeline.live import check_live, local_politeness, no_sleep
from sitemaps_app.pipeline.once import OnceOptions, check_once
from sitemaps_app.pipeline.sites import add_site
from tests.loopback import Answer, LoopbackRequest, LoopbackSite
from tests.pipeline.web_of_tests import DAY_0, told

pytestmark = pytest.mark.django_db
POLICY = FetchPolicy(user_agent="LastmodTest/1", allowed_networks=("127.0.0.0/8",))


@dataclass
class FakeWall:
    """A clock that moves only when somebody sleeps."""

    now: datetime = DAY_0
    slept: list[float] = field(default_factory=list)

    def __call__(self) -> datetime:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def server() -> Iterator[LoopbackSite]:
    """A site of three pages."""
    with LoopbackSite() as site:
        entries = "".join(f"<url><loc>{site.url(f'/{name}')}</loc></url>" for name in "abc")
        site.routes["/robots.txt"] = Answer(body=f"Sitemap: {site.url('/map.xml')}".encode())
        site.routes["/map.xml"] = Answer(body=f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'.encode())
        for name in "abc":
            site.routes[f"/{name}"] = Answer(body=f"<html><title>{name}</title><p>What stands on page {name}.</p></html>".encode())
        yield site


def asks_once(server: LoopbackSite, path: str, retry_after: str) -> None:
    """Let the first request of a path be answered with 429 and a wish."""
    usual = server.routes[path]
    assert isinstance(usual, Answer)
    wishes = [Answer(429, {"Retry-After": retry_after})]

    def route(_request: LoopbackRequest) -> Answer:
        return wishes.pop() if wishes else usual

    server.routes[path] = route


def check(server: LoopbackSite, wall: FakeWall, sleep: Callable[[float], None]) -> tuple[Check, Site]:
    site = add_site(server.url(), now=wall.now, due=False).site
    assert site is not None
    lease = leases.take(site.pk, wall=wall.now, seconds=600)
    assert lease is not None
    done = check_live(lease, now=wall.now, wall=wall, politeness=local_politeness(waits=False), sleep=sleep, policy=POLICY)
    assert done is not None
    site.refresh_from_db()
    return done, site


def pages_waiting(done: Check) -> list[dict[str, object]]:
    return [line["params"] for line in done.account if line["code"] == "pages_wait_for_host"]


def wishes_told(done: Check) -> list[dict[str, object]]:
    return [line["params"] for line in done.account if line["code"] == "host_asked_to_wait"]


def test_a_short_wait_is_sat_out_and_told_once(server: LoopbackSite) -> None:
    wall = FakeWall()
    asks_once(server, "/a", "120")
    asks_once(server, "/b", "100")
    done, site = check(server, wall, wall.sleep)
    assert sum(wall.slept) in {100.0, 120.0, 220.0}, "by the order in which the pages are visited"
    assert sorted(server.paths()) == ["/a", "/b", "/c", "/map.xml", "/robots.txt"]
    assert len(wishes_told(done)) == 1
    assert site.next_check_at == wall.now + timedelta(seconds=site.interval_seconds)


def test_a_long_wait_ends_the_requests_and_the_next_check_is_not_planned_before_it(server: LoopbackSite) -> None:
    wall = FakeWall()
    asks_once(server, "/map.xml", str(3 * 86_400))
    done, site = check(server, wall, wall.sleep)
    assert server.paths() == ["/robots.txt", "/map.xml"]
    assert wall.slept == []
    assert wishes_told(done) == [{"seconds": 3 * 86_400}]
    assert site.next_check_at == DAY_0 + timedelta(days=3)


def test_pages_of_a_host_that_asks_for_long_are_not_dialled_and_say_why(server: LoopbackSite) -> None:
    for name in "abc":
        asks_once(server, f"/{name}", "3600")
    done, _ = check(server, FakeWall(), no_sleep)
    assert len(server.paths()) == 3
    assert list(Visit.objects.values_list("outcome", flat=True)) == ["http_429"], "what was not asked for was not visited"
    assert (done.outcome, pages_waiting(done)) == ("host_asks_to_wait", [{"count": 2, "until": "2026-03-01 07:00 UTC"}])


def test_pages_behind_a_file_whose_server_asks_for_long_are_not_visited(server: LoopbackSite) -> None:
    files = "".join(f"<sitemap><loc>{server.url(f'/{name}.xml')}</loc></sitemap>" for name in ("map", "more", *range(12)))
    server.routes["/robots.txt"] = Answer(body=f"Sitemap: {server.url('/index.xml')}".encode())
    server.routes["/index.xml"] = Answer(
        body=f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{files}</sitemapindex>'.encode()
    )
    server.routes["/more.xml"] = Answer(503, {"Retry-After": "3600"})
    done, _ = check(server, FakeWall(), no_sleep)
    waiting = SitemapFile.objects.filter(outcome="waiting")
    assert {row.url for row in waiting} == {row.url for row in SitemapFile.objects.all()} - {server.url(path) for path in server.paths()}
    assert len(waiting) >= 6
    assert {(row.last_read_at, *(problem["severity"] for problem in row.problems)) for row in waiting} == {(None, "notice")}
    assert not Visit.objects.exists()
    assert (done.outcome, [line["count"] for line in pages_waiting(done)]) == ("host_asks_to_wait", [3])
    (named,) = [problem for problem in SitemapFile.objects.get(depth=0).problems if problem["code"] == "child_failed"]
    assert named["count"] == SitemapFile.objects.filter(depth=1, outcome="failed").count(), "the index is not blamed for those that wait"
    told_waiting = {line["params"]["url"] for line in done.account if line["code"] == "file_waits"}
    assert told_waiting == {row.url for row in waiting}
    assert not told_waiting & {line["params"]["url"] for line in done.account if line["code"] in {"file_failed", "visit_failed"}}


def test_a_host_that_asks_for_time_after_some_pages_leaves_the_others_for_later(server: LoopbackSite) -> None:
    asks_once(server, "/c", "3600")
    done, _ = check(server, FakeWall(), no_sleep)
    asked = [path for path in server.paths() if path in {"/a", "/b", "/c"}]
    assert sorted(asked) == sorted(page.removeprefix(server.url("")) for page in Visit.objects.values_list("page__url", flat=True))
    assert done.outcome == ("ok" if len(asked) > 1 else "host_asks_to_wait")


def test_a_host_that_asks_for_nothing_is_not_mentioned(server: LoopbackSite) -> None:
    done, _ = check(server, FakeWall(), no_sleep)
    assert "host_asked_to_wait" not in told(done)


def test_a_dated_replay_on_this_machine_waits_for_nobody(server: LoopbackSite, monkeypatch: pytest.MonkeyPatch) -> None:
    asks_once(server, "/a", "150")
    naps: list[float] = []
    monkeypatch.setattr("time.sleep", naps.append)
    result = check_once(server.url(), OnceOptions(now=DAY_0, allow_networks=("127.0.0.0/8",)), wall=lambda: DAY_0)
    assert result.check is not None
    assert len(server.paths()) == 5
    assert (naps, wishes_told(result.check)) == ([], [{"seconds": 150}])
