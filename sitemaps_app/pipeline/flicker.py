"""Pages that come back to an earlier state: two caches, a test of two versions, a list that turns in a circle. No change, whatever it was.

Whether someone took an edit back or the server wavers cannot be told from the page, and neither has to do with lastmod; so both the
comparison that returns and the changes that it undoes are left out of the evidence, on either side.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from sitemaps_app.models import Comparison, Visit
from sitemaps_app.pipeline.grounds import Grounds, OpenPair, blocks_of

RETURNED, UNDONE = "returned", "undone"
# So many states before the last one are looked at. A page has more than that only while it changes at nearly every visit.
STATES = 3


def state_returned_to(pair: OpenPair, grounds: Grounds) -> Visit | None:
    """The kept visit before the last one that showed the page as it is now; None where the page is as it never was."""
    new = blocks_of(pair.later)
    for visit in reversed(pair.before[-STATES:]):
        if not grounds.difference(pair.later.page_id, blocks_of(visit), new).changed:
            return visit
    return None


def mark_undone(returns: Iterable[tuple[Visit, OpenPair]]) -> int:
    """Mark the changes between a visit and its return as part of a flicker, from the time of the return on; how many there were."""
    marked = 0
    for visit, pair in returns:
        between = Q(page=pair.later.page_id, at__gt=visit.at, at__lte=pair.earlier.at)
        marked += Comparison.objects.filter(between, changed=True, flicker="").update(flicker=UNDONE, undone_at=pair.later.at)
    return marked
