"""What the visits of a site are compared on: the pairs that wait for it, and what of the pages is not their own content."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from sitemaps_app.formats.comparing import PageDifference, compare, differing_blocks, furniture_between
from sitemaps_app.formats.fingerprint import block_key
from sitemaps_app.formats.page import Block, unpack_blocks
from sitemaps_app.models import Comparison, Visit
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.volatile import KnownMarks, known_marks, volatile_keys


@dataclass(frozen=True, slots=True)
class OpenPair:
    """Two visits of one page in a row that were not compared yet; `before` are kept visits before them, oldest first."""

    earlier: Visit
    later: Visit
    before: tuple[Visit, ...] = ()


@dataclass(frozen=True, slots=True)
class Grounds:
    """Keys of the site's furniture, and the marks of what is volatile."""

    furniture: frozenset[str]
    marks: KnownMarks

    def volatile(self, page_id: int, old: Sequence[Block], new: Sequence[Block], *, varies: bool = False) -> frozenset[str]:
        """What is volatile in these reads of a page.

        `varies` says that `new` differed from a second read. Where all that came was volatile, what went was what stood in its place
        before, even if the page calls its places otherwise every time.
        """
        known = volatile_keys(self.marks.of(page_id), old, new)
        if not varies:
            return known
        went, came = differing_blocks(old, new, furniture=self.furniture, volatile=known)
        return known if came else known | {block_key(old[place]) for place in went}

    def difference(self, page_id: int, old: Sequence[Block], new: Sequence[Block], *, varies: bool = False) -> PageDifference:
        """Compare two reads of a page."""
        return compare(old, new, furniture=self.furniture, volatile=self.volatile(page_id, old, new, varies=varies))


def blocks_of(visit: Visit) -> tuple[Block, ...]:
    """The blocks that a visit kept."""
    return unpack_blocks(bytes(visit.blocks))


def open_pairs(context: CheckContext) -> list[OpenPair]:
    """Every comparable visit that has no comparison yet with the visit before it.

    Two readings by different versions of the extractor are never compared, nor are two of which one asks not to be indexed: the newer
    one is a new baseline.
    """
    compared = Comparison.objects.filter(later=OuterRef("pk"))
    fresh = Visit.objects.filter(~Exists(compared), site=context.site, comparable=True).exclude(blocks=b"")
    open_ids = dict(fresh.values_list("pk", "page_id"))
    kept = Visit.objects.filter(page_id__in=set(open_ids.values()), comparable=True).exclude(blocks=b"")
    by_page: dict[int, list[Visit]] = defaultdict(list)
    for visit in kept.select_related("page").order_by("at", "pk"):
        by_page[visit.page_id].append(visit)
    return [
        OpenPair(visits[place - 1], later, _before(visits[: place - 1], later))
        for visits in by_page.values()
        for place, later in enumerate(visits)
        if place and later.pk in open_ids and _are_alike(visits[place - 1], later)
    ]


def _before(visits: Sequence[Visit], later: Visit) -> tuple[Visit, ...]:
    return tuple(visit for visit in visits if _are_alike(visit, later))


def _are_alike(earlier: Visit, later: Visit) -> bool:
    return (earlier.extractor_version, earlier.noindex) == (later.extractor_version, later.noindex)


def learn_grounds(context: CheckContext, pairs: Sequence[OpenPair]) -> Grounds:
    """Furniture and marks as they are known now."""
    return Grounds(_shared_blocks(context, pairs), known_marks(context.site, now=context.now))


def _shared_blocks(context: CheckContext, pairs: Sequence[OpenPair]) -> frozenset[str]:
    """Furniture: blocks met on many pages of the panel, before or now. Both sides count, so a new menu is not a change of every page."""
    earlier = {pair.earlier.page_id: blocks_of(pair.earlier) for pair in pairs}
    later = {pair.later.page_id: blocks_of(pair.later) for pair in pairs}
    rest = (
        Visit.objects.filter(site=context.site, comparable=True, page__retired_at__isnull=True)
        .exclude(page_id__in=later)
        .exclude(blocks=b"")
    )
    others = {visit.page_id: blocks_of(visit) for visit in rest.order_by("at")}
    return furniture_between(list((others | earlier).values()), list((others | later).values()))
