"""Details of problems and of the audit log in the language of the reader.

They are stored in English with what was found in them, so that programs get the same text everywhere; a page puts the known
ones into words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _

from sitemaps_app.wording.found_details import found_in_words
from sitemaps_app.wording.words import words

_VIA_KEY = re.compile(r"API key (?P<prefix>lmt_\w+)")
_KEY = re.compile(r"(?P<prefix>lmt_\w+) (?P<scope>read|write) (?P<name>.*)")


def detail_in_words(detail: str) -> str:
    """An example of a problem; one that is not known here stays as it is."""
    return found_in_words(detail)


def audit_in_words(detail: str) -> str:
    """The detail of a line of the audit log, whose first line may name a key."""
    first, mark, rest = detail.partition("\n")
    if found := _VIA_KEY.fullmatch(first):
        first = _("API key %(prefix)s") % found.groupdict()
    elif found := _KEY.fullmatch(first):
        first = _key_in_words(found.groupdict())
    return f"{first}{mark}{rest}"


def _key_in_words(key: Mapping[str, str]) -> str:
    return _("%(prefix)s “%(name)s”: %(scope)s") % {**key, "scope": words("key_scopes", key["scope"]).title}
