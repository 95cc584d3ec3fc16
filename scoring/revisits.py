"""Which panel pages are visited next, each with the weight that makes the sample speak for the whole site.

Moved pages come first, at their first move, so that a move is judged by what happened around it; then pages never seen; then pages that
are due (`pacing.py`) and whose lastmod stayed, the longest unseen and the busiest most likely, by systematic sampling with probability
proportional to the time unseen and to how often the page moves (Madow 1949), which gives every page a known chance. Busy pages are where
silent changes are to be found; seen only after a move, they would tell nothing about recall. The weight is 1 / (inclusion probability x
chance of this revisit).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import ceil

import numpy as np

from scoring.evidence import WatchedPage
from scoring.pacing import EVERYTHING, FIRST_PAGES, Pace

FIRST_VISIT, MOVED_PAGE, UNMOVED_SAMPLE, UNDATED_SAMPLE = "first_visit", "moved", "unmoved_sample", "undated_sample"
UNDATED_FACTOR = 0.25
LEAST_DAYS = 0.01
# So much of the chance of a revisit does not depend on how busy a page seems.
UNIFORM_SHARE = 0.3
SECTION_PAGES = 8


@dataclass(frozen=True, slots=True)
class PanelPage:
    """A page of the panel as it stands: days since its last visit (None before the first) and whether its lastmod moved since.

    `activity` is how often its lastmod moves beside the mean of the panel (`activities_of`), 1 where nothing is known.
    """

    key: str
    section: str
    stratum: str
    inclusion_probability: float
    days_since_visit: float | None
    moved_since_visit: bool
    has_lastmod: bool
    activity: float = 1.0


@dataclass(frozen=True, slots=True)
class PlannedVisit:
    """A page to visit now, a code that says why, and its weight in entries."""

    key: str
    reason: str
    weight: float


def activities_of(watched: Sequence[WatchedPage]) -> tuple[float, ...]:
    """How busy each page is beside the mean of all: moves per day with one expected move added to both counts (a gamma prior of mean 1)."""
    days = sum(page.days for page in watched)
    rate = sum(page.moves for page in watched) / days if days > 0.0 else 0.0
    return tuple((page.moves + 1.0) / (rate * max(page.days, 0.0) + 1.0) for page in watched)


def plan_revisits(panel: Sequence[PanelPage], *, budget: int, seed: int, pace: Pace = EVERYTHING) -> tuple[PlannedVisit, ...]:
    """At most `budget` visits to distinct pages of `panel`, in the order they should be made, as far as `pace` finds them worth one.

    Each bears the inverse of the chance with which pages of its kind were taken now: over the draws of panel and plan, the weights of the
    moved pages add up to the site's pages that moved since their last visit, and those of the others to the ones that were due. Depends on
    the pages' keys and `seed`, not on the order of `panel`.
    """
    pages = _ordered(panel, seed)
    rng = np.random.default_rng(seed)
    chances = [float(chance) for chance in rng.random(3)]
    unseen = [p for p in pages if p.days_since_visit is None]
    wanted = _wanted(pages, unseen, pace)
    seen_pages = len(pages) - len(unseen)
    first_pages = len(wanted) or min(len(unseen), pace.first_pages(seen_pages, chances[0]))
    moved = [p for p in pages if p.days_since_visit is not None and p.moved_since_visit]
    others = [p for p in pages if p.days_since_visit is not None and not p.moved_since_visit and _is_due(p, pace)]
    budget = min(max(budget, 0), len(pages))
    kept = min(budget - ceil(pace.moved_share * budget), first_pages + len(others))
    plan: list[PlannedVisit] = []
    for page, chance in _paced(moved, [1.0] * len(moved), budget - kept, pace.trickle(chances[1]), pace, rng):
        plan.append(PlannedVisit(page.key, MOVED_PAGE, _weight(page, chance)))
    # Every page gets its first visit sooner or later, so its weight is that of its place in the panel. Pages that only widen the panel
    # leave most of the room to those at rest, which settle recall.
    room = budget - len(plan)
    if seen_pages >= FIRST_PAGES and not pace.all_pages and not wanted and others:
        first_pages = min(first_pages, max(room // 3, 1))
    first = _spread(wanted or unseen, min(first_pages, room), seed)
    plan.extend(PlannedVisit(page.key, FIRST_VISIT, _weight(page, 1.0)) for page in first)
    sizes = [_size(page) for page in others]
    for page, chance in _paced(others, sizes, budget - len(plan), pace.trickle(chances[2]), pace, rng):
        plan.append(PlannedVisit(page.key, UNMOVED_SAMPLE if page.has_lastmod else UNDATED_SAMPLE, _weight(page, chance)))
    return tuple(plan)


def _wanted(pages: Sequence[PanelPage], unseen: Sequence[PanelPage], pace: Pace) -> list[PanelPage]:
    """Unseen pages of sections that are to get a verdict of their own: all of them once only sections are open, and before that so many
    that a section does not rest on one or two pages."""
    if pace.is_settled:
        return [page for page in unseen if page.section in pace.open_sections]
    if len({page.section for page in pages}) < 2 or len(pages) - len(unseen) < FIRST_PAGES:
        return []
    seen = Counter(page.section for page in pages if page.days_since_visit is not None)
    return [page for page in unseen if page.section in pace.open_sections and seen[page.section] < SECTION_PAGES]


def _is_due(page: PanelPage, pace: Pace) -> bool:
    return pace.is_due(page.days_since_visit or 0.0, page.activity)


def _paced(
    pages: Sequence[PanelPage], sizes: Sequence[float], count: int, trickle: int, pace: Pace, rng: np.random.Generator
) -> list[tuple[PanelPage, float]]:
    """Draw `count` of the pages whose section is open, then of the others, but of those no more than the trickle."""
    sized = list(zip(pages, sizes, strict=True))
    open_ones = [(page, size) for page, size in sized if not pace.is_settled_for(page.section)]
    settled = [(page, size) for page, size in sized if pace.is_settled_for(page.section)]
    drawn = _systematic([page for page, _ in open_ones], [size for _, size in open_ones], count, rng)
    left = min(count - len(drawn), trickle)
    return drawn + _systematic([page for page, _ in settled], [size for _, size in settled], left, rng)


def _spread(pages: Sequence[PanelPage], count: int, seed: int) -> list[PanelPage]:
    """`count` of the pages, evenly from all strata, the first of each in random order first."""
    place: dict[str, int] = defaultdict(int)
    ranked = []
    sizes = Counter(page.stratum for page in pages)
    for page in sorted(pages, key=lambda p: _order(seed, p.key)):
        ranked.append(((place[page.stratum] + 0.5) / sizes[page.stratum], _order(seed, page.key), page))
        place[page.stratum] += 1
    return [page for *_, page in sorted(ranked, key=lambda entry: entry[:2])[: max(count, 0)]]


def _ordered(panel: Sequence[PanelPage], seed: int) -> list[PanelPage]:
    """Each page once, by stratum and then at random: systematic sampling then spreads evenly over the strata."""
    unique = {page.key: page for page in panel}
    return sorted(unique.values(), key=lambda p: (p.stratum, _order(seed, p.key)))


def _order(seed: int, key: str) -> bytes:
    return blake2b(f"revisit {seed}\x00{key}".encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _size(page: PanelPage) -> float:
    """How likely the page is to have changed unnoticed, by its days and its activity, with a share for whatever is not known of it."""
    days = max(page.days_since_visit or 0.0, LEAST_DAYS)
    likely = days * (UNIFORM_SHARE + (1.0 - UNIFORM_SHARE) * page.activity)
    return likely if page.has_lastmod else UNDATED_FACTOR * likely


def _weight(page: PanelPage, chance: float) -> float:
    return 1.0 / (min(max(page.inclusion_probability, 1e-9), 1.0) * chance)


def _systematic(pages: Sequence[PanelPage], sizes: Sequence[float], count: int, rng: np.random.Generator) -> list[tuple[PanelPage, float]]:
    """Draw `count` of `pages` with chances proportional to `sizes` (those that would exceed one are taken for sure), with the chances."""
    if count <= 0:
        return []
    if count >= len(pages):
        return [(page, 1.0) for page in pages]
    chances = _chances(np.array(sizes, dtype=np.float64), count)
    ends = np.cumsum(chances)
    start = float(rng.random())
    picks = np.floor(ends - start).astype(np.int64) - np.floor(ends - chances - start).astype(np.int64)
    return [(page, float(chance)) for page, chance, pick in zip(pages, chances, picks, strict=True) if pick > 0]


def _chances(sizes: np.ndarray[tuple[int], np.dtype[np.float64]], count: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    chances = np.ones(len(sizes), dtype=np.float64)
    certain = np.zeros(len(sizes), dtype=np.bool_)
    while True:
        left = count - int(certain.sum())
        proportional = left * sizes / float(sizes[~certain].sum())
        exceeding = ~certain & (proportional >= 1.0)
        if not exceeding.any():
            chances[~certain] = proportional[~certain]
            return chances
        certain |= exceeding
