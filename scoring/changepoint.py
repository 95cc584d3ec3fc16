"""Has the generator of the sitemap changed, and when? First layer: from snapshots alone, without a page fetch.

`entry_changes` has what all entries do at once, `waves` what is unusual for this site, `redesigns` what all pages do at once.
Each kind is confirmed by what follows it, so that one bulk import or one bad build does not throw old evidence away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import pairwise
from math import exp, expm1, log

from scoring.assessment import Param
from scoring.change_kinds import ChangeKind, ChangePoint
from scoring.distribution import FULL_WAVE_SHARE, movable, moved_share
from scoring.entry_changes import is_zone_shift, jumps_back, notations, replaced_urls, zone_shifts
from scoring.evidence import SnapshotStats
from scoring.waves import unusual_waves

__all__ = ["ChangeKind", "ChangePoint", "generator_changes"]

SECONDS_PER_DAY = 86_400.0
# ln(1 / .001): so many moves must fail to come before silence has a chance of one in a thousand under the old rate.
EXPECTED_MOVES = 7.0
QUIET_STRETCH = 1.5
# A longest silence that chance passes less often than once in twenty has another reason.
PLAUSIBLE = 0.05
PRESENT, ABSENT = 0.5, 0.05
SELECTIVE_SHARE = 0.5
CALM_WAVES = 4


def generator_changes(snapshots: Sequence[SnapshotStats]) -> tuple[ChangePoint, ...]:
    """Confirmed changes over `snapshots` (oldest first, whole site or one section), oldest first. Incomplete snapshots are left out."""
    complete = [s for s in snapshots if s.complete and s.entries > 0]
    found = [
        *_wave_changes(complete),
        *_frozen(complete),
        *_level_changes(complete),
        *notations(complete),
        *jumps_back(complete),
        *zone_shifts(complete),
        *replaced_urls(complete),
        *unusual_waves(complete),
    ]
    # Where a wave is known for what it is, that it was unusual needs no telling.
    known = {change.at for change in found if change.kind in (ChangeKind.ALL_MOVING, ChangeKind.JUMPED_BACK)}
    told = [change for change in found if change.kind is not ChangeKind.UNUSUAL_WAVE or change.at not in known]
    return tuple(sorted(told, key=lambda change: (change.at, change.kind)))


def _wave_changes(snapshots: Sequence[SnapshotStats]) -> list[ChangePoint]:
    """Switches between "some entries move" and "every entry moves", confirmed by the next snapshots where any date differed.

    Trust is lost faster than it is won again: one more full wave confirms that every entry moves now, `CALM_WAVES` selective ones that this
    is over.
    """
    compared = [s for s in snapshots if moved_share(s) is not None and not is_zone_shift(s)]
    waves = [s for s in compared if s.moved or s.backwards]
    found: list[ChangePoint] = []
    regime: bool | None = None
    start = 0
    for place, stats in enumerate(waves):
        full = _regime(stats)
        if full is None or full == regime:
            continue
        following = waves[place + 1 : place + (2 if full else CALM_WAVES)]
        if len(following) < (1 if full else CALM_WAVES - 1) or any(_regime(later) != full for later in following):
            continue
        before = [s for s in compared if s.taken_at < stats.taken_at][start:]
        if regime is not None or (full and len(before) >= 2):
            share_before = _mean_share(before)
            if not full or _surprising(stats, following[0], share_before):
                kind = ChangeKind.ALL_MOVING if full else ChangeKind.SELECTIVE_AGAIN
                shares: dict[str, Param] = {"share_before": round(share_before, 3), "share_after": round(moved_share(stats) or 0.0, 3)}
                found.append(ChangePoint(stats.taken_at, kind, shares))
                start = compared.index(stats)
        regime = full
    return found


def _regime(stats: SnapshotStats) -> bool | None:
    """True where all dates differed, False where at most half did, None in between: a share that hovers at the border is no switch.

    Dates that fell back count too: a build that stamps some entries and sets others back selects nothing either.
    """
    share = ((stats.moved or 0) + (stats.backwards or 0)) / max(movable(stats), 1)
    if share >= FULL_WAVE_SHARE:
        return True
    return False if share <= SELECTIVE_SHARE else None


def _mean_share(snapshots: Sequence[SnapshotStats]) -> float:
    able = sum(movable(s) for s in snapshots)
    return sum(s.moved or 0 for s in snapshots) / able if able else 0.0


def _surprising(first: SnapshotStats, second: SnapshotStats, share_before: float) -> bool:
    """Would two full waves have come by chance less than once in a thousand, had each entry moved with its old probability?"""
    return -log(min(max(share_before, 1e-3), 1.0)) * (movable(first) + movable(second)) >= EXPECTED_MOVES


def _frozen(snapshots: Sequence[SnapshotStats]) -> list[ChangePoint]:
    """Silence since a snapshot after which, at the old rate, seven moves should have come; longer than any silence before.

    Moves of one wave over the site come together: they are one occasion, lest a pause between two builds seem an end.
    """
    compared = [s for s in snapshots if s.moved is not None]
    last_wave = max((place for place, s in enumerate(compared) if s.moved), default=-1)
    tail = compared[last_wave + 1 :]
    if last_wave < 2 or len(tail) < 3:
        return []
    before = compared[: last_wave + 1]
    days = _days(before[0].previous_at or before[0].taken_at, before[-1].taken_at)
    silent_days = _days(before[-1].taken_at, tail[-1].taken_at)
    if days <= 0.0:
        return []
    expected = sum(_occasions(s) for s in before) / days * silent_days
    wave_times = [s.taken_at for s in before if s.moved]
    longest_gap = max((_days(a, b) for a, b in pairwise(wave_times)), default=days)
    if expected < EXPECTED_MOVES or (not _by_chance(longest_gap, before, days) and silent_days < QUIET_STRETCH * longest_gap):
        return []
    return [ChangePoint(tail[0].taken_at, ChangeKind.FROZEN, {"expected_moves": round(expected, 1), "days": round(silent_days, 1)})]


def _by_chance(longest_gap: float, before: Sequence[SnapshotStats], days: float) -> bool:
    """Is the longest silence of `before` no longer than the longest of as many independent occasions at their rate may be?

    Then silence is as likely as the rate says; else (no edits at weekends, months between campaigns) it has to outlast that one.
    """
    occasions = sum(_occasions(s) for s in before)
    return -expm1(-occasions * exp(-occasions / days * longest_gap)) >= PLAUSIBLE


def _occasions(stats: SnapshotStats) -> int:
    moved = stats.moved or 0
    return min(moved, 1) if (moved_share(stats) or 0.0) >= SELECTIVE_SHARE else moved


def _level_changes(snapshots: Sequence[SnapshotStats]) -> list[ChangePoint]:
    """lastmod comes or goes for most entries; undone by the next snapshot, it is none."""
    presence = (ChangeKind.LASTMOD_APPEARED, ChangeKind.LASTMOD_VANISHED)
    return _flips(snapshots, lambda s: s.with_lastmod / s.entries, (ABSENT, PRESENT), presence)


def _flips(
    snapshots: Sequence[SnapshotStats],
    level: Callable[[SnapshotStats], float],
    bounds: tuple[float, float],
    kinds: tuple[ChangeKind, ChangeKind],
) -> list[ChangePoint]:
    """Crossings of `level` from at most the low to at least the high bound (first kind) and back (second kind), lasting two snapshots."""
    low, high = bounds
    levels = [level(s) for s in snapshots]
    found: list[ChangePoint] = []
    state: bool | None = None
    last_share = 0.0
    for place, share in enumerate(levels):
        if low < share < high:
            continue
        is_high = share >= high
        following = levels[place + 1] if place + 1 < len(levels) else share
        lasts = following >= high if is_high else following <= low
        if state is None or (is_high != state and lasts):
            if state is not None:
                shares: dict[str, Param] = {"share_before": round(last_share, 3), "share_after": round(share, 3)}
                found.append(ChangePoint(snapshots[place].taken_at, kinds[0] if is_high else kinds[1], shares))
            state, last_share = is_high, share
    return found


def _days(start: datetime, end: datetime) -> float:
    return (end - start).total_seconds() / SECONDS_PER_DAY
