"""What one page says, and whether two fetches of it differ, for a person or a program at a terminal; nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sitemaps_app.formats.comparing import DiffLine, PageDifference, furniture_between, volatile_blocks
from sitemaps_app.formats.judging import Outcome, PageVersion, judge
from sitemaps_app.formats.page import DateCandidate, PageReading, read_page
from sitemaps_app.formats.problems import Problem, Severity
from sitemaps_app.formats.urls import same_host
from sitemaps_app.network.exchange import FetchFailure
from sitemaps_app.pipeline.report_door import InstallationDoor
from sitemaps_app.pipeline.reports import Served

# The dataclasses that a report is made of are part of its surface: commands know the pipeline only.
__all__ = [
    "DateCandidate", "DiffLine", "PageComparison", "PageDifference", "PageDoor", "PageReading", "PageReport", "ServedPage",
    "compare_pages", "compare_reports", "report_page",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ServedPage:
    """One fetch of a page: what was served, from where in the end ("" = where it was asked for), when, and its name in reports."""

    served: Served
    source: str
    now: datetime
    final_url: str = ""


@dataclass(frozen=True, slots=True)
class PageReport:
    """What one page says. `was_read` is false where there was no answer at all."""

    source: str
    reading: PageReading
    was_read: bool = True


@dataclass(frozen=True, slots=True)
class PageComparison:
    """Two readings of one page.

    `difference` means something only where the pair is comparable; `outcome` is that of `formats.judging` ("not_comparable" as well where a
    side cannot be compared), `reason` why two comparable sides are no pair.
    """

    old: PageReport
    new: PageReport
    comparable: bool
    difference: PageDifference
    outcome: str = Outcome.NOT_COMPARABLE.value
    reason: str = ""


def report_page(page: ServedPage) -> PageReport:
    """Report on one fetch of a page. A body that ended too early is not comparable, as its end would seem to have been removed."""
    served = page.served
    reading = read_page(
        served.body,
        url=served.url,
        final_url=page.final_url,
        status=served.status,
        headers=served.headers,
        now=page.now,
    )
    if served.problem:
        reading = replace(reading, problems=(Problem(served.problem, Severity.WARNING), *reading.problems))
    if served.truncated and reading.comparable:
        reading = replace(reading, comparable=False, reason=served.problem or "truncated_response")
    return PageReport(page.source, reading)


def compare_pages(
    old: ServedPage,
    new: ServedPage,
    *,
    furniture_pages: Sequence[ServedPage] = (),
    old_reread: ServedPage | None = None,
    new_reread: ServedPage | None = None,
) -> PageComparison:
    """Compare two fetches of one page.

    `furniture_pages` are other pages of the site (with at least four of them, what they share is left out); a re-read is a second fetch
    minutes after the first, and what differs between the two is left out as well.
    """
    return compare_reports(
        report_page(old),
        report_page(_as_asked(old, new)),
        others=[report_page(page) for page in furniture_pages],
        old_reread=report_page(old_reread) if old_reread else None,
        new_reread=report_page(new_reread) if new_reread else None,
    )


def compare_reports(
    old: PageReport,
    new: PageReport,
    *,
    others: Sequence[PageReport] = (),
    old_reread: PageReport | None = None,
    new_reread: PageReport | None = None,
) -> PageComparison:
    """The same for pages that were read already."""
    if not (old.reading.comparable and new.reading.comparable):
        return PageComparison(old, new, comparable=False, difference=PageDifference(changed=False, similarity=0.0))
    shared = [other.reading.blocks for other in others if other.reading.comparable]
    judgement = judge(
        _version(old),
        _version(new),
        reread=_version(new_reread) if new_reread is not None and new_reread.reading.comparable else None,
        furniture=furniture_between([*shared, old.reading.blocks], [*shared, new.reading.blocks]),
        volatile=_volatile(old, old_reread),
    )
    differs = judgement.outcome in {Outcome.CHANGED, Outcome.SUSPECTED}
    comparable = judgement.outcome is not Outcome.NOT_COMPARABLE
    difference = judgement.difference if differs else PageDifference(changed=False, similarity=judgement.difference.similarity)
    return PageComparison(old, new, comparable, difference, judgement.outcome.value, judgement.reason)


def _version(page: PageReport) -> PageVersion:
    return PageVersion(page.reading.blocks, page.reading.fingerprint, page.reading.noindex)


def _volatile(page: PageReport, reread: PageReport | None) -> frozenset[str]:
    if reread is None or not reread.reading.comparable:
        return frozenset()
    return volatile_blocks(page.reading.blocks, reread.reading.blocks)


def _as_asked(old: ServedPage, new: ServedPage) -> ServedPage:
    """The new fetch as one of the old address: another address on the same host is where a redirect led."""
    if new.final_url or not old.served.url or new.served.url == old.served.url or not same_host(old.served.url, new.served.url):
        return new
    return replace(new, served=replace(new.served, url=old.served.url), final_url=new.served.url)


class PageDoor(InstallationDoor):
    """Reports on pages at addresses."""

    def page(self, url: str) -> PageReport:
        """Fetch and report on one page; no answer is a report that was not read, with the failure's code as its reason."""
        answer = self._fetcher.fetch(url)
        if isinstance(answer, FetchFailure):
            problem = Problem(answer.code, Severity.ERROR, answer.detail)
            return PageReport(url, PageReading(comparable=False, reason=answer.code, problems=(problem,)), was_read=False)
        served = Served(answer.body, url, answer.status, answer.headers, answer.truncated, answer.problem)
        return report_page(ServedPage(served, url, answer.fetched_at, answer.final_url))
