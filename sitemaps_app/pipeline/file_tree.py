"""Which sitemap file is read next: a bounded, loop-free walk through nested indexes, newest children first."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from sitemaps_app.formats import urls
from sitemaps_app.formats.problems import Problem, Severity
from sitemaps_app.formats.sitemap import Child

_UNDATED = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A sitemap file to read, with the place it was named in. `parent_key` is "" for a root."""

    url: str
    source: str
    depth: int = 0
    parent_key: str = ""
    index_lastmod: str = ""


class FileTree:
    """The frontier of one read.

    Every address is handed out once (compared by its normalised key, so loops and self references end), never deeper than `max_depth`,
    never more than `budget` in all. Index lastmod orders children, newest first, and never skips one: an index date may itself be wrong.
    """

    def __init__(self, *, budget: int, max_depth: int) -> None:
        self._budget = budget
        self._max_depth = max_depth
        self._heap: list[tuple[int, float, int, PlannedFile]] = []
        self._seen: set[str] = set()
        self._begun: set[str] = set()
        self._offered = 0
        self.handed_out = 0
        self.too_deep = 0
        self.leaves = 0

    def offer(self, planned: PlannedFile, *, newest: datetime = _UNDATED) -> str:
        """Put one file on the list; "" when it was, else why not: sitemap_loop, duplicate_child or sitemap_too_deep."""
        key = urls.normalise_key(planned.url)
        if key in self._begun:
            return "sitemap_loop"
        if key in self._seen:
            return "duplicate_child"
        if planned.depth > self._max_depth:
            self.too_deep += 1
            return "sitemap_too_deep"
        self._seen.add(key)
        self._offered += 1
        self.leaves += 1
        # Roots first in their own order; among the rest the newest child of any index.
        heapq.heappush(self._heap, (min(planned.depth, 1), -newest.timestamp() if newest != _UNDATED else 0.0, self._offered, planned))
        return ""

    def offer_children(self, parent: PlannedFile, children: Iterable[Child]) -> tuple[Problem, ...]:
        """Put the children of an index on the list; the index itself stops being counted as a file with entries.

        Returns a problem for each kind of child that was not taken, with the first such address.
        """
        self.leaves -= 1
        refused: dict[str, list[str]] = {}
        for child in children:
            planned = PlannedFile(child.loc, parent.source, parent.depth + 1, urls.normalise_key(parent.url), child.lastmod.raw)
            why_not = self.offer(planned, newest=child.lastmod.instant or _UNDATED)
            if why_not:
                refused.setdefault(why_not, []).append(child.loc)
        return tuple(Problem(code, Severity.WARNING, locs[0], count=len(locs)) for code, locs in refused.items())

    def next(self) -> PlannedFile | None:
        """The file to read now, None when all are read or the budget is spent."""
        if not self._heap or self.handed_out >= self._budget:
            return None
        self.handed_out += 1
        planned = heapq.heappop(self._heap)[3]
        self._begun.add(urls.normalise_key(planned.url))
        return planned

    def is_begun(self, url: str) -> bool:
        """Was this address handed out before?"""
        return urls.normalise_key(url) in self._begun

    @property
    def left(self) -> int:
        """Files that were found and not read."""
        return len(self._heap)
