"""Finding and fetching what a person named: a sitemap, or a host or robots.txt that leads to one. Only through the network door."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from sitemaps_app.formats.problems import Problem, Severity
from sitemaps_app.formats.robots_txt import MAX_BYTES as ROBOTS_BYTES
from sitemaps_app.formats.robots_txt import RobotsRules, read_robots
from sitemaps_app.formats.sitemap import SitemapReading
from sitemaps_app.formats.urls import in_scope, origin_of
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline.report_door import InstallationDoor
from sitemaps_app.pipeline.sitemap_check import names_robots
from sitemaps_app.pipeline.way_problems import Announcements, refused_status, with_foreign_children, with_status, with_way

USUAL_PLACE = "/sitemap.xml"


@dataclass(frozen=True, slots=True)
class RobotsRead:
    """The robots.txt that was read first. `guessed` where it names no sitemap, so that the usual place was tried."""

    url: str
    status: int | None
    sitemaps: tuple[str, ...]
    problems: tuple[Problem, ...]
    guessed: bool


@dataclass(frozen=True, slots=True)
class Given:
    """A sitemap file as it is read: its bytes and what is known of where they come from. `url` is the address that answered, "" for none,
    and `asked` the one that was asked for.

    `site_origin` is the site for which scope is judged; `answer` is what the network door gave, and `failure` says why there are
    no bytes.
    """

    body: bytes = b""
    url: str = ""
    asked: str = ""
    site_origin: str = ""
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    truncated: bool = False
    answer: FetchedResponse | None = None
    robots: RobotsRead | None = None
    failure: Problem | None = None


class CheckDoor(InstallationDoor):
    """The network door of one check."""

    def find(self, url: str) -> Given:
        """Fetch the sitemap at an address.

        Of a host or a robots.txt, robots.txt is read, and the first sitemap that it names is fetched; where it names none, /sitemap.xml of
        that host. Where robots.txt cannot be reached, nothing more is asked of the host (RFC 9309 section 2.3.1.4).
        """
        if not names_robots(url):
            return self._sitemap(url, None)
        robots_url = url if urlsplit(url).path.lower() == "/robots.txt" else f"{origin_of(url)}/robots.txt"
        answer = self._fetcher.fetch(robots_url, max_bytes=ROBOTS_BYTES + 1)
        if isinstance(answer, FetchFailure):
            return Given(url=robots_url, failure=_problem_of(answer))
        is_cut = answer.truncated and answer.problem != "too_large"  # what is over the cap is cut by us, and the rest counts
        rules = read_robots(answer.body, url=answer.final_url, status=answer.status, headers=answer.headers, truncated=is_cut)
        robots = _robots_read(robots_url, answer, rules)
        if rules.unreachable:
            failure = refused_status(answer) if answer.status >= 400 else Problem("robots_unreachable", Severity.ERROR, robots_url)
            return Given(url=robots_url, status=answer.status, robots=robots, failure=failure)
        return self._sitemap(robots.sitemaps[0] if robots.sitemaps else origin_of(answer.final_url) + USUAL_PLACE, robots)

    def problems(self, given: Given, reading: SitemapReading) -> tuple[Problem, ...]:
        """The problems of a file that was read, and those of the way to it, as `sitemap_report` tells them.

        Where addresses lie outside of its folder and robots.txt was not read before, it is asked whether it announces the file.
        """
        if given.answer is None:
            return with_foreign_children(reading.problems, reading.children, given.site_origin)
        is_outside = any(problem.code == "url_outside_path" for problem in reading.problems)
        asks = is_outside and given.robots is None
        is_announced = asks and Announcements(self._fetcher).names_any(given.site_origin, (given.asked, given.url))
        told = with_way(reading.problems, given.answer, reading.outcome, is_announced=is_announced)
        return with_foreign_children(with_status(told, given.answer), reading.children, given.site_origin)

    def _sitemap(self, url: str, robots: RobotsRead | None) -> Given:
        answer = self._fetcher.fetch(url)
        if isinstance(answer, FetchFailure):
            return Given(url=url, robots=robots, failure=_problem_of(answer))
        return Given(
            body=answer.body,
            url=answer.final_url,
            asked=url,
            site_origin=origin_of(answer.final_url if in_scope(answer.final_url, url) else url),
            status=answer.status,
            headers=answer.headers,
            truncated=answer.truncated,
            answer=answer,
            robots=robots,
        )


def _robots_read(url: str, answer: FetchedResponse, rules: RobotsRules) -> RobotsRead:
    return RobotsRead(url, answer.status, rules.sitemaps, rules.problems, guessed=not rules.sitemaps)


def _problem_of(failure: FetchFailure) -> Problem:
    return Problem(failure.code, Severity.ERROR, failure.detail)
