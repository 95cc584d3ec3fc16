"""Every case of a file, as bytes and over a real connection."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

import pytest

from sitemaps_app.formats.lastmod import Lastmod
from sitemaps_app.network.exchange import FetchedResponse, FetchLimits, FetchPolicy
from sitemaps_app.network.fetch import HttpFetcher
from sitemaps_app.pipeline.reports import Entry, Served, SitemapReport, report_sitemap
from tests.cases.case import NOW, SITE, Case, Expected, absolute
from tests.cases.files import FILES
from tests.loopback import Answer, LoopbackSite

WAITED_FOR = {"drip", "hang_in_body"}


def seen(entry: Entry) -> Expected:
    lastmod: Lastmod = entry.lastmod
    moment = lastmod.instant.isoformat().replace("+00:00", "Z") if lastmod.instant else None
    precision = lastmod.precision.name.lower() if lastmod.precision else None
    return Expected(entry.loc, moment, precision, lastmod.zone.value if lastmod.zone else None, lastmod.status.value, entry.in_scope)


def judge(case: Case, report: SitemapReport) -> None:
    """All that the case expects, and nothing else."""
    entries = tuple(map(seen, report.entries))
    if case.at_least:
        assert case.at_least <= len(entries) < len(case.entries)
        assert entries == case.entries[: len(entries)]
    else:
        assert entries == case.entries
    assert {problem.code for problem in report.problems} == case.told
    assert (report.outcome.value, report.kind.value) == (case.outcome, case.kind)
    assert [child.loc for child in report.children] == [absolute(child) for child in case.children]
    assert report.entry_count == len(entries)
    assert all(problem.detail or problem.line or problem.count for problem in report.problems)


def as_bytes(case: Case) -> Served:
    """What the door would hand over."""
    body = case.body[: case.cut_at] if case.cut_at else case.body
    headers = {name.lower(): value for name, value in case.headers}
    served = Served(body, absolute(case.path), case.status, headers).decoded()
    if not case.mode:
        return served
    return replace(served, truncated=True, problem="fetch_timeout" if case.mode in WAITED_FOR else "truncated_response")


def answer(case: Case) -> Answer:
    chunks = (case.body[:700], case.body[700:]) if case.mode.startswith("chunked") else ()
    return Answer(case.status, case.headers, case.body, chunks, case.mode, case.cut_at)


@pytest.mark.parametrize("case", FILES, ids=lambda case: case.name)
def test_a_file_is_read_as_it_is_meant(case: Case) -> None:
    judge(case, report_sitemap(as_bytes(case), source=case.name, now=NOW, site_origin=SITE))


@pytest.mark.parametrize("case", FILES, ids=lambda case: case.name)
def test_a_file_that_a_server_sends_is_read_as_it_is_meant(case: Case) -> None:
    address = absolute(case.path)
    with LoopbackSite({address: answer(case)}) as site:
        policy = FetchPolicy(
            user_agent="LastmodTest/1",
            proxy=site.proxy,
            allowed_networks=("127.0.0.0/8",),
            limits=FetchLimits(total_seconds=0.4 if case.mode in WAITED_FOR else 30),
        )
        with HttpFetcher(policy, clock=lambda: NOW) as fetcher:
            fetched = fetcher.fetch(address)
    assert isinstance(fetched, FetchedResponse)
    served = Served(fetched.body, fetched.final_url, fetched.status, fetched.headers, fetched.truncated, fetched.problem)
    judge(case, report_sitemap(served, source=case.name, now=NOW, site_origin=SITE))


def test_every_case_has_a_name_of_its_own_that_can_stand_in_an_address() -> None:
    names = [case.name for case in FILES]
    assert len(set(names)) == len(names) > 150
    assert [name for name in names if quote(name) != name] == []
