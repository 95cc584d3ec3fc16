"""A site as a worker checks it: the real web, or for a demo site the demo's own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sitemaps_app.models import Check, Site
from sitemaps_app.pipeline.demo import check_demo_now
from sitemaps_app.pipeline.leases import Lease
from sitemaps_app.pipeline.live import check_live


def check_claimed(lease: Lease, *, wall: Callable[[], datetime]) -> Check | None:
    """Check the site of a claimed lease now; see `road.check` for the result."""
    if Site.objects.filter(pk=lease.site_id, is_demo=True).exists():
        return check_demo_now(lease, now=wall())
    return check_live(lease, now=wall(), wall=wall)
