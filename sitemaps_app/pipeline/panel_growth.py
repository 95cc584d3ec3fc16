"""A panel that keeps standing for the whole site: when a section grows, or was not read before, pages of it join.

Each page of the panel stands for as many entries as the inverse of its inclusion probability. Where the pages of a section stand for
clearly fewer entries than it has, the rest has never had a chance to be seen, and a verdict would speak of pages nobody looked at.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import ceil

from scoring.codec import evidence_from_json
from scoring.sampling import hash_order
from sitemaps_app.models import Page, Snapshot
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.snapshots import StoredEntry

# A section is under-represented when so large a part of it, which is also so large a part of the site, is stood for by nobody.
OF_SECTION = 0.25
OF_SITE = 0.05
# The panel grows to at most this many times its size; then the pages that were in it longest leave, one for each that joins.
GROWTH = 2
FEWEST = 2


@dataclass(frozen=True, slots=True)
class Share:
    """How many pages of a section join, and how many entries they stand for together."""

    pages: int
    entries: float

    @property
    def inclusion_probability(self) -> float:
        """The chance that one of these entries had to be drawn."""
        return min(1.0, self.pages / self.entries)


def missing_shares(entries: Mapping[str, int], stood_for: Mapping[str, float], *, panel_size: int) -> dict[str, Share]:
    """The shares of sections that the panel does not stand for, by section; `entries` and `stood_for` count entries by section."""
    total = sum(entries.values())
    shares: dict[str, Share] = {}
    for section, count in entries.items():
        missing = count - stood_for.get(section, 0.0)
        if missing <= OF_SECTION * count or missing < max(OF_SITE * total, FEWEST):
            continue
        pages = max(FEWEST, ceil(panel_size * missing / total))
        shares[section] = Share(min(pages, int(missing)), missing)
    return shares


def shares_to_add(context: CheckContext, snapshot: Snapshot, active: Collection[Page]) -> dict[str, Share]:
    """What is missing in the panel of a site; nothing for an archive, where pages join as its moments hold them."""
    if context.universe is not None or not active:
        return {}
    entries = {stats.section: stats.entries for stats in evidence_from_json(snapshot.stats).sections if stats.entries}
    stood_for: dict[str, float] = defaultdict(float)
    for page in active:
        stood_for[page.section] += 1.0 / page.inclusion_probability
    return missing_shares(entries, stood_for, panel_size=context.site.panel_size)


def draw_shares(population: Iterable[StoredEntry], shares: Mapping[str, Share], *, seed: int) -> list[tuple[StoredEntry, Share]]:
    """The entries that join: of each section the first by a hash, a simple random sample that does not depend on their order."""
    kept: dict[str, list[tuple[int, str, StoredEntry]]] = {section: [] for section in shares}
    for stored in population:
        share = shares.get(stored.section)
        if share is None:
            continue
        heap = kept[stored.section]
        order = (-hash_order(seed, stored.key), stored.key, stored)
        if len(heap) < share.pages:
            heapq.heappush(heap, order)
        elif order > heap[0]:
            heapq.heapreplace(heap, order)
    return [(stored, shares[section]) for section, heap in kept.items() for _, _, stored in sorted(heap, reverse=True)]


def leave_for(context: CheckContext, active: Collection[Page], joining: int) -> None:
    """Let the pages that were in the panel longest leave where it would outgrow its bound; those that stay stand for them too."""
    surplus = len(active) + joining - GROWTH * context.site.panel_size
    leaving = sorted(active, key=lambda page: (page.panel_since, page.key_hash))[: max(surplus, 0)]
    if not leaving:
        return
    before = Counter(page.section for page in active)
    left = Counter(page.section for page in leaving)
    for page in leaving:
        page.retired_at, page.retired_reason = context.now, "rotated"
    gone = {page.pk for page in leaving}
    staying = [page for page in active if page.pk not in gone and left[page.section]]
    for page in staying:
        page.inclusion_probability *= (before[page.section] - left[page.section]) / before[page.section]
    Page.objects.bulk_update(leaving, ["retired_at", "retired_reason"])
    Page.objects.bulk_update(staying, ["inclusion_probability"])
