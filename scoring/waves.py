"""Snapshots in which far more entries moved than this site's usual share: an import, a migration, or a generator that stamps its runs.

The usual share of the last 28 days is a beta-binomial: its mean is the median of the daily shares (their mean where most days are
quiet), its overdispersion what the days differed by (method of moments, Kleinman 1973, *Journal of the American Statistical Association*
68). Shares are taken per day, so that checks of unequal distance can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from math import exp, log1p
from statistics import fmean, median

from scipy.stats import betabinom

from scoring.alarms import Alarm, AlarmKind, Stream
from scoring.change_kinds import ChangeKind, ChangePoint
from scoring.distribution import FULL_WAVE_SHARE, movable, moved_share
from scoring.entry_changes import is_zone_shift
from scoring.evidence import SnapshotStats

BASELINE = timedelta(days=28)
SECONDS_PER_DAY = 86_400.0
# So many compared snapshots make a usual share.
LEAST_BASELINE = 5
RARE = 0.001
# Below this share a wave is no matter of the whole site, however unusual.
NOTABLE_SHARE = 0.2
# More entries than this tell no more: how days differ is what counts.
MOST_TRIALS = 1_000
# As often as not a handful of pages all change in one day.
SMALL_SITE = 20


def unusual_waves(snapshots: Sequence[SnapshotStats]) -> list[ChangePoint]:
    """Complete snapshots in which a notable share of entries moved, by chance less than once in a thousand at the usual share."""
    compared = [s for s in snapshots if moved_share(s) is not None]
    found: list[ChangePoint] = []
    for place, stats in enumerate(compared):
        share = moved_share(stats) or 0.0
        if share < NOTABLE_SHARE or movable(stats) < SMALL_SITE or is_zone_shift(stats):
            continue
        usual = usual_share(compared[:place], stats)
        if usual is not None and _chance(stats, *usual) < RARE:
            percents = {"percent_before": _percent(usual[0]), "percent_after": _percent(share), "moved": stats.moved or 0}
            found.append(ChangePoint(stats.taken_at, ChangeKind.UNUSUAL_WAVE, {**percents}))
    return found


def suspected_waves(snapshots: Sequence[SnapshotStats], changes: Sequence[ChangePoint]) -> list[Alarm]:
    """An alarm at the first snapshot in which nearly every entry moved, if that is unusual; the next one that moves confirms or lifts it.

    `changes` are the known ones: a switch that is confirmed is no suspicion any more.
    """
    complete = [s for s in snapshots if s.complete and s.entries > 0]
    waves = [s for s in complete if s.moved or s.backwards]
    if not waves or (moved_share(waves[-1]) or 0.0) < FULL_WAVE_SHARE:
        return []
    newest = waves[-1]
    if any(change.at == newest.taken_at and change.kind in (ChangeKind.ALL_MOVING, ChangeKind.ZONE_SHIFTED) for change in changes):
        return []
    wave = [c for c in changes if c.kind is ChangeKind.UNUSUAL_WAVE and c.at == newest.taken_at]
    before = [float(c.detail_params["percent_before"]) / 100.0 for c in wave]
    return [
        Alarm(newest.taken_at, Stream.ENTRIES, AlarmKind.ALL_MOVING_SUSPECTED, newest.taken_at, share, moved_share(newest) or 0.0, 0)
        for share in before
    ]


def usual_share(earlier: Sequence[SnapshotStats], stats: SnapshotStats) -> tuple[float, float] | None:
    """The usual share (0..1) for the time between `stats` and the snapshot before, with its variance between days.

    None where too little is known. `earlier` are compared snapshots, oldest first.
    """
    recent = [s for s in earlier if s.taken_at >= stats.taken_at - BASELINE]
    recent = recent if len(recent) >= LEAST_BASELINE else list(earlier[-LEAST_BASELINE:])
    if len(recent) < LEAST_BASELINE:
        return None
    days = _days(stats)
    shares = [_share_in(s, days) for s in recent]
    middle = median(shares) or fmean(shares)
    # One move more than was seen may always come: a site that was silent so far may still have a page that changes.
    middle = min(max(middle, 1.0 / (1.0 + sum(movable(s) for s in recent))), 0.999)
    return middle, fmean((share - middle) ** 2 for share in shares)


def _share_in(stats: SnapshotStats, days: float) -> float:
    """The share that would have moved in `days` at the rate of this snapshot."""
    share = min(moved_share(stats) or 0.0, 1.0 - 1e-6)
    return 1.0 - exp(log1p(-share) * days / _days(stats))


def _chance(stats: SnapshotStats, mean: float, variance: float) -> float:
    """The probability of at least as many moves, under the beta-binomial of this mean and variance."""
    able = min(movable(stats), MOST_TRIALS)
    moved = int((moved_share(stats) or 0.0) * able)
    spread = min(max(variance / (mean * (1.0 - mean)), 1e-4), 0.99)
    strength = 1.0 / spread - 1.0
    return float(betabinom.sf(moved - 1, able, mean * strength, (1.0 - mean) * strength))


def _days(stats: SnapshotStats) -> float:
    between = (stats.taken_at - (stats.previous_at or stats.taken_at)).total_seconds() / SECONDS_PER_DAY
    return between if between > 0.0 else 1.0


def _percent(share: float) -> int | float:
    percent = 100.0 * share
    return round(percent) if percent >= 1.0 or percent == 0.0 else round(percent, 2)
