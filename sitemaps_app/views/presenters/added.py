"""What became of each line of a list, and how far the checks of its sites are."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from sitemaps_app.models import AddedLine, Addition, Check, Site
from sitemaps_app.models.addition import AdditionState, LineOutcome
from sitemaps_app.models.check import QUIET_OUTCOMES, CheckState
from sitemaps_app.pipeline.adding import MAX_LINES, AdditionCounts
from sitemaps_app.views.presenters.outcomes import outcome_words
from sitemaps_app.wording import numbers, words

TONES = {"refused": "error", "added": "ok", "sitemap_added": "ok", "known": "notice", "duplicate": "notice"}
STAGES = ("discover", "snapshot", "visit", "assess")


@dataclass(frozen=True, slots=True)
class StageStep:
    """One stage of a site: `done`, `current`, `failed` or `open`."""

    title: str
    state: str


@dataclass(frozen=True, slots=True)
class AddedRow:
    """One line: its number, what was given, what was understood, and of its site how far the first check is."""

    number: str
    text: str
    site: Site | None
    outcome: str
    tone: str
    told: str
    advice: str
    verdict: str
    preliminary: bool
    steps: tuple[StageStep, ...]
    step_words: str


@dataclass(frozen=True, slots=True)
class OutcomeChip:
    """A filter of the rows: how many lines have an outcome."""

    code: str
    title: str
    count: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class AdditionProgress:
    """How far the sites of a list are, in whole numbers and in words."""

    sites: int
    judged: int
    busy: int
    facts: tuple[str, ...]
    is_adding: bool
    lines: int

    @property
    def unfinished(self) -> bool:
        """Is something still to come without anybody doing anything?"""
        return self.is_adding or self.busy > 0


def shown_lines(addition: Addition, outcome: str) -> QuerySet[AddedLine]:
    """The lines of an addition, or those with one outcome, with what a row shows of their sites."""
    lines = addition.lines.select_related("site__current_assessment").defer("site__current_assessment__inputs")
    return lines.filter(outcome=outcome) if outcome in LineOutcome.values else lines


def outcome_chips(counts: AdditionCounts, chosen: str) -> tuple[OutcomeChip, ...]:
    """The filters; an outcome that no line has is left out."""
    every = OutcomeChip("", _("All lines"), numbers.whole(counts.total), chosen not in LineOutcome.values)
    found = [(code, getattr(counts, code)) for code in LineOutcome.values]
    return (
        every,
        *(
            OutcomeChip(code, str(words("line_outcomes", code).title), numbers.whole(count), chosen == code)
            for code, count in found
            if count
        ),
    )


def addition_progress(addition: Addition, counts: AdditionCounts, *, now: datetime) -> AdditionProgress:
    """How far the list is, and once it is added its sites: one query then, none before."""
    if addition.state in (AdditionState.WAITING, AdditionState.ADDING):
        return AdditionProgress(0, 0, 0, _facts_of_reading(addition, counts), True, counts.total)
    at_work, waits = Q(lease_until__gte=now), Q(next_check_at__lte=now, paused=False)
    sites = Site.objects.filter(pk__in=addition.lines.exclude(site=None).values("site"))
    found = sites.aggregate(
        sites=Count("pk"),
        judged=Count("pk", filter=Q(current_assessment__isnull=False)),
        busy=Count("pk", filter=at_work | waits),
        failed=Count("pk", filter=~Q(last_outcome__in=QUIET_OUTCOMES) & Q(current_assessment__isnull=True)),
    )
    return AdditionProgress(found["sites"], found["judged"], found["busy"], _facts_of_checks(found), False, counts.total)


def _facts_of_reading(addition: Addition, counts: AdditionCounts) -> tuple[str, ...]:
    done, total = numbers.whole(counts.total), numbers.whole(addition.lines_total)
    if addition.state == AdditionState.WAITING:
        return (_("The list waits for a worker, and nothing is lost meanwhile: %(total)s lines.") % {"total": total},)
    return (_("The list is being read: %(done)s of %(total)s lines.") % {"done": done, "total": total},)


def _facts_of_checks(found: Mapping[str, int]) -> tuple[str, ...]:
    judged, sites = numbers.whole(found["judged"]), numbers.whole(found["sites"])
    return (
        _("Sites with a verdict: %(judged)s of %(sites)s") % {"judged": judged, "sites": sites},
        *((_("Checked or waiting now: %(count)s") % {"count": numbers.whole(found["busy"])},) if found["busy"] else ()),
        *((_("Could not be read: %(count)s") % {"count": numbers.whole(found["failed"])},) if found["failed"] else ()),
    )


def added_rows(lines: Sequence[AddedLine], *, now: datetime) -> list[AddedRow]:
    """The rows of some lines. One query beside that of the lines."""
    ids = [line.site_id for line in lines if line.site_id]
    newest = Check.objects.filter(site=OuterRef("pk")).order_by("-began_at", "-pk").values("pk")[:1]
    chosen = Site.objects.filter(pk__in=ids).annotate(newest=Subquery(newest)).values("newest")
    checks = {check.site_id: check for check in Check.objects.filter(pk__in=chosen).defer("account")}
    return [_row(line, checks.get(line.site_id or 0), now=now) for line in lines]


def _row(line: AddedLine, check: Check | None, *, now: datetime) -> AddedRow:
    site = line.present_site
    judged = site.current_assessment if site else None
    steps, said = _steps(site, check, now=now) if site else ((), "")
    told, advice = (_("Its site has been deleted since."), "") if line.lost_site else _told(line)
    return AddedRow(
        number=numbers.whole(line.number),
        text=visible(line.text),
        site=site,
        outcome=str(words("line_outcomes", line.outcome).title),
        tone=TONES.get(line.outcome, "notice"),
        told=told,
        advice=advice,
        verdict=judged.verdict if judged else "",
        preliminary=bool(judged and judged.preliminary),
        steps=steps,
        step_words=said,
    )


def _told(line: AddedLine) -> tuple[str, str]:
    """What a line was understood as, or why it was not."""
    if line.outcome == LineOutcome.REFUSED:
        said = words("problems", line.problem)
        if visible(line.text) != line.text or "�" in line.text:
            return _("The line holds a control character, shown as �."), str(said.advice)
        return str(said.explanation), str(said.advice)
    if line.outcome == LineOutcome.DUPLICATE:
        return _("Says the same as line %(number)s.") % {"number": numbers.whole(line.duplicate_of)}, ""
    if line.outcome == LineOutcome.KNOWN:
        return str(words("line_outcomes", line.outcome).explanation), ""
    kind = words("line_kinds", line.kind)
    understood = _("Understood as %(kind)s.") % {"kind": kind.title}
    if line.outcome == LineOutcome.SITEMAP_ADDED:
        return f"{understood} {words('line_outcomes', line.outcome).explanation}", ""
    return f"{understood} {kind.explanation}", ""


def _steps(site: Site, check: Check | None, *, now: datetime) -> tuple[tuple[StageStep, ...], str]:
    """The stages of the newest check of a site, and the state in words where a stage alone would not tell it."""
    leased = site.lease_until is not None and site.lease_until >= now
    running = bool(check and check.state == CheckState.RUNNING and leased)
    reached = STAGES.index(check.stage) if check and check.stage in STAGES else -1
    failed = bool(check and not running and check.outcome not in QUIET_OUTCOMES)
    steps = tuple(StageStep(str(words("stages", code).title), _state(place, reached, running, failed)) for place, code in enumerate(STAGES))
    if site.paused:
        return steps, _("paused")
    if running and check:
        return steps, f"{numbers.whole(check.steps_done)} / {numbers.whole(check.steps_total)}" if check.steps_total else ""
    if check is None:
        return steps, _("waits for a worker") if leased or (site.next_check_at is not None and site.next_check_at <= now) else _(
            "not checked yet"
        )
    return steps, str(outcome_words(check.outcome).title) if failed else ""


def _state(place: int, reached: int, running: bool, failed: bool) -> str:  # noqa: FBT001 - the facts of one step
    if place == reached:
        return "current" if running else "failed" if failed else "done"
    return "done" if place < reached else "open"


def already_there(line: AddedLine) -> str:
    """What happened when a known site was added again."""
    known = _("This site was there already.")
    if line.outcome == LineOutcome.SITEMAP_ADDED:
        return f"{known} " + _("The sitemap address %(url)s was added to it; the next check reads it.") % {"url": line.sitemap_url}
    return f"{known} " + _("Nothing was changed.")


def refused_text(addition: Addition, *, limit: int = 1_000) -> str:
    """The refused lines as a text to correct."""
    return "\n".join(visible(text) for text in addition.lines.filter(outcome=LineOutcome.REFUSED).values_list("text", flat=True)[:limit])


def left_out(addition: Addition) -> tuple[str, str]:
    """How many lines are taken at once, and how many were left out, "" for none."""
    return numbers.whole(MAX_LINES), numbers.whole(addition.lines_left) if addition.lines_left else ""


def visible(text: str) -> str:
    """A text whose control characters can be seen; a page cannot hold them."""
    return "".join("�" if unicodedata.category(c) == "Cc" else c for c in text)
