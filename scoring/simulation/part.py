"""The pages of one section, and what a day does to them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.simulation.habits import Generator, Pages, Section, Writes
from scoring.simulation.truth import Events

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
Counts = NDArray[np.int64]
# Checks are made at six in the morning, UTC; builds at three.
CHECK_HOUR = 0.25
BUILD_BEFORE = 0.125
FAR_AHEAD = 400.0
IMPORTED_AT = -40.0
# Numbers of pages: every section has its own range, and a page that takes another's place gets a new one.
IDENTITIES = 10_000_000


def midnight(times: Numbers) -> Numbers:
    """The first instant of the UTC days in which `times` (days since the first check) lie."""
    return np.floor(times + CHECK_HOUR) - CHECK_HOUR


class Part:
    """The state of all pages of a section; times are days since the first check. `around` counts edits of what is around the content."""

    def __init__(self, section: Section, number: int, rng: np.random.Generator, *, imported: bool) -> None:
        self.name, self.pages, self._rng = section.name, section.pages, rng
        count = section.pages.entries
        self.rates = _rates(section.pages, rng)
        self.version: Counts = np.zeros(count, dtype=np.int64)
        self.around: Counts = np.zeros(count, dtype=np.int64)
        self.identity: Counts = np.arange(count, dtype=np.int64) + number * IDENTITIES + 1
        self._next = int(self.identity[-1]) + 1
        self.published: Numbers = -rng.uniform(200.0, 900.0, count)
        if section.pages.new_a_day:
            self.published = -np.arange(count, dtype=np.float64) / section.pages.new_a_day - rng.uniform(0.0, 1.0, count)
        is_edited = (rng.random(count) < 0.7) & (self.rates > 0.0)
        since = rng.uniform(0.1, 0.9, count) * np.minimum(-self.published, 200.0)
        self.edited: Numbers = np.where(is_edited, -since, self.published)
        self.lastmod: Numbers = self.edited.copy()
        self.stamp: float | None = None
        self.generator = section.generator
        self._masks()
        self._begin(imported=imported)

    def _masks(self) -> None:
        """Which pages the faults of the generator sit on."""
        generator, count = self.generator, len(self.rates)
        self.faulty: Flags = self._rng.random(count) < generator.faulty_share
        self.stamped: Flags = self._rng.random(count) < generator.stamped_share
        self.ahead: Flags = self._rng.random(count) < generator.future_share
        has_any = generator.writes is not Writes.NOTHING
        self.dated: Flags = (self._rng.random(count) < generator.dated_share) & has_any
        self.pending: Counts = np.zeros(count, dtype=np.int64)

    def _begin(self, *, imported: bool) -> None:
        generator = self.generator
        if generator.writes is Writes.PUBLISHED:
            self.lastmod = self.published.copy()
        if generator.writes.stamps:
            self._stamp(-BUILD_BEFORE if generator.writes is not Writes.BUILDS else -generator.build_days * float(self._rng.random()))
        if imported:
            self.lastmod[:] = IMPORTED_AT
        self.lastmod[self.ahead] = FAR_AHEAD
        self._write_down()

    def switch(self, generator: Generator) -> None:
        """Another generator takes over; what it writes for pages that did not change is its own."""
        was, shift = self.generator.writes, generator.shift_hours - self.generator.shift_hours
        self.generator = generator
        self._masks()
        if generator.writes is Writes.PUBLISHED:
            self.lastmod = self.published.copy()
        elif generator.writes in (Writes.EDITS, Writes.NEVER_AGAIN) and was not in (Writes.EDITS, Writes.NEVER_AGAIN):
            self.lastmod = self.edited.copy()
        elif generator.writes is was is Writes.EDITS:
            self.lastmod = self.lastmod + shift / 24.0
        self._write_down()

    def live(self, day: int, *, template_edit: bool) -> Events:
        """The day before the check of `day` passes; the events of pages that carry a lastmod."""
        self._publish(day)
        changes = self._rng.poisson(self.rates)
        self.version += changes
        did_change = changes > 0
        self.edited[did_change] = day - self._rng.uniform(0.02, 0.95, int(did_change.sum()))
        self.pending += changes
        writes = self.generator.writes
        if writes is Writes.EDITS:
            return self._follow(day, changes, np.ones(len(changes), dtype=np.bool_), template_edit=template_edit)
        if writes.stamps:
            return self._stamped_day(day, changes)
        return Events(changes=float(changes[self.dated & ~self.ahead].sum()))

    def migrate(self, day: int) -> None:
        """Every date becomes one instant of this day, and no page changes."""
        self.lastmod[:] = day - 2.0 * BUILD_BEFORE
        self._write_down()

    def _follow(self, day: int, changes: Counts, on: Flags, *, template_edit: bool) -> Events:
        """Write the dates of the edits that the generator catches, and its stray moves, on the pages of `on`."""
        rng, generator, count = self._rng, self.generator, len(changes)
        caught = np.where(self.faulty, rng.binomial(changes, generator.recall), changes)
        by_rate = generator.recall * self.rates * (1.0 - generator.precision) / max(generator.precision, 1e-9)
        strays = rng.poisson(np.where(self.faulty, generator.stray_moves + by_rate, 0.0))
        if template_edit:
            strays = strays + (rng.random(count) < generator.template_share)
        self.around += strays  # a template or a menu was edited
        writable = on & self.dated & ~self.ahead
        caught, strays = caught * writable, strays * writable
        moments = np.where(caught > 0, self.edited, day - rng.uniform(0.02, 0.95, count)) + generator.shift_hours / 24.0
        signalled = (caught + strays) > 0
        self.lastmod[signalled] = np.maximum(self.lastmod, moments)[signalled]
        self._fall_back(writable & ~signalled)
        self._write_down()
        mine = on & self.dated & ~self.ahead
        if generator.date_only:  # a day is the finest that can be told
            changes, caught, signals = np.minimum(changes, 1), np.minimum(caught, 1), np.minimum(caught + strays, 1)
        else:
            signals = caught + strays
        return Events(float(signals.sum()), float(caught.sum()), float(changes[mine].sum()), float(caught.sum()))

    def _stamped_day(self, day: int, changes: Counts) -> Events:
        generator = self.generator
        rest = ~self.stamped
        events = self._follow(day, changes, rest, template_edit=False) if rest.any() else Events()
        mine = self.stamped & self.dated
        events = events.plus(Events(changes=float(changes[mine].sum())))
        if generator.writes is Writes.BUILDS and self._rng.random() >= 1.0 / generator.build_days:
            return events
        right, caught = float((self.pending[mine] > 0).sum()), float(self.pending[mine].sum())
        self._stamp(day if generator.writes is Writes.EVERY_REQUEST else day - BUILD_BEFORE)
        self._write_down()
        return events.plus(Events(moves=float(mine.sum()), right=right, caught=caught))

    def _stamp(self, moment: float) -> None:
        self.stamp = moment
        self.lastmod[self.stamped] = moment
        self.pending[self.stamped] = 0

    def _fall_back(self, able: Flags) -> None:
        if not self.generator.back_rate:
            return
        falling = able & (self._rng.random(len(able)) < self.generator.back_rate)
        self.lastmod[falling] -= self._rng.uniform(2.0, 30.0, int(falling.sum()))

    def _publish(self, day: int) -> None:
        """New pages take the places of the oldest ones."""
        wanted = self.pages.new_a_day
        count = int(wanted) + (float(self._rng.random()) < wanted - int(wanted))
        for place in np.argsort(self.published, kind="stable")[: min(count, len(self.published))]:
            self.published[place] = self.edited[place] = self.lastmod[place] = day - float(self._rng.uniform(0.02, 0.95))
            self.identity[place], self._next = self._next, self._next + 1
            self.version[place] = self.pending[place] = 0
        if count:
            self._write_down()

    def _write_down(self) -> None:
        """Dates without time are those of the day."""
        if self.generator.date_only:
            self.lastmod = midnight(self.lastmod)


def _rates(pages: Pages, rng: np.random.Generator) -> Numbers:
    mean = pages.change_rate / max(1.0 - pages.never_share, 1e-9)
    rates = np.full(pages.entries, mean)
    if pages.shape > 0.0:
        rates = rng.gamma(pages.shape, mean / pages.shape, pages.entries)
    return np.where(rng.random(pages.entries) < pages.never_share, 0.0, rates)
