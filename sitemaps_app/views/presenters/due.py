"""The due list explained: what it holds now, from when to when, and the lines that fetch it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urljoin

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.assessment import VerdictState
from sitemaps_app.models import Site
from sitemaps_app.pipeline.export import DueHeader, DueList, Refusal
from sitemaps_app.wording import TABLES, sentence
from sitemaps_app.wording.words import fill, words


@dataclass(frozen=True, slots=True)
class RefusalWords:
    """Why there is no due list, and what can be done. `can_force` where the fallback list exists."""

    title: str
    explanation: str
    advice: str
    can_force: bool


@dataclass(frozen=True, slots=True)
class ReasonWords:
    """A reason of a row: its code in the file, and what it means."""

    code: str
    title: str
    explanation: str


@dataclass(frozen=True, slots=True)
class DueCard:
    """The page of the due list. `command` is for a crawler, `address` for a person who has signed in."""

    header: DueHeader | None
    refusal: RefusalWords | None
    reasons: tuple[ReasonWords, ...]
    command: str
    address: str
    standing: str = ""


def due_card(site: Site, due: DueList | Refusal, *, root: str) -> DueCard:
    """The explanation of a due list or of its refusal."""
    address = urljoin(root, reverse("due_jsonl", args=[site.pk]))
    header = None if isinstance(due, Refusal) else due.header
    cursor = header.next_cursor if header else _("CURSOR")
    return DueCard(
        header=header,
        refusal=refusal_words(due) if isinstance(due, Refusal) else None,
        reasons=tuple(ReasonWords(code, str(said.title), str(said.explanation)) for code, said in TABLES["due_reasons"].items()),
        command=f".venv/bin/python manage.py export_schedule {site.origin} --format jsonl --since {cursor}",
        address=f"{address}?cursor={cursor}",
        standing=_standing(site, header),
    )


def _standing(site: Site, header: DueHeader | None) -> str:
    judged = site.current_assessment
    if header is None or judged is None or header.verdict_state == VerdictState.SETTLED:
        return ""
    return sentence("verdict_states", header.verdict_state, {"since": date_format(judged.state_since or judged.at)})


def refusal_words(refusal: Refusal) -> RefusalWords:
    """A refusal in words."""
    said = words("refusals", refusal.code)
    params = {"verdict": refusal.verdict}
    return RefusalWords(
        fill(said.title, params),
        fill(said.explanation, params),
        fill(said.advice, params),
        can_force=refusal.code in ("not_trusted", "stale"),
    )
