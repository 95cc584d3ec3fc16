"""robots.txt as the first thing that is read: what stops a check, what is told, and where sitemaps are looked for."""

from __future__ import annotations

import pytest

from tests.pipeline.web_of_tests import ORIGIN, MemoryWeb, Served, check, current_entries, robots, site_with, the_site, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def web() -> MemoryWeb:
    web = MemoryWeb()
    site_with(web, {"/a": "2026-02-01"})
    return web


@pytest.mark.parametrize(
    "answer",
    [
        Served(status=500),
        Served(status=503),
        Served(status=429),
        Served(b"User-agent: *\nDis", truncated=True, problem="truncated_response"),
        Served(b"User-agent: *\nDis", truncated=True, problem="fetch_timeout"),
        "fetch_timeout",
        "connect_failed",
    ],
    ids=lambda answer: answer if isinstance(answer, str) else f"{answer.status} {answer.problem}",
)
def test_robots_txt_that_the_server_cannot_give_means_wait(web: MemoryWeb, answer: Served | str) -> None:
    check(web)
    before = the_site().current_snapshot
    web.asked.clear()
    web.pages[f"{ORIGIN}/robots.txt"] = answer
    done = check(web, days=1)
    assert web.asked == [f"{ORIGIN}/robots.txt"]
    assert "robots_unreachable" in told(done)
    assert done.outcome == (answer if isinstance(answer, str) else "robots_unreachable")
    assert the_site().current_snapshot == before


def test_of_a_robots_txt_that_is_too_long_the_beginning_counts_and_the_rest_is_told(web: MemoryWeb) -> None:
    long = b"User-agent: *\nDisallow: /a\nSitemap: " + f"{ORIGIN}/sitemap.xml".encode() + b"\n" + b"#" * 99 + b"\n"
    web.pages[f"{ORIGIN}/robots.txt"] = Served(long + b"# comment\n" * 60_000 + b"Sitemap: /never.xml\n")
    done = check(web)
    assert [line["params"]["reason"] for line in done.account if line["code"] == "robots_problem"] == ["robots_too_large"]
    assert f"{ORIGIN}/never.xml" not in web.asked
    assert f"{ORIGIN}/a" not in web.asked


def test_faults_of_robots_txt_are_told(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/robots.txt"] = robots("Sitemap: /sitemap.xml")
    done = check(web)
    assert [line["params"]["reason"] for line in done.account if line["code"] == "robots_problem"] == ["robots_sitemap_relative"]


def test_a_robots_txt_that_is_missing_for_a_day_does_not_lose_the_sitemaps_it_named(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/robots.txt"] = robots(f"Sitemap: {ORIGIN}/odd-name.xml")
    web.pages[f"{ORIGIN}/odd-name.xml"] = web.pages.pop(f"{ORIGIN}/sitemap.xml")
    check(web)
    web.pages[f"{ORIGIN}/robots.txt"] = Served(status=404)
    done = check(web, days=1)
    assert (done.outcome, current_entries()) == ("ok", {"/a": "2026-02-01"})
    assert {"robots_missing", "roots_remembered"} <= set(told(done))
    web.pages[f"{ORIGIN}/robots.txt"] = robots()
    assert check(web, days=2).outcome == "no_sitemap_found", "a robots.txt that names none any more is believed"


def test_a_site_that_moved_its_sitemap_and_lost_its_robots_txt_is_found_at_the_usual_place(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/robots.txt"] = robots(f"Sitemap: {ORIGIN}/odd-name.xml")
    web.pages[f"{ORIGIN}/odd-name.xml"] = web.pages.pop(f"{ORIGIN}/sitemap.xml")
    check(web)
    web.pages[f"{ORIGIN}/wp-sitemap.xml"] = web.pages.pop(f"{ORIGIN}/odd-name.xml")
    web.pages[f"{ORIGIN}/robots.txt"] = Served(status=404)
    check(web, days=1)
    assert current_entries() == {"/a": "2026-02-01"}
    assert f"{ORIGIN}/wp-sitemap.xml" in web.asked
    assert check(web, days=2).outcome == "ok", "what is gone is not remembered for ever"
