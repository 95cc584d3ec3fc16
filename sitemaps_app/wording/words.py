"""How a code becomes text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _

from sitemaps_app.wording.code_words import Text, Words
from sitemaps_app.wording.found_details import found_in_words
from sitemaps_app.wording.tables import TABLES

SHARE_NAMES = ("share", "probability", "precision", "recall", "trust", "low", "high", "similarity", "agreement", "rate")
KIND_OF_PARAM = {
    "verdict": "verdicts",
    "old": "verdicts",
    "new": "verdicts",
    "reason": "problems",
    "outcome": "outcomes",
    "kind": "file_kinds",
    "stage": "stages",
    "precision_before": "precisions",
    "precision_after": "precisions",
}
HTTP_STATUS = re.compile(r"http_([1-5]\d\d)")


def is_known(kind: str, code: str) -> bool:
    """Whether there are words for this code."""
    return code in TABLES[kind]


def words(kind: str, code: str) -> Words:
    """The words for a code of one kind; for an unknown code its name with spaces.

    :raises KeyError: for an unknown kind, which is a mistake in our code.
    """
    return TABLES[kind].get(code) or _http_status(code) or Words(title=code.replace("_", " ") or "–")


def _http_status(code: str) -> Words | None:
    """Codes such as `http_404` stand for whatever a server may answer; only those that call for advice are in a table."""
    if code in TABLES["problems"] and HTTP_STATUS.fullmatch(code):
        return TABLES["problems"][code]
    match = HTTP_STATUS.fullmatch(code)
    if match is None:
        return None
    advice = _("It may pass by itself: a later check tells.") if match[1].startswith("5") else ""
    return Words(_("HTTP status %(status)s") % {"status": match[1]}, _("The server answered with an error status."), advice)


def sentence(kind: str, code: str, params: Mapping[str, object] | None = None) -> str:
    """One sentence for a code, with its params filled in as people write them; the title where there is no explanation."""
    known = words(kind, code)
    return fill(known.explanation or known.title, params or {})


def title(kind: str, code: str, params: Mapping[str, object] | None = None) -> str:
    """The short name of a code, with its params filled in."""
    return fill(words(kind, code).title, params or {})


def fill(text: Text, params: Mapping[str, object]) -> str:
    """Put params into a text; a missing one becomes a dash, since a half sentence is better than a broken page."""
    template = str(text)
    if "%(" not in template:
        return template.replace("%%", "%")
    return template % _Shown({name: shown(name, value) for name, value in params.items()})


class _Shown(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "–"


def shown(name: str, value: object) -> str:
    """One param as people write it: shares (0..1) as per cent, codes as their titles, numbers in the language's format."""
    if isinstance(value, str) and name == "detail":
        return found_in_words(value)
    if isinstance(value, str):
        kind = KIND_OF_PARAM.get(name)
        is_code = kind is not None and (is_known(kind, value) or HTTP_STATUS.fullmatch(value))
        return str(words(kind, value).title) if kind and is_code else value
    if isinstance(value, bool) or value is None:
        return "–" if value is None else str(value)
    if isinstance(value, (int, float)):
        return _number(name, value)
    if isinstance(value, (list, tuple)):
        return ", ".join(shown(name, part) for part in value)
    return str(value)


def _number(name: str, value: float) -> str:
    is_share = name.endswith(SHARE_NAMES) and isinstance(value, float) and 0 <= value <= 1
    if is_share:
        return percent(value)
    decimals = 0 if isinstance(value, int) or value.is_integer() else 1
    return grouped(value, decimals)


def grouped(number: float, decimals: int = 0) -> str:
    """A number in groups of three. English and Chinese write it the same way; Django's Chinese format would not group at all."""
    return f"{number:,.{decimals}f}"


def percent(share: float) -> str:
    """A share (0..1) in per cent, never rounded to all or nothing when it is not."""
    rounded = round(share * 100)
    if rounded == 100 and share < 1:
        return f"{min(share * 100, 99.9):.1f} %"
    if rounded == 0 and share > 0:
        return "< 1 %"
    return f"{rounded} %"
