"""The list of sites."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from sitemaps_app.models import Site, Standing
from sitemaps_app.models.check import CheckState
from sitemaps_app.pipeline.tags import set_tags
from sitemaps_app.views.presenters.list_page import list_page
from sitemaps_app.views.presenters.list_query import ListQuery
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
            set_tags(site_with_history(f"s{many}-{number}"), ["shop", f"t{number}"])
        with CaptureQueriesContext(connection) as queries:
            assert viewer.get(URL).status_code == 200
        counts.append(len(queries))
    assert counts == [18, 18], (
        "session, user, groups, order, rows, tags, running checks, chips, saved views, five for what can be chosen, four for the strip"
    )


@pytest.mark.skipif(connection.vendor != "sqlite", reason="asks SQLite for its plans")
def test_what_is_counted_over_all_sites_is_read_from_narrow_indexes_alone(viewer) -> None:
    site_with_history("a")
    with CaptureQueriesContext(connection) as queries:
        viewer.get(URL)
    counts = [one["sql"] for one in queries if one["sql"].startswith('SELECT "sitemaps_app_standing"') and " GROUP BY " in one["sql"]]
    counts = [sql for sql in counts if " JOIN " not in sql]
    assert len(counts) == 5, "failure modes, problems, generators, changes of the verdict, trends"
    with connection.cursor() as cursor:
        for sql in counts:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}".replace("%", "%%"))
            steps = [str(row[3]) for row in cursor.fetchall() if "sitemaps_app_standing" in str(row[3])]
            assert steps, sql
            assert all("COVERING INDEX standing_" in step for step in steps), (sql, steps)


def test_the_script_that_searches_costs_no_more_than_the_rows(viewer, django_assert_num_queries) -> None:
    site_with_history("a")
    with django_assert_num_queries(8):
        viewer.get(URL, headers={"X-Fragment": "results"})


def test_the_sparkline_stands_on_an_axis_of_sixty_days(viewer) -> None:
    now = timezone.now()
    for name, first in (("long", 59), ("short", 20)):
        site = factories.site(f"https://{name}.example")
        for days in range(first, -1, -1):
            factories.assessment(site, at=now - timedelta(days=days))
    long, short = ([float(x) for x, _y in _points(str(row.sparkline))] for row in viewer.get(URL).context["rows"])
    assert long[0] < 6
    assert 55 < short[0] < 70
    assert abs(long[-1] - short[-1]) < 1


def _points(svg: str) -> list[list[str]]:
    path = svg.split(' d="')[1].split('"', maxsplit=1)[0]
    return [pair.split(" ") for pair in path.removeprefix("M").split("L")]


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
        ("after=nonsense", ["a.example", "b.example", "c.example", "d.example"]),
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
    assert not viewer.get(f"{URL}?sort=-change").context["rows"][1].change
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
    after = answer.context["page"].after
    assert f"?q=s&amp;after={after}" in answer.content.decode()
    second = viewer.get(f"{URL}?q=s&after={after}")
    assert hosts(second) == ["s50.example"]
    assert hosts(viewer.get(f"{URL}?q=s&before={second.context['page'].before}"))[-1] == "s49.example"


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
    factories.site("https://g.example", lease_until=soon, lease_token="queued", next_check_at=past)
    states = [(row.state, row.state_words) for row in viewer.get(URL).context["rows"]]
    assert states == [
        ("running", "Checking: sample"),
        ("running", "Check begins"),
        ("paused", "Paused"),
        ("pending", "Waits for a worker"),
        ("", ""),
        ("warning", "Last check failed: Host unknown"),
        ("pending", "Waits for a worker"),
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
    assert ListQuery.read(QueryDict("q=a%00b")).search == "ab"


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


def test_a_row_says_what_changed_within_the_week_and_what_is_wrong(viewer) -> None:
    now, site = timezone.now(), factories.site("https://a.example")
    factories.assessment(site, at=now - timedelta(days=8), trust=0.93)
    factories.assessment(site, at=now, verdict="untrusted", trust=0.4, failure_modes=["frozen", "date_only"])
    set_tags(site, ["Shops"])
    answer = viewer.get(URL)
    row = answer.context["rows"][0]
    assert (row.change.trend, row.change.points, row.verdict_before, row.verdict_change) == ("down", "−53", "Trusted", "worse")
    assert (row.mode_code, row.modes_more, row.tags) == ("frozen", ("Dates without a time",), ("Shops",))
    page = answer.content.decode()
    for expected in ("was: Trusted", "−53", "?mode=frozen", "?tag=Shops"):
        assert expected in page


def test_a_change_of_long_ago_is_no_news(viewer) -> None:
    site, now = factories.site(), timezone.now()
    factories.assessment(site, at=now - timedelta(days=10), verdict="trusted")
    factories.assessment(site, at=now - timedelta(days=9), verdict="hint")
    assert viewer.get(URL).context["rows"][0].verdict_before == ""
    assert hosts(viewer.get(f"{URL}?trend=worse")) == []


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("mode=frozen", ["a"]),
        ("mode=date_only", ["a", "b"]),
        ("mode=date", ["a", "b", "c", "d"]),
        ("tag=SHOPS", ["a"]),
        ("tag=unknown", []),
        ("trend=down", ["a"]),
        ("trend=worse", ["a"]),
        ("trend=decided", ["b"]),
        ("problem=duplicate_url", ["b"]),
        ("problem=http_503", ["d"]),
        ("generator=hugo", ["b"]),
        ("mode=date_only&tag=shops", ["a"]),
        ("site={a}&site={d}&site=x&site=-1", ["a", "d"]),
        ("site={a}&verdict=trusted", []),
    ],
)
@pytest.mark.postgres
def test_sites_are_found_by_what_is_wrong_changed_tagged_and_used(viewer, asked: str, expected: list[str]) -> None:
    now = timezone.now()
    a, b, c, d = (factories.site(f"https://{name}.example") for name in "abcd")
    factories.assessment(a, at=now - timedelta(days=8))
    factories.assessment(a, at=now, verdict="untrusted", trust=0.4, failure_modes=["frozen", "date_only"])
    set_tags(a, ["Shops"])
    factories.sitemap_file(b, problems=[{"code": "duplicate_url", "severity": "error", "line": 1, "detail": "", "count": 1}])
    factories.assessment(b, at=now - timedelta(days=1), verdict="insufficient", trust=None)
    factories.assessment(b, at=now, failure_modes=["date_only"])
    Standing.objects.filter(site=b).update(generator="hugo")
    factories.assessment(c)
    Site.objects.filter(pk=d.pk).update(last_outcome="http_503")
    assert hosts(viewer.get(f"{URL}?{asked.format(a=a.pk, d=d.pk)}")) == [f"{name}.example" for name in expected]


def test_only_what_some_site_has_can_be_chosen_and_what_is_chosen_stays_in_sight(viewer) -> None:
    site, other = site_with_history("a"), factories.site("https://b.example", last_outcome="http_503")
    factories.assessment(site, failure_modes=["frozen"])
    set_tags(site, ["Shops"])
    set_tags(other, ["shops"])
    found = {
        select.name: [(option.code, option.title, option.chosen) for option in select.options] for select in selects_of(viewer, "?tag=x")
    }
    assert found["mode"] == [("frozen", "Frozen (1)", False)]
    assert found["problem"] == [("http_503", "Service unavailable (503) (1)", False)]
    assert found["tag"] == [("Shops", "Shops (2)", False), ("x", "x", True)]
    assert found["generator"] == []
    assert [option.chosen for option in selects_of(viewer, "?tag=SHOPS")[2].options] == [True]


def selects_of(client, asked: str):
    return client.get(f"{URL}{asked}").context["selects"]()


def test_the_address_is_the_same_after_it_was_read() -> None:
    text = "q=a+b&verdict=hint&mode=frozen&tag=%E6%96%B0%E9%97%BB&trend=up&problem=http_503&generator=hugo&site=3&site=7&sort=-trust"
    assert ListQuery.read(QueryDict(text)).encoded() == text
    assert ListQuery.read(QueryDict("sort=site&page=3&verdict=x")) == ListQuery()


@pytest.mark.parametrize(
    ("origin", "shown"),
    [
        ("https://plain.example", ">plain.example</a>"),
        ("http://plain.example", 'title="http://plain.example">http://plain.example</a>'),
        ("https://xn--r8jz45g.jp", 'title="https://xn--r8jz45g.jp">例え.jp</a>'),
        ("https://" + "a" * 60 + ".example", ">" + "a" * 30 + "…" + "a" * 21 + ".example</a>"),
    ],
)
def test_a_site_is_named_as_people_say_it_and_its_address_is_told_where_that_differs(viewer, origin: str, shown: str) -> None:
    factories.site(origin=origin)
    assert shown in viewer.get("/sites/").content.decode()


def test_a_site_that_no_check_could_read_has_the_same_word_in_its_row_and_its_filter(viewer) -> None:
    site = factories.site(last_outcome="unreachable")
    factories.site()
    page = viewer.get("/sites/")
    assert [(chip.code, chip.count) for chip in page.context["chips"]] == [("", "2"), ("unreadable", "1"), ("pending", "1")]
    assert sorted(row.verdict for row in page.context["rows"]) == ["", "unreadable"]
    assert "Not readable</span>" in viewer.get(site.get_absolute_url()).content.decode()


def test_sites_stand_by_their_hosts_whatever_their_scheme_and_pages_lose_none(viewer) -> None:
    for origin in ("https://b.example", "http://c.example", "https://c.example", "http://a.example", "https://d.example"):
        factories.site(origin=origin)
    wanted = ["http://a.example", "https://b.example", "http://c.example", "https://c.example", "https://d.example"]
    for sort, expected in (
        ("site", wanted),
        ("-site", ["https://d.example", "http://c.example", "https://c.example", "https://b.example", "http://a.example"]),
    ):
        assert [row.site.origin for row in viewer.get(f"/sites/?sort={sort}").context["rows"]] == expected
        query = ListQuery.read(QueryDict(f"sort={sort}"))
        found, after = [], ""
        for _ in range(5):
            page = list_page(Site.objects.all(), query, {"after": after} if after else {}, rows=1)
            found += [site.origin for site in page.sites]
            after = page.after
        assert found == expected


def test_a_site_is_found_by_its_name_in_its_own_script(viewer) -> None:
    factories.site(origin="https://xn--r8jz45g.jp")
    factories.site()
    assert [row.site.name for row in viewer.get("/sites/?q=例え.jp").context["rows"]] == ["例え.jp"]
