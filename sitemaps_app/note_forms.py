"""The form of a note."""

from __future__ import annotations

from datetime import UTC, datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from sitemaps_app.models.note import LONGEST

FORMATS = ("%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d")


class NoteForm(forms.Form):
    """A text and its moment in UTC. `now` is the moment of a note that gives none, and the latest one it may give."""

    text = forms.CharField(max_length=LONGEST, error_messages={"required": _("Write the note.")})
    at = forms.DateTimeField(required=False, input_formats=FORMATS)

    def __init__(self, *args: object, now: datetime, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.now = now

    def clean_at(self) -> datetime:
        """The moment, aware; nobody notes what has not happened."""
        given = self.cleaned_data.get("at")
        if given is None:
            return self.now
        at: datetime = given.astimezone(UTC) if given.tzinfo else given.replace(tzinfo=UTC)
        if at > self.now:
            raise forms.ValidationError(_("This moment has not come yet."))
        return at
