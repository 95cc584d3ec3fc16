"""What became of each line that a person pasted."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from sitemaps_app.models import Site
from sitemaps_app.pipeline.sites import MAX_LINES, Added
from sitemaps_app.wording import numbers, words

SHOWN_LINES = 200


@dataclass(frozen=True, slots=True)
class AddedLine:
    """One line: its number in the list, what was pasted, the site it led to, and the outcome in words."""

    number: str
    text: str
    site: Site | None
    tone: str
    outcome: str
    explanation: str
    advice: str


@dataclass(frozen=True, slots=True)
class AddedReport:
    """All lines; refused ones first, since they need a person. `refused_text` is what to correct, ready to edit.

    `not_shown` counts lines that were taken but have no room here, `not_taken` those beyond the limit of `limit` lines.
    """

    lines: tuple[AddedLine, ...]
    created: str
    existing: str
    refused: int
    not_shown: str
    not_taken: str
    limit: str
    refused_text: str


def added_lines(added: Sequence[Added], *, lines_not_taken: int = 0) -> AddedReport:
    """The report on a list of sites that was added."""
    lines = sorted((_line(one) for one in added), key=lambda line: ("error", "ok", "notice").index(line.tone))
    refused = [one.line for one in added if one.site is None]
    return AddedReport(
        lines=tuple(lines[:SHOWN_LINES]),
        created=numbers.whole(sum(one.created for one in added)),
        existing=numbers.whole(sum(1 for one in added if one.site is not None and not one.created)),
        refused=len(refused),
        not_shown=numbers.whole(len(lines) - SHOWN_LINES) if len(lines) > SHOWN_LINES else "",
        not_taken=numbers.whole(lines_not_taken) if lines_not_taken else "",
        limit=numbers.whole(MAX_LINES),
        refused_text="\n".join(_visible(text) for text in refused),
    )


def _line(one: Added) -> AddedLine:
    number, text = numbers.whole(one.number), _visible(one.line)
    if one.site is None:
        said = words("problems", one.problem)
        explanation = _("The line holds a control character, shown as �.") if text != one.line else str(said.explanation)
        return AddedLine(number, text, None, "error", str(said.title), explanation, str(said.advice))
    if one.created:
        return AddedLine(number, text, one.site, "ok", _("Added"), "", "")
    return AddedLine(number, text, one.site, "notice", _("Already there"), _what_changed(one), "")


def already_there(one: Added) -> str:
    """What happened when a known site was added again."""
    known = _("This site was there already.")
    return f"{known} {_what_changed(one)}"


def _what_changed(one: Added) -> str:
    if one.sitemap_url:
        return _("The sitemap address %(url)s was added to it; the next check reads it.") % {"url": one.sitemap_url}
    return _("Nothing was changed.")


def _visible(text: str) -> str:
    """A text whose control characters can be seen; a page cannot hold them."""
    return "".join("�" if unicodedata.category(c) == "Cc" else c for c in text)
