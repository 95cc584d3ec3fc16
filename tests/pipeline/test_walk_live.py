"""The walk over a real server: beside each other and in order, with another attempt where it helps, and soon over when told to stop."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from sitemaps_app.models import Check, Site, SitemapFile
from sitemaps_app.models.check import CheckState
from sitemaps_app.network.exchange import FetchPolicy
from sitemaps_app.network.politeness import Politeness
from sitemaps_app.pipeline import leases
from sitemaps_app.pipeline.context import CheckLimits
from sitemaps_app.pipeline.live import FILES_AT_ONCE, check_live, local_politeness, no_sleep
from sitemaps_app.pipeline.sites import add_site
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots import read_entries
from sitemaps_app.wording import sentence
from tests.loopback import Answer, LoopbackRequest, LoopbackSite, Route, redirect
from tests.pipeline.web_of_tests import DAY_0, told

pytestmark = pytest.mark.django_db
POLICY = FetchPolicy(user_agent="LastmodTest/1", allowed_networks=("127.0.0.0/8",))


def urlset_of(*urls: str) -> Answer:
    body = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    return Answer(body=f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{body}</urlset>'.encode())


def index_of(*urls: str) -> Answer:
    body = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in urls)
    return Answer(body=f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{body}</sitemapindex>'.encode())


@contextmanager
def server_of(count: int) -> Iterator[LoopbackSite]:
    """An index over so many files of one entry each."""
    with LoopbackSite() as server:
        server.routes["/robots.txt"] = Answer(body=f"Sitemap: {server.url('/map.xml')}".encode())
        server.routes["/map.xml"] = index_of(*(server.url(f"/{n}.xml") for n in range(count)))
        for n in range(count):
            server.routes[f"/{n}.xml"] = urlset_of(server.url(f"/p{n}"))
        yield server


def run(server: LoopbackSite, *, politeness: Politeness | None = None, sleep: Callable[[float], None] = no_sleep) -> Check | None:
    site = add_site(server.url(), now=DAY_0, due=False).site
    assert site is not None
    lease = leases.take(site.pk, wall=DAY_0, seconds=600)
    assert lease is not None
    return check_live(
        lease,
        now=DAY_0,
        wall=lambda: DAY_0,
        politeness=politeness or local_politeness(waits=False),
        sleep=sleep,
        policy=POLICY,
        limits=CheckLimits(pages=0),
    )


def paths_stored() -> list[str]:
    snapshot = Site.objects.get().current_snapshot
    assert snapshot is not None
    return sorted(entry.loc.rpartition("/")[2] for entry in read_entries(snapshot_path(snapshot.path)))


def test_children_are_fetched_beside_each_other_and_told_in_their_order() -> None:
    """The server answers no child before so many are asked for at once, and the first of them last."""
    together = threading.Barrier(FILES_AT_ONCE)
    first_may_go = threading.Event()

    def wait(request: LoopbackRequest, answer: Answer) -> Answer:
        together.wait(20)
        if request.path == "/0.xml":
            first_may_go.wait(20)
        elif request.path == f"/{FILES_AT_ONCE - 1}.xml":
            first_may_go.set()
        return answer

    with server_of(2 * FILES_AT_ONCE) as server:
        for n in range(2 * FILES_AT_ONCE):
            answer = server.routes[f"/{n}.xml"]
            assert isinstance(answer, Answer)
            server.routes[f"/{n}.xml"] = lambda request, answer=answer: wait(request, answer)
        done = run(server)
    assert done is not None
    assert done.outcome == "ok"
    read = [line["params"]["url"].rpartition("/")[2] for line in done.account if line["code"] == "file_read"]
    assert read == ["map.xml", *(f"{n}.xml" for n in range(2 * FILES_AT_ONCE))]
    assert paths_stored() == sorted(f"p{n}" for n in range(2 * FILES_AT_ONCE))


class Diary:
    """A politeness that writes down who asked for how wide a lane."""

    def __init__(self) -> None:
        self.widths: list[int] = []

    def wait(self, host: str, min_interval: float, width: int = 1, stop: Callable[[], bool] | None = None) -> None:
        self.widths.append(width)

    def done(self, host: str) -> None:
        pass


@pytest.mark.parametrize(("robots", "width"), [("", FILES_AT_ONCE), ("User-agent: *\nCrawl-delay: 1\n", 1)])
def test_only_sitemap_files_share_a_lane_and_none_where_a_crawl_delay_is_asked_for(robots: str, width: int) -> None:
    diary = Diary()
    with server_of(2) as server:
        server.routes["/robots.txt"] = Answer(body=f"{robots}Sitemap: {server.url('/map.xml')}".encode())
        run(server, politeness=diary)
    assert diary.widths == [1, width, width, width]


def fails_first(server: LoopbackSite, path: str, *troubles: Answer) -> None:
    usual, left = server.routes[path], list(troubles)
    assert isinstance(usual, Answer)

    def route(_request: LoopbackRequest) -> Answer:
        return left.pop(0) if left else usual

    server.routes[path] = route


def test_what_fails_for_a_moment_is_asked_for_again_and_told() -> None:
    with server_of(3) as server:
        fails_first(server, "/robots.txt", Answer(503))
        fails_first(server, "/map.xml", Answer(504), Answer(502))
        fails_first(server, "/1.xml", Answer(500))
        slept: list[float] = []
        done = run(server, sleep=slept.append)
    assert done is not None
    assert done.outcome == "ok"
    retried = [line["params"] for line in done.account if line["code"] == "fetch_retried"]
    assert [(line["attempts"], line["reason"]) for line in retried] == [(2, "http_503"), (3, "http_502"), (2, "http_500")]
    assert len(slept) >= 4


def test_pages_and_refusals_are_not_asked_for_again() -> None:
    with server_of(2) as server:
        server.routes["/1.xml"] = Answer(403)
        done = run(server)
        assert server.paths().count("/1.xml") == 1
    assert done is not None
    assert done.outcome == "partial"
    assert SitemapFile.objects.get(url__endswith="/1.xml").failure_code == "http_403"


def test_a_child_that_asks_for_a_long_wait_ends_the_requests_to_its_host() -> None:
    with server_of(40) as server:
        server.routes["/2.xml"] = Answer(429, {"Retry-After": "4000"})
        done = run(server)
        asked = server.paths()
    assert done is not None
    assert done.outcome == "partial"
    assert len(asked) <= 2 + 3 + FILES_AT_ONCE, "those that were under way with it, and no other"
    assert "host_asked_to_wait" in told(done)
    assert SitemapFile.objects.filter(failure_code="host_asks_to_wait", last_read_at=None).count() >= 30


def test_a_check_that_loses_its_lease_ends_while_its_files_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    lost, hanging = threading.Event(), threading.Semaphore(0)

    @contextmanager
    def kept_alive(*_: object, **__: object) -> Iterator[threading.Event]:
        yield lost

    monkeypatch.setattr("sitemaps_app.pipeline.leases.kept_alive", kept_alive)

    def hang(_request: LoopbackRequest) -> Answer:
        hanging.release()
        return Answer(mode="hang")

    with server_of(20) as server:
        for n in range(20):
            server.routes[f"/{n}.xml"] = hang

        def lose() -> None:
            for _ in range(FILES_AT_ONCE):
                hanging.acquire()
            lost.set()

        losing = threading.Thread(target=lose)
        losing.start()
        assert run(server) is None
        losing.join()
        assert len(server.paths()) == 2 + FILES_AT_ONCE
    assert Check.objects.get().state == CheckState.INTERRUPTED


def test_a_site_that_is_paused_halts_the_fetches_in_other_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lease is found lost by the check itself, before anybody else tells the fetches."""
    from sitemaps_app.pipeline.context import LeaseLostError

    hanging = threading.Event()

    def hang(_request: LoopbackRequest) -> Answer:
        hanging.set()
        return Answer(mode="hang")

    def wait_and_lose(*_: object) -> None:
        assert hanging.wait(20)
        raise LeaseLostError

    with server_of(20) as server:
        for n in range(20):
            server.routes[f"/{n}.xml"] = hang
        monkeypatch.setattr("sitemaps_app.pipeline.fetch_ahead.FetchAhead._wait", _first_then(wait_and_lose))
        assert run(server) is None


