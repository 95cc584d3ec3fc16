"""Which pages of a site are visited: the panel, drawn so that every page's chance of being in it is known and above zero.

Pages are ordered by a hash of seed and key, and each stratum gives its first n of N: a simple random sample without replacement, the
same for the same seed in whatever order the pages are offered, in memory that depends on strata and panel size and not on the number
of pages (bottom-k sampling; Cohen and Kaplan 2007). `revisits.py` says which panel pages are visited next.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from math import floor, sqrt

from scoring.revisits import PanelPage, PlannedVisit, plan_revisits

__all__ = ["Candidate", "Drawn", "PanelDrawer", "PanelPage", "PlannedVisit", "draw_panel", "plan_revisits"]

MOVED, STEADY, UNDATED, POOLED = "moved", "steady", "undated", "pooled"
# A stratum of this many pages is a group of its own if the panel has room for it; smaller ones are drawn from one common pool.
BIG_STRATUM = 30
# Recently moved pages tell most about precision, pages without lastmod only about coverage.
KIND_FACTORS: Mapping[str, float] = {MOVED: 2.0, STEADY: 1.0, UNDATED: 0.5}
# Share of the panel given by number of pages alone, so that no big stratum is starved by many small ones.
PROPORTIONAL_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Candidate:
    """A page that may be drawn. `recent` says that its lastmod moved not long ago (or is recent, at the first snapshot)."""

    key: str
    section: str
    recent: bool
    has_lastmod: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """A page of the panel, the stratum it was drawn from, its inclusion probability (0..1] and a code that says why it is there."""

    key: str
    stratum: str
    inclusion_probability: float
    reason: str


@dataclass(slots=True)
class _Stratum:
    kind: str
    offered: int = 0
    kept: list[tuple[int, str]] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)

    def offer(self, order: int, key: str, capacity: int) -> None:
        if key in self.keys:
            return
        self.offered += 1
        if len(self.kept) < capacity:
            heapq.heappush(self.kept, (-order, key))
            self.keys.add(key)
        elif -order > self.kept[0][0]:
            _, dropped = heapq.heapreplace(self.kept, (-order, key))
            self.keys.discard(dropped)
            self.keys.add(key)

    def first(self) -> list[tuple[int, str]]:
        return sorted((-order, key) for order, key in self.kept)


class PanelDrawer:
    """Draws a panel from pages offered one by one; memory is at most `capacity` keys for each of `max_strata` strata.

    Offer each page once. Sections beyond `max_strata` share the strata of one nameless rest.
    """

    def __init__(self, *, seed: int, capacity: int = 200, max_strata: int = 1_000) -> None:
        self._seed = seed
        self._capacity = max(capacity, 1)
        self._max_strata = max(max_strata, 3)
        self._strata: dict[str, _Stratum] = {}

    def offer(self, candidate: Candidate) -> None:
        """Let `candidate` take part in the draw."""
        kind = _kind(candidate)
        name = f"{kind}:{candidate.section}"
        if name not in self._strata and len(self._strata) >= self._max_strata:
            name = f"{kind}:*"
        stratum = self._strata.setdefault(name, _Stratum(kind))
        stratum.offer(hash_order(self._seed, candidate.key), candidate.key, self._capacity)

    def result(self, size: int) -> tuple[Drawn, ...]:
        """The panel of (at most) `size` pages, in stratum and hash order; all pages if there are no more than that.

        `size` is capped at the capacity. Every offered page had a chance above zero, given exactly in the result.
        """
        size = min(size, self._capacity)
        if size <= 0 or not self._strata:
            return ()
        groups = _groups({name: s.offered for name, s in self._strata.items()}, {name: s.kind for name, s in self._strata.items()}, size)
        drawn: list[Drawn] = []
        for group, (members, count) in groups.items():
            population = sum(self._strata[name].offered for name in members)
            first = heapq.nsmallest(count, ((order, key, name) for name in members for order, key in self._strata[name].first()))
            drawn.extend(Drawn(key, group, count / population, self._strata[name].kind) for _, key, name in first)
        return tuple(drawn)


def draw_panel(candidates: Iterable[Candidate], *, size: int, seed: int) -> tuple[Drawn, ...]:
    """A panel of at most `size` pages, stratified by section and by recently moved, steady or without lastmod.

    The sum of 1 / inclusion probability over the drawn pages of a stratum is its number of pages.
    """
    drawer = PanelDrawer(seed=seed, capacity=max(size, 1))
    for candidate in candidates:
        drawer.offer(candidate)
    return drawer.result(size)


def hash_order(seed: int | str, key: str) -> int:
    """A uniform 64-bit number that depends on `seed` and `key` only: the page's place in the random order."""
    return int.from_bytes(blake2b(f"{seed}\x00{key}".encode("utf-8", "surrogatepass"), digest_size=8).digest())


def _kind(candidate: Candidate) -> str:
    if not candidate.has_lastmod:
        return UNDATED
    return MOVED if candidate.recent else STEADY


def _groups(sizes: Mapping[str, int], kinds: Mapping[str, str], size: int) -> dict[str, tuple[tuple[str, ...], int]]:
    """Which strata are drawn alone and which from the pool, and how many pages of each; a function of the sizes alone."""
    total = sum(sizes.values())
    if total <= size:
        return {name: ((name,), count) for name, count in sorted(sizes.items())}
    shares = _shares(sizes, kinds, size)
    by_share = sorted(sizes, key=lambda name: (-shares[name], name))
    alone = [name for name in by_share if shares[name] >= 1.0]
    alone += [name for name in by_share if shares[name] < 1.0 and sizes[name] >= BIG_STRATUM][: max(size // 2, 1)]
    pooled = [name for name in by_share if name not in set(alone)]
    while alone and len(alone) + bool(pooled) > size:
        pooled.append(alone.pop())
    members: dict[str, tuple[str, ...]] = {name: (name,) for name in alone}
    if pooled:
        members[POOLED] = tuple(sorted(pooled))
    wanted = {group: max(sum(shares[name] for name in names), 1.0) for group, names in members.items()}
    limits = {group: sum(sizes[name] for name in names) for group, names in members.items()}
    counts = _rounded(wanted, limits, size)
    return {group: (members[group], counts[group]) for group in members}


def _shares(sizes: Mapping[str, int], kinds: Mapping[str, str], size: int) -> dict[str, float]:
    total = sum(sizes.values())
    roots = {name: KIND_FACTORS[kinds[name]] * sqrt(count) for name, count in sizes.items()}
    all_roots = sum(roots.values())
    mixed = PROPORTIONAL_SHARE / total
    return {name: size * (mixed * sizes[name] + (1.0 - PROPORTIONAL_SHARE) * roots[name] / all_roots) for name in sizes}


def _rounded(wanted: Mapping[str, float], limits: Mapping[str, int], size: int) -> dict[str, int]:
    """Whole numbers near `wanted` that add up to `size`, each at least one and at most its limit."""
    counts = {group: min(max(floor(share), 1), limits[group]) for group, share in wanted.items()}
    while sum(counts.values()) > size:
        counts[max((g for g in counts if counts[g] > 1), key=lambda g: (counts[g] - wanted[g], counts[g], g))] -= 1
    while sum(counts.values()) < size:
        open_groups = [g for g in counts if counts[g] < limits[g]]
        counts[max(open_groups, key=lambda g: (wanted[g] - counts[g], g))] += 1
    return counts
