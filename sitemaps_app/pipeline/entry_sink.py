"""The entries of one sitemap file on their way into a snapshot, and what stays of those that a cut read did not reach."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sitemaps_app.formats.entry_batch import EntryBatch, without_lastmod
from sitemaps_app.formats.sitemap_feed import PUBLICATION_DATE
from sitemaps_app.models import SitemapFile
from sitemaps_app.snapshots import SectionRule, SnapshotWriter, sections_of


class EntrySink:
    """Takes the entries of one file to the writer with their sections, and knows which came.

    `files` is the number of sitemap files that hold the site's entries, which decides with `rule` what a section is; `old` the last
    snapshot, whose entries may have to follow.
    """

    def __init__(self, writer: SnapshotWriter, row: SitemapFile, *, files: int, old: Path | None, rule: SectionRule) -> None:
        self._writer, self._row, self._files, self._old, self._rule = writer, row, files, old, rule
        self._marks: list[NDArray[np.int64]] = []
        self._known: frozenset[int] | None = None

    def __call__(self, batch: EntryBatch) -> None:
        """Take a batch. A publication date (feeds) is no promise about changes, so it is not kept as a lastmod."""
        published = [row for row, code in batch.problems.items() if code == PUBLICATION_DATE]
        kept = without_lastmod(batch, published) if published else batch
        self._writer.add_batch(kept, sections=sections_of(kept.locs, self._row.url, self._files, self._rule), file_id=self._row.pk)
        if self._old is not None:
            self._marks.append(_marks(batch.keys))

    def __len__(self) -> int:
        return sum(map(len, self._marks))

    def __contains__(self, key: str) -> bool:
        """Did an entry with this key come? Known only where there is a last snapshot."""
        if self._known is None:
            self._known = frozenset(np.concatenate(self._marks).tolist()) if self._marks else frozenset()
        return hash(key) in self._known


def _marks(keys: list[str]) -> NDArray[np.int64]:
    """Eight bytes a key instead of the key: most files are read whole, and then nothing is asked of them."""
    return np.fromiter(map(hash, keys), dtype=np.int64, count=len(keys))