def _first_then(lose: Callable[..., None]) -> Callable[..., object]:
    from sitemaps_app.pipeline.fetch_ahead import FetchAhead

    waiting = FetchAhead._wait
    calls: list[int] = []

    def wait(self: FetchAhead[object], future: object) -> object:
        calls.append(1)
        if len(calls) > 1:
            lose()
        return waiting(self, future)  # type: ignore[arg-type]

    return wait


def test_no_child_and_no_redirect_leads_into_the_machine() -> None:
    with server_of(1) as server, LoopbackSite() as inside:
        inside.routes["/"] = urlset_of("http://inside.example/")
        server.routes["/r.xml"] = redirect(inside.url("/", "127.0.0.2"))
        refused = ["http://169.254.169.254/latest/user-data", "http://localhost:1/admin.xml", "http://127.0.0.3:6379/"]
        server.routes["/map.xml"] = index_of(*refused, server.url("/r.xml"), server.url("/0.xml"))
        site = add_site(server.url(), now=DAY_0, due=False).site
        assert site is not None
        lease = leases.take(site.pk, wall=DAY_0, seconds=600)
        assert lease is not None
        policy = FetchPolicy(user_agent="LastmodTest/1", allowed_networks=("127.0.0.1/32",))
        done = check_live(
            lease, now=DAY_0, wall=lambda: DAY_0, politeness=local_politeness(waits=False), sleep=no_sleep, policy=policy,
            limits=CheckLimits(pages=0),
        )  # fmt: skip
        assert inside.requests == []
    assert done is not None
    assert (done.outcome, paths_stored()) == ("partial", ["p0"])
    assert SitemapFile.objects.filter(failure_code="address_not_allowed").count() >= 3


