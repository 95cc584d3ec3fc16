"""What a person waits for begins before what nobody waits for.

The check of a few sites, added or asked for by hand, goes before the thousands that were added as a list or are due by their interval. It
is a lane of its own, as wide as half of the workers' threads, so that whoever asks without end stops nobody else's checks.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from sitemaps_app.models import Check, Site
from sitemaps_app.models.check import CheckState
from sitemaps_app.pipeline.leases import IN_QUEUE

# Whoever adds or asks for more at once goes and comes back later. So many may wait before the next are due like all others.
FEW = 20
# A script can ask for one site after the other without end; it leaves the other places to people.
FEW_OF_SCRIPTS = 5


def asked_at(count: int, *, now: datetime, by_hand: bool = True) -> datetime | None:
    """What `Site.asked_at` becomes where `count` sites are wanted checked now: `now`, or None where these are many or many wait.

    `by_hand`: a person wants it; else a script does, for which fewer are many.
    """
    few = FEW if by_hand else FEW_OF_SCRIPTS
    if not 0 < count <= few:
        return None
    return now if Site.objects.filter(asked_at__isnull=False, paused=False).count() < few else None


def ask(sites: QuerySet[Site], *, now: datetime, asked: datetime | None) -> int:
    """Make sites due now, those left alone of which a check is at work; how many. `asked`: as `asked_at` says.

    Who asks twice keeps the first place. What waits in the queue for a worker is claimed anew where somebody asks for it: it comes before
    mass work then, and a message that was lost with its broker is sent again. The old message finds its token gone and does nothing.
    """
    if asked is None:
        return sites.exclude(lease_until__gte=now).update(next_check_at=now)
    place = Coalesce(F("asked_at"), Value(asked))
    return sites.filter(_not_begun(now)).update(next_check_at=now, asked_at=place, lease_token="", lease_until=None)


def waiting_sites(*, now: datetime) -> QuerySet[Site]:
    """The sites that are due and that no worker has begun, whether they are claimed for one or not."""
    return Site.objects.filter(_not_begun(now), paused=False, next_check_at__lte=now)


def _not_begun(now: datetime) -> Q:
    """Nobody holds the site, or only a claim that waits in the queue: a claim ends the checks that were lost before it."""
    running = Check.objects.filter(site=OuterRef("pk"), state=CheckState.RUNNING)
    in_queue = Q(lease_token__startswith=IN_QUEUE) & ~Q(Exists(running))
    return Q(lease_until__isnull=True) | Q(lease_until__lt=now) | in_queue


def lane_width(threads: int) -> int:
    """How many of the workers' threads may be at sites that were asked for: half of them, at least one."""
    return max(1, threads // 2)
