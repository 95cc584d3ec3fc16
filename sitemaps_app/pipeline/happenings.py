"""What happened to a site becomes events, each once, at its own time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum

from scoring.assessment import VerdictState
from scoring.change_kinds import ChangeKind
from scoring.history import History
from sitemaps_app.models import Assessment, Event, Site

Param = str | int | float
# Kinds of changes that have nothing to do with the generator of the dates.
OF_THE_SITE = frozenset({ChangeKind.REDESIGNED, ChangeKind.URLS_REPLACED, ChangeKind.UNUSUAL_WAVE})
DOUBTFUL_FOR = timedelta(days=60)


def tell_verdict(previous: Assessment | None, row: Assessment) -> None:
    """What became of the verdict since the judgement before; both are by the same rules."""
    if previous is None:
        return
    if previous.verdict != row.verdict:
        _tell_event(row.site, "verdict_changed", row.at, {"old": previous.verdict, "new": row.verdict}, row.rule_version)
    if previous.state == VerdictState.REVERIFYING and row.state == VerdictState.SETTLED:
        _tell_event(row.site, "reverified", row.at, {"verdict": row.verdict}, row.rule_version)


def tell_history(row: Assessment, history: History) -> None:
    """Each change and alarm once, at its own time. That all pages changed was taken for a redesign as long as it was not seen again."""
    events = [
        _of_rules(row, "site_changed" if change.kind in OF_THE_SITE else "generator_changed", change.at, change.kind, change.detail_params)
        for change in history.changes
    ]
    events += [_of_rules(row, "alarm", alarm.at, alarm.kind, alarm.params) for alarm in history.alarms]
    Event.objects.bulk_create(events, ignore_conflicts=True)
    redesigns = [change.at for change in history.changes if change.kind is ChangeKind.REDESIGNED]
    doubtful = Event.objects.filter(site=row.site, code="site_changed", kind=ChangeKind.REDESIGNED, rule_version=row.rule_version)
    doubtful.filter(at__gte=row.at - DOUBTFUL_FOR).exclude(at__in=redesigns).delete()


def _of_rules(row: Assessment, code: str, at: datetime, kind: StrEnum, params: Mapping[str, Param]) -> Event:
    return _event(row.site, code, at, {"kind": str(kind), **params}, row.rule_version)


def tell_reachability(site: Site, failure: str, *, now: datetime) -> None:
    """An event where a site stopped or began to answer; `failure` is the code that ended the check, "" for a good one."""
    newest = Event.objects.filter(site=site, code__in=("unreachable", "recovered")).order_by("-at", "-pk").first()
    is_down = newest is not None and newest.code == "unreachable"
    if failure and not is_down:
        _tell_event(site, "unreachable", now, {"reason": failure})
    elif not failure and is_down:
        _tell_event(site, "recovered", now, {})


def tell_rules(site: Site, old: Assessment, new: Assessment, *, checks: int, at: datetime) -> None:
    """That the history is by newer rules from now on, and what that means for the verdict."""
    params: dict[str, Param] = {
        "old_rules": old.rule_version,
        "rules": new.rule_version,
        "checks": checks,
        "old": old.verdict,
        "new": new.verdict,
    }
    _tell_event(site, "rules_changed", at, params, new.rule_version)


def _tell_event(site: Site, code: str, at: datetime, params: Mapping[str, Param], rules: str = "") -> None:
    Event.objects.bulk_create([_event(site, code, at, params, rules)], ignore_conflicts=True)


def _event(site: Site, code: str, at: datetime, params: Mapping[str, Param], rules: str) -> Event:
    return Event(site=site, at=at, code=code, kind=str(params.get("kind", "")), params=dict(params), rule_version=rules)
