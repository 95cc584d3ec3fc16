"""Dates that are made with the sitemap and not with the pages: at each request, at each making of the file, at each build, or once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from scoring.assessment import FailureMode, Param
from scoring.case import Case
from scoring.changepoint import CALM_WAVES
from scoring.coldstart import DAY
from scoring.distribution import FULL_WAVE_SHARE, MODAL_SHARE, SPIKE_AGE, Finding, describe, is_full_wave, movable, moved_share
from scoring.evidence import DateAgreement, SecondLook, SnapshotStats
from scoring.faults.fault import Fault, chance_above, percent

STAMPED_WAVES = 2
# Two reads so close together that nobody edits nearly all pages in between: even a site that deploys daily and stamps each build moves in a
# given quarter of an hour with a chance of one in a hundred, and one whose pages change daily, page by page, never as a whole.
LOOK_WITHIN = timedelta(minutes=15)
# A day, and two hours for jobs and checks that run a little later each day.
DAILY = timedelta(hours=26)
# As in `distribution.generation_time`: four of five, so that a job that failed once is no build.
QUIET_STRETCHES = 0.2
MOST_MOVES = 0.5
SAME_SECOND_SHARE = 0.2


def stamps(case: Case) -> Fault | None:
    """The stamp that explains the moves: of the request, of the file's making, or of the build. Those confirmed decide the verdict."""
    request = _request_time(case)
    if request is not None:
        return request
    if not is_confirmed(case):
        return None
    counts = case.table.counts
    moved = {"moved": counts.moved_changed + counts.moved_unchanged, "moved_changed": counts.moved_changed}
    reads = _compared(case)
    numbers = {"full_waves": sum(map(is_full_wave, reads)), "reads": len(reads), "waves": case.generation.waves}
    by_waves = case.generation.finding is Finding.CONFIRMED
    if _stands_between_waves(reads):
        reason = "build_stamp" if by_waves else "build_stamp_by_pages"
        return Fault(FailureMode.BUILD_STAMP, reason, {**numbers, **moved}, decides=True)
    reason = "generation_time" if by_waves else "generation_time_by_pages"
    return Fault(FailureMode.GENERATION_TIME, reason, {**numbers, **moved, "percent": percent(case.generation.share)}, decides=True)


def is_confirmed(case: Case) -> bool:
    """Is the file's making what lastmod shows? By a second full wave, or by pages that moved with all others and had not changed.

    Over long gaps most pages do change, so pages that changed are no excuse where every entry repeatedly carried one and the same date.
    """
    limits, moved, seen = case.thresholds, case.table.moved, case.sightings
    enough = moved.size >= limits.min_comparisons
    mostly_changed = chance_above(limits.useful_precision, *seen.moved_pages) if enough else 0.0
    if case.generation.finding is Finding.CONFIRMED:
        return mostly_changed <= 0.5 or case.generation.stamped_waves >= STAMPED_WAVES
    all_moved = moved.weight >= FULL_WAVE_SHARE * (moved.weight + case.table.unmoved.weight)
    return case.generation.finding is Finding.SUSPECTED and enough and all_moved and mostly_changed <= 1.0 - limits.certainty


def stamps_against_page_dates(case: Case) -> Fault | None:
    """A file whose dates look stamped at its first read, and pages that say of most of them that they are older: known after five visits.

    The pages' own dates must have shown that they are no copies of lastmod. Read on the very day of an import an honest site would look the
    same, so this decides nothing; the next read that moves tells.
    """
    if case.generation.finding is not Finding.SUSPECTED or case.generation.waves or case.cold.follows_lastmod:
        return None
    dated = [a for a in case.sightings.agreements if a.lastmod is not None and a.date_modified is not None]
    later = sum(_is_later(seen) for seen in dated)
    if len(dated) < case.thresholds.min_comparisons or chance_above(0.5, later, len(dated) - later) < case.thresholds.certainty:
        return None
    return Fault(FailureMode.GENERATION_TIME, "stamped_against_page_dates", {"later": later, "compared": len(dated)})


def _is_later(seen: DateAgreement) -> bool:
    if seen.lastmod is None or seen.date_modified is None:
        return False
    return (seen.lastmod - seen.date_modified).total_seconds() > max(DAY, seen.granularity_seconds)


def partial_stamps(case: Case) -> Fault | None:
    """Builds that stamp many pages, though not all: most moves come in waves over a good part of the site, and moved pages had not changed.

    Waves alone prove nothing (a busy day moves many pages), so the pages must surely be below the precision of `useful`. The counts of
    comparisons have condemned such a site already; this only says how it goes wrong.
    """
    reads = _compared(case)
    waves = [s for s in reads if _is_wave(s) and movable(s) >= case.thresholds.small_site]
    moves, in_waves = (sum(s.moved or 0 for s in some) for some in (reads, waves))
    if len(waves) < STAMPED_WAVES or in_waves <= MOST_MOVES * moves or not _is_surely_imprecise(case):
        return None
    counts = case.table.counts
    numbers = {"moved": counts.moved_changed + counts.moved_unchanged, "moved_changed": counts.moved_changed}
    return Fault(FailureMode.BUILD_STAMP, "build_stamp_by_pages", {"waves": len(waves), "reads": len(reads), **numbers})


