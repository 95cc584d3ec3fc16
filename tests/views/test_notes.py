"""Notes beside the charts, and the list of what happened."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from sitemaps_app.models import AuditLine, Note
from sitemaps_app.models.note import LONGEST
from tests import factories


def noted(site, text: str = "Released the new shop.", **fields) -> Note:
    at = timezone.now() - timedelta(days=1)
    return Note.objects.create(site=site, text=text, **{"at": at, "created_at": at, **fields})


def test_an_editor_notes_a_moment_and_it_stands_on_the_charts(editor, viewer) -> None:
    site = factories.site()
    for days in (3, 0):
        factories.assessment(site, at=timezone.now() - timedelta(days=days))
    answer = editor.post(f"{site.get_absolute_url()}notes/add", {"text": "Released <b>", "at": "2026-01-05T10:30"}, follow=True)
    assert "Released &lt;b&gt;" in answer.content.decode()
    note = site.notes.get()
    assert (note.at.isoformat(), note.author.groups.get().name) == ("2026-01-05T10:30:00+00:00", "editor")
    note.at = timezone.now() - timedelta(days=1)
    note.save()
    history = viewer.get(site.get_absolute_url()).context["history"]
    assert [(one.kind, one.text, one.number) for one in history.marks] == [("note", "Released <b>", "1")]
    assert "timeline-mark-note" in history.first[0].chart
    assert AuditLine.objects.filter(act="note_added", site_origin=site.origin).count() == 1


@pytest.mark.parametrize(
    "given", [{"text": ""}, {"text": "x" * (LONGEST + 1)}, {"text": "x", "at": "yesterday"}, {"text": "x", "at": "2999-01-01T00:00"}]
)
def test_a_note_that_cannot_be_is_refused_in_words(editor, given: dict[str, str]) -> None:
    site = factories.site()
    answer = editor.post(f"{site.get_absolute_url()}notes/add", given)
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()
    assert not site.notes.exists()


def test_a_note_is_changed_and_deleted_by_editors_only(editor, viewer) -> None:
    site = factories.site()
    note = noted(site)
    url = f"{site.get_absolute_url()}notes/{note.pk}"
    for act in ({"text": "x"}, {"act": "delete"}):
        assert viewer.post(url, act).status_code == 403
    editor.post(url, {"text": "Corrected.", "at": "2026-01-05T10:30"})
    note.refresh_from_db()
    assert (note.text, note.edited_at is None) == ("Corrected.", False)
    editor.post(url, {"act": "delete"})
    assert not site.notes.exists()
    assert [line.act for line in AuditLine.objects.all()] == ["note_deleted", "note_changed"]


def test_a_note_of_another_site_is_not_there(editor) -> None:
    note = noted(factories.site())
    assert editor.get(f"{factories.site().get_absolute_url()}notes/{note.pk}").status_code == 404


def test_what_happened_holds_events_notes_and_acts_newest_first(viewer) -> None:
    site = factories.site()
    noted(site)
    factories.event(site, params={"old": "hint", "new": "useful"})
    now = timezone.now()
    AuditLine.objects.create(at=now, act="site_settings_changed", site_origin=site.origin, detail="panel_size")
    AuditLine.objects.create(at=site.created_at - timedelta(days=1), act="site_paused", site_origin=site.origin)
    AuditLine.objects.create(at=now, act="due_list_read", site_origin=site.origin)
    AuditLine.objects.create(at=now, act="site_paused", site_origin="https://other.example")
    found = viewer.get(f"{site.get_absolute_url()}events").context["page"].object_list
    assert [one.kind for one in found] == sorted((one.kind for one in found), key=["setting", "note", "event"].index)
    assert len(found) == 3
    assert [one.kind for one in viewer.get(f"{site.get_absolute_url()}events?kind=note").context["page"].object_list] == ["note"]
