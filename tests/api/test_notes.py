"""Notes of a site, read and written by programs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from sitemaps_app.models import AuditLine, Note
from tests import factories
from tests.api.conftest import Program
from tests.api.test_sites import walk

RELEASE = {"text": "  Release 4.2  ", "at": "2026-11-20T10:15:00+02:00"}


def test_a_note_that_a_program_writes_stands_on_the_page_in_the_list_and_in_the_audit_log(writer: Program, client) -> None:
    site = factories.site()
    answer = writer.post(f"/sites/{site.pk}/notes", RELEASE)
    told = answer.json()
    assert answer.status_code == 201
    assert (told["text"], told["at"], told["edited_at"]) == ("Release 4.2", "2026-11-20T08:15:00Z", None)
    assert told["author"] == Note.objects.get().author.get_username()
    assert writer.get(f"/sites/{site.pk}/notes").json() == {"notes": [told], "next_cursor": None}
    client.force_login(factories.person("viewer"))
    assert "Release 4.2" in client.get(f"/sites/{site.pk}/events").content.decode()
    line = AuditLine.objects.get(act="note_added")
    assert line.site_origin == site.origin
    assert line.detail.startswith("API key lmt_")
    assert line.detail.endswith("Release 4.2")


def test_a_note_without_a_moment_is_about_now_and_one_without_a_zone_is_in_utc(writer: Program) -> None:
    site, before = factories.site(), timezone.now()
    writer.post(f"/sites/{site.pk}/notes", {"text": "now"})
    assert before <= Note.objects.get().at <= timezone.now()
    assert writer.post(f"/sites/{site.pk}/notes", {"text": "then", "at": "2026-11-20T10:15:00"}).json()["at"] == "2026-11-20T10:15:00Z"


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({}, "body.text"),
        ({"text": " \n "}, "body.text"),
        ({"text": "x" * 501}, "body.text"),
        ({"text": "a\x00b"}, "body.text"),
        ({"text": 7}, "body.text"),
        ({"text": "x", "at": "yesterday"}, "body.at"),
        ({"text": "x", "at": "0001-01-01T00:00:00+14:00"}, "body.at"),
        ({"text": "x", "at": "9999-12-31T23:59:59-14:00"}, "body.at"),
        ({"text": "x", "at": (timezone.now() + timedelta(days=2)).isoformat()}, "body.at"),
    ],
)
def test_what_is_no_note_is_refused_with_its_place(writer: Program, body: dict, where: str) -> None:
    answer = writer.post(f"/sites/{factories.site().pk}/notes", body)
    assert (answer.status_code, answer.json()["code"], answer.json()["errors"][0]["where"]) == (422, "parameters_invalid", where)
    assert not Note.objects.exists()


def test_who_may_only_read_writes_no_note(reader: Program) -> None:
    site = factories.site()
    assert reader.post(f"/sites/{site.pk}/notes", RELEASE).status_code == 403
    assert reader.get(f"/sites/{site.pk}/notes").json()["notes"] == []


def test_pages_of_notes_begin_with_what_was_written_last_and_hold_those_of_one_site(writer: Program, reader: Program) -> None:
    site, other = factories.site(), factories.site("https://other.example")
    for number in range(5):
        writer.post(f"/sites/{site.pk}/notes", {"text": f"note {number}", "at": "2026-11-20"})
    writer.post(f"/sites/{other.pk}/notes", {"text": "of the other"})
    assert [one["text"] for one in walk(reader, f"/sites/{site.pk}/notes?limit=2", "notes")] == [f"note {n}" for n in range(4, -1, -1)]
    first = reader.get(f"/sites/{site.pk}/notes?limit=2").json()
    assert reader.get(f"/sites/{other.pk}/notes?cursor={first['next_cursor']}").json()["code"] == "cursor_invalid"
    assert reader.get("/sites/999/notes").status_code == 404
