"""Operations on sites."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemaps_app.api.schemas import VerdictFilter
from sitemaps_app.models import Assessment, AuditLine, Site
from sitemaps_app.views.presenters.list_query import VERDICT_FILTERS
from tests import factories
from tests.api.conftest import Program, program_of


def judged(name: str, verdict: str = "trusted", **fields) -> Site:
    site = factories.site(f"https://{name}.example", **fields)
    factories.assessment(site, verdict=verdict)
    factories.snapshot(site)
    return site


def origins(answer) -> list[str]:
    return [row["origin"].removeprefix("https://").removesuffix(".example") for row in answer.json()["sites"]]


def walk(program: Program, path: str, key: str) -> list[dict]:
    """All rows of a list, page after page."""
    rows, cursor = [], ""
    while True:
        answer = program.get(f"{path}{'&' if '?' in path else '?'}cursor={cursor}").json()
        rows += answer[key]
        cursor = answer["next_cursor"]
        if cursor is None:
            return rows
        assert len(rows) < 1_000


def test_a_row_tells_verdict_trust_and_dates(reader: Program) -> None:
    site = judged("news", "useful", next_check_at=timezone.now() + timedelta(hours=1))
    assert reader.get("/sites").json() == {
        "sites": [
            {
                "id": site.pk,
                "origin": "https://news.example",
                "page": f"/sites/{site.pk}/",
                "verdict": "useful",
                "verdict_state": "settled",
                "verdict_state_since": None,
                "preliminary": False,
                "trust": 93.0,
                "trust_low": 88.0,
                "trust_high": 98.0,
                "entries": 1200,
                "lastmod_share": 0.9833,
                "state": "idle",
                "is_demo": False,
                "last_checked_at": "2026-11-20T12:00:00Z",
                "last_outcome": "",
                "next_check_at": reader.get("/sites").json()["sites"][0]["next_check_at"],
            }
        ],
        "next_cursor": None,
    }


def test_a_verdict_in_question_and_a_stale_one_are_told(reader: Program) -> None:
    since = timezone.now() - timedelta(days=2)
    asked, old = judged("asked"), judged("old", "useful")
    Assessment.objects.filter(site=asked).update(state="reverifying", state_since=since, tentative_verdict="hint", burst=12)
    Assessment.objects.filter(site=old).update(stale_at=since)
    rows = {row["id"]: (row["verdict"], row["verdict_state"]) for row in reader.get("/sites").json()["sites"]}
    assert rows == {asked.pk: ("trusted", "reverifying"), old.pk: ("useful", "stale")}
    detail = reader.get(f"/sites/{asked.pk}").json()
    assert detail["tentative_verdict"] == "hint"
    assert detail["verdict_state_since"][:10] == since.date().isoformat()


def test_a_site_without_a_verdict_has_none(reader: Program) -> None:
    factories.site()
    row = reader.get("/sites").json()["sites"][0]
    assert [row[name] for name in ("verdict", "trust", "entries", "lastmod_share", "last_checked_at")] == [None] * 5


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({}, "idle"),
        ({"next_check_at": timezone.now() + timedelta(hours=1)}, "idle"),
        ({"next_check_at": timezone.now() - timedelta(hours=1)}, "waiting"),
        ({"next_check_at": timezone.now() - timedelta(hours=1), "paused": True}, "paused"),
        ({"lease_until": timezone.now() + timedelta(hours=1)}, "checking"),
        ({"lease_until": timezone.now() - timedelta(hours=1)}, "idle"),
    ],
)
def test_the_state_says_what_a_site_does(reader: Program, fields, state: str) -> None:
    factories.site(**fields)
    assert reader.get("/sites").json()["sites"][0]["state"] == state


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("", ["a", "b", "c", "d"]),
        ("verdict=trusted", ["a"]),
        ("verdict=pending", ["c"]),
        ("verdict=unreadable", ["b", "d"]),
        ("verdict=untrusted", ["b"]),
        ("q=B.EX", ["b"]),
        ("q=%20b%20", ["b"]),
        ("q=b&verdict=trusted", []),
        ("q=%25", []),
        ("q=_", []),
        ("q=%00", ["a", "b", "c", "d"]),
        ("q=%27%20OR%201%3D1%20--", []),
    ],
)
def test_filter_and_search_are_those_of_the_page(reader: Program, asked: str, expected: list[str]) -> None:
    judged("a")
    judged("b", "untrusted", last_outcome="robots_unreachable")
    factories.site("https://c.example")
    factories.site("https://d.example", last_outcome="nothing_read")
    assert origins(reader.get(f"/sites?{asked}")) == expected


def test_the_verdicts_that_can_be_asked_for_are_those_of_the_page() -> None:
    assert {one.value for one in VerdictFilter} == set(VERDICT_FILTERS)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(q=st.text(max_size=300), verdict=st.text(max_size=20), cursor=st.text(max_size=120), limit=st.text(max_size=20))
def test_nothing_that_is_asked_for_breaks_the_list(reader: Program, q: str, verdict: str, cursor: str, limit: str) -> None:
    text = {"q": q, "verdict": verdict, "cursor": cursor, "limit": limit}
    asked = {name: value.encode("utf-8", "replace") for name, value in text.items()}
    for name, value in asked.items():
        answer = reader.client.get("/api/v1/sites", {name: value}, HTTP_AUTHORIZATION=f"Bearer {reader.secret}")
        assert answer.status_code in {200, 422}
        assert answer.json()


@pytest.mark.postgres
def test_pages_stand_still_while_sites_come_and_go(reader: Program) -> None:
    sites = [factories.site(f"https://s{number}.example") for number in range(6)]
    first = reader.get("/sites?limit=2").json()
    factories.site("https://a-new-one.example")
    sites[0].delete()
    sites[3].delete()
    second = reader.get(f"/sites?limit=2&cursor={first['next_cursor']}").json()
    third = reader.get(f"/sites?limit=2&cursor={second['next_cursor']}").json()
    seen = [row["origin"] for page in (first, second, third) for row in page["sites"]]
    assert seen == [f"https://{name}.example" for name in ("s0", "s1", "s2", "s4", "s5", "a-new-one")]
    assert third["next_cursor"] is None


@pytest.mark.parametrize(("count", "limit"), [(0, 3), (3, 3), (4, 3), (7, 3)])
def test_every_site_is_on_one_page_whatever_the_limit(reader: Program, count: int, limit: int) -> None:
    made = [factories.site().origin for _ in range(count)]
    assert [row["origin"] for row in walk(reader, f"/sites?limit={limit}", "sites")] == made


@pytest.mark.parametrize("cursor", ["x", "-1", "1.5", "9" * 30, "１", "1 OR 1=1", "%00", "1", "sites-x", "files1-1"])
def test_a_cursor_that_is_not_ours_is_refused(reader: Program, cursor: str) -> None:
    answer = reader.get(f"/sites?cursor={cursor}")
    assert (answer.status_code, answer.json()["code"]) == (422, "cursor_invalid")


@pytest.mark.parametrize(("asked", "where"), [("limit=0", "query.limit"), ("limit=501", "query.limit"), ("limit=x", "query.limit"), ("verdict=good", "query.verdict"), ("q=" + "x" * 201, "query.q")])  # fmt: skip
def test_a_parameter_that_cannot_be_is_named(reader: Program, asked: str, where: str) -> None:
    answer = reader.get(f"/sites?{asked}")
    assert (answer.status_code, answer.json()["code"]) == (422, "parameters_invalid")
    assert [fault["where"] for fault in answer.json()["errors"]] == [where]


def test_the_number_of_queries_does_not_grow_with_the_sites(reader: Program) -> None:
    reader.get("/sites")  # notes the use of the key
    counts = []
    for many in (1, 12):
        for number in range(many):
            judged(f"s{many}-{number}")
        with CaptureQueriesContext(connection) as queries:
            assert reader.get("/sites").status_code == 200
        counts.append(len(queries))
    assert counts == [3, 3], "key with owner, groups, sites"
    read = queries[-1]["sql"].split(" FROM ")[0]
    assert [heavy for heavy in ('"inputs"', '"stats"', '"ages"') if heavy in read] == [], "megabytes that no row shows"


def test_a_page_of_ten_thousand_sites_reads_one_page_of_rows(reader: Program) -> None:
    made = Site.objects.bulk_create([Site(origin=f"https://s{n}.example", created_at=factories.NOW) for n in range(10_000)])
    with CaptureQueriesContext(connection) as queries:
        answer = reader.get(f"/sites?limit=100&cursor=sites-{made[8_999].pk}").json()
    assert [answer["sites"][0]["origin"], len(answer["sites"])] == ["https://s9000.example", 100]
    asked = queries[-1]["sql"]
    assert "LIMIT 101" in asked
    assert "OFFSET" not in asked
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {asked}")
            plan = " ".join(str(row[-1]) for row in cursor.fetchall())
        assert "SEARCH sitemaps_app_site USING INTEGER PRIMARY KEY (rowid>?)" in plan
        assert "TEMP B-TREE" not in plan


def site_with_everything() -> Site:
    site = judged("news", next_check_at=factories.NOW + timedelta(days=1), sitemap_urls=["https://news.example/s.xml"])
    row = site.current_assessment
    row.failure_modes = ["frozen"]
    row.reasons = [{"code": "partial_coverage", "params": {"lastmod_percent": 90, "entries": 10}}, {"code": "of_tomorrow", "params": {}}]
    row.counts = {"moved_changed": 3, "unmoved_changed": 2}
    row.comparisons_missing = 4
    row.workings = factories.workings(moved_missing=3, unmoved_missing=1, disagrees=True)
    row.save()
    for name, entries in (("/blog", 200), ("/shop", 1000)):
        factories.assessment(site, section=name, entries=entries, verdict="hint", trust=None)
    factories.assessment(site, section="/old", current=False, at=factories.NOW - timedelta(days=9))
    page = factories.page(site)
    factories.page(site, retired_at=factories.NOW)
    factories.visit(page)
    factories.check(site, state="done", outcome="ok", ended_at=factories.NOW)
    return site


def test_a_site_tells_its_verdict_with_all_that_it_stands_on(reader: Program) -> None:
    site = site_with_everything()
    told = reader.get(f"/sites/{site.pk}").json()
    assert (told["verdict"], told["precision"], told["precision_low"], told["recall_high"]) == ("trusted", 0.93, 0.88, 0.98)
    assert told["meaning"] == "When lastmod moves, the page has changed; when a page changes, lastmod moves."
    assert told["failure_modes"][0]["code"] == "frozen"
    assert told["failure_modes"][0]["cause"].startswith("The dates were written once")
    assert told["reasons"][0]["sentence"].startswith("90 % of 10 entries carry a lastmod")
    assert told["reasons"][1]["sentence"] == "of tomorrow"
    assert [(one["section"], one["verdict"], one["trust"]) for one in told["sections"]] == [
        ("/shop", "hint", None),
        ("/blog", "hint", None),
    ]
    assert told["section_count"] == 2
    coverage = told["coverage"]
    assert (coverage["entries"], coverage["with_lastmod"], coverage["complete"]) == (1200, 1180, True)
    assert (coverage["panel_pages"], coverage["visits"], coverage["comparisons"], coverage["comparisons_missing"]) == (1, 1, 5, 4)
    assert (told["last_check"]["state"], told["last_check"]["outcome"]) == ("done", "ok")
    assert told["next_check_at"] == "2026-11-21T12:00:00Z"
    workings = told["workings"]
    assert (workings["basis"], workings["disagrees"], workings["moved_missing"], workings["unmoved_missing"]) == ("events", True, 3, 1)
    assert workings["lift"] == {"low": 2.0, "median": 3.5, "high": 5.0}
    assert told["sections"][0]["workings"] is None, "judged by rules that did not store them"
    assert told["sitemap_urls"] == ["https://news.example/s.xml"]


def test_a_site_that_was_just_added_is_answered_too(reader: Program) -> None:
    told = reader.get(f"/sites/{factories.site().pk}").json()
    assert (told["verdict"], told["sections"], told["last_check"], told["coverage"]["entries"]) == (None, [], None, None)
    assert told["meaning"] == "No check of this site has finished yet."


def test_the_words_come_in_the_language_that_is_asked_for(reader: Program) -> None:
    site = site_with_everything()
    answer = reader.get(f"/sites/{site.pk}", HTTP_ACCEPT_LANGUAGE="zh-CN")
    for text in (answer.json()["failure_modes"][0]["title"], answer.json()["reasons"][0]["sentence"], answer.json()["meaning"]):
        assert re.search("[一-鿿]", text)
    assert answer["Content-Language"] == "zh-hans"
    assert reader.get("/sites/0", HTTP_ACCEPT_LANGUAGE="zh-CN").json()["title"] == "未找到"


def test_a_site_takes_the_same_queries_whatever_it_holds(reader: Program) -> None:
    small, large = factories.site(), site_with_everything()
    factories.assessment(small)
    for number in range(30):
        factories.assessment(large, section=f"/s{number}")
        factories.visit(factories.page(large))
    reader.get("/sites")
    counts = []
    for site in (small, large):
        with CaptureQueriesContext(connection) as queries:
            assert reader.get(f"/sites/{site.pk}").status_code == 200
        counts.append(len(queries))
    assert counts == [8, 8], "key with owner, groups, site, sections, their number, pages, visits, newest check"
    (sections,) = [one["sql"] for one in queries if "ORDER BY" in one["sql"] and '"section" ASC' in one["sql"]]
    assert '"inputs"' not in sections


def add(program: Program, *sites: object):
    return program.post("/sites", {"sites": list(sites)})


def test_each_line_is_answered_added_known_or_refused_and_why(writer: Program) -> None:
    factories.site("https://old.example")
    answer = add(writer, " new.example\n", "old.example/news-sitemap.xml", "no address at all", "", "b\x00.example", "new.example")
    assert answer.status_code == 201
    told = answer.json()
    assert (told["added"], told["known"], told["refused"]) == (1, 2, 3)
    assert [(one["number"], one["result"], one["code"]) for one in told["results"]] == [
        (1, "added", None),
        (2, "known", None),
        (3, "refused", "url_invalid"),
        (4, "refused", "url_invalid"),
        (5, "refused", "url_invalid"),
        (6, "known", None),
    ]
    assert told["results"][1]["sitemap_url_added"] == "https://old.example/news-sitemap.xml"
    assert told["results"][2]["meaning"] == "The text is not an address that can be fetched."
    assert Site.objects.get(pk=told["results"][0]["id"]).origin == "https://new.example"
    assert Site.objects.get(origin="https://new.example").added_by is not None


def test_adding_what_is_there_is_no_creation_and_no_line_in_the_log(writer: Program) -> None:
    factories.site("https://old.example")
    answer = add(writer, "old.example")
    assert (answer.status_code, answer.json()["results"][0]["result"]) == (200, "known")
    assert not AuditLine.objects.exists()


@pytest.mark.parametrize("text", ["a.example/sitemap\ud800.xml", "\udfff.example", "x" * 100_000, "https://a.example:99999999/", "http://[::1", "a\nb.example", "javascript:alert(1)", "file:///etc/passwd"])  # fmt: skip
def test_a_line_that_cannot_be_is_refused_and_no_other(writer: Program, text: str) -> None:
    results = add(writer, text, "good.example").json()["results"]
    assert [one["result"] for one in results] == ["refused", "added"]
    assert list(Site.objects.values_list("origin", flat=True)) == ["https://good.example"]


@pytest.mark.postgres
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(), max_size=40), min_size=1, max_size=4))
def test_no_text_breaks_adding(writer: Program, lines: list[str]) -> None:
    answer = add(writer, *lines)
    assert answer.status_code in {200, 201}
    assert len(answer.json()["results"]) == len(lines)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("", 422, "parameters_invalid"),
        ("{", 400, "body_not_json"),
        (b"\xff\xfe", 400, "body_not_json"),
        ("[" * 100_000, 400, "body_not_json"),
        ("1" * 5_000, 400, "body_not_json"),
        ("null", 422, "parameters_invalid"),
        ("[]", 422, "parameters_invalid"),
        ('{"sites": []}', 422, "parameters_invalid"),
        ('{"sites": "a.example"}', 422, "parameters_invalid"),
        ('{"sites": [1]}', 422, "parameters_invalid"),
        ('{"sites": [' + '"a",' * 5_000 + '"a"]}', 422, "parameters_invalid"),
        (" " * 2_700_000, 413, "body_too_large"),
    ],
)
def test_a_body_that_cannot_be_taken_adds_nothing(writer: Program, body, status: int, code: str) -> None:
    answer = writer.post("/sites", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Site.objects.exists()


def test_a_check_makes_the_site_due_once_it_is_asked_for(writer: Program) -> None:
    site = factories.site(next_check_at=timezone.now() + timedelta(days=1))
    answer = writer.post(f"/sites/{site.pk}/check")
    assert (answer.status_code, answer.json()) == (202, {"id": site.pk, "state": "waiting"})
    site.refresh_from_db()
    assert site.next_check_at <= timezone.now()


@pytest.mark.parametrize(
    ("fields", "code"), [({"lease_until": timezone.now() + timedelta(hours=1)}, "check_running"), ({"paused": True}, "site_paused")]
)
def test_a_check_that_cannot_begin_is_a_conflict(writer: Program, fields, code: str) -> None:
    site = factories.site(**fields)
    answer = writer.post(f"/sites/{site.pk}/check")
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    site.refresh_from_db()
    assert site.next_check_at is None
    assert not AuditLine.objects.exists()


@pytest.mark.parametrize("path", ["/sites/{}", "/sites/{}/sitemaps", "/sites/{}/problems", "/sites/{}/snapshots"])
def test_a_site_that_is_not_there_is_not_found(reader: Program, path: str) -> None:
    answer = reader.get(path.format(factories.site().pk + 1))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_check_of_a_site_that_is_not_there_is_not_found() -> None:
    assert program_of("admin").post("/sites/1/check").json()["code"] == "not_found"


@pytest.mark.parametrize("length", [{}, {"CONTENT_LENGTH": ""}])
def test_a_body_in_chunks_is_told_to_have_no_length(writer: Program, length: dict[str, str]) -> None:
    headers = {"HTTP_AUTHORIZATION": f"Bearer {writer.secret}", "HTTP_TRANSFER_ENCODING": "chunked"}
    answer = writer.client.generic("POST", "/api/v1/sites", b"", content_type="application/json", **headers, **length)
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")
