"""What really happened, event by event, day by day: the truth that a verdict is held against.

A change of content is *caught* when a move of lastmod tells of it; a move is *right* when it tells of at least one change. Where the
generator writes its edits both are the same events. A stamp that comes after three changes of a page is one right move that caught three.
Pages without lastmod count in neither, as in the scorer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import nan

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Events:
    """Numbers of events: moves, those of them that were right, changes, those of them that were caught."""

    moves: float = 0.0
    right: float = 0.0
    changes: float = 0.0
    caught: float = 0.0

    def plus(self, other: Events) -> Events:
        """Both together."""
        return Events(self.moves + other.moves, self.right + other.right, self.changes + other.changes, self.caught + other.caught)

    @property
    def precision(self) -> float:
        """Of the moves, the share that was right; nan where nothing moved."""
        return self.right / self.moves if self.moves else nan

    @property
    def recall(self) -> float:
        """Of the changes, the share that was caught; nan where nothing changed."""
        return self.caught / self.changes if self.changes else nan


@dataclass(slots=True)
class Ledger:
    """The events of each day by section, and the days on which another generator took over."""

    days: list[dict[str, Events]] = field(default_factory=list)
    switches: list[int] = field(default_factory=list)

    def write(self, by_section: dict[str, Events]) -> None:
        """Add a day."""
        self.days.append(by_section)

    def between(self, first: int, last: int, section: str | None = None) -> Events:
        """The events of the days `first` to `last`, both included, of the whole site or one section."""
        total = Events()
        for day in self.days[max(first, 0) : last + 1]:
            for name, events in day.items():
                if section is None or name == section:
                    total = total.plus(events)
        return total

    def of_generator_at(self, day: int, section: str | None = None) -> Events:
        """All events under the generator that is at work on `day`: the habit that a verdict of that day is about."""
        last = min((switch for switch in self.switches if switch > day), default=len(self.days)) - 1
        return self.between(self._taken_over(day), last, section)

    def so_far(self, day: int, section: str | None = None) -> Events:
        """The events under that generator until `day`: what could be known of it by then."""
        return self.between(self._taken_over(day), day, section)

    def _taken_over(self, day: int) -> int:
        return max((switch for switch in self.switches if switch <= day), default=0)
