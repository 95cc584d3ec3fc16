"""The list of sites."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from sitemaps_app.models import Site
from sitemaps_app.models.check import CheckState
from sitemaps_app.views.presenters.site_rows import ListQuery
from tests import factories

URL = "/sites/"


def hosts(answer) -> list[str]:
    return [row.site.host for row in answer.context["rows"]]


def site_with_history(name: str, *, verdict: str = "trusted", trust: float | None = 0.9):
    site = factories.site(f"https://{name}.example")
    for days in (3, 2, 1):
        factories.assessment(site, verdict=verdict, trust=trust, at=factories.NOW - timedelta(days=days))
    factories.snapshot(site)
    return site


def test_the_empty_list_teaches_what_to_paste(editor, viewer) -> None:
    page = editor.get(URL).content.decode()
    assert 'name="sites"' in page
    assert "Paste a domain" in page
    assert 'name="sites"' not in viewer.get(URL).content.decode()


def test_a_row_shows_verdict_trust_interval_coverage_and_sparkline(viewer) -> None:
    site_with_history("news", verdict="useful", trust=0.82)
    page = viewer.get(URL).content.decode()
    for expected in ("news.example", "pill-useful", ">Useful<", ">82<", "77–87", "98 %", "1,200", "chart-sparkline"):
        assert expected in page


def test_the_number_of_queries_does_not_grow_with_the_sites(viewer) -> None:
    counts = []
    for many in (1, 12):
        for number in range(many):
            site_with_history(f"s{many}-{number}")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert viewer.get(URL).status_code == 200
        counts.append(len(queries))
    assert counts == [8, 8], "session, user, groups, count, rows, sparklines, running checks, chips"


def test_only_the_newest_sixty_judgements_are_drawn(viewer) -> None:
    site = factories.site()
    for hour in range(65):
        factories.assessment(site, at=factories.NOW + timedelta(hours=hour), trust=0.1 if hour < 5 else 0.9)
    sparkline = str(viewer.get(URL).context["rows"][0].sparkline)
    assert len(set(_heights(sparkline))) == 1, "the five low points at the beginning are older than sixty judgements"


def _heights(svg: str) -> list[str]:
    path = svg.split(' d="')[1].split('"', maxsplit=1)[0]
    return [pair.split(" ")[1] for pair in path.removeprefix("M").split("L")]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("verdict=trusted", ["a.example"]),
        ("verdict=pending", ["c.example"]),
        ("verdict=unreadable", ["b.example", "d.example"]),
        ("q=B.EX", ["b.example"]),
        ("q=b&verdict=trusted", []),
        ("verdict=nonsense", ["a.example", "b.example", "c.example", "d.example"]),
        ("sort=-site", ["d.example", "c.example", "b.example", "a.example"]),
        ("sort=-trust", ["a.example", "b.example", "c.example", "d.example"]),
        ("sort=trust", ["b.example", "a.example", "c.example", "d.example"]),
        ("sort=nonsense", ["a.example", "b.example", "c.example", "d.example"]),
        ("page=99", ["a.example", "b.example", "c.example", "d.example"]),
    ],
)
def test_filter_search_and_order_stand_in_the_address(viewer, asked: str, expected: list[str]) -> None:
    site_with_history("b", verdict="untrusted", trust=0.2)
    site_with_history("a", trust=0.9)
    Site.objects.filter(origin="https://b.example").update(last_outcome="http_503")
    factories.site("https://c.example")
    factories.site("https://d.example", last_outcome="host_unknown")
    assert hosts(viewer.get(f"{URL}?{asked}")) == expected


def test_chips_count_the_sites_of_each_verdict(viewer) -> None:
    site_with_history("a")
    site_with_history("b", verdict="hint")
    factories.site("https://c.example")
    chips = viewer.get(f"{URL}?verdict=hint").context["chips"]
    assert [(chip.code, chip.count, chip.chosen) for chip in chips] == [
        ("", "3", False),
        ("trusted", "1", False),
        ("hint", "1", True),
        ("pending", "1", False),
    ]


def test_sites_that_cannot_be_read_have_a_chip_and_do_not_hide_under_no_verdict(viewer) -> None:
    old = site_with_history("a")
    Site.objects.filter(pk=old.pk).update(last_outcome="http_503")
    factories.site("https://b.example", last_outcome="host_unknown")
    factories.site("https://c.example")
    site_with_history("d")
    Site.objects.filter(origin="https://d.example").update(last_outcome="partial")
    answer = viewer.get(URL)
    found = [(chip.code, chip.title, chip.count) for chip in answer.context["chips"]]
    assert found == [("", "All", "4"), ("trusted", "Trusted", "2"), ("unreadable", "Not readable", "2"), ("pending", "No verdict yet", "1")]
    assert hosts(viewer.get(f"{URL}?verdict=unreadable")) == ["a.example", "b.example"]
    assert hosts(viewer.get(f"{URL}?verdict=pending")) == ["c.example"]


def test_a_preliminary_number_has_no_place_in_the_trust_column_its_order_or_its_chart(viewer) -> None:
    site_with_history("measured", trust=0.5)
    first = factories.site("https://first.example")
    factories.assessment(first, verdict="insufficient", trust=0.9, preliminary=True)
    answer = viewer.get(f"{URL}?sort=-trust")
    assert [(row.site.host, row.trust, row.interval) for row in answer.context["rows"]] == [
        ("measured.example", "50", "45–55"),
        ("first.example", "–", ""),
    ]
    assert answer.context["rows"][1].sparkline == ""


def test_a_heading_asks_for_the_other_order_when_chosen_again(viewer) -> None:
    site_with_history("a")
    first = viewer.get(URL).context["headings"]
    assert (first["trust"].sort, first["trust"].now) == ("-trust", "")
    second = viewer.get(f"{URL}?sort=-trust").context["headings"]
    assert (second["trust"].sort, second["trust"].now) == ("trust", "descending")


def test_pages_keep_the_filter(viewer) -> None:
    for number in range(51):
        factories.site(f"https://s{number:02}.example")
    answer = viewer.get(f"{URL}?q=s")
    assert len(hosts(answer)) == 50
    assert "?q=s&amp;page=2" in answer.content.decode()
    assert hosts(viewer.get(f"{URL}?q=s&page=2")) == ["s50.example"]


def test_what_a_site_does_is_said_in_words(viewer) -> None:
    now = timezone.now()
    soon, past = now + timedelta(minutes=2), now - timedelta(minutes=1)
    running = factories.site("https://a.example", lease_until=soon)
    factories.check(running, state=CheckState.RUNNING, stage="visit")
    factories.site("https://b.example", lease_until=soon)
    factories.site("https://c.example", paused=True)
    factories.site("https://d.example", next_check_at=past)
    lost = factories.site("https://e.example", lease_until=past, next_check_at=soon)
    factories.check(lost, state=CheckState.RUNNING, stage="visit")
    factories.site("https://f.example", last_outcome="host_unknown", next_check_at=soon)
    states = [(row.state, row.state_words) for row in viewer.get(URL).context["rows"]]
    assert states == [
        ("running", "Checking: visit"),
        ("running", "Check begins"),
        ("paused", "Paused"),
        ("pending", "Waits for a worker"),
        ("", ""),
        ("warning", "Last check failed: Host unknown"),
    ]


def test_the_script_gets_the_results_alone(viewer) -> None:
    site_with_history("a")
    answer = viewer.get(URL, headers={"X-Fragment": "results"})
    assert "<html" not in answer.content.decode()
    assert "a.example" in answer.content.decode()
    assert "X-Fragment" in answer["Vary"]


def test_the_start_page_leads_to_the_list(viewer) -> None:
    assert viewer.get("/").url == reverse("sites")


@pytest.mark.parametrize("path", ["/sites/?q=%00a", "/sites/{pk}/evidence?section=%00", "/sites/{pk}/due.csv?cursor=%00"])
@pytest.mark.postgres
def test_a_nul_in_an_address_finds_nothing_and_breaks_nothing(viewer, path: str) -> None:
    assert viewer.get(path.format(pk=factories.site().pk)).status_code in {200, 409}


@pytest.mark.parametrize("path", ["/sites/{}/", "/sites/1/checks/{}", "/sites/1/evidence/{}"])
def test_a_number_beyond_the_database_is_not_found(viewer, path: str) -> None:
    factories.site(pk=1)
    assert viewer.get(path.format(10**30)).status_code == 404


def test_a_nul_is_taken_out_of_what_is_searched() -> None:
    assert ListQuery.read({"q": "a\x00b"}).search == "ab"


def test_sites_whose_verdict_is_in_question_or_stale_can_be_listed(viewer) -> None:
    asked, old, both, fresh = (factories.site(f"https://{name}.example") for name in ("asked", "old", "both", "fresh"))
    past, future = timezone.now() - timedelta(days=1), timezone.now() + timedelta(days=1)
    for site, state, stale_at in (
        (asked, "reverifying", future),
        (old, "settled", past),
        (both, "reverifying", past),
        (fresh, "settled", future),
    ):
        factories.assessment(site, state=state, state_since=past, stale_at=stale_at)
    answer = viewer.get("/sites/?verdict=stale")
    assert sorted(row.site.host for row in answer.context["rows"]) == ["both.example", "old.example"]
    assert [row.site.host for row in viewer.get("/sites/?verdict=reverifying").context["rows"]] == ["asked.example"]
    counted = {chip.code: (chip.title, chip.count) for chip in answer.context["chips"]}
    assert counted["reverifying"] == ("Being verified again", "1")
    assert counted["stale"] == ("Stale", "2")
    assert counted["trusted"][1] == "4"