def test_a_site_that_redirects_into_a_private_network_is_refused_by_the_name_of_that_redirect() -> None:
    with server_of(1) as server:
        server.routes["/robots.txt"] = redirect("http://10.0.0.1/")
        done = run(server)
    assert done is not None
    assert done.outcome == "address_not_allowed"
    (line,) = (line for line in done.account if line["code"] == "robots_not_allowed")
    assert sentence("account", line["code"], line["params"]) == (
        f"{server.url('/robots.txt')} leads where nothing is fetched ({server.url('/robots.txt')} redirects to http://10.0.0.1/: "
        "10.0.0.1 is private (RFC 1918)), so nothing of the site is."
    )


def test_a_sitemap_that_redirects_into_a_private_network_is_refused_by_the_name_of_that_redirect() -> None:
    with server_of(1) as server:
        server.routes["/0.xml"] = redirect("http://10.0.0.1/all.xml")
        run(server)
    told = f"{server.url('/0.xml')} redirects to http://10.0.0.1/all.xml: 10.0.0.1 is private (RFC 1918)"
    problems = SitemapFile.objects.get(failure_code="address_not_allowed").problems
    assert [problem["detail"] for problem in problems if problem["code"] == "address_not_allowed"] == [told]


def test_files_of_two_hosts_are_fetched_side_by_side() -> None:
    both = threading.Barrier(2)

    def wait(answer: Answer) -> Route:
        def route(_request: LoopbackRequest) -> Answer:
            both.wait(20)
            return answer

        return route

    with server_of(1) as server, LoopbackSite() as other:
        server.routes["/0.xml"] = wait(urlset_of(server.url("/p0")))
        other.routes["/1.xml"] = wait(urlset_of(server.url("/p1")))
        server.routes["/map.xml"] = index_of(server.url("/0.xml"), other.url("/1.xml", "localhost"))
        done = run(server)
    assert done is not None
    assert (done.outcome, paths_stored()) == ("ok", ["p0", "p1"])


def test_guesses_are_tried_one_by_one_and_only_until_one_is_right() -> None:
    with LoopbackSite() as server:
        server.routes["/sitemap_index.xml"] = index_of(server.url("/0.xml"))
        server.routes["/0.xml"] = urlset_of(server.url("/p0"))
        done = run(server)
        assert server.paths() == ["/robots.txt", "/sitemap.xml", "/sitemap_index.xml", "/0.xml"]
    assert done is not None
    assert (done.outcome, paths_stored()) == ("ok", ["p0"])
