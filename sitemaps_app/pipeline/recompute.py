"""A site's history judged again by the rules of this version of the product.

Rows by older rules stay as they are. The new ones are written beside them, moment by moment from the oldest on, each moment in one
transaction with the place that was reached: whoever is killed leaves nothing half done, and the next goes on there. Nobody sees them before
the last is written; then, in one transaction, the site's current judgement becomes the newest of them, and with it everything that is shown
of the site (`AssessmentQuerySet.shown`). Until then all of it, verdict and exports too, is by the old rules.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet

from scoring.assessment import RULE_VERSION
from sitemaps_app.models import Assessment, AuditLine, Event, Recomputation, Site
from sitemaps_app.pipeline.evidence import SnapshotCounts
from sitemaps_app.pipeline.fault_edge import attempt
from sitemaps_app.pipeline.happenings import tell_history, tell_rules, tell_verdict
from sitemaps_app.pipeline.judging import judge_moment
from sitemaps_app.pipeline.standing import note_standing

logger = logging.getLogger(__name__)

LEASE_SECONDS = 120.0
# A check goes on with an old history for so many moments, some seconds; a longer one is for the chore.
MOMENTS_A_CHECK = 50


class RecomputationLostError(Exception):
    """The lease ran out and another process goes on, or the site was deleted; this one ends quietly."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one site is: `done` of `total` moments of its history. `failure` is a fault of ours that stopped it, "" for none."""

    done: int
    total: int
    is_complete: bool
    failure: str = ""


@dataclass(frozen=True, slots=True)
class HistoryState:
    """What is shown of a site: by which rules, the verdict, and its moments; `done` of them are by today's rules."""

    origin: str
    rules: str
    verdict: str
    moments: int
    done: int

    @property
    def is_current(self) -> bool:
        """Is all of it by today's rules?"""
        return self.rules == RULE_VERSION


def history_state(site_id: int) -> HistoryState | None:
    """How the history of a site stands; None where it was never judged, or is gone."""
    site = Site.objects.select_related("current_assessment").filter(pk=site_id).first()
    if site is None or site.current_assessment is None:
        return None
    shown, all_moments = site.current_assessment, moments(site).count()
    work = site.recomputations.filter(rule_version=RULE_VERSION).first()
    done = all_moments if shown.rule_version == RULE_VERSION else work.done if work else 0
    return HistoryState(site.origin, shown.rule_version, shown.verdict, all_moments, done)


def is_behind(site: Site) -> bool:
    """Is what is shown of the site by other rules than today's?"""
    judged = site.current_assessment
    return judged is not None and judged.rule_version != RULE_VERSION


def moments(site: Site) -> QuerySet[Assessment, datetime]:
    """All moments at which the site was judged, by whichever rules, oldest first."""
    return Assessment.objects.filter(site=site, section="").order_by("at").values_list("at", flat=True).distinct()


def catch_up(site: Site, *, wall: Callable[[], datetime], step: Callable[[int], None]) -> None:
    """Go on with the history of a site that a check has just judged; `step` is told the moments that are done."""
    recompute_site(site.pk, wall=wall, step=lambda done, _total: step(done), most=MOMENTS_A_CHECK)


def recompute_site(
    site_id: int,
    *,
    wall: Callable[[], datetime],
    step: Callable[[int, int], None] = lambda _done, _total: None,
    most: int | None = None,
    until: datetime | None = None,
) -> Progress | None:
    """Go on with the history of one site, for at most `most` moments and until `until` on the wall clock; None where there is nothing to do
    or another process is at it.

    `step` is called with the moments that are done and all. What it raises goes on, and so does nothing else: a fault of ours in one
    moment is written down and stops this site alone.
    """
    work = _claim(site_id, wall=wall())
    if work is None:
        return None
    try:
        _advance(work, wall=wall, step=step, most=most, until=until)
    except RecomputationLostError:
        logger.info("Another process goes on with the history of site %s.", site_id)
    finally:
        Recomputation.objects.filter(pk=work.pk, lease_token=work.lease_token).update(lease_token="", lease_until=None)
    return _progress(work.pk)


def _progress(pk: int) -> Progress | None:
    work = Recomputation.objects.filter(pk=pk).first()
    return None if work is None else Progress(work.done, work.total, work.completed_at is not None, work.failure)


