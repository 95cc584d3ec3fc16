"""A check as a person follows it: its stages, how far it is, and its account line by line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

from sitemaps_app.models import Check, Site
from sitemaps_app.models.check import CheckState
from sitemaps_app.pipeline.asking import waiting_sites
from sitemaps_app.views.presenters.outcomes import outcome_words
from sitemaps_app.wording import numbers, sentence, words

STAGES = ("discover", "snapshot", "visit", "assess")


@dataclass(frozen=True, slots=True)
class StageMark:
    """A stage of the road: done, current or open."""

    title: str
    explanation: str
    state: str


@dataclass(frozen=True, slots=True)
class AccountLine:
    """One line of the account."""

    stage: str
    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """A check that runs or ran. `waiting` is true where it was asked for, and no worker has begun it; `waiting_before` counts the
    sites whose turn comes before, "" for none.
    """

    check: Check | None
    running: bool
    waiting: bool
    waiting_before: str
    state: str
    stages: tuple[StageMark, ...]
    steps: str
    steps_done: int
    steps_total: int
    lines: tuple[AccountLine, ...]
    duration: str
    outcome: str


def site_progress(site: Site, *, now: datetime) -> Progress:
    """The newest check of a site."""
    check = site.checks.order_by("-began_at", "-pk").first()
    leased = is_leased(site, now=now)
    running = bool(check and check.state == CheckState.RUNNING and leased)
    due = site.next_check_at is not None and site.next_check_at <= now and not site.paused
    waiting = not running and (leased or due)
    before = _waiting_before(site, now=now).count() if waiting else 0
    return _progress(check, running=running, waiting=waiting, waiting_before=numbers.whole(before) if before else "")


def _waiting_before(site: Site, *, now: datetime) -> QuerySet[Site]:
    """The sites that are due, that no worker has begun, and whose turn comes before the given one's (see `leases`)."""
    waiting = waiting_sites(now=now).exclude(pk=site.pk)
    if site.asked_at is not None:
        return waiting.filter(Q(asked_at__lt=site.asked_at) | Q(asked_at=site.asked_at, pk__lt=site.pk))
    at = site.next_check_at or now
    return waiting.filter(Q(asked_at__isnull=False) | Q(next_check_at__lt=at) | Q(next_check_at=at, pk__lt=site.pk))


def is_leased(site: Site, *, now: datetime) -> bool:
    """Does a worker hold the site, or wait to begin?"""
    return site.lease_until is not None and site.lease_until >= now


def check_progress(check: Check, *, leased: bool) -> Progress:
    """One check of the past or present. One that seems to run while nobody holds its site has lost its worker."""
    return _progress(check, running=check.state == CheckState.RUNNING and leased, waiting=False)


def _progress(check: Check | None, *, running: bool, waiting: bool, waiting_before: str = "") -> Progress:
    return Progress(
        check=check,
        running=running,
        waiting=waiting,
        waiting_before=waiting_before,
        state=_state(check, running=running),
        stages=_stages(check, running=running),
        steps=f"{numbers.whole(check.steps_done)} / {numbers.whole(check.steps_total)}" if check and check.steps_total else "",
        steps_done=min(check.steps_done, check.steps_total) if check else 0,
        steps_total=check.steps_total if check else 0,
        lines=account_lines(check.account) if check else (),
        duration=_duration(check),
        outcome=str(outcome_words(check.outcome).title) if check and check.outcome else "",
    )


def _state(check: Check | None, *, running: bool) -> str:
    if check is None:
        return ""
    return CheckState.INTERRUPTED if check.state == CheckState.RUNNING and not running else check.state


def account_lines(account: list[dict[str, Any]]) -> tuple[AccountLine, ...]:
    """The stored account in words."""
    return tuple(
        AccountLine(
            stage=str(words("stages", line.get("stage", "")).title) if line.get("stage") else "",
            text=sentence("account", line.get("code", ""), line.get("params")),
        )
        for line in account
    )


def _stages(check: Check | None, *, running: bool) -> tuple[StageMark, ...]:
    reached = STAGES.index(check.stage) if check and check.stage in STAGES else -1
    finished = bool(check and check.state == CheckState.DONE)
    marks = []
    for place, code in enumerate(STAGES):
        said = words("stages", code)
        current = running and place == reached
        done = place < reached or (place == reached and not current and finished)
        marks.append(StageMark(str(said.title), str(said.explanation), "current" if current else "done" if done else "open"))
    return tuple(marks)


def _duration(check: Check | None) -> str:
    if check is None or check.ended_at is None:
        return ""
    return numbers.duration(max(check.ended_at - check.began_at, timedelta(0)))
