"""Every text of a date: alone, and as the lastmod of an entry that a server sends."""

from __future__ import annotations

from datetime import timedelta
from xml.sax.saxutils import escape

import pytest

from sitemaps_app.formats.lastmod import Lastmod, parse_lastmod, problem_codes
from sitemaps_app.network.exchange import FetchedResponse, FetchPolicy
from sitemaps_app.network.fetch import HttpFetcher
from sitemaps_app.pipeline.reports import Served, report_sitemap
from tests.cases.case import NOW, SITE, XML, page, urlset
from tests.cases.dates import DATES, DateCase
from tests.loopback import Answer, LoopbackSite


def seen(lastmod: Lastmod) -> DateCase:
    moment = lastmod.instant.isoformat().replace("+00:00", "Z") if lastmod.instant else None
    precision = lastmod.precision.name.lower() if lastmod.precision else None
    zone = lastmod.zone.value if lastmod.zone else None
    return DateCase(lastmod.raw, moment, precision, zone, lastmod.status.value, problem_codes(lastmod))


@pytest.mark.parametrize("case", DATES, ids=lambda case: case.raw[:40].strip() or "nothing")
def test_a_date_means_what_it_can_only_mean(case: DateCase) -> None:
    assert seen(parse_lastmod(case.raw, now=NOW)) == case


@pytest.mark.parametrize(
    "case",
    [case for case in DATES if case.status != "future" and "2025-06" not in case.raw],
    ids=lambda case: case.raw[:40].strip() or "nothing",
)
def test_a_date_means_the_same_whatever_day_it_is(case: DateCase) -> None:
    """On the 31st, on a leap day, in another year: nothing is filled in from today."""
    for days in (16, 199, 989):
        assert seen(parse_lastmod(case.raw, now=NOW + timedelta(days=days))) == case


def test_every_date_of_a_file_that_a_server_sends_is_read_so() -> None:
    body = urlset(*(page(f"/{number}", escape(case.raw)) for number, case in enumerate(DATES)))
    with LoopbackSite({f"{SITE}/sitemap.xml": Answer(headers=XML, body=body.encode())}) as site:
        policy = FetchPolicy(user_agent="LastmodTest/1", proxy=site.proxy, allowed_networks=("127.0.0.0/8",))
        with HttpFetcher(policy, clock=lambda: NOW) as fetcher:
            fetched = fetcher.fetch(f"{SITE}/sitemap.xml")
    assert isinstance(fetched, FetchedResponse)
    report = report_sitemap(Served(fetched.body, fetched.final_url), source="dates", now=NOW, site_origin=SITE)
    assert [seen(entry.lastmod) for entry in report.entries] == list(DATES)
    counts = {problem.code: problem.count for problem in report.problems}
    assert counts == {code: sum(code in case.told for case in DATES) for code in {code for case in DATES for code in case.told}}