def _is_wave(stats: SnapshotStats) -> bool:
    """Did half of the entries move at once, or a fifth with most of them to one moment? Days are shared by all honest edits of a day."""
    share, shares = moved_share(stats) or 0.0, describe(stats)
    if share >= MODAL_SHARE or shares.date_only_share >= MODAL_SHARE:
        return share >= MODAL_SHARE
    is_new = stats.modal_lastmod is not None and stats.previous_at is not None and stats.modal_lastmod > stats.previous_at
    at_once = max(stats.modal_count if is_new else 0, stats.near_generation)
    return share >= SAME_SECOND_SHARE and at_once >= MODAL_SHARE * (stats.moved or 0)


def _is_surely_imprecise(case: Case) -> bool:
    hits, misses = case.sightings.moved_pages
    limits, precision = case.thresholds, case.estimate.precision
    if hits + misses < limits.min_comparisons:
        return False
    by_model = precision is not None and precision.high < limits.useful_precision
    return by_model or chance_above(limits.useful_precision, hits, misses) <= 1.0 - limits.certainty


def bulk_stamp(case: Case) -> Fault | None:
    """A good part of the dates is one instant long before the file was made, as an import leaves it, or the import was seen: one wave over
    nearly all entries to one date, with selective moves ever after. Asked where no stamp and no template explains the dates better.

    A fifth of the dates, and twenty entries, at the same second is no chance of single edits; of days, which many pages may share, a half.
    """
    newest, least = case.newest, case.thresholds.small_site
    if newest is None:
        return None
    share = MODAL_SHARE if describe(newest).date_only_share >= MODAL_SHARE else SAME_SECOND_SHARE
    stands = _is_old(newest) and newest.modal_count >= max(share * newest.with_lastmod, least)
    seen = newest if stands else _seen_import(_compared(case), least)
    if seen is None or seen.modal_lastmod is None:
        return None
    params = {"percent": percent(describe(seen).modal_share), "date": seen.modal_lastmod.date().isoformat()}
    return Fault(FailureMode.BULK_STAMP, "bulk_date" if seen is newest else "", params)


def _is_old(stats: SnapshotStats) -> bool:
    made = stats.generated_at or stats.taken_at
    return stats.modal_lastmod is not None and made - stats.modal_lastmod > SPIKE_AGE


def _seen_import(reads: Sequence[SnapshotStats], least: int) -> SnapshotStats | None:
    waves = [place for place, stats in enumerate(reads) if is_full_wave(stats)]
    if len(waves) != 1 or reads[waves[0]].modal_count < least or describe(reads[waves[0]]).modal_share < MODAL_SHARE:
        return None
    return reads[waves[0]] if sum(bool(stats.moved) for stats in reads[waves[0] + 1 :]) >= CALM_WAVES else None


def _compared(case: Case) -> list[SnapshotStats]:
    return [s for s in case.snapshots if s.complete and moved_share(s) is not None]


def _stands_between_waves(reads: Sequence[SnapshotStats]) -> bool:
    """Did nothing move for longer than a day, at reads in which it could have, in more than a fifth of the stretches between two waves?

    A job that writes the file every night leaves no such stretch, however often the file is read; builds and deploys come when they come.
    """
    stretches: list[bool] = []
    if not reads:
        return False
    start, quiet = reads[0].previous_at or reads[0].taken_at, False
    for stats in reads:
        if is_full_wave(stats):
            stretches.append(quiet and stats.taken_at - start > DAILY)
            start, quiet = stats.taken_at, False
        elif not stats.moved:
            quiet = True
    if quiet:
        stretches.append(reads[-1].taken_at - start > DAILY)
    return sum(stretches) > QUIET_STRETCHES * len(stretches)


def _request_time(case: Case) -> Fault | None:
    """Did nearly all dates move between two reads within minutes?

    Needs entries enough (`min_comparisons`), and either all of the site in that file or a whole that looks stamped too: one file of many
    says nothing of the others. A newest wave that was selective says that it is over.
    """
    looks = [*case.sightings.looks, *_close_reads(case)]
    able = [look for look in looks if look.entries >= case.thresholds.min_comparisons and 0.0 < look.seconds <= LOOK_WITHIN.total_seconds()]
    if not able or case.newest is None or (case.generation.waves and case.generation.share < FULL_WAVE_SHARE):
        return None
    look = max(able, key=lambda one: one.at)
    speaks_for_all = case.generation.finding is not Finding.NONE or look.entries >= FULL_WAVE_SHARE * case.newest.with_lastmod
    if look.moved < FULL_WAVE_SHARE * look.entries or not speaks_for_all:
        return None
    params: dict[str, Param] = {"seconds": round(look.seconds), "percent": percent(look.moved / look.entries), "entries": look.entries}
    return Fault(FailureMode.REQUEST_TIME, "request_time", params, decides=True)


def _close_reads(case: Case) -> list[SecondLook]:
    """Snapshots that happen to follow each other within minutes say the same as a second look."""
    return [
        SecondLook(s.section, s.taken_at, (s.taken_at - s.previous_at).total_seconds(), movable(s), s.moved or 0)
        for s in _compared(case)
        if s.previous_at is not None and s.taken_at - s.previous_at <= LOOK_WITHIN
    ]
