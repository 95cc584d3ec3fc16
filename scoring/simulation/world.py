"""A site as it is: its sections live from day to day, and its sitemap lists them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.simulation.habits import Habits, Writes
from scoring.simulation.part import BUILD_BEFORE, Counts, Flags, Numbers, Part
from scoring.simulation.truth import Events, Ledger


@dataclass(frozen=True, slots=True)
class Listing:
    """The entries of the sitemap at one time: page numbers, places of their sections in `sections`, dates (days), whether they have one,
    whether it is without time, and when the file of each was made."""

    sections: tuple[str, ...]
    identity: Counts
    section: Counts
    lastmod: Numbers
    dated: Flags
    date_only: Flags
    made: Numbers

    def carried(self, previous: Listing, unread: Flags) -> Listing:
        """The same with the entries of `unread` as they were in `previous`."""

        def mix(new: np.ndarray, old: np.ndarray) -> np.ndarray:
            return np.where(unread, old, new)

        return Listing(
            self.sections,
            mix(self.identity, previous.identity),
            self.section,
            mix(self.lastmod, previous.lastmod),
            mix(self.dated, previous.dated),
            mix(self.date_only, previous.date_only),
            mix(self.made, previous.made),
        )


@dataclass(frozen=True, slots=True)
class PageStates:
    """As a visitor sees the pages, in the order of the listing: numbers, versions of the content and of what stands around it, and times of
    the last edit and of publication."""

    identity: Counts
    version: Counts
    around: Counts
    edited: Numbers
    published: Numbers


class World:
    """The site and the truth about it. Call `live` for every day from 0 on."""

    def __init__(self, habits: Habits, rng: np.random.Generator) -> None:
        self.habits, self.ledger = habits, Ledger()
        self.parts = [Part(section, place, rng, imported=habits.imported) for place, section in enumerate(habits.sections)]
        self._rng = rng
        self._yesterday: Listing | None = None
        self._today = self._listing(0)

    def live(self, day: int) -> None:
        """Let the day before the check of `day` pass. Day 0 is the beginning, and nothing happens in it."""
        habits = self.habits
        if habits.switch is not None and day == habits.switch.day:
            self.ledger.switches.append(day)
            for part in self.parts:
                part.switch(habits.switch.generator)
        events = {part.name: self._live(part, day) for part in self.parts}
        self.ledger.write(events)
        for part in self.parts:
            if day == habits.migration_day:
                part.migrate(day)
            if day == habits.redesign_day:
                part.version += 1
        self._yesterday, self._today = self._today, self._listing(day)

    def listing(self) -> Listing:
        """What the sitemap says now."""
        is_cached = any(part.generator.cached for part in self.parts)
        return self._yesterday if is_cached and self._yesterday is not None else self._today

    def pages(self) -> PageStates:
        """The pages as they are now."""
        parts = self.parts
        return PageStates(
            np.concatenate([part.identity for part in parts]),
            np.concatenate([part.version for part in parts]),
            np.concatenate([part.around for part in parts]),
            np.concatenate([part.edited for part in parts]),
            np.concatenate([part.published for part in parts]),
        )

    def follow_request(self) -> Flags:
        """Which entries would carry another date if the sitemap were asked for once more, in the order of the listing."""
        by_request = [part.stamped & part.dated & (part.generator.writes is Writes.EVERY_REQUEST) for part in self.parts]
        return np.concatenate(by_request)

    def _live(self, part: Part, day: int) -> Events:
        if day == 0:
            return Events()
        every = part.generator.template_days
        return part.live(day, template_edit=every > 0 and float(self._rng.random()) < 1.0 / every)

    def _listing(self, day: int) -> Listing:
        parts = self.parts
        sizes = [len(part.identity) for part in parts]
        coarse = [np.full(size, part.generator.date_only) for size, part in zip(sizes, parts, strict=True)]
        made = [np.full(size, _made(part, day)) for size, part in zip(sizes, parts, strict=True)]
        return Listing(
            tuple(part.name for part in parts),
            np.concatenate([part.identity for part in parts]),
            np.repeat(np.arange(len(parts)), sizes),
            np.concatenate([part.lastmod for part in parts]),
            np.concatenate([part.dated for part in parts]),
            np.concatenate(coarse),
            np.concatenate(made),
        )


def _made(part: Part, day: int) -> float:
    """When the file was made: at its last build where builds make it, else when it is asked for."""
    if part.generator.writes in (Writes.DAILY_BUILD, Writes.BUILDS) and part.stamp is not None:
        return part.stamp
    if part.generator.writes is Writes.EVERY_REQUEST:
        return float(day)
    return day - BUILD_BEFORE
