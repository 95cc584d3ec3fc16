"""The due list as people and machines get it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from sitemaps_app.formats.lastmod import Lastmod, LastmodStatus, Precision, Zone
from sitemaps_app.formats.sitemap import Entry
from sitemaps_app.models import AuditLine, ExportCursor
from sitemaps_app.pipeline.storage import snapshot_name, snapshot_path
from sitemaps_app.snapshots import SnapshotWriter
from tests import factories

OCTOBER, NOVEMBER = datetime(2026, 10, 1, tzinfo=UTC), datetime(2026, 11, 2, tzinfo=UTC)


def entry(path: str, day: datetime) -> Entry:
    url = f"https://news.example{path}"
    lastmod = Lastmod(f"{day:%Y-%m-%d}", day, Precision.DAY, Zone.ASSUMED, LastmodStatus.OK)
    return Entry(loc=url, key=url, lastmod=lastmod, in_scope=True)


def stored_snapshot(site, taken_at: datetime, entries: list[Entry]) -> None:
    name = snapshot_name(site.pk, taken_at)
    snapshot_path(name).parent.mkdir(parents=True, exist_ok=True)
    with SnapshotWriter(snapshot_path(name)) as writer:
        for one in entries:
            writer.add(one, section="all", file_id=1)
    factories.snapshot(site, taken_at=taken_at, path=name)


@pytest.fixture
def site(settings, tmp_path):
    settings.STORAGE_FOLDER = tmp_path
    site = factories.site("https://news.example")
    stored_snapshot(site, factories.NOW - timedelta(days=1), [entry("/moved", OCTOBER), entry("/same", OCTOBER)])
    stored_snapshot(site, factories.NOW, [entry("/moved", NOVEMBER), entry("/new", NOVEMBER), entry("/same", OCTOBER)])
    factories.assessment(site)
    return site


def rows_of(answer) -> list[dict]:
    return [json.loads(line) for line in answer.getvalue().decode().splitlines()]


def test_the_jsonl_streams_a_header_and_then_rows_with_their_reason(viewer, site) -> None:
    answer = viewer.get(reverse("due_jsonl", args=[site.pk]))
    assert answer.streaming
    assert answer["Content-Type"] == "application/x-ndjson; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="news-example-due.jsonl"'
    header, *rows = rows_of(answer)
    reasons = {row["url"].removeprefix(site.origin): row["reason"] for row in rows}
    assert (reasons["/moved"], reasons["/new"]) == ("lastmod_moved", "new")
    assert reasons.get("/same") in {None, "audit_sample"}
    assert answer["X-Next-Cursor"] == header["header"]["next_cursor"]
    line = AuditLine.objects.get()
    assert (line.act, line.detail) == ("due_list_read", "jsonl")


def test_the_csv_has_a_heading_and_the_same_rows(viewer, site) -> None:
    answer = viewer.get(reverse("due_csv", args=[site.pk]))
    assert answer["Content-Disposition"].endswith('news-example-due.csv"')
    heading, *rows = answer.getvalue().decode().splitlines()
    assert heading.startswith("url,site,section,lastmod")
    assert any("/moved," in row for row in rows)


def test_the_cursor_of_a_list_gives_only_what_came_after(viewer, site) -> None:
    cursor = viewer.get(reverse("due_jsonl", args=[site.pk]))["X-Next-Cursor"]
    later = rows_of(viewer.get(reverse("due_jsonl", args=[site.pk]), {"cursor": cursor}))[1:]
    assert {row["reason"] for row in later} <= {"audit_sample"}


def test_where_the_snapshot_of_a_cursor_was_pruned_the_next_older_one_takes_its_place(viewer, site) -> None:
    oldest = site.snapshots.order_by("taken_at").first()
    cursor = viewer.get(reverse("due_jsonl", args=[site.pk]))["X-Next-Cursor"]
    pruned = site.current_snapshot
    stored_snapshot(site, factories.NOW + timedelta(days=1), [entry("/later", NOVEMBER), entry("/new", NOVEMBER), entry("/same", OCTOBER)])
    assert rows_of(viewer.get(reverse("due_jsonl", args=[site.pk]), {"cursor": cursor}))[0]["header"]["since"] == stamp(pruned.taken_at)
    assert ExportCursor.objects.get(token=cursor).last_used_at is not None
    site.snapshots.filter(pk=pruned.pk).update(byte_count=0)
    snapshot_path(pruned.path).unlink()
    for asked in (cursor, pruned.taken_at.isoformat(), ""):
        header, *rows = rows_of(viewer.get(reverse("due_jsonl", args=[site.pk]), {"cursor": asked}))
        assert header["header"]["since"] == stamp(oldest.taken_at)
        assert {row["url"].removeprefix(site.origin) for row in rows} >= {"/later", "/new"}


def stamp(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


ASKED = ["text/html,application/xhtml+xml,*/*;q=0.8", "*/*", "application/json", ""]


def refused(viewer, site, case: str, name: str, accept: str):
    """The answer to a due list that is refused for one of the reasons."""
    asked = {}
    if case == "not_trusted":
        factories.assessment(site, verdict="untrusted", trust=0.1, at=factories.NOW + timedelta(hours=1))
    elif case == "cursor_unknown":
        asked = {"cursor": "<nonsense>"}
    elif case == "no_snapshot":
        site = factories.site()
    else:
        snapshot_path(site.current_snapshot.path).unlink()
    return viewer.get(reverse(name, args=[site.pk]), asked, headers={"Accept": accept} if accept else {})


@pytest.mark.parametrize("accept", ASKED)
@pytest.mark.parametrize("case", ["not_trusted", "cursor_unknown", "no_snapshot", "snapshot_damaged"])
def test_a_refusal_of_jsonl_is_an_object_whoever_asks(viewer, site, case: str, accept: str) -> None:
    answer = refused(viewer, site, case, "due_jsonl", accept)
    assert (answer.status_code, answer["Content-Type"]) == (409, "application/json")
    said = answer.json()
    assert (said["code"], said["verdict"]) == (case, "untrusted" if case == "not_trusted" else "")
    assert said["detail"]
    assert not AuditLine.objects.exists()


@pytest.mark.parametrize("accept", ASKED)
@pytest.mark.parametrize("case", ["not_trusted", "cursor_unknown", "no_snapshot", "snapshot_damaged"])
def test_a_refusal_of_csv_is_one_sentence_of_plain_text(viewer, site, case: str, accept: str) -> None:
    answer = refused(viewer, site, case, "due_csv", accept)
    assert (answer.status_code, answer["Content-Type"]) == (409, "text/plain; charset=utf-8")
    text = answer.content.decode()
    assert text.endswith(f"({case})\n")
    assert "<" not in text


def test_the_page_says_in_words_why_there_is_no_list(viewer, site) -> None:
    factories.assessment(site, verdict="untrusted", trust=0.1, at=factories.NOW + timedelta(hours=1))
    answer = viewer.get(reverse("site_due", args=[site.pk]))
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "The verdict on this site is “Untrusted”." in page
    assert "?force=1" in page


def test_force_gives_the_fallback_and_the_log_says_so(viewer, site) -> None:
    factories.assessment(site, verdict="untrusted", trust=0.1, at=factories.NOW + timedelta(hours=1))
    rows = rows_of(viewer.get(reverse("due_jsonl", args=[site.pk]), {"force": "1"}))[1:]
    assert len(rows) == 3
    assert {row["reason"] for row in rows} <= {"untrusted_fallback", "new"}
    assert AuditLine.objects.get().detail == "jsonl, force"


def test_the_page_explains_the_list_and_gives_the_next_command(viewer, site) -> None:
    answer = viewer.get(reverse("site_due", args=[site.pk]))
    page = answer.content.decode()
    assert f"http://testserver/sites/{site.pk}/due.jsonl?cursor=" in page
    assert "manage.py export_schedule https://news.example --format jsonl --since " in page
    assert "it needs a sign-in (a session)" in page
    assert "audit_sample" in page
    assert "Valid until" in page


def test_a_site_without_a_snapshot_has_no_list_yet(viewer) -> None:
    site = factories.site()
    assert "No sitemap of this site has been read yet." in viewer.get(reverse("site_due", args=[site.pk])).content.decode()
    assert viewer.get(reverse("due_csv", args=[site.pk])).status_code == 409


def test_a_stale_verdict_gives_no_list_but_the_fallback(viewer, site) -> None:
    site.current_assessment.stale_at = timezone.now() - timedelta(days=1)
    site.current_assessment.save()
    refused = viewer.get(reverse("due_jsonl", args=[site.pk]))
    assert (refused.status_code, refused.json()["code"]) == (409, "stale")
    page = viewer.get(reverse("site_due", args=[site.pk])).content.decode()
    assert "the verdict is stale" in page
    assert "Fallback list" in page
    header, *rows = rows_of(viewer.get(reverse("due_jsonl", args=[site.pk]) + "?force=1"))
    assert header["header"]["verdict_state"] == "stale"
    reasons = {row["url"].removeprefix(site.origin): row["reason"] for row in rows}
    assert reasons == {"/moved": "untrusted_fallback", "/new": "new", "/same": "untrusted_fallback"}


def test_a_verdict_in_question_keeps_its_list_and_says_so(viewer, site) -> None:
    site.current_assessment.state, site.current_assessment.state_since = "reverifying", factories.NOW
    site.current_assessment.save()
    header, *rows = rows_of(viewer.get(reverse("due_jsonl", args=[site.pk])))
    assert header["header"]["verdict_state"] == "reverifying"
    assert "lastmod_moved" in {row["reason"] for row in rows}
    assert "Being verified again" in viewer.get(reverse("site_due", args=[site.pk])).content.decode()


def test_a_stale_section_goes_by_the_verdict_of_its_site(viewer, site) -> None:
    factories.assessment(site, section="all", verdict="untrusted", current=False, stale_at=factories.NOW)
    _, *rows = rows_of(viewer.get(reverse("due_jsonl", args=[site.pk])))
    assert "lastmod_moved" in {row["reason"] for row in rows}
