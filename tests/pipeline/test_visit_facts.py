from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from scoring.evidence import VisitTally
from sitemaps_app.models import Visit
from sitemaps_app.pipeline.evidence import gather_evidence
from sitemaps_app.pipeline.visit_facts import TALLIED, VisitFacts, body_changed, tally_visits
from tests.pipeline.web_of_tests import DAY_0, ORIGIN, MemoryWeb, Served, check, dated_index, page, robots, site_with, the_site, urlset

pytestmark = pytest.mark.django_db
PATHS = [f"/docs/p{n}" for n in range(6)]


@pytest.fixture
def web() -> MemoryWeb:
    web = MemoryWeb()
    site_with(web, dict.fromkeys(PATHS, "2026-02-01T10:00:00+02:00"))
    return web


def served(web: MemoryWeb, path: str, **change: object) -> None:
    answer = web.pages[ORIGIN + path]
    assert isinstance(answer, Served)
    web.pages[ORIGIN + path] = replace(answer, **change)  # type: ignore[arg-type]


def test_comparisons_know_whether_the_answer_differs_in_what_is_no_content(web: MemoryWeb) -> None:
    check(web)
    old = web.pages[ORIGIN + PATHS[0]].body  # type: ignore[union-attr]
    served(web, PATHS[0], body=old.replace(b"<head>", b"<head><meta name='build' content='77'>"))
    check(web, days=1)
    evidence = gather_evidence(the_site(), now=web.now)

    assert sorted((c.changed, c.body_changed) for c in evidence.comparisons) == [(False, False)] * 5 + [(False, True)]
    assert {(c.lastmod, c.lastmod_seconds) for c in evidence.comparisons} == {(DAY_0.replace(month=2, day=1, hour=8), 1.0)}


def test_a_304_stands_for_the_answer_before_it(web: MemoryWeb) -> None:
    for path in PATHS:
        served(web, path, headers={"content-type": "text/html", "etag": '"one"'})
    check(web)
    check(web, days=1)
    for path in PATHS:
        served(web, path, headers={"content-type": "text/html", "etag": '"two"'})
    check(web, days=2)
    evidence = gather_evidence(the_site(), now=web.now)

    assert Visit.objects.filter(not_modified=True).count() == 6
    assert [c.body_changed for c in evidence.comparisons] == [False] * 12


def test_what_is_not_known_of_an_answer_is_not_said() -> None:
    facts = {1: VisitFacts(None, 0, "aa"), 2: VisitFacts(None, 0, "bb"), 3: VisitFacts(None, 0, "")}

    assert [body_changed(facts, 1, later) for later in (1, 2, 3, 4)] == [False, True, None, None]


def test_visits_are_tallied_by_section_without_pages_that_are_gone_and_without_old_ones(web: MemoryWeb) -> None:
    for path in PATHS[:3]:
        web.pages[ORIGIN + path] = Served(status=403)
    web.pages[ORIGIN + PATHS[3]] = Served(status=404)
    check(web)
    site = the_site()

    assert tally_visits(site, now=web.now, until=web.now + timedelta(days=1)) == (VisitTally("/docs", 5, 3, "http_403"),)
    assert tally_visits(site, now=web.now, until=DAY_0) == ()
    assert tally_visits(site, now=DAY_0 + TALLIED, until=DAY_0 + 2 * TALLIED) == ()


def test_a_site_that_refuses_its_pages_is_unverifiable(web: MemoryWeb) -> None:
    for path in PATHS:
        web.pages[ORIGIN + path] = Served(status=403)
    check(web)
    judged = the_site().current_assessment

    assert judged is not None
    assert "unverifiable" in judged.failure_modes
    assert judged.verdict == "insufficient"


def test_dates_of_pages_without_an_offset_are_known_as_such(web: MemoryWeb) -> None:
    meta = "<meta property='article:modified_time' content='{}'>"
    for path, text in ((PATHS[0], "2026-02-01T10:00:00"), (PATHS[1], "2026-02-01T10:00:00+02:00")):
        html = page("About", "One paragraph of this page.", "And another one.").body.replace(
            b"</head>", meta.format(text).encode() + b"</head>"
        )
        served(web, path, body=html)
    check(web)
    zoned = {a.modified_zoned for a in gather_evidence(the_site(), now=web.now).agreements if a.date_modified is not None}

    assert zoned == {True, False}


def test_what_an_index_says_of_its_files_stands_in_the_numbers_of_the_snapshot(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/robots.txt"] = robots(f"Sitemap: {ORIGIN}/map.xml")
    web.pages[f"{ORIGIN}/map.xml"] = Served(dated_index({"/a.xml": "2026-01-01", "/b.xml": "2026-02-20", "/c.xml": ""}))
    for name in "abc":
        web.pages[f"{ORIGIN}/{name}.xml"] = Served(urlset({f"/{name}/p{n}": "2026-02-01" for n in range(3)}))
    check(web)
    first = gather_evidence(the_site(), now=web.now).snapshots[-1]
    web.pages[f"{ORIGIN}/map.xml"] = Served(dated_index({"/a.xml": "2026-01-01", "/b.xml": "2026-02-28", "/c.xml": ""}))
    check(web, days=1)
    second = gather_evidence(the_site(), now=web.now).snapshots[-1]

    assert (first.index_dated, first.index_too_old, first.index_moving_alone) == (2, 1, 0)
    assert (second.index_dated, second.index_too_old, second.index_moving_alone) == (2, 1, 1)
    judged = the_site().current_assessment
    assert judged is not None
    assert "index_mismatch" in judged.failure_modes


def test_without_dates_in_an_index_nothing_is_known_of_them(web: MemoryWeb) -> None:
    check(web)

    assert gather_evidence(the_site(), now=web.now).snapshots[-1].index_dated is None
