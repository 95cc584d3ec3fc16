"""Notes beside a site's charts: written, changed and taken away by people, on pages and by programs."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User

from sitemaps_app.models import Note, Site


def add_note(site: Site, text: str, *, at: datetime, author: User | None, now: datetime) -> Note:
    """Write a note at a moment of the site's history. `text` has at most 500 characters."""
    return Note.objects.create(site=site, text=text, at=at, author=author, created_at=now)


def change_note(note: Note, text: str, *, at: datetime, now: datetime) -> None:
    """Change a note. Its author stays."""
    note.text, note.at, note.edited_at = text, at, now
    note.save(update_fields=["text", "at", "edited_at"])
