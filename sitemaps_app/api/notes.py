"""Operations on the notes of a site, so that a release can be marked by the program that makes it."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import timezone
from ninja import Query, Router, Status

from sitemaps_app.access import site_for
from sitemaps_app.api.callers import READER, WRITER, audit_call, caller_of
from sitemaps_app.api.note_schemas import NoteList, NoteRow, NoteToAdd
from sitemaps_app.api.paging import Paging, bind_cursor, cut_page, read_id, unbind_cursor
from sitemaps_app.api.problems import ApiError, FieldFault
from sitemaps_app.models import Note
from sitemaps_app.pipeline.notes import add_note as write_note

router = Router(tags=["parts of a site"])


@router.get("/sites/{int:site_id}/notes", auth=READER, response=NoteList, operation_id="list_notes")
def list_notes(request: HttpRequest, site_id: int, asked: Query[Paging]) -> NoteList:
    ours = f"notes{site_id}"
    notes = site_for(caller_of(request).user, site_id).notes.select_related("author").order_by("-pk")
    if before := read_id(unbind_cursor(asked.cursor, ours)):
        notes = notes.filter(pk__lt=before)
    page = cut_page(notes, asked.limit, lambda note: str(note.pk))
    return NoteList(notes=[_row(note) for note in page.rows], next_cursor=bind_cursor(page.next_cursor, ours))


@router.post("/sites/{int:site_id}/notes", auth=WRITER, response={201: NoteRow}, operation_id="add_note")
def add_note(request: HttpRequest, site_id: int, wanted: NoteToAdd) -> Status[NoteRow]:
    caller, now = caller_of(request), timezone.now()
    site = site_for(caller.user, site_id)
    if wanted.at and wanted.at > now:
        raise ApiError("parameters_invalid", faults=[FieldFault("body.at", "This moment has not come yet.")])
    note = write_note(site, wanted.text, at=wanted.at or now, author=caller.user, now=now)
    audit_call(caller, "note_added", site_origin=site.origin, detail=note.text)
    return Status(201, _row(note))


def _row(note: Note) -> NoteRow:
    return NoteRow(
        id=note.pk,
        at=note.at,
        text=note.text,
        author=note.author.get_username() if note.author else None,
        created_at=note.created_at,
        edited_at=note.edited_at,
    )
