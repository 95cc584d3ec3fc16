"""The reads of a site one by one: what moved, came and went in each, a page at a time, in memory that does not grow with the site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from sitemaps_app.models import Site, Snapshot
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots import ChangeKind, SnapshotDamaged, diff_snapshots
from sitemaps_app.snapshots.stored import instant_of

# The lists that a read has, by their names in addresses.
KINDS = {
    "moved": ChangeKind.MOVED,
    "new": ChangeKind.APPEARED,
    "gone": ChangeKind.VANISHED,
    "backwards": ChangeKind.BACKWARDS,
    "lastmod_appeared": ChangeKind.LASTMOD_APPEARED,
    "lastmod_vanished": ChangeKind.LASTMOD_VANISHED,
    "format_only": ChangeKind.FORMAT_ONLY,
}
_COLUMNS = ("loc", "lastmod_raw", "instant_us", "section")


@dataclass(frozen=True, slots=True)
class ReadChange:
    """One entry that changed between two reads; the raw texts are as published, "" where the entry was not there or had none."""

    key: str
    url: str
    section: str
    old_raw: str
    new_raw: str
    old_at: datetime | None
    new_at: datetime | None


@dataclass(frozen=True, slots=True)
class ReadChanges:
    """Some changes in order of their keys. `after` is the key to go on from, "" at the end. `problem` is a code: pruned, damaged, first."""

    rows: tuple[ReadChange, ...] = ()
    after: str = ""
    problem: str = ""


def earlier_read(site: Site, snapshot: Snapshot) -> Snapshot | None:
    """The read that the counts of `snapshot` were made against; the complete one before it where that is not known."""
    earlier = site.snapshots.filter(taken_at__lt=snapshot.taken_at).order_by("-taken_at")
    stats = snapshot.stats.get("snapshots") or [{}]
    against = earlier.filter(taken_at=stats[0].get("previous_at")).first() if stats[0].get("previous_at") else None
    return against or earlier.filter(complete=True).first()


def read_changes(old: Snapshot | None, new: Snapshot, kind: str, *, after: str = "", limit: int) -> ReadChanges:
    """Up to `limit` changes of one of `KINDS` whose key comes after `after`. Of a partial read nothing is known to be gone."""
    if old is None:
        return ReadChanges(problem="first")
    if not (old.byte_count and new.byte_count):
        return ReadChanges(problem="pruned")
    if kind == "gone" and not new.complete:
        return ReadChanges()
    try:
        rows = tuple(islice(_changes(old, new, KINDS[kind], after), limit + 1))
    except SnapshotDamaged as damage:
        return ReadChanges(problem="pruned" if damage.reason == "missing" else "damaged")
    return ReadChanges(rows[:limit], rows[limit - 1].key if len(rows) > limit else "")


def _changes(old: Snapshot, new: Snapshot, kind: ChangeKind, after: str) -> Iterator[ReadChange]:
    changes = diff_snapshots(snapshot_path(old.path), snapshot_path(new.path), kinds=(kind,), columns=_COLUMNS)
    for change in changes:
        entry = change.new or change.old
        if entry is None or entry.key <= after:
            continue
        was, now = change.old, change.new
        yield ReadChange(
            key=entry.key,
            url=entry.loc,
            section=entry.section,
            old_raw=was.lastmod_raw if was else "",
            new_raw=now.lastmod_raw if now else "",
            old_at=instant_of(was.instant_us) if was and was.instant_us is not None else None,
            new_at=instant_of(now.instant_us) if now and now.instant_us is not None else None,
        )
