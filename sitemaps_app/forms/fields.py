"""Fields that turn text into lists, and checks that several forms share."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext_lazy as _


class LinesField(forms.CharField):
    """A list, one entry a line; blank lines do not count."""

    widget = forms.Textarea

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, strip=True, max_length=20_000, **options)

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[str]:
        text = super().clean(value)
        return list(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))

    def has_changed(self, initial: Any, data: Any) -> bool:
        return self.prepare_value(initial or []) != "\n".join(self.clean(data))


def read_web_address(text: str, *, schemes: tuple[str, ...] = ("http", "https")) -> None:
    """Refuse what is not an absolute address with one of these schemes.

    :raises ValidationError: with words for people.
    """
    try:
        parts = urlsplit(text)
        is_good = parts.scheme.lower() in schemes and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_good = False
    if not is_good or any(c.isspace() or ord(c) < 32 for c in text):
        raise ValidationError(_("“%(text)s” is not an address that can be fetched."), params={"text": text[:200]})


class PastedLines(forms.CharField):
    """A pasted list as it is: its lines are numbered from its very beginning, and what is wrong with one line refuses that line only."""

    def __init__(self, **options: Any) -> None:
        super().__init__(strip=False, **options)
        self.validators = [one for one in self.validators if not isinstance(one, ProhibitNullCharactersValidator)]

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Without `maxlength`: a browser would cut a longer list without a word."""
        return {name: value for name, value in super().widget_attrs(widget).items() if name != "maxlength"}

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        return text if text.strip() else ""
