from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import requests

from sitemaps_app.demo.plans import demo_worlds
from sitemaps_app.demo.server import NOW_HEADER, DemoWeb

BEGIN = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def web() -> Iterator[DemoWeb]:
    worlds = demo_worlds(BEGIN, names=("accurate", "generation_time"))
    with DemoWeb(worlds, now=BEGIN + timedelta(days=1)) as running:
        yield running


@pytest.fixture
def session() -> Iterator[requests.Session]:
    with requests.Session() as opened:
        opened.trust_env = False
        yield opened


def test_each_site_is_an_origin_of_its_own_on_this_machine(web: DemoWeb, session: requests.Session) -> None:
    assert len(set(web.origins.values())) == 2
    for origin in web.origins.values():
        assert origin.startswith("http://127.0.0.1:")
        assert f"Sitemap: {origin}/sitemap.xml" in session.get(f"{origin}/robots.txt", timeout=10).text


def test_the_clock_of_the_web_decides_the_date_and_a_header_goes_before_it(web: DemoWeb, session: requests.Session) -> None:
    url = web.origin("generation_time") + "/sitemap.xml.gz"
    answers = [session.get(url, timeout=10)]
    web.set_now(BEGIN + timedelta(days=2))
    answers.append(session.get(url, timeout=10))
    answers.append(session.get(url, timeout=10, headers={NOW_HEADER: "2026-03-02T00:00:00+00:00"}))
    assert answers[0].content != answers[1].content
    assert answers[0].content == answers[2].content
    assert answers[0].headers["Content-Type"] == "application/gzip"
    assert answers[1].headers["Date"] == "Tue, 03 Mar 2026 00:00:00 GMT"


def test_a_date_that_is_none_is_a_bad_request(web: DemoWeb, session: requests.Session) -> None:
    assert session.get(web.origin("accurate"), timeout=10, headers={NOW_HEADER: "tomorrow"}).status_code == 400


@pytest.mark.parametrize(("validator", "condition"), [("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")])
def test_a_site_with_validators_answers_304_until_its_page_changes(
    web: DemoWeb, session: requests.Session, validator: str, condition: str
) -> None:
    life = next(life for life in web.world("accurate").sections["docs"] if len(life.changes) > 9)
    url = web.origin("accurate") + life.path
    web.set_now(life.changes[5])
    first = session.get(url, timeout=10)
    again = session.get(url, timeout=10, headers={condition: first.headers[validator]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    web.set_now(life.changes[6])
    assert session.get(url, timeout=10, headers={condition: first.headers[validator]}).status_code == 200


def test_a_site_without_validators_always_answers_in_full(web: DemoWeb, session: requests.Session) -> None:
    url = web.origin("generation_time") + web.world("generation_time").listed_paths(web.now)[0]
    first = session.get(url, timeout=10)
    assert "ETag" not in first.headers
    assert "Last-Modified" not in first.headers
    assert session.get(url, timeout=10, headers={"If-None-Match": "*"}).status_code == 200


def test_an_unknown_page_is_404_and_head_has_no_body(web: DemoWeb, session: requests.Session) -> None:
    assert session.get(web.origin("accurate") + "/nowhere", timeout=10).status_code == 404
    head = session.head(web.origin("accurate") + "/", timeout=10)
    assert (head.status_code, head.content) == (200, b"")
    assert int(head.headers["Content-Length"]) > 100


def test_a_taken_port_is_an_error_that_leaves_nothing_open(web: DemoWeb) -> None:
    taken = int(web.origin("accurate").rsplit(":", 1)[1])
    with pytest.raises(OSError, match="in use"):
        DemoWeb(demo_worlds(BEGIN, names=("frozen",)), port=taken)


def test_a_stopped_web_does_not_answer() -> None:
    with DemoWeb(demo_worlds(BEGIN, names=("frozen",))) as running:
        origin = running.origin("frozen")
    with pytest.raises(requests.ConnectionError):
        requests.get(origin, timeout=10, proxies={"http": ""})
