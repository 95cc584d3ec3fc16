"""What one sitemap or one robots.txt says, for a person or a program at a terminal; nothing is stored."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from urllib.parse import urlsplit

import numpy as np
from django.conf import settings

from sitemaps_app.formats.decoding import MAX_UNPACKED
from sitemaps_app.formats.entry_batch import NO_INSTANT, EntryBatch
from sitemaps_app.formats.problems import Problem, Severity
from sitemaps_app.formats.robots_txt import MAX_BYTES, RobotsRules, read_robots
from sitemaps_app.formats.sitemap import Child, Entry, Kind, Outcome
from sitemaps_app.formats.sitemap_reader import read_sitemap
from sitemaps_app.formats.urls import in_scope, normalise_key, origin_of
from sitemaps_app.network.body import decode_bytes
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline.report_door import InstallationDoor
from sitemaps_app.pipeline.way_problems import Announcements, with_status, with_way

# The dataclasses that a report is made of are part of its surface: commands know the pipeline only.
__all__ = [
    "Child", "Entry", "Kind", "Outcome", "Problem", "ReportDoor", "RobotsReport", "Served", "SitemapReport", "report_robots",
    "report_sitemap",
]  # fmt: skip

MAX_FOLLOWED = 500
MAX_DEPTH = 11


@dataclass(frozen=True, slots=True)
class Served:
    """A file as a server gave it, or as if one had. `headers` have lower-case names; `url` is the address that answered, "" if unknown."""

    body: bytes
    url: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    truncated: bool = False
    problem: str = ""

    def decoded(self) -> Served:
        """The same with Content-Encoding undone, for a body that did not come through the network door (which does it)."""
        coding = self.headers.get("content-encoding", "")
        if not coding:
            return self
        undone = decode_bytes(self.body, coding, MAX_UNPACKED)
        return replace(self, body=undone.content, truncated=self.truncated or undone.truncated, problem=self.problem or undone.problem)


@dataclass(frozen=True, slots=True)
class SitemapReport:
    """What one sitemap file says. `entries` are in file order, each address once, and empty where only counts were wanted."""

    source: str
    outcome: Outcome
    kind: Kind
    entries: tuple[Entry, ...]
    entry_count: int
    dated_count: int
    children: tuple[Child, ...]
    problems: tuple[Problem, ...]
    extensions: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_news(self) -> bool:
        """Is it a news sitemap?"""
        return "news" in self.extensions

    @property
    def was_read(self) -> bool:
        """Did the file say anything that counts?"""
        return self.outcome in {Outcome.OK, Outcome.PARTIAL, Outcome.UNCHANGED}


@dataclass(frozen=True, slots=True)
class RobotsReport:
    """What one robots.txt says to one user agent."""

    source: str
    sitemaps: tuple[str, ...]
    crawl_delay: float | None
    allowed: dict[str, bool]
    problems: tuple[Problem, ...]
    was_read: bool


class _Kept:
    """A sink that keeps what a report needs: the entries, or only how many there are and how many have a date."""

    def __init__(self, *, keep: bool) -> None:
        self._keep = keep
        self._entries: dict[str, Entry] = {}
        self.dated_count = 0

    def __call__(self, batch: EntryBatch) -> None:
        self.dated_count += int(np.count_nonzero(batch.dates.instants != NO_INSTANT))
        for entry in batch if self._keep else ():
            known = self._entries.get(entry.key)
            # A later duplicate may bring the better date; the place and the spelling stay those of the first.
            self._entries[entry.key] = entry if known is None else replace(known, lastmod=entry.lastmod)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries.values())


def report_sitemap(served: Served, *, source: str, now: datetime, with_entries: bool = True, site_origin: str = "") -> SitemapReport:
    """Report on a sitemap file. Scope is judged against `site_origin`, else against the origin of its own address.

    `now` is the aware time at which it was served.
    """
    kept = _Kept(keep=with_entries)
    reading = read_sitemap(
        served.body,
        url=served.url,
        site_origin=site_origin or origin_of(served.url),
        headers=served.headers,
        status=served.status,
        truncated=served.truncated,
        now=now,
        sink=kept,
    )
    problems = reading.problems
    if served.problem and served.problem not in {problem.code for problem in problems}:
        problems = (Problem(served.problem, Severity.WARNING), *problems)
    return SitemapReport(
        source=source,
        outcome=reading.outcome,
        kind=reading.kind,
        entries=kept.entries,
        entry_count=reading.entry_count,
        dated_count=min(kept.dated_count, reading.entry_count),
        children=reading.children,
        problems=problems,
        extensions=reading.extensions,
    )


def report_robots(served: Served, *, source: str, ask: tuple[str, ...] = (), user_agent: str = "") -> RobotsReport:
    """Report on a robots.txt. `ask` are addresses to be judged for `user_agent` (default: our own)."""
    is_cut = served.truncated and served.problem != "too_large"
    rules = read_robots(served.body, url=served.url, status=served.status, headers=served.headers, truncated=is_cut)
    return _robots_report(rules, source, ask, user_agent)


def _robots_report(rules: RobotsRules, source: str, ask: tuple[str, ...], user_agent: str) -> RobotsReport:
    agent = user_agent or settings.LASTMOD_USER_AGENT
    return RobotsReport(
        source=source,
        sitemaps=rules.sitemaps,
        crawl_delay=rules.crawl_delay(agent),
        allowed={url: rules.allowed(url, agent) for url in ask},
        problems=rules.problems,
        was_read=not rules.unreachable,
    )


class ReportDoor(InstallationDoor):
    """Reports on robots.txt and sitemaps at addresses."""

    @cached_property
    def _announcements(self) -> Announcements:
        return Announcements(self._fetcher)

    def sitemap(self, url: str, *, with_entries: bool = True, site_origin: str = "", index: str = "") -> SitemapReport:
        """Fetch and report on one sitemap file; no answer is a report with the outcome `failed` or `blocked`.

        Where addresses lie outside of its folder, robots.txt is asked whether it announces the file, or the `index` that led here.
        """
        answer = self._fetcher.fetch(url)
        if isinstance(answer, FetchFailure):
            outcome = Outcome.BLOCKED if answer.code == "fetch_refused_by_robots" else Outcome.FAILED
            return SitemapReport(url, outcome, Kind.UNKNOWN, (), 0, 0, (), (_problem_of(answer),))
        served = _served(answer)
        origin = site_origin or _site_of(url, answer.final_url)
        report = report_sitemap(served, source=url, now=answer.fetched_at, with_entries=with_entries, site_origin=origin)
        is_outside = any(problem.code == "url_outside_path" for problem in report.problems)
        is_announced = is_outside and self._announcements.names_any(origin, (url, answer.final_url, *filter(None, (index,))))
        told = with_way(report.problems, answer, report.outcome, is_announced=is_announced)
        return replace(report, problems=with_status(told, answer))

    def tree(self, url: str, *, with_entries: bool = True) -> Iterator[SitemapReport]:
        """The report on a sitemap and, breadth first, on all that its indexes name: each file once, within a budget of files and depth."""
        waiting = deque([(url, 0)])
        seen = {normalise_key(url)}
        site_origin = ""
        while waiting:
            address, depth = waiting.popleft()
            report = self.sitemap(address, with_entries=with_entries, site_origin=site_origin, index=url)
            site_origin = site_origin or origin_of(url)
            fresh = [child.loc for child in report.children if normalise_key(child.loc) not in seen]
            looped = len(report.children) - len(fresh)
            room = MAX_FOLLOWED - len(seen) if depth < MAX_DEPTH else 0
            yield _with_tree_problems(report, looped=looped, left=max(len(fresh) - room, 0), too_deep=depth >= MAX_DEPTH)
            for loc in fresh[: max(room, 0)]:
                seen.add(normalise_key(loc))
                waiting.append((loc, depth + 1))

    def robots(self, url: str, *, ask: tuple[str, ...] = (), user_agent: str = "") -> RobotsReport:
        """Fetch and report on the robots.txt of an address (its own path where it names one). No answer allows nothing."""
        origin = origin_of(url)
        # An address that cannot be taken apart is for the door to refuse.
        address = origin + "/robots.txt" if origin and urlsplit(url).path in {"", "/"} else url
        answer = self._fetcher.fetch(address, max_bytes=MAX_BYTES + 1)
        if isinstance(answer, FetchFailure):
            rules = RobotsRules(address, 0, (), (_problem_of(answer),), unreachable=True)
            return _robots_report(rules, url, ask, user_agent)
        return report_robots(_served(answer), source=url, ask=ask, user_agent=user_agent)


def _with_tree_problems(report: SitemapReport, *, looped: int, left: int, too_deep: bool) -> SitemapReport:
    problems = list(report.problems)
    if looped:
        problems.append(Problem("sitemap_loop", Severity.WARNING, f"{looped} children were read before", count=looped))
    if left:
        detail = f"{left} children are not followed"
        problems.append(Problem("sitemap_too_deep" if too_deep else "file_budget_reached", Severity.WARNING, detail, count=left))
    return replace(report, problems=tuple(problems))


def _served(answer: FetchedResponse) -> Served:
    return Served(answer.body, answer.final_url, answer.status, answer.headers, answer.truncated, answer.problem)


def _problem_of(failure: FetchFailure) -> Problem:
    return Problem(failure.code, Severity.ERROR, failure.detail)


def _site_of(asked: str, answered: str) -> str:
    """The site of a fetched file: where it answered, if that is the same site under another scheme or www, else where it was asked for."""
    return origin_of(answered) if in_scope(answered, asked) else origin_of(asked)
