"""The rows of a site's sitemap files during one walk: looked up once, written in few statements, whatever the number of files."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import TypeVar

from django.db.models import QuerySet

from sitemaps_app.models import SitemapFile
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.file_tree import NEVER, PlannedFile

# Rows that a site may have; children beyond are read when their turn comes, and leave no row before.
MAX_ROWS = 50_000
_BATCH = 500
T = TypeVar("T")


def hash_of(key: str) -> str:
    """The fixed-length form of a normalised address for unique columns."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class _Known:
    """What planning needs of a row."""

    pk: int
    last_read_at: datetime | None
    last_good_at: datetime | None
    listed: bool
    source: str
    depth: int
    parent_id: int | None
    index_lastmod: str


class FileRows:
    """The rows of one site.

    Children that an index names get a row at once, read or not, so that an index that answers 304 the next time still names them all.
    """

    def __init__(self, context: CheckContext) -> None:
        self._site = context.site
        columns = ("url_hash", "pk", "last_read_at", "last_good_at", "listed", "source", "depth", "parent_id", "index_lastmod")
        self._known = {row[0]: _Known(*row[1:]) for row in self._rows().values_list(*columns)}
        self._listed_before = Counter(known.parent_id for known in self._known.values() if known.listed)
        self._index_lastmods_before: dict[str, str] = {}

    def last_read(self, key: str) -> float:
        """When the file was last asked for, in seconds since 1970; NEVER where it was not."""
        known = self._known.get(hash_of(key))
        return known.last_read_at.timestamp() if known and known.last_read_at else NEVER

    def row_for(self, planned: PlannedFile) -> SitemapFile:
        """The row of a planned file, made when it is met for the first time."""
        url_hash = hash_of(planned.key)
        parent = self._known.get(hash_of(planned.parent_key)) if planned.parent_key else None
        place = {"source": planned.source, "depth": planned.depth, "parent_id": parent.pk if parent else None}
        row, _ = SitemapFile.objects.get_or_create(site=self._site, url_hash=url_hash, defaults={"url": planned.url, **place})
        row.listed, row.index_lastmod = True, planned.index_lastmod[:100]
        row.source, row.depth, row.parent_id = planned.source, planned.depth, parent.pk if parent else None
        self._known[url_hash] = _Known(
            row.pk, row.last_read_at, row.last_good_at, True, row.source, row.depth, row.parent_id, row.index_lastmod
        )
        return row

    def list_children(self, parent: SitemapFile, children: Iterable[PlannedFile]) -> bool:
        """Note what an index lists. False where not all found room, so that the index must be read in full the next time."""
        fresh: list[SitemapFile] = []
        has_room = True
        for child in children:
            url_hash, index_lastmod = hash_of(child.key), child.index_lastmod[:100]
            known = self._known.get(url_hash)
            if known is None and len(self._known) + len(fresh) >= MAX_ROWS:
                has_room = False
                continue
            if known is not None and known.index_lastmod != index_lastmod:
                self._index_lastmods_before[url_hash] = known.index_lastmod
            place = (True, child.source, child.depth, parent.pk, index_lastmod)
            if known is not None and (known.listed, known.source, known.depth, known.parent_id, known.index_lastmod) == place:
                continue
            row = SitemapFile(
                site=self._site, url=child.url, url_hash=url_hash, source=child.source, depth=child.depth, index_lastmod=index_lastmod
            )
            row.parent_id = parent.pk
            fresh.append(row)
        self._store(fresh)
        return has_room

    def forget_unlisted(self, offered: Collection[str], whole: Collection[int]) -> None:
        """Take out of the tree what nothing names any more.

        `offered` are the keys of all files that were named now, `whole` the ids of indexes whose list was read to its end. A file stays
        for as long as the index that named it could not be read: nothing is known of it then.
        """
        here = {hash_of(key) for key in offered}
        gone: set[int] = set()
        absent = [known for url_hash, known in self._known.items() if known.listed and url_hash not in here]
        # Parents stand before their children, so that what hangs from a file that went goes with it.
        for known in sorted(absent, key=lambda known: known.depth):
            if known.parent_id is None or known.parent_id in whole or known.parent_id in gone:
                gone.add(known.pk)
        for some in _in_batches(sorted(gone)):
            self._rows().filter(pk__in=some).update(listed=False)
        self._known = {url_hash: replace(known, listed=known.listed and known.pk not in gone) for url_hash, known in self._known.items()}

    def listed_before(self, index: SitemapFile) -> int:
        """How many files the index listed when it was last read before this walk."""
        return self._listed_before[index.pk]

    def index_lastmod_before(self, row: SitemapFile) -> str:
        """What the index said of a file before this walk, where it says something else now; else ""."""
        return self._index_lastmods_before.get(row.url_hash, "")

    def drop(self, rows: Collection[SitemapFile]) -> None:
        """Delete rows of guesses that were wrong."""
        self._rows().filter(pk__in=[row.pk for row in rows]).delete()
        for row in rows:
            self._known.pop(row.url_hash, None)

    def kept_unread(self, read: Collection[int]) -> frozenset[int]:
        """The ids of files that are still listed and were read well at some time, but not among those `read` now."""
        return frozenset(known.pk for known in self._known.values() if known.listed and known.last_good_at and known.pk not in read)

    def _rows(self) -> QuerySet[SitemapFile]:
        return SitemapFile.objects.filter(site=self._site).order_by()

    def _store(self, fresh: list[SitemapFile]) -> None:
        SitemapFile.objects.bulk_create(
            fresh,
            batch_size=_BATCH,
            update_conflicts=True,
            unique_fields=["site", "url_hash"],
            update_fields=["source", "depth", "parent", "listed", "index_lastmod"],
        )
        for some in _in_batches(fresh):
            by_hash = {row.url_hash: row for row in some}
            stored = self._rows().filter(url_hash__in=list(by_hash))
            for url_hash, pk, last_read_at, last_good_at in stored.values_list("url_hash", "pk", "last_read_at", "last_good_at"):
                row = by_hash[url_hash]
                self._known[url_hash] = _Known(
                    pk, last_read_at, last_good_at, True, row.source, row.depth, row.parent_id, row.index_lastmod
                )


def _in_batches(things: Iterable[T]) -> Iterator[list[T]]:
    source = iter(things)
    while batch := list(islice(source, _BATCH)):
        yield batch
