"""Do the dates that an index gives its files fit the files?

sitemaps.org: lastmod in an index is the time that the sitemap file was modified, so it can be later than every entry, and never earlier
than the newest one. Crawlers skip files by it (our own walk does not), so a date that is too old hides changes, and one that moves while
its file stands still costs fetches. Both are told once an index, with examples. Files without a date are in no case at fault.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sitemaps_app.formats.lastmod import Lastmod, is_move, parse_lastmod
from sitemaps_app.formats.problems import Problem, Severity
from sitemaps_app.formats.sitemap import Outcome
from sitemaps_app.pipeline.sitemap_files import FileRead, add_problems
from sitemaps_app.pipeline.walk import MAX_DETAIL, NAMED_CHILDREN, Walk
from sitemaps_app.snapshots.newest import newest_lastmods


@dataclass(frozen=True, slots=True)
class IndexDates:
    """Of `dated` files to which an index gave a date, how many hold newer entries, and of how many the date moved alone."""

    dated: int = 0
    too_old: int = 0
    moving_alone: int = 0


def tell_index_dates(walk: Walk, path: Path) -> IndexDates:
    """Compare what the indexes of this walk say with the entries in the snapshot at `path`, and add the problems to their rows."""
    dated = {read.row.pk for reads in walk.children.values() for read in reads if read.is_good and read.row.index_lastmod}
    newest = newest_lastmods(path, dated) if dated else {}
    wrong, alone = 0, 0
    for key, index in walk.indexes.items():
        children = [read for read in walk.children.get(key, ()) if read.row.pk in dated]
        too_old, moving_alone = _too_old(children, newest, walk.context.now), _moving_alone(children, walk)
        wrong, alone = wrong + len(too_old), alone + len(moving_alone)
        problems = (
            _told("index_lastmod_mismatch", Severity.WARNING, too_old),
            _told("index_lastmod_moves_alone", Severity.NOTICE, moving_alone),
        )
        add_problems(index.row, [problem for problem in problems if problem is not None])
    return IndexDates(len(dated), wrong, alone)


def _told(code: str, severity: Severity, named: Collection[str]) -> Problem | None:
    examples = "; ".join(list(named)[:NAMED_CHILDREN])
    return Problem(code, severity, examples[:MAX_DETAIL], count=len(named)) if named else None


def _too_old(children: Collection[FileRead], newest: dict[int, str], now: datetime) -> list[str]:
    """Files whose newest entry is later than the index says, judged at the coarser precision of the two dates."""
    found = []
    for child in children:
        said, entry = _date(child.row.index_lastmod, now), _date(newest.get(child.row.pk, ""), now)
        if is_move(said, entry):
            found.append(f"{child.row.url}: {said.raw.strip()}, newest entry {entry.raw.strip()}")
    return found


def _moving_alone(children: Collection[FileRead], walk: Walk) -> list[str]:
    """Files of which the index says that they were modified since it was read before, and that are byte for byte what they were."""
    found = []
    for child in children:
        before = walk.rows.index_lastmod_before(child.row)
        stands_still = child.is_same or child.outcome is Outcome.UNCHANGED
        if stands_still and before and is_move(_date(before, walk.context.now), _date(child.row.index_lastmod, walk.context.now)):
            found.append(f"{child.row.url}: {before.strip()}, now {child.row.index_lastmod.strip()}")
    return found


def _date(raw: str, now: datetime) -> Lastmod:
    return parse_lastmod(raw or None, now=now)
