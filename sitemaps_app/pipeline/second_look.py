"""A second look at one sitemap file, a minute after the first: do the dates follow the request?

Dates that are made at the request look like any stamp of a file's making at a first read, and a day later like a nightly job. Read again
within minutes they give themselves away, and a verdict need not wait for a second check. Only a file whose newest dates lie within minutes
before its own reading is worth it; it is read without validators, after the visits, so that nobody waits for it.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from scoring.codec import evidence_from_json, evidence_to_json
from scoring.distribution import MODAL_SHARE, Finding, describe, generation_time
from scoring.evidence import Evidence, SecondLook, SnapshotStats
from scoring.faults.stamps import LOOK_WITHIN
from scoring.thresholds import Thresholds
from sitemaps_app.formats.entry_batch import EntryBatch
from sitemaps_app.formats.sitemap import Kind, Outcome
from sitemaps_app.formats.sitemap_reader import read_sitemap
from sitemaps_app.models import Snapshot
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.sitemap_files import FileRead
from sitemaps_app.pipeline.snapshot import SnapshotResult
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots import ChangeCounts, SectionColumn, SnapshotDamaged, SnapshotWriter, count_changes
from sitemaps_app.snapshots.reader import SnapshotFile

LIMITS = Thresholds()
# A suspicion is told from the newest reads, and a section that was looked at in one of them is not looked at again.
RECENT_READS = 10


def look_again(context: CheckContext, result: SnapshotResult) -> tuple[SecondLook, ...]:
    """Read the smallest suspicious file again, and put what it shows with the numbers of the snapshot; () where there was no need.

    Counts in the budget of sitemap files. A section is looked at once in ten reads at most: a generator may change, and a cache be emptied.
    """
    pause, snapshot = context.limits.second_look_seconds, result.snapshot
    if context.wait is None or context.wall is None or pause <= 0.0 or snapshot is None or len(result.reads) >= context.limits.files:
        return ()
    chosen = _smallest_suspicious(context, snapshot, result.reads)
    if chosen is None or chosen.row.generated_at is None:
        return ()
    first_at = chosen.row.generated_at
    context.wait(max(pause - (context.wall() - first_at).total_seconds(), 0.0))
    context.keep_lease()
    answer = context.not_stopped(context.fetch_file(chosen.row.url))
    counts = _counts(context, snapshot, chosen, answer)
    looks = tuple(_look(one, answer.fetched_at, first_at) for one in counts if _able(one))
    if not looks:
        context.tell("second_look_failed", url=chosen.row.url)
        return ()
    stats = evidence_from_json(snapshot.stats)
    snapshot.stats = evidence_to_json(replace(stats, looks=looks))
    snapshot.save(update_fields=["stats"])
    whole = looks[0]
    context.tell("second_look_done", url=chosen.row.url, seconds=round(whole.seconds), entries=whole.entries, moved=whole.moved)
    return looks


def _smallest_suspicious(context: CheckContext, snapshot: Snapshot, reads: list[FileRead]) -> FileRead | None:
    newest = evidence_from_json(snapshot.stats)
    if not any(_is_fresh(stats) for stats in newest.sections):
        return None  # nearly every check ends here, without a look at the past
    known = Snapshot.objects.filter(site=context.site, taken_at__lte=context.now, complete=True).order_by("-taken_at")[:RECENT_READS]
    history = [evidence_from_json(row.stats) for row in reversed(known)]
    suspicious = _suspicious_sections(history)
    if not suspicious:
        return None
    try:
        with SnapshotFile(snapshot_path(snapshot.path)) as file:
            places = zip(file.origins.file_ids, file.origins.sections, strict=True)
            ids = {file_id for file_id, section in places if section in suspicious}
    except (SnapshotDamaged, OSError):
        return None
    able = [read for read in reads if read.row.pk in ids and _is_made_now(context, read)]
    return min(able, key=lambda read: (read.row.byte_count, read.row.pk), default=None)


def _suspicious_sections(history: list[Evidence]) -> set[str]:
    """Sections whose dates look like those of the file's making and could be those of the request.

    Where only the site as a whole does (its sections are too small to tell), those of its sections that hold dates of the last minutes.
    """
    looked = {look.section for one in history for look in one.looks}
    by_section: dict[str, list[SnapshotStats]] = {}
    for one in history:
        for stats in (*one.snapshots, *one.sections):
            by_section.setdefault(stats.section, []).append(stats)
    fresh = {section for section, stats in by_section.items() if section not in looked and _is_fresh(stats[-1])}
    stamped = {
        section for section in fresh if generation_time(by_section[section], small_site=LIMITS.small_site).finding is not Finding.NONE
    }
    return stamped - {""} or (fresh - {""} if "" in stamped else set())


def _is_fresh(stats: SnapshotStats) -> bool:
    """Are there dates of the last minutes, with a time? Days tell nothing within a day."""
    is_new = stats.newest is not None and stats.taken_at - stats.newest <= LOOK_WITHIN
    return is_new and describe(stats).date_only_share < MODAL_SHARE


def _is_made_now(context: CheckContext, read: FileRead) -> bool:
    row = read.row
    is_list = read.outcome is Outcome.OK and read.kind is Kind.URLSET and read.entry_count >= LIMITS.min_comparisons
    return is_list and row.generated_at is not None and row.generated_at >= context.now - LOOK_WITHIN


def _counts(
    context: CheckContext, snapshot: Snapshot, chosen: FileRead, answer: FetchedResponse | FetchFailure
) -> tuple[ChangeCounts, ...]:
    """What differs between the two reads of the file, () where the second gave no entries.

    Counted from the second to the first, since entries count for the section that they are in at the end.
    """
    if isinstance(answer, FetchFailure):
        return ()
    path = snapshot_path(snapshot.path)
    again = path.with_name(f".{path.name}.{secrets.token_hex(4)}.again.tmp")
    try:
        _write(context, chosen, answer, again)
        return count_changes(again, path)
    except SnapshotDamaged:
        return ()
    finally:
        again.unlink(missing_ok=True)


def _write(context: CheckContext, chosen: FileRead, answer: FetchedResponse, path: Path) -> None:
    with SnapshotWriter(path) as writer:

        def sink(batch: EntryBatch) -> None:
            writer.add_batch(batch, sections=SectionColumn.of_one("", len(batch)), file_id=chosen.row.pk)

        read_sitemap(
            answer.body,
            url=answer.final_url,
            site_origin=context.site.origin,
            headers=answer.headers,
            status=answer.status,
            truncated=answer.truncated,
            now=answer.fetched_at,
            sink=sink,
        )


def _able(counts: ChangeCounts) -> int:
    return counts.moved + counts.unmoved + counts.backwards + counts.format_only


def _look(counts: ChangeCounts, at: datetime, first_at: datetime) -> SecondLook:
    """From second to first a date that became later went backwards."""
    return SecondLook(counts.section, at, (at - first_at).total_seconds(), _able(counts), counts.backwards)
