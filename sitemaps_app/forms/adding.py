"""What to monitor: a pasted list, or a table and which of its columns."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from sitemaps_app.forms.fields import PastedLines
from sitemaps_app.pipeline.adding_tables import DELIMITERS, ENCODINGS, Preview, Reading
from sitemaps_app.wording import words

MAX_TEXT = 2_000_000
MAX_TICKET = 64


def new_ticket() -> str:
    """What makes one form one addition, however often it is sent."""
    return secrets.token_urlsafe(18)


class AddSitesForm(forms.Form):
    """What to monitor: one domain, sitemap address or page a line; or a table with them."""

    sites = PastedLines(
        label=_("Domains or sitemap addresses, one a line"),
        max_length=MAX_TEXT,
        required=False,
        error_messages={
            "max_length": _(
                "At most %(limit_value)d characters can be pasted, and these are %(show_value)d. Save the list as a text file and choose "
                "that instead: it may have 20 MiB."
            )
        },
        widget=forms.Textarea(
            attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "off", "placeholder": "example.com\nhttps://example.org/sitemap.xml"}
        ),
    )
    table = forms.FileField(
        label=_("Or a table: CSV, TSV or text, up to 20 MiB"),
        required=False,
        max_length=None,
        help_text=_("Which column holds the addresses is asked next, with the first rows in view."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv,text/plain"}),
        error_messages={"empty": _("The file is empty.")},
    )
    ticket = forms.CharField(required=False, max_length=MAX_TICKET, widget=forms.HiddenInput, initial=new_ticket)

    def clean_ticket(self) -> str:
        """One of our own where the form had none."""
        return self.cleaned_data["ticket"] or new_ticket()

    def clean(self) -> dict[str, Any]:
        """A list or a table, not neither and not both."""
        given: dict[str, Any] = super().clean() or {}
        if self.errors:
            return given
        if given.get("sites") and given.get("table"):
            raise ValidationError(_("This is a list and a file. Send one after the other."))
        if not given.get("sites") and not given.get("table"):
            self.add_error("sites", _("Paste at least one address, or choose a file."))
        return given

    @property
    def upload(self) -> UploadedFile | None:
        """The table, None where a list was pasted."""
        return self.cleaned_data.get("table")


class ColumnForm(forms.Form):
    """How a table is read, and which column is taken."""

    encoding = forms.ChoiceField(label=_("Encoding"))
    delimiter = forms.ChoiceField(label=_("Columns are parted by"))
    has_header = forms.BooleanField(label=_("The first row names the columns"), required=False)
    column = forms.TypedChoiceField(label=_("Column with the addresses"), coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, preview: Preview, **kwargs: Any) -> None:
        reading = preview.reading
        start = {"encoding": reading.encoding, "delimiter": reading.delimiter, "has_header": reading.has_header, "column": preview.best}
        super().__init__(*args, **{"initial": start, **kwargs})
        encodings = dict.fromkeys((*ENCODINGS, reading.encoding))
        self._choose("encoding", [(code, code.upper() if code.startswith("utf") else code) for code in encodings])
        self._choose("delimiter", [(sign, words("delimiters", _DELIMITER_CODES[sign]).title) for sign in DELIMITERS])
        self._choose("column", [(column.place, column_name(column.place, column.name)) for column in preview.columns])

    def _choose(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]


_DELIMITER_CODES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}


def column_name(place: int, name: str) -> str:
    """A column as people call it: by its name, else by its letter as a spreadsheet does."""
    letters, left = "", place + 1
    while left:
        left, digit = divmod(left - 1, 26)
        letters = chr(65 + digit) + letters
    return f"{letters} · {name[:60]}" if name else letters


def reading_of(form_data: Any, guessed: Reading) -> Reading:
    """How a person wants the table to be read; what is unknown is read as it was guessed."""
    encoding, delimiter = form_data.get("encoding", ""), form_data.get("delimiter", "")
    return Reading(
        encoding if encoding in ENCODINGS else guessed.encoding,
        delimiter if delimiter in DELIMITERS else guessed.delimiter,
        bool(form_data.get("has_header")),
    )
