"""What the values of lastmod say by themselves, before any page is fetched.

The commonest fault of the web is one date on every entry: the moment the file was made. One such spike may also be an honest bulk
import or a migration, so a single one is only suspected; a second snapshot in which everything moved again confirms it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from scoring.evidence import SnapshotStats

MODAL_SHARE = 0.5
TOP2_SHARE = 0.9
FULL_WAVE_SHARE = 0.9
FULL_WAVES_OF_ALL = 0.8
FEW_DISTINCT_SHARE = 0.02
FEW_DISTINCT_ENTRIES = 200
# A million entries may honestly share some hundred instants (imports, batches); a stamp leaves a handful.
FEW_DISTINCT = 50
# Dates without time that are all of one day: only over a longer stretch can pages that really changed not all have done so on its last day.
STAMPED_AFTER = timedelta(days=3)
# A spike far older than the file is the trace of an import, not of the file's own making.
SPIKE_AGE = timedelta(days=7)


class Finding(StrEnum):
    """How sure a structural fault is."""

    NONE = "none"
    SUSPECTED = "suspected"
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True)
class Distribution:
    """Shares (0..1) over the entries of one snapshot; those of single values are over the entries that carry a lastmod."""

    entries: int
    lastmod_share: float
    modal_share: float
    top2_share: float
    distinct_share: float
    near_generation_share: float
    future_share: float
    epoch_share: float
    invalid_share: float
    date_only_share: float


@dataclass(frozen=True, slots=True)
class GenerationTime:
    """Whether lastmod follows the making of the file: the finding, its full waves of moves, and the share that moved in the last one.

    `stamped_waves` counts the full waves after which nearly all entries carried one and the same date, made with the file.
    """

    finding: Finding
    waves: int
    full_waves: int
    share: float
    since: datetime | None = None
    stamped_waves: int = 0


def describe(stats: SnapshotStats) -> Distribution:
    """Shares of one snapshot; every one is 0 where there is nothing to divide by."""
    dated = stats.with_lastmod
    return Distribution(
        entries=stats.entries,
        lastmod_share=_share(dated, stats.entries),
        modal_share=_share(stats.modal_count, dated),
        top2_share=_share(stats.top2_count, dated),
        distinct_share=_share(stats.distinct, dated),
        near_generation_share=_share(stats.near_generation, dated),
        future_share=_share(stats.future, dated),
        epoch_share=_share(stats.epoch, stats.entries),
        invalid_share=_share(stats.invalid, stats.entries),
        date_only_share=_share(stats.date_only, dated),
    )


def movable(stats: SnapshotStats) -> int:
    """Entries that could move: they carried a lastmod in this snapshot and in the one before."""
    return (stats.moved or 0) + (stats.unmoved or 0) + (stats.backwards or 0) + (stats.format_only or 0)


def moved_share(stats: SnapshotStats) -> float | None:
    """Share that moved of the entries that could (a lastmod here and in the snapshot before); None without a snapshot before."""
    if stats.moved is None:
        return None
    able = movable(stats)
    return _share(stats.moved, able) if able else None


def is_full_wave(stats: SnapshotStats) -> bool:
    """Did (nearly) every entry that could move do so?"""
    share = moved_share(stats)
    return share is not None and share >= FULL_WAVE_SHARE


def generation_time(snapshots: Sequence[SnapshotStats], *, small_site: int) -> GenerationTime:
    """Judge `snapshots` (oldest first, of one generator) for stamps of the file's making.

    Confirmed: in at least two snapshots, and in four of five of those where anything moved, nearly every entry did. Sites of fewer
    than `small_site` entries need as many more such snapshots as they are smaller, for all of a handful may well change in one day.
    One wave, or one spike of equal dates, is suspected; the caller may confirm it by what the pages did.
    """
    waves = [s for s in snapshots if s.moved]
    full = [s for s in waves if is_full_wave(s)]
    newest_is_full = bool(waves) and is_full_wave(waves[-1])
    finding = Finding.NONE
    witnesses = sum(movable(s) for s in full)
    if newest_is_full and witnesses >= small_site:
        enough = len(full) >= 2 and witnesses >= 2 * small_site
        finding = Finding.CONFIRMED if enough and len(full) >= FULL_WAVES_OF_ALL * len(waves) else Finding.SUSPECTED
    elif not waves and snapshots and _looks_generated(snapshots[-1], small_site):
        finding = Finding.SUSPECTED
    share = (moved_share(waves[-1]) or 0.0) if waves else 0.0
    since = None if finding is Finding.NONE else (full or snapshots)[0].taken_at
    return GenerationTime(finding, len(waves), len(full), share, since, sum(is_stamped(s) for s in full))


def is_stamped(stats: SnapshotStats) -> bool:
    """Do nearly all entries carry one date, that of the file's making? No pages, however busy, all change at the same moment.

    Dates without time may honestly be of one day where the site was looked at the day before, so those need a longer gap.
    """
    shares = describe(stats)
    if max(shares.modal_share, shares.near_generation_share) < FULL_WAVE_SHARE or is_bulk_spike(stats):
        return False
    if shares.date_only_share < MODAL_SHARE:
        return True
    return stats.previous_at is not None and stats.taken_at - stats.previous_at >= STAMPED_AFTER


def is_bulk_spike(stats: SnapshotStats) -> bool:
    """Half of the dates are one old instant, as after an import or a migration."""
    if stats.with_lastmod == 0 or stats.modal_count < MODAL_SHARE * stats.with_lastmod or stats.modal_lastmod is None:
        return False
    made = stats.generated_at or stats.taken_at
    return made - stats.modal_lastmod > SPIKE_AGE


def _looks_generated(stats: SnapshotStats, small_site: int) -> bool:
    if stats.with_lastmod < small_site:
        return False
    shares = describe(stats)
    if shares.near_generation_share >= FULL_WAVE_SHARE:
        return True
    one_date = shares.modal_share >= MODAL_SHARE or shares.top2_share >= TOP2_SHARE
    few = shares.distinct_share < FEW_DISTINCT_SHARE and stats.with_lastmod > FEW_DISTINCT_ENTRIES and shares.date_only_share < MODAL_SHARE
    few = few and stats.distinct <= FEW_DISTINCT
    return (one_date or few) and not is_bulk_spike(stats)


def _share(part: int, whole: int) -> float:
    return min(max(part / whole, 0.0), 1.0) if whole > 0 else 0.0
