"""What a person waits for begins before what nobody waits for.

The check of a few sites, added or asked for by hand, goes before the thousands that were added as a list or are due by their interval. It
is a lane of its own, as wide as half of the workers' threads, so that whoever asks without end stops nobody else's checks.
"""

from __future__ import annotations

from datetime import datetime

from sitemaps_app.models import Site

# Whoever adds or asks for more at once goes and comes back later. So many may wait before the next are due like all others.
FEW = 20


def asked_at(count: int, *, now: datetime) -> datetime | None:
    """What `Site.asked_at` becomes where a person wants `count` sites checked now: `now`, or None where these are many or many wait."""
    if not 0 < count <= FEW:
        return None
    return now if Site.objects.filter(asked_at__isnull=False).count() < FEW else None


def lane_width(threads: int) -> int:
    """How many of the workers' threads may be at sites that were asked for: half of them, at least one."""
    return max(1, threads // 2)
