"""Comparisons: each comparable visit against the one before it, with what is not the page's own content taken out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction

from sitemaps_app.formats.comparing import PageDifference
from sitemaps_app.models import Comparison, PageLastmod, SecondRead
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.flicker import RETURNED, mark_undone, state_returned_to
from sitemaps_app.pipeline.grounds import Grounds, OpenPair, blocks_of, learn_grounds, open_pairs
from sitemaps_app.pipeline.kept_texts import drop_old_texts, packed_passages
from sitemaps_app.pipeline.panel_lastmods import moves_between
from sitemaps_app.pipeline.second_read import NOT_MODIFIED
from sitemaps_app.pipeline.storable import storable

KEPT_DIFF_LINES = 40
KEPT_DIFF_TEXT = 500
# Page texts are kept of the last visit of each of the last states of a page, which the next visit is compared with.
KEPT_BLOCKS = 4


def compare_visits(context: CheckContext) -> list[Comparison]:
    """Compare every visit that has no comparison yet with its predecessor; the comparisons made.

    Works from the stored visits and second reads, so visits whose check was killed before this step are compared by the next check. A
    change counts as confirmed where the second read showed it too; what differed between the two reads is no change.
    """
    pairs = open_pairs(context)
    if not pairs:
        context.tell("compared", count=0, changed=0)
        return []
    grounds = learn_grounds(context, pairs)
    moved_at = _moved_at(pair.later.page_id for pair in pairs)
    reads = _second_reads(pairs)
    comparisons, returns = [], []
    for pair in pairs:
        one = _comparison(context, pair, grounds, moved_at[pair.later.page_id], varies=reads.get(pair.later.pk, False))
        back = state_returned_to(pair, grounds) if one.changed else None
        if back is not None:
            one.changed, one.flicker = False, RETURNED
            returns.append((back, pair))
        one.confirmed = one.changed and pair.later.pk in reads
        comparisons.append(one)
    with transaction.atomic():
        Comparison.objects.bulk_create(comparisons, ignore_conflicts=True)
        undone = mark_undone(returns)
    drop_old_texts({pair.later.page_id for pair in pairs}, states=KEPT_BLOCKS)
    _tell(context, comparisons, grounds, undone)
    return comparisons


def _tell(context: CheckContext, comparisons: Sequence[Comparison], grounds: Grounds, undone: int) -> None:
    changed = sum(1 for comparison in comparisons if comparison.changed)
    context.tell("compared", count=len(comparisons), changed=changed, furniture=len(grounds.furniture))
    flickering = sum(1 for comparison in comparisons if comparison.flicker)
    if flickering:
        context.tell("flicker_found", count=flickering, undone=undone)


def _second_reads(pairs: Sequence[OpenPair]) -> dict[int, bool]:
    """Whether the second read differed, by row number of the visit; only visits whose second read could be compared."""
    reads = SecondRead.objects.filter(visit__in=[pair.later.pk for pair in pairs], differs__isnull=False)
    return {visit_id: bool(differs) for visit_id, differs in reads.exclude(reasons=NOT_MODIFIED).values_list("visit_id", "differs")}


def _moved_at(page_ids: Iterable[int]) -> dict[int, list[datetime]]:
    moved: dict[int, list[datetime]] = defaultdict(list)
    for page_id, seen_at in PageLastmod.objects.filter(page_id__in=set(page_ids), change="moved").values_list("page_id", "seen_at"):
        moved[page_id].append(seen_at)
    return moved


def _comparison(context: CheckContext, pair: OpenPair, grounds: Grounds, moved_at: list[datetime], *, varies: bool) -> Comparison:
    earlier, later = pair.earlier, pair.later
    difference = grounds.difference(later.page_id, blocks_of(earlier), blocks_of(later), varies=varies)
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
        passages=packed_passages(pair, grounds, varies=varies),
    )


def _kept_diff(difference: PageDifference) -> list[list[str]]:
    return [
        [line.kind, storable(line.old[:KEPT_DIFF_TEXT]), storable(line.new[:KEPT_DIFF_TEXT])] for line in difference.diff[:KEPT_DIFF_LINES]
    ]