def _claim(site_id: int, *, wall: datetime) -> Recomputation | None:
    """Take the lease on the history of a site that is behind; None where there is no such site or another process has it."""
    site = Site.objects.select_related("current_assessment").filter(pk=site_id).first()
    if site is None or site.current_assessment is None or not is_behind(site):
        return None
    work, _ = Recomputation.objects.get_or_create(site=site, rule_version=RULE_VERSION, defaults={"began_at": wall})
    token = secrets.token_hex(8)
    free = Q(lease_until__isnull=True) | Q(lease_until__lt=wall)
    begun = {
        "lease_token": token,
        "lease_until": wall + timedelta(seconds=LEASE_SECONDS),
        "old_rules": site.current_assessment.rule_version,
    }
    begun |= {"total": moments(site).count(), "failed_at": None, "failure": ""}
    if work.completed_at is not None:  # shown once, and then again older rules: an upgrade that was taken back
        begun |= {"completed_at": None, "reached_at": None, "done": 0}
    if not Recomputation.objects.filter(free, pk=work.pk).update(**begun):
        return None
    work.refresh_from_db()
    return work


def _advance(
    work: Recomputation, *, wall: Callable[[], datetime], step: Callable[[int, int], None], most: int | None, until: datetime | None
) -> None:
    counts, done = SnapshotCounts(work.site), 0
    while most is None or done < most:
        if until is not None and wall() >= until:
            return
        left = moments(work.site) if work.reached_at is None else moments(work.site).filter(at__gt=work.reached_at)
        at = left.first()
        if at is None:
            if _show(work, wall=wall()):
                return
            continue
        if not _judge_again(work, at, counts, wall=wall()):
            return
        done += 1
        step(work.done, work.total)


def _judge_again(work: Recomputation, at: datetime, counts: SnapshotCounts, *, wall: datetime) -> bool:
    """Judge one moment and store it; False where a fault of ours was written down instead."""
    known = Assessment.objects.filter(site=work.site, section="", at=at)
    check_id = known.exclude(check_run=None).values_list("check_run", flat=True).first()
    judged = attempt(
        lambda: judge_moment(work.site, at, check_id=check_id, counts=counts), site_id=work.site_id, doing=f"judging {at} again"
    )
    if (moment := judged.result) is None:
        failure = f"{at:%Y-%m-%d %H:%M} {judged.fault}"
        Recomputation.objects.filter(pk=work.pk).update(failed_at=wall, failure=failure)
        return False
    with transaction.atomic():
        reached = {"reached_at": at, "done": F("done") + 1, "lease_until": wall + timedelta(seconds=LEASE_SECONDS)}
        if not Recomputation.objects.filter(pk=work.pk, lease_token=work.lease_token).update(**reached):
            raise RecomputationLostError
        Assessment.objects.filter(site=work.site, at=at, rule_version=RULE_VERSION).delete()
        Event.objects.filter(site=work.site, at=at, rule_version=RULE_VERSION, code__in=("verdict_changed", "reverified")).delete()
        before = Assessment.objects.filter(site=work.site, section="", rule_version=RULE_VERSION, at__lt=at).order_by("-at").first()
        Assessment.objects.bulk_create(moment.rows)
        tell_verdict(before, moment.rows[0])
        tell_history(moment.rows[0], moment.history)
    work.reached_at, work.done = at, work.done + 1
    return True


def _show(work: Recomputation, *, wall: datetime) -> bool:
    """Show the new history, all of it at once; False where a check has added a moment meanwhile."""
    with transaction.atomic():
        site = Site.objects.select_for_update(no_key=True).filter(pk=work.site_id).first()
        if site is None or not Recomputation.objects.filter(pk=work.pk, lease_token=work.lease_token).exists():
            raise RecomputationLostError
        newest = Assessment.objects.filter(site=site, section="", rule_version=RULE_VERSION).order_by("-at").first()
        if newest is None or moments(site).filter(at__gt=newest.at).exists() or newest.at != work.reached_at:
            return False
        old = site.current_assessment
        Site.objects.filter(pk=site.pk).update(current_assessment=newest)
        Recomputation.objects.filter(pk=work.pk).update(completed_at=wall, total=F("done"))
        note_standing(site, newest)
        if old is not None:
            tell_rules(site, old, newest, checks=work.done, at=wall)
        detail = f"{work.old_rules} → {RULE_VERSION}, {work.done}"
        AuditLine.objects.create(at=wall, who=None, act="history_recomputed", site_origin=site.origin, detail=detail)
    return True
