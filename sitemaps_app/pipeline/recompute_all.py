"""After an upgrade with new rules: the histories of all sites, one after the other, in small portions beside the work of the day."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from scoring.assessment import RULE_VERSION
from sitemaps_app.models import Assessment, Recomputation, Site
from sitemaps_app.pipeline import chores
from sitemaps_app.pipeline.recompute import recompute_site

logger = logging.getLogger(__name__)

CHORE = "recompute"
LEASE_SECONDS = 300.0
# A portion is short, so that the worker stops soon when it is asked to and other work gets its turn.
PORTION_SECONDS = 15.0
SITES_A_PORTION = 500
# A site on which a fault of ours stopped is tried again, but not in a loop.
AGAIN_AFTER = timedelta(hours=6)


def all_sites() -> Iterator[int]:
    """Every site, by number."""
    yield from list(Site.objects.order_by("pk").values_list("pk", flat=True))


def sites_behind(*, wall: datetime) -> Iterator[int]:
    """The sites whose history is shown by older rules: those that were checked since come first, for what their checks say waits for it."""
    hidden = Assessment.objects.filter(site=OuterRef("pk"), section="", rule_version=RULE_VERSION)
    failed = Recomputation.objects.filter(site=OuterRef("pk"), rule_version=RULE_VERSION, failed_at__gt=wall - AGAIN_AFTER)
    behind = Site.objects.filter(current_assessment__isnull=False).exclude(current_assessment__rule_version=RULE_VERSION)
    waiting = behind.filter(~Exists(failed)).annotate(was_checked=Exists(hidden)).order_by("-was_checked", "pk")
    yield from list(waiting.values_list("pk", flat=True)[:SITES_A_PORTION])


def recompute_portion(*, wall: Callable[[], datetime]) -> int:
    """Go on for some seconds, where no other machine does; the number of sites whose history was worked on."""
    lease = chores.claim(CHORE, wall=wall(), seconds=LEASE_SECONDS)
    if lease is None:
        return 0
    try:
        return _portion(wall=wall, until=wall() + timedelta(seconds=PORTION_SECONDS))
    finally:
        chores.release(lease)


def _portion(*, wall: Callable[[], datetime], until: datetime) -> int:
    worked = 0
    for site_id in sites_behind(wall=wall()):
        progress = recompute_site(site_id, wall=wall, until=until)
        worked += progress is not None
        if progress is not None and progress.is_complete:
            logger.info("The history of site %s is by rules %s now: %s checks.", site_id, RULE_VERSION, progress.done)
        if wall() >= until:
            break
    return worked
