"""What of a page changes by itself: learned from second reads, kept as short marks, and left out of comparisons.

A mark is a place or a position on the page as `formats.comparing` names it (`@kind@place`), or `#` and a hash of a block's key. What is
volatile on many pages of a site is taken as volatile on all of them.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b

from sitemaps_app.formats.comparing import volatile_blocks
from sitemaps_app.formats.fingerprint import block_key
from sitemaps_app.formats.page import Block
from sitemaps_app.formats.page_keyed import place_of
from sitemaps_app.models import SecondRead, Site
from sitemaps_app.pipeline.storable import storable

# A page is built anew now and then; what was volatile that long ago may be content now.
FORGET = timedelta(days=90)
MAX_MARKS = 200
MAX_MARK = 250
MANY_BLOCKS = 3
# Of the pages that were read twice so many, and at least half of them, agree before a mark counts for the whole site.
SITE_PAGES = 3
SITE_SHARE = 0.5
# A second read that showed the page as it was before may have met a stale copy of a page that did change: such marks count from the
# second time on.
RETURNED_TIMES = 2


@dataclass(frozen=True, slots=True)
class KnownMarks:
    """The marks of each page by its row number, and those of the whole site."""

    by_page: Mapping[int, frozenset[str]]
    of_site: frozenset[str]

    def of(self, page_id: int) -> frozenset[str]:
        """Everything that is volatile on one page."""
        return self.of_site | self.by_page.get(page_id, frozenset())


def marks_between(first: Sequence[Block], second: Sequence[Block]) -> list[str]:
    """What differs between two reads of a page minutes apart, as marks: places first, at most `MAX_MARKS`.

    A place that holds only a few blocks is not marked as a whole: the positions in it say enough, and an edit of its other block has to
    be seen for as long as the marks are kept.
    """
    blocks = Counter(place_of(block) for block in (*first, *second))
    keys = (key for key in volatile_blocks(first, second) if not 0 < blocks[key] < 2 * MANY_BLOCKS)
    found = [storable(_mark(key)) for key in keys]
    return sorted({mark for mark in found if len(mark) <= MAX_MARK}, key=lambda mark: (mark[0] != "@", mark))[:MAX_MARKS]


def known_marks(site: Site, *, now: datetime) -> KnownMarks:
    """All marks of a site's second reads that are not forgotten at `now`."""
    rows = SecondRead.objects.filter(site=site, at__gt=now - FORGET, differs__isnull=False)
    seen: dict[int, Counter[str]] = defaultdict(Counter)
    for page_id, marks, returned in rows.values_list("page_id", "marks", "returned"):
        for mark in marks or ():
            seen[page_id][mark] += 1 if returned else RETURNED_TIMES
        seen.setdefault(page_id, Counter())
    by_page = {page_id: frozenset(m for m, n in marks.items() if n >= RETURNED_TIMES) for page_id, marks in seen.items()}
    needed = max(SITE_PAGES, math.ceil(SITE_SHARE * len(by_page)))
    pages_of = Counter(mark for marks in by_page.values() for mark in marks)
    return KnownMarks(by_page, frozenset(mark for mark, pages in pages_of.items() if pages >= needed))


def forget_marks(site: Site, *, now: datetime) -> None:
    """Empty the marks that are not in force any more; that the page was read twice stays known."""
    SecondRead.objects.filter(site=site, at__lte=now - FORGET).exclude(marks=[]).update(marks=[])


def volatile_keys(marks: frozenset[str], *reads: Iterable[Block]) -> frozenset[str]:
    """What `formats.comparing.compare` takes as volatile, for the blocks of these reads."""
    if not marks:
        return frozenset()
    places = {mark for mark in marks if mark[0] == "@"}
    if len(places) == len(marks):
        return frozenset(places)
    keys = {block_key(block) for blocks in reads for block in blocks}
    return frozenset(places | {key for key in keys if _mark(key) in marks})


def _mark(key: str) -> str:
    return key if key.startswith("@") else "#" + blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
