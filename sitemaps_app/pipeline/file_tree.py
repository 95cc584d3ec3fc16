"""Which sitemap file is read next: a bounded, loop-free walk through nested indexes, newest children first."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sitemaps_app.formats import urls
from sitemaps_app.formats.problems import Problem, Severity
from sitemaps_app.formats.sitemap import Child

_UNDATED = datetime(1, 1, 1, tzinfo=UTC)
NEVER = float("-inf")
# Files that one walk keeps in mind; sitemaps.org lets an index list 50,000. Those beyond are counted as left.
MAX_KNOWN = 50_000
# Hosts that are told apart; a tree over more of them treats the rest as one.
_MAX_LANES = 50
# Of the children of a tree that is larger than its budget, every second one is the one that has waited for the longest.
_WAITING_TURN = 2

_Rank = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A sitemap file to read, with the place it was named in. `parent_key` is "" for a root; `key` is the normalised address."""

    url: str
    source: str
    depth: int = 0
    parent_key: str = ""
    index_lastmod: str = ""
    key: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", urls.normalise_key(self.url))


class FileTree:
    """The frontier of one read.

    Every address is handed out once (compared by its normalised key, so loops and self references end), never deeper than `max_depth`,
    never more than `budget` in all. Index lastmod orders children, newest first, and never skips one: an index date may itself be wrong.
    So where the budget does not reach for all, every second child is the one that has waited for the longest, by `last_read` (seconds of
    any clock, by key; `NEVER` for one that never was): then each is read in time, whatever its index says.

    At most `places` files of one host are out at once, from `next` to `done`. The order depends on what is offered and on when `done` is
    called, not on the time that anything takes.
    """

    def __init__(self, *, budget: int, max_depth: int, places: int = 1, last_read: Callable[[str], float] = lambda _key: NEVER) -> None:
        self._budget = budget
        self._max_depth = max_depth
        self._places = places
        self._last_read = last_read
        self._lanes: dict[str, _Lane] = {}
        self._lane_of: dict[str, _Lane] = {}
        self._seen: set[str] = set()
        self._begun: set[str] = set()
        self._offered = 0
        self._children_out = 0
        self._unkept = 0
        self.handed_out = 0
        self.too_deep = 0
        self.leaves = 0

    def offer(self, planned: PlannedFile, *, newest: datetime = _UNDATED) -> str:
        """Put one file on the list; "" when it was, else why not: sitemap_loop, duplicate_child, sitemap_too_deep or files_left."""
        key = planned.key
        if key in self._begun:
            return "sitemap_loop"
        if key in self._seen:
            return "duplicate_child"
        if planned.depth > self._max_depth:
            self.too_deep += 1
            return "sitemap_too_deep"
        self.leaves += 1
        if len(self._seen) >= MAX_KNOWN:
            self._unkept += 1
            return "files_left"
        self._seen.add(key)
        self._offered += 1
        self._lane(key).push(planned, newest, self._last_read(key) if planned.depth else NEVER, self._offered)
        return ""

    def offer_children(self, parent: PlannedFile, children: Iterable[Child]) -> tuple[tuple[PlannedFile, ...], tuple[Problem, ...]]:
        """Put the children of an index on the list; the index itself stops being counted as a file with entries.

        Returns those that were taken, and a problem for each kind of child that was not, with the first such address.
        """
        self.leaves -= 1
        taken: list[PlannedFile] = []
        refused: dict[str, list[str]] = {}
        for child in children:
            planned = PlannedFile(child.loc, parent.source, parent.depth + 1, parent.key, child.lastmod.raw)
            why_not = self.offer(planned, newest=child.lastmod.instant or _UNDATED)
            if why_not:
                refused.setdefault(why_not, []).append(child.loc)
            else:
                taken.append(planned)
        problems = (Problem(code, Severity.WARNING, locs[0], count=len(locs)) for code, locs in refused.items())
        return tuple(taken), tuple(problems)

    def next(self) -> PlannedFile | None:
        """The file to read now, None when all are read, the budget is spent, or no host of those that are left has a place."""
        if self.handed_out >= self._budget:
            return None
        by_wait = self._is_waiting_turn()
        open_lanes = [
            (rank, lane) for lane in self._lanes.values() if lane.out < self._places and (rank := lane.first(by_wait, self._begun))
        ]
        if not open_lanes:
            return None
        lane = min(open_lanes, key=lambda pair: pair[0])[1]
        planned = lane.pop(by_wait)
        lane.out += 1
        self._lane_of[planned.key] = lane
        self.handed_out += 1
        self._children_out += planned.depth > 0
        self._begun.add(planned.key)
        return planned

    def done(self, planned: PlannedFile) -> None:
        """A file that was handed out has been read: its place is free."""
        self._lane_of.pop(planned.key).out -= 1

    @property
    def left(self) -> int:
        """Files that were found and not handed out."""
        return len(self._seen) - self.handed_out + self._unkept

    @property
    def known(self) -> int:
        """All files that were found."""
        return len(self._seen) + self._unkept

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all files that were put on the list."""
        return frozenset(self._seen)

    def _is_waiting_turn(self) -> bool:
        return self.left > self._budget - self.handed_out and self._children_out % _WAITING_TURN == 1

    def _lane(self, key: str) -> _Lane:
        host = urls.host_of(key) if len(self._lanes) < _MAX_LANES or urls.host_of(key) in self._lanes else ""
        return self._lanes.setdefault(host, _Lane())


class _Lane:
    """The files of one host that were not handed out, in two orders, and how many are out."""

    def __init__(self) -> None:
        self.out = 0
        self._by_date: list[tuple[_Rank, PlannedFile]] = []
        self._by_wait: list[tuple[_Rank, PlannedFile]] = []

    def push(self, planned: PlannedFile, newest: datetime, last_read: float, number: int) -> None:
        # Roots first in their own order; among the rest the newest child of any index, and of equal dates the one that waits longest.
        level = min(planned.depth, 1)
        age = -newest.timestamp() if newest != _UNDATED else 0.0
        heapq.heappush(self._by_date, ((level, age, last_read, number), planned))
        heapq.heappush(self._by_wait, ((level, last_read, age, number), planned))

    def first(self, by_wait: bool, begun: set[str]) -> _Rank | None:  # noqa: FBT001
        """The rank of the file that is next, None where there is none. What left by the other order is dropped here."""
        queue = self._by_wait if by_wait else self._by_date
        while queue and queue[0][1].key in begun:
            heapq.heappop(queue)
        return queue[0][0] if queue else None

    def pop(self, by_wait: bool) -> PlannedFile:  # noqa: FBT001
        """Take the file that `first` has just named."""
        return heapq.heappop(self._by_wait if by_wait else self._by_date)[1]
