"""Checks in between: while a verdict is being verified again, the next check comes sooner and spends what is left of the day's pages.

No host is asked for more pages a day than the settings of its site allow, whatever the alarm.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from scoring.assessment import VerdictState
from sitemaps_app.models import SecondRead, Site, Visit

DAY_SECONDS = 86_400
# Sooner than this little can have changed since the last check; where the day's pages are used up, the sitemap alone may wait for a day.
SOONEST_SECONDS = 6 * 3_600
# A check is one in between when it comes clearly before the interval of the site is over.
REGULAR_SHARE = 0.9


def is_reverifying(site: Site) -> bool:
    """Is the current verdict being verified again?"""
    judged = site.current_assessment
    return judged is not None and judged.state == VerdictState.REVERIFYING


def pages_wanted(site: Site, *, now: datetime) -> int:
    """Pages of the check at `now`: those of the settings, or in a check in between the burst, as far as the day's pages go."""
    judged, last = site.current_assessment, site.last_checked_at
    regular = last is None or now >= last + timedelta(seconds=REGULAR_SHARE * site.interval_seconds)
    if judged is None or not is_reverifying(site) or regular:
        return site.pages_per_check
    return min(judged.burst, _left_today(site, now=now))


def pause_seconds(site: Site, *, now: datetime) -> int:
    """Seconds until the next check of a site that was read: its interval, or less while its verdict is being verified again."""
    judged = site.current_assessment
    if judged is None or not is_reverifying(site):
        return site.interval_seconds
    has_room = judged.burst > 0 and _left_today(site, now=now) > 0
    return min(site.interval_seconds, SOONEST_SECONDS if has_room else DAY_SECONDS)


def _left_today(site: Site, *, now: datetime) -> int:
    """What the last 24 hours have left of the pages that the settings allow a day."""
    allowed = site.pages_per_check * max(1.0, DAY_SECONDS / max(site.interval_seconds, 1))
    since = now - timedelta(seconds=DAY_SECONDS)
    fetched = sum(model.objects.filter(site=site, at__gt=since).count() for model in (Visit, SecondRead))
    return max(int(allowed) - fetched, 0)
