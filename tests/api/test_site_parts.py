"""The parts of a site: sitemap files, problems, snapshots."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sitemaps_app.models import Site
from tests import factories
from tests.api.conftest import Program
from tests.api.test_sites import walk

NOW = factories.NOW


def fault(code: str = "lastmod_invalid", **fields) -> dict:
    return {"code": code, "severity": "warning", "line": 7, "detail": "yesterday", "count": 2, **fields}


def problems_of(program: Program, site: Site, more: str = "") -> list[dict]:
    return program.get(f"/sites/{site.pk}/problems{more}").json()["problems"]


def test_a_sitemap_file_tells_its_state_validators_and_counts(reader: Program) -> None:
    site = factories.site()
    index = factories.sitemap_file(
        site, kind="index", outcome="unchanged", etag='"abc"', http_last_modified="Fri, 20 Nov 2026 10:00:00 GMT"
    )
    child = factories.sitemap_file(
        site, parent=index, depth=1, source="index", outcome="failed", failure_code="http_503", http_status=503, problems=[fault(), fault()]
    )
    told = reader.get(f"/sites/{site.pk}/sitemaps").json()["sitemaps"]
    assert [(one["id"], one["parent_id"], one["kind"], one["outcome"]) for one in told] == [
        (index.pk, None, "index", "unchanged"),
        (child.pk, index.pk, "urlset", "failed"),
    ]
    assert (told[0]["etag"], told[0]["http_last_modified"]) == ('"abc"', "Fri, 20 Nov 2026 10:00:00 GMT")
    assert (told[1]["failure_code"], told[1]["http_status"], told[1]["problem_count"], told[1]["entry_count"]) == ("http_503", 503, 2, 1200)


def test_a_problem_tells_its_file_line_count_detail_and_meaning(reader: Program) -> None:
    site = factories.site()
    file = factories.sitemap_file(site, problems=[fault()])
    (told,) = problems_of(reader, site)
    assert {name: told[name] for name in ("source", "url", "sitemap_id", "code", "severity", "line", "count", "detail")} == {
        "source": "sitemap",
        "url": file.url,
        "sitemap_id": file.pk,
        "code": "lastmod_invalid",
        "severity": "warning",
        "line": 7,
        "count": 2,
        "detail": "yesterday",
    }
    assert told["title"]
    assert told["meaning"].endswith(".")


def test_the_problems_of_the_last_check_come_first(reader: Program) -> None:
    site = factories.site(last_outcome="nothing_read")
    factories.snapshot(site, files_left=12)
    factories.sitemap_file(site, problems=[fault()])
    robots = {"stage": "discover", "code": "robots_problem", "params": {"reason": "of_tomorrow", "count": 3, "line": 4}}
    account = [robots, {"stage": "discover", "code": "nothing_read", "params": {"tried": "https://site.example/sitemap.xml"}}]
    factories.check(site, state="failed", outcome="nothing_read", account=account)
    factories.check(site, state="running", began_at=NOW + timedelta(hours=1))
    told = problems_of(reader, site)
    assert [(one["source"], one["code"], one["count"], one["url"]) for one in told[:2]] == [
        ("check", "files_left", 12, site.origin),
        ("check", "nothing_read", 1, site.origin),
    ]
    assert told[1]["detail"] == "https://site.example/sitemap.xml"
    assert told[1]["meaning"] == "No sitemap file could be read."
    assert [told[2][name] for name in ("source", "code", "url", "line", "count")] == [
        "check",
        "of_tomorrow",
        f"{site.origin}/robots.txt",
        4,
        3,
    ]
    assert told[3]["source"] == "sitemap"


def test_a_problem_that_was_met_often_tells_its_first_lines_and_examples(reader: Program) -> None:
    site = factories.site()
    factories.sitemap_file(site, problems=[fault(detail="yesterday; soon (lines 7, 9, …)", count=40)])
    (told,) = problems_of(reader, site)
    assert (told["lines"], told["examples"], told["count"]) == ([7, 9], ["yesterday", "soon"], 40)


def test_files_that_the_site_names_no_longer_have_no_problems(reader: Program) -> None:
    site = factories.site()
    factories.sitemap_file(site, problems=[fault()], listed=False)
    factories.sitemap_file(factories.site(), problems=[fault()])
    assert problems_of(reader, site) == []


def test_a_problem_that_an_older_or_newer_worker_wrote_is_told_by_its_name(reader: Program) -> None:
    site = factories.site()
    factories.sitemap_file(site, problems=[{"code": "of_tomorrow", "severity": "error"}])
    (told,) = problems_of(reader, site)
    assert (told["title"], told["line"], told["count"], told["detail"]) == ("of tomorrow", None, 1, "")


@pytest.mark.postgres
@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5, 6, 7, 500])
def test_every_problem_is_on_one_page_whatever_the_limit(reader: Program, limit: int) -> None:
    site = factories.site(last_outcome="nothing_read")
    for sizes in (2, 0, 3, 1):
        factories.sitemap_file(site, problems=[fault(line=line) for line in range(1, sizes + 1)])
    rows = walk(reader, f"/sites/{site.pk}/problems?limit={limit}", "problems")
    assert [row["line"] for row in rows] == [None, 1, 2, 1, 2, 3, 1]


def test_pages_of_problems_stand_still_while_files_come(reader: Program) -> None:
    site = factories.site()
    factories.sitemap_file(site, problems=[fault(line=1), fault(line=2), fault(line=3)])
    first = reader.get(f"/sites/{site.pk}/problems?limit=2").json()
    factories.sitemap_file(site, problems=[fault(line=9)])
    second = reader.get(f"/sites/{site.pk}/problems?limit=2&cursor={first['next_cursor']}").json()
    assert [row["line"] for page in (first, second) for row in page["problems"]] == [1, 2, 3, 9]
    assert second["next_cursor"] is None


def test_a_snapshot_tells_what_moved_came_and_went(reader: Program) -> None:
    site = factories.site()
    factories.snapshot(site, moved=5, appeared=4, vanished=3, backwards=2, format_only=1, files_left=9, complete=False)
    (told,) = reader.get(f"/sites/{site.pk}/snapshots").json()["snapshots"]
    assert [told[name] for name in ("moved", "appeared", "vanished", "backwards", "format_only", "files_left")] == [5, 4, 3, 2, 1, 9]
    assert (told["complete"], told["lastmod_share"], told["taken_at"]) == (False, 0.9833, "2026-11-20T12:00:00Z")


@pytest.mark.postgres
def test_snapshots_come_newest_first_and_pages_stand_still_while_new_ones_are_taken(reader: Program) -> None:
    site = factories.site()
    moments = [NOW - timedelta(days=day, microseconds=day) for day in (0, 3, 1, 2)]
    for moment in moments:
        factories.snapshot(site, taken_at=moment)
    path = f"/sites/{site.pk}/snapshots?limit=2"
    first = reader.get(path).json()
    factories.snapshot(site, taken_at=NOW + timedelta(days=1))
    second = reader.get(f"{path}&cursor={first['next_cursor']}").json()
    ids = [row["id"] for page in (first, second) for row in page["snapshots"]]
    assert ids == [site.snapshots.get(taken_at=moment).pk for moment in sorted(moments, reverse=True)]
    assert second["next_cursor"] is None


@pytest.mark.parametrize("part", ["sitemaps", "problems", "snapshots"])
@pytest.mark.parametrize("cursor", ["x", "-1", "1.", "1.2.3", "2026-11-20", "2026-11-20T12:00:00+00:00", "99999999999999999999", "9" * 90])
def test_a_cursor_that_is_not_of_the_list_is_refused(reader: Program, part: str, cursor: str) -> None:
    answer = reader.get(f"/sites/{factories.site().pk}/{part}?cursor={cursor}")
    assert (answer.status_code, answer.json()["code"]) == (422, "cursor_invalid")


@pytest.mark.parametrize("part", ["sitemaps", "problems", "snapshots"])
def test_the_number_of_queries_does_not_grow_with_the_rows(reader: Program, part: str) -> None:
    site = factories.site()
    reader.get("/sites")
    counts = []
    for many in (1, 12):
        for number in range(many):
            factories.sitemap_file(site, problems=[fault()])
            factories.snapshot(site, taken_at=NOW + timedelta(minutes=many * 100 + number))
        with CaptureQueriesContext(connection) as queries:
            assert reader.get(f"/sites/{site.pk}/{part}").status_code == 200
        counts.append(len(queries))
    assert counts == [5, 5] if part == "problems" else [4, 4], "key with owner, groups, site, rows, and for problems the newest check"


@pytest.mark.parametrize(
    ("part", "place"), [("sitemaps", "files{}-1"), ("problems", "problems{}-1.1"), ("snapshots", "snapshots{}-20261120120000000000")]
)
def test_a_cursor_is_good_for_its_own_list_only(reader: Program, part: str, place: str) -> None:
    one, other = factories.site("https://one.example").pk, factories.site("https://other.example").pk
    assert reader.get(f"/sites/{one}/{part}?cursor={place.format(one)}").status_code == 200
    answer = reader.get(f"/sites/{other}/{part}?cursor={place.format(one)}")
    assert (answer.status_code, answer.json()["code"]) == (422, "cursor_invalid")
