"""What the way to a sitemap file says about it: redirects, a broken transfer, and who announced it."""

from __future__ import annotations

from collections.abc import Iterable

from sitemaps_app.formats.problems import Problem, Severity
from sitemaps_app.formats.robots_txt import MAX_BYTES, read_robots
from sitemaps_app.formats.sitemap import Child, Outcome
from sitemaps_app.formats.urls import in_scope, normalise_key
from sitemaps_app.network.exchange import FetchedResponse, Fetcher, FetchFailure
from sitemaps_app.network.retry_after import retry_after_seconds

_MAX_DETAIL = 300
_MAX_EXAMPLES, _MAX_EXAMPLE = 5, 160


def leads_to_page(answer: FetchedResponse, outcome: Outcome, problems: Iterable[Problem]) -> bool:
    """Did the address redirect to a web page where a sitemap should be?"""
    if not answer.redirects or outcome is not Outcome.NOT_A_SITEMAP:
        return False
    is_html = "html" in answer.headers.get("content-type", "").lower()
    return is_html or any("HTML" in problem.detail for problem in problems if problem.code == "not_a_sitemap")


def with_way(problems: Iterable[Problem], answer: FetchedResponse, outcome: Outcome, *, is_announced: bool) -> list[Problem]:
    """The problems that the reader of a file saw, and those of the way to it.

    `is_announced` says that robots.txt of the site names the file or the index it is listed in: then it may list all of the site, wherever
    it lies (sitemaps.org, "Sitemaps & Cross Submits"), and is not to blame for addresses outside of its folder.
    """
    found = [problem for problem in problems if not (is_announced and problem.code == "url_outside_path")]
    if answer.problem and answer.problem not in {problem.code for problem in found}:
        found.insert(0, Problem(answer.problem, Severity.ERROR))
    if leads_to_page(answer, outcome, found):
        found.insert(0, Problem("redirected_to_page", Severity.ERROR, f"redirects to {answer.final_url}"[:_MAX_DETAIL]))
    elif answer.moved_permanently:
        found.append(Problem("moved_permanently", Severity.NOTICE, f"now at {answer.final_url}"[:_MAX_DETAIL]))
    return found


def refused_status(answer: FetchedResponse) -> Problem:
    """The status of an answer that is an error (400 and more) as a problem `http_NNN`, with the seconds of its Retry-After."""
    seconds = retry_after_seconds(answer.headers, answer.fetched_at)
    detail = "" if seconds is None else f"Retry-After: {seconds:.0f} s"
    return Problem(f"http_{answer.status}", Severity.ERROR, detail)


def with_status(problems: Iterable[Problem], answer: FetchedResponse) -> tuple[Problem, ...]:
    """The problems of an answer for a report, which names the status of an error first; what the reader made of it (`http_error`,
    `fetch_blocked`) stays for programs that know it.
    """
    return (refused_status(answer), *problems) if answer.status >= 400 else tuple(problems)


def with_foreign_children(problems: Iterable[Problem], children: Iterable[Child], site_origin: str) -> tuple[Problem, ...]:
    """The problems of a file, and `cross_host_url` where it is an index of files on another host than its own (sitemaps.org, "Index")."""
    told = tuple(problems)
    foreign = [child.loc for child in children if site_origin and not in_scope(child.loc, site_origin)]
    if not foreign or any(problem.code == "cross_host_url" for problem in told):
        return told
    examples = "; ".join(loc[:_MAX_EXAMPLE] for loc in foreign[:_MAX_EXAMPLES])
    return (*told, Problem("cross_host_url", Severity.WARNING, examples, count=len(foreign)))


class Announcements:
    """Which sitemaps the robots.txt of an origin names; each is asked for once, and only where somebody wants to know."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self._named: dict[str, frozenset[str]] = {}

    def names_any(self, origin: str, urls: Iterable[str]) -> bool:
        """Does the robots.txt of `origin` name one of these addresses? No where there is none, or none that answers."""
        if origin not in self._named:
            self._named[origin] = self._read(origin)
        return any(normalise_key(url) in self._named[origin] for url in urls)

    def _read(self, origin: str) -> frozenset[str]:
        answer = self._fetcher.fetch(f"{origin}/robots.txt", max_bytes=MAX_BYTES + 1)
        if isinstance(answer, FetchFailure):
            return frozenset()
        rules = read_robots(answer.body, url=answer.final_url, status=answer.status, headers=answer.headers)
        return frozenset(map(normalise_key, rules.sitemaps))
