"""What became of each line that a person pasted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from sitemaps_app.models import Site
from sitemaps_app.pipeline.sites import Added
from sitemaps_app.wording import numbers, words

SHOWN_LINES = 200


@dataclass(frozen=True, slots=True)
class AddedLine:
    """One line: what was pasted, the site it led to, and the outcome in words."""

    text: str
    site: Site | None
    tone: str
    outcome: str
    explanation: str
    advice: str


@dataclass(frozen=True, slots=True)
class AddedReport:
    """All lines; refused ones first, since they need a person. `refused_text` is what to correct, ready to edit."""

    lines: tuple[AddedLine, ...]
    created: str
    existing: str
    refused: int
    left_out: str
    refused_text: str


def added_lines(added: Sequence[Added]) -> AddedReport:
    """The report on a list of sites that was added."""
    lines = sorted((_line(one) for one in added), key=lambda line: ("error", "ok", "notice").index(line.tone))
    refused = [one.line for one in added if one.site is None]
    return AddedReport(
        lines=tuple(lines[:SHOWN_LINES]),
        created=numbers.whole(sum(one.created for one in added)),
        existing=numbers.whole(sum(1 for one in added if one.site is not None and not one.created)),
        refused=len(refused),
        left_out=numbers.whole(len(lines) - SHOWN_LINES) if len(lines) > SHOWN_LINES else "",
        refused_text="\n".join(refused),
    )


def _line(one: Added) -> AddedLine:
    if one.site is None:
        said = words("problems", one.problem)
        return AddedLine(one.line, None, "error", str(said.title), str(said.explanation), str(said.advice))
    if one.created:
        return AddedLine(one.line, one.site, "ok", _("Added"), "", "")
    return AddedLine(one.line, one.site, "notice", _("Already there"), "", "")
