"""How long the texts of visits and comparisons are kept: the last states of a page to compare with, the last comparisons to look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from sitemaps_app.formats.page_passages import Passage, passages
from sitemaps_app.formats.passage_packing import pack_passages, unpack_passages
from sitemaps_app.models import Comparison, Visit
from sitemaps_app.pipeline.grounds import Grounds, OpenPair, blocks_of

# Of each page so many comparisons can be looked at in full; of older ones the first lines of what differed stay.
KEPT_PASSAGES = 12


def packed_passages(pair: OpenPair, grounds: Grounds, *, varies: bool = False) -> bytes:
    """What a person will see of a comparison, b"" where the two visits are the same to the word."""
    if pair.earlier.fingerprint == pair.later.fingerprint:
        return b""
    old, new = blocks_of(pair.earlier), blocks_of(pair.later)
    volatile = grounds.volatile(pair.later.page_id, old, new, varies=varies)
    return pack_passages(passages(old, new, furniture=grounds.furniture, volatile=volatile))


def shown_passages(comparison: Comparison) -> tuple[Passage, ...]:
    """What was kept of a comparison for people to see; () where the visits are the same or it is too old."""
    return unpack_passages(bytes(comparison.passages))


def drop_old_texts(pages: Collection[int], *, states: int) -> None:
    """Forget the page texts that no later comparison needs, and what was kept of old comparisons for people to see.

    Visits without a change between them show one state, and the last of them stands for it; of each page so many last `states` are kept.
    """
    _drop_blocks(pages, states)
    shown = Comparison.objects.filter(page_id__in=pages).exclude(passages=b"").order_by("page_id", "-at", "-pk")
    Comparison.objects.filter(pk__in=_beyond(shown.values_list("pk", "page_id"))).update(passages=b"")
    dated = Visit.objects.filter(page_id__in=pages).exclude(candidates=[]).order_by("page_id", "-at", "-pk")
    Visit.objects.filter(pk__in=_beyond(dated.values_list("pk", "page_id"))).update(candidates=[])


def _beyond(rows: Collection[tuple[int, int]]) -> list[int]:
    """Of (row, page) in order of page and newest first: the rows after the last ones that are kept of each page."""
    seen: dict[int, int] = defaultdict(int)
    old = []
    for pk, page_id in rows:
        seen[page_id] += 1
        if seen[page_id] > KEPT_PASSAGES:
            old.append(pk)
    return old


def _drop_blocks(pages: Collection[int], kept_states: int) -> None:
    visits = Visit.objects.filter(page_id__in=pages, comparable=True).exclude(blocks=b"").order_by("page_id", "-at", "-pk")
    kept = list(visits.values_list("pk", "page_id", "at"))
    began = _changes_since(pages, min((at for _, _, at in kept), default=None))
    states: dict[int, set[int]] = defaultdict(set)
    stale = []
    for visit_id, page_id, at in kept:
        state = sum(1 for moment in began[page_id] if moment > at)
        if state in states[page_id] or len(states[page_id]) >= kept_states:
            stale.append(visit_id)
        states[page_id].add(state)
    Visit.objects.filter(pk__in=stale).update(blocks=b"")


def _changes_since(pages: Collection[int], oldest: datetime | None) -> dict[int, list[datetime]]:
    """When each page was seen to be otherwise than before, flicker too."""
    began: dict[int, list[datetime]] = defaultdict(list)
    if oldest is not None:
        changes = Comparison.objects.filter(page_id__in=pages, similarity__lt=1.0, at__gt=oldest)
        for page_id, at in changes.values_list("page_id", "at"):
            began[page_id].append(at)
    return began
