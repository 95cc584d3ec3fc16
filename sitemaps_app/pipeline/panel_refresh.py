"""Old pages of the panel give their places to others, slowly, so that the panel follows the site and a fault on pages nobody drew is met.

Who leaves depends on age and a hash alone, never on what was seen, so the sample stays one of known chances: the page that comes is drawn
at random from the same section, and stands for as many entries as the one that leaves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from datetime import timedelta

from scoring.sampling import hash_order
from sitemaps_app.models import Page
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.panel_growth import Share, draw_shares
from sitemaps_app.snapshots import StoredEntry

# Pages stay long enough for evidence to age with them (its half-life is 75 days), and then leave at random, 60 days later in the mean.
STAYS = timedelta(days=120)
LEAVES_WITHIN_DAYS = 60.0
REFRESHED = "refreshed"


def leaving(context: CheckContext, active: Collection[Page]) -> list[Page]:
    """The pages whose time has come at this check; the same for the same seed. None in an archive, which is read whole."""
    if context.universe is not None:
        return []
    chance = min(context.site.interval_seconds / (LEAVES_WITHIN_DAYS * 86_400.0), 1.0)
    old = [page for page in active if page.panel_since <= context.now - STAYS]
    seed = f"{context.site.seed} {context.now:%Y-%m-%d %H:%M}"
    return [page for page in old if hash_order(seed, page.key) < chance * 2**64]


def replace_old(
    context: CheckContext, active: Collection[Page], population: Callable[[], Iterable[StoredEntry]]
) -> list[tuple[StoredEntry, Share]]:
    """Let old pages leave, each for an entry of its section that never was in the panel; where there is none, it stays. Those that come."""
    by_section: dict[str, list[Page]] = defaultdict(list)
    for page in sorted(leaving(context, active), key=lambda page: (page.panel_since, page.key_hash)):
        by_section[page.section].append(page)
    if not by_section:
        return []
    shares = {section: Share(len(pages), sum(1.0 / page.inclusion_probability for page in pages)) for section, pages in by_section.items()}
    coming = draw_shares(population(), shares, seed=context.site.seed + len(active))
    gone: list[Page] = []
    for stored, _share in coming:
        page = by_section[stored.section].pop(0)
        page.retired_at, page.retired_reason = context.now, REFRESHED
        gone.append(page)
    Page.objects.bulk_update(gone, ["retired_at", "retired_reason"])
    return coming
