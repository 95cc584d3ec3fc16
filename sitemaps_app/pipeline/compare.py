"""Comparisons: each comparable visit against the one before it, with the furniture of the site's pages taken out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise

from sitemaps_app.formats.comparing import PageDifference, compare, furniture
from sitemaps_app.formats.page import Block, unpack_blocks
from sitemaps_app.models import Comparison, PageLastmod, Visit
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.panel_lastmods import moves_between

KEPT_DIFF_LINES = 40
KEPT_DIFF_TEXT = 500
# Blocks are needed of the last comparable visit of each page only; one more is kept so that a person can look at what was compared.
KEPT_BLOCKS = 2


def compare_visits(context: CheckContext) -> list[Comparison]:
    """Compare every visit that has no comparison yet with its predecessor; the comparisons made.

    Works from the stored visits, so visits whose check was killed before this step are compared by the next check. Two readings by
    different versions of the extractor are never compared: the newer one is a new baseline.
    """
    pairs = _open_pairs(context)
    shared = _shared_blocks(context, pairs)
    moved_at = _moved_at(visit.page_id for _, visit in pairs)
    comparisons = [_comparison(context, earlier, later, shared, moved_at[later.page_id]) for earlier, later in pairs]
    Comparison.objects.bulk_create(comparisons, ignore_conflicts=True)
    _drop_old_blocks(later for _, later in pairs)
    changed = sum(1 for comparison in comparisons if comparison.changed)
    context.tell("compared", count=len(comparisons), changed=changed, furniture=len(shared))
    return comparisons


def _open_pairs(context: CheckContext) -> list[tuple[Visit, Visit]]:
    compared = Comparison.objects.filter(site=context.site).values("later_id")
    fresh = Visit.objects.filter(site=context.site, comparable=True).exclude(pk__in=compared).exclude(blocks=b"").select_related("page")
    by_page: dict[int, list[Visit]] = defaultdict(list)
    page_ids = {visit.page_id for visit in fresh}
    kept = Visit.objects.filter(page_id__in=page_ids, comparable=True).exclude(blocks=b"").select_related("page").order_by("at")
    for visit in kept:
        by_page[visit.page_id].append(visit)
    open_ids = {visit.pk for visit in fresh}
    return [
        (earlier, later)
        for visits in by_page.values()
        for earlier, later in pairwise(visits)
        if later.pk in open_ids and earlier.extractor_version == later.extractor_version
    ]


def _shared_blocks(context: CheckContext, pairs: Sequence[tuple[Visit, Visit]]) -> frozenset[str]:
    """Furniture: blocks met on many pages of the panel, before or now. Both sides count, so a new menu is not a change of every page."""
    if not pairs:
        return frozenset()
    earlier = {earlier.page_id: _blocks(earlier) for earlier, _ in pairs}
    later = {later.page_id: _blocks(later) for _, later in pairs}
    rest = (
        Visit.objects.filter(site=context.site, comparable=True, page__retired_at__isnull=True)
        .exclude(page_id__in=later)
        .exclude(blocks=b"")
    )
    others = {visit.page_id: _blocks(visit) for visit in rest.order_by("at")}
    return furniture(list((others | earlier).values())) | furniture(list((others | later).values()))


def _blocks(visit: Visit) -> tuple[Block, ...]:
    return unpack_blocks(bytes(visit.blocks))


def _moved_at(page_ids: Iterable[int]) -> dict[int, list[datetime]]:
    moved: dict[int, list[datetime]] = defaultdict(list)
    for page_id, seen_at in PageLastmod.objects.filter(page_id__in=set(page_ids), change="moved").values_list("page_id", "seen_at"):
        moved[page_id].append(seen_at)
    return moved


def _comparison(context: CheckContext, earlier: Visit, later: Visit, shared: frozenset[str], moved_at: list[datetime]) -> Comparison:
    difference = compare(_blocks(earlier), _blocks(later), furniture=shared)
    return Comparison(
        site=context.site,
        page=later.page,
        earlier=earlier,
        later=later,
        at=later.at,
        section=later.page.section,
        gap_days=(later.at - earlier.at).total_seconds() / 86_400,
        moves=moves_between(moved_at, earlier.at, later.at),
        has_lastmod=earlier.lastmod is not None and later.lastmod is not None,
        changed=difference.changed,
        similarity=difference.similarity,
        weight=later.weight,
        changed_in=list(difference.changed_in),
        diff=_kept_diff(difference),
    )


def _kept_diff(difference: PageDifference) -> list[list[str]]:
    return [[line.kind, line.old[:KEPT_DIFF_TEXT], line.new[:KEPT_DIFF_TEXT]] for line in difference.diff[:KEPT_DIFF_LINES]]


def _drop_old_blocks(visits: Iterable[Visit]) -> None:
    """Forget the page texts that no later comparison needs; what differed stays with the comparisons."""
    page_ids = {visit.page_id for visit in visits}
    kept = Visit.objects.filter(page_id__in=page_ids, comparable=True).exclude(blocks=b"").order_by("page_id", "-at")
    seen: Counter[int] = Counter()
    stale = []
    for visit_id, page_id in kept.values_list("pk", "page_id"):
        seen[page_id] += 1
        if seen[page_id] > KEPT_BLOCKS:
            stale.append(visit_id)
    Visit.objects.filter(pk__in=stale).update(blocks=b"")
