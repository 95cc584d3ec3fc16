"""How a moment is written in each language: the same as the browsers' own formats, so that a page looks alike with a script and without."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from django.utils.dateformat import format as date_format
from django.utils.translation import get_language

LONG = {"en": "M j, Y, H:i", "zh-hans": "Y年n月j日 H:i"}
SHORT = {"en": "M j, H:i", "zh-hans": "n月j日 H:i"}


def moment(at: datetime, zone: tzinfo | None, *, short: bool = False) -> str:
    """A moment in a zone as people write it, `short` without its year; with no zone in UTC, and saying so."""
    if zone is None:
        return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    forms = SHORT if short else LONG
    return date_format(at.astimezone(zone), forms.get(get_language() or "en", forms["en"]))
