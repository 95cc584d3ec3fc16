"""One step of `site_million` in a process of its own: `python -m tests.benchmarks.site_step STEP FOLDER`; the cost as JSON."""

from __future__ import annotations

import importlib
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sitemaps_app.formats.entry_batch import EntryBatch
from sitemaps_app.formats.sitemap_reader import read_sitemap
from sitemaps_app.snapshots import ChangeKind, ChangeTally, SnapshotWriter, StoredSnapshot, count_changes, diff_snapshots, sections_of
from tests.benchmarks.measure import told
from tests.benchmarks.site_files import NOW, SITE, sitemaps, write_site

LISTED = (ChangeKind.MOVED, ChangeKind.APPEARED, ChangeKind.VANISHED)
# The same judgement as ours, on the columns that are enough for it here. It looks at fewer of them than we do: not at texts and precisions.
JOIN = """
WITH pairs AS (
  SELECT coalesce(new.key, old.key) AS key,
    CASE WHEN old.key IS NULL THEN 'appeared' WHEN new.key IS NULL THEN 'vanished'
      WHEN old.status <> 1 AND new.status <> 1 THEN 'undated'
      WHEN old.status <> 1 THEN 'lastmod_appeared' WHEN new.status <> 1 THEN 'lastmod_vanished'
      WHEN (new.day, new.second, new.micro) > (old.day, old.second, old.micro) THEN 'moved'
      WHEN (new.day, new.second, new.micro) < (old.day, old.second, old.micro) THEN 'backwards' ELSE 'unmoved' END AS kind
  FROM '{old}' AS old FULL OUTER JOIN '{new}' AS new ON old.key = new.key)
SELECT kind, count(*), list(key) FILTER (kind IN ('moved', 'appeared', 'vanished')) FROM pairs GROUP BY kind
"""
BARE_JOIN = "SELECT count(*), count(old.key), count(new.key) FROM '{old}' AS old FULL OUTER JOIN '{new}' AS new ON old.key = new.key"


def parse(folder: Path) -> Mapping[str, int]:
    """Read the files and drop what they say."""
    return {"after": sum(_read(url, body, lambda _batch: None) for url, body in sitemaps(folder / "after"))}


def store(folder: Path, day: str = "after") -> Mapping[str, int]:
    """Read the files and write the snapshot."""
    stored = _stored(folder, day)
    return {day: stored.entries, "bytes": stored.bytes}


def store_before(folder: Path) -> Mapping[str, int]:
    """The snapshot of the day before."""
    return store(folder, "before")


def check(folder: Path) -> Mapping[str, int]:
    """Read the files, write the snapshot, and count what changed."""
    stored = _stored(folder, "after")
    counts = count_changes(folder / "before.parquet", stored.path)[0]
    return {"moved": counts.moved, "new": counts.appeared, "gone": counts.vanished, "after": stored.entries}


def diff(folder: Path) -> Mapping[str, int]:
    """Compare the two snapshots: all counts, and lists of the keys that moved, are new or are gone."""
    tally = ChangeTally()
    keys: dict[ChangeKind, list[str]] = {kind: [] for kind in LISTED}
    for change in diff_snapshots(folder / "before.parquet", folder / "after.parquet", kinds=LISTED, tally=tally, columns={"key"}):
        entry = change.new or change.old
        keys[change.kind].append(entry.key if entry else "")
    counts = tally.counts()[0]
    assert [len(keys[kind]) for kind in LISTED] == [counts.moved, counts.appeared, counts.vanished]
    return {"moved": counts.moved, "new": counts.appeared, "gone": counts.vanished}


def count(folder: Path) -> Mapping[str, int]:
    """Compare the two snapshots as a check does: all counts."""
    counts = count_changes(folder / "before.parquet", folder / "after.parquet")[0]
    return {"moved": counts.moved, "new": counts.appeared, "gone": counts.vanished}


def join(folder: Path) -> Mapping[str, int]:
    """The same counts and lists by DuckDB."""
    rows = {kind: (number, keys) for kind, number, keys in _duckdb(JOIN, folder).fetchall()}
    assert all(len(rows[kind][1]) == rows[kind][0] for kind in ("moved", "appeared", "vanished"))
    return {"moved": rows["moved"][0], "new": rows["appeared"][0], "gone": rows["vanished"][0]}


def bare_join(folder: Path) -> Mapping[str, int]:
    """DuckDB's join of the keys alone, which only counts who has a partner."""
    everything, old, new = _duckdb(BARE_JOIN, folder).fetchone()
    return {"new": everything - old, "gone": everything - new}


STEPS: dict[str, Callable[[Path], Mapping[str, int]]] = {
    step.__name__: step for step in (parse, store, store_before, check, diff, count, join, bare_join)
}


def _stored(folder: Path, day: str) -> StoredSnapshot:
    files = list(sitemaps(folder / day))
    with SnapshotWriter(folder / f"{day}.parquet") as writer:
        for file_id, (url, body) in enumerate(files):
            _read(url, body, _Sink(writer, url, file_id, len(files)))
        return writer.close()


class _Sink:
    def __init__(self, writer: SnapshotWriter, url: str, file_id: int, files: int) -> None:
        self._writer, self._url, self._file_id, self._files = writer, url, file_id, files

    def __call__(self, batch: EntryBatch) -> None:
        self._writer.add_batch(batch, sections=sections_of(batch.locs, self._url, self._files), file_id=self._file_id)


def _read(url: str, body: bytes, sink: Callable[[EntryBatch], None]) -> int:
    return read_sitemap(body, url=url, site_origin=SITE, now=NOW, sink=sink).entry_count


def _duckdb(query: str, folder: Path) -> Any:
    connection = importlib.import_module("duckdb").connect(config={"threads": 2})
    return connection.execute(query.format(old=folder / "before.parquet", new=folder / "after.parquet"))


def _warm_up(name: str) -> None:
    """The same step on a thousand entries, so that what is measured has its engine loaded, ours and DuckDB's alike."""
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder), "regular", 1_000)
        for day in ("before", "after"):
            _stored(Path(folder), day)
        STEPS[name](Path(folder))


def main(name: str, folder: str) -> None:
    """Import everything, then measure the step."""
    _warm_up(name)
    sys.stdout.write(told(lambda: STEPS[name](Path(folder))) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
