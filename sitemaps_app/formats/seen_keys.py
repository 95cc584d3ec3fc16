"""Which addresses of a file were met, and with which date; sixteen bytes each, since a file may have a million."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

_Level = tuple[NDArray[np.int64], NDArray[np.int64]]  # hashes in ascending order, and the instant of each


class SeenKeys:
    """Keeps the hash of each key with the newest instant (microseconds) it came with, in a few sorted arrays of growing size.

    Two of a million addresses share a 64-bit hash with a probability of about 1 in 40 million; the cost would be one entry taken for a
    repeat. Python's own hash of texts is keyed anew in each process, so nobody can choose addresses that collide.
    """

    def __init__(self) -> None:
        self._levels: list[_Level] = []

    def add_if_all_new(self, keys: Sequence[str], instants: NDArray[np.int64]) -> bool:
        """Remember all of them if none was met before and none comes twice; else nothing."""
        marks = _marks(keys)
        order = np.argsort(marks)
        marks = marks[order]
        if (marks[1:] == marks[:-1]).any() or any(_places(level, marks)[1].any() for level in self._levels):
            return False
        self._add((marks, instants[order]))
        return True

    def instants_of(self, keys: Sequence[str]) -> dict[str, int]:
        """The instants of those keys that were met before."""
        marks = _marks(keys)
        known: dict[str, int] = {}
        for level in self._levels:
            places, found = _places(level, marks)
            known.update((keys[row], int(level[1][places[row]])) for row in np.flatnonzero(found).tolist())
        return known

    def put(self, instants: Mapping[str, int]) -> None:
        """Remember keys, new or not, with their newest instants."""
        marks = _marks(list(instants))
        values = np.fromiter(instants.values(), dtype=np.int64, count=len(instants))
        is_new = np.ones(len(marks), dtype=bool)
        for level in self._levels:
            places, found = _places(level, marks)
            level[1][places[found]] = values[found]
            is_new &= ~found
        if is_new.any():
            order = np.argsort(marks[is_new])
            self._add((marks[is_new][order], values[is_new][order]))

    def _add(self, level: _Level) -> None:
        """As in a log-structured merge, a level grows by merging with one of its size, so each key is moved a few times only."""
        self._levels.append(level)
        while len(self._levels) > 1 and 2 * len(self._levels[-1][0]) >= len(self._levels[-2][0]):
            (newer, newer_instants), (older, older_instants) = self._levels.pop(), self._levels.pop()
            marks = np.concatenate((older, newer))
            order = np.argsort(marks, kind="stable")
            self._levels.append((marks[order], np.concatenate((older_instants, newer_instants))[order]))


def _marks(keys: Sequence[str]) -> NDArray[np.int64]:
    return np.fromiter(map(hash, keys), dtype=np.int64, count=len(keys))


def _places(level: _Level, marks: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Where each mark would stand in a level, and whether it does."""
    known = level[0]
    places = np.minimum(np.searchsorted(known, marks), len(known) - 1)
    return places, known[places] == marks
