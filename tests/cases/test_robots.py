"""Every robots.txt, as bytes and over a real connection."""

from __future__ import annotations

import pytest

from sitemaps_app.pipeline.reports import ReportDoor, RobotsReport, Served, report_robots
from tests.cases.case import NOW, SITE, absolute
from tests.cases.robots import ROBOTS, RobotsCase
from tests.loopback import Answer, LoopbackSite

URL = f"{SITE}/robots.txt"


def asked(case: RobotsCase) -> tuple[str, ...]:
    return tuple(map(absolute, case.allowed))


def judge(case: RobotsCase, report: RobotsReport) -> None:
    """All that the case expects, and nothing else."""
    assert report.sitemaps == tuple(map(absolute, case.sitemaps))
    assert report.allowed == {absolute(path): is_allowed for path, is_allowed in case.allowed.items()}
    assert {problem.code for problem in report.problems} == case.told
    assert report.crawl_delay == case.delay


@pytest.mark.parametrize("case", ROBOTS, ids=lambda case: case.name)
def test_a_robots_txt_is_read_as_it_is_meant(case: RobotsCase) -> None:
    headers = {name.lower(): value for name, value in case.headers}
    judge(case, report_robots(Served(case.body, URL, case.status, headers), source=URL, ask=asked(case)))


@pytest.mark.parametrize("case", ROBOTS, ids=lambda case: case.name)
def test_a_robots_txt_that_a_server_sends_is_read_as_it_is_meant(case: RobotsCase) -> None:
    with LoopbackSite({URL: Answer(case.status, case.headers, case.body)}) as site:
        with ReportDoor(clock=lambda: NOW, proxy=site.proxy, allow_networks=("127.0.0.0/8",)) as door:
            judge(case, door.robots(SITE, ask=asked(case)))
        assert site.paths() == ["/robots.txt"]


def test_a_robots_txt_that_breaks_off_allows_nothing() -> None:
    body = b"User-agent: *\nDisallow:\nSitemap: http://site.example/1.xml\nSitemap: http://site.example/2"
    broken = Answer(200, body=body + b" " * 50, mode="content_length_short", cut_at=len(body))
    with LoopbackSite({URL: broken}) as site, ReportDoor(clock=lambda: NOW, proxy=site.proxy, allow_networks=("127.0.0.0/8",)) as door:
        report = door.robots(SITE, ask=(f"{SITE}/any",))
    assert (report.allowed, report.was_read) == ({f"{SITE}/any": False}, False)
    assert report.sitemaps == (f"{SITE}/1.xml",)
    assert {problem.code for problem in report.problems} == {"truncated_response"}
