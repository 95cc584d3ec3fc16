"""The readers that are measured, each as a function of the bytes of a file (and its path, for one that only takes addresses).

All answer with the number of entries. Libraries are imported where they are used: a process measures one reader and pays for no other.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.parsers import expat

_NOW = datetime(2024, 6, 1, tzinfo=UTC)
_URL = "https://site.example/sitemap.xml"


def bare_expat(body: bytes, _path: Path) -> int:
    """The floor of a correct streaming parse: handlers that collect loc and lastmod as texts, and nothing else."""
    found: list[tuple[str | None, str | None]] = []
    field, loc, lastmod = "", None, None
    parts: list[str] = []
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(name: str, _attributes: dict[str, str]) -> None:
        nonlocal field, parts
        if name in {"loc", "lastmod"}:
            field, parts = name, []

    def end(name: str) -> None:
        nonlocal field, loc, lastmod
        if name == "loc":
            loc, field = "".join(parts), ""
        elif name == "lastmod":
            lastmod, field = "".join(parts), ""
        elif name == "url":
            found.append((loc, lastmod))
            loc = lastmod = None

    def text(piece: str) -> None:
        if field:
            parts.append(piece)

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    parser.Parse(body, True)
    return len(found)


def ours(body: bytes, _path: Path) -> int:
    """To the columns that are stored: key, address, raw lastmod, instant, precision, zone, status, scope, and the problems of the file."""
    pa = importlib.import_module("pyarrow")
    reader = importlib.import_module("sitemaps_app.formats.sitemap_reader")
    columns: list[Any] = []

    def sink(batch: Any) -> None:
        dates = batch.dates
        keys = pa.array(batch.keys)
        locs = keys if batch.locs is batch.keys else pa.array(batch.locs)
        numbers = (dates.instants, dates.precisions, dates.zones, dates.statuses, batch.in_scope)
        columns.append((keys, locs, pa.array(batch.raws), *map(pa.array, numbers)))

    reading = reader.read_sitemap(body, url=_URL, site_origin="https://site.example", now=_NOW, sink=sink)
    return sum(len(column[0]) for column in columns) if reading.outcome == "ok" else -1


def ours_to_disk(body: bytes, path: Path) -> int:
    """The same, and the sorted, compressed snapshot file besides."""
    reader = importlib.import_module("sitemaps_app.formats.sitemap_reader")
    snapshots = importlib.import_module("sitemaps_app.snapshots")
    with snapshots.SnapshotWriter(path.with_suffix(".parquet")) as writer:

        def sink(batch: Any) -> None:
            writer.add_batch(batch, sections=snapshots.sections_of(batch.locs, _URL, 1), file_id=1)

        reader.read_sitemap(body, url=_URL, site_origin="https://site.example", now=_NOW, sink=sink)
        stored = writer.close()
    return int(stored.entries)


def ultimate_sitemap_parser(body: bytes, _path: Path) -> int:
    """usp, from the text of the file; the pages it keeps are read back once, as a user of it does."""
    tree = importlib.import_module("usp.tree")
    return sum(1 for _ in tree.sitemap_from_str(body.decode()).all_pages())


def advertools(_body: bytes, path: Path) -> int:
    """advertools, which takes addresses only: the file by its file address, so no network is measured."""
    return len(importlib.import_module("advertools").sitemap_to_df(path.as_uri()))


def scrapy(body: bytes, _path: Path) -> int:
    """Scrapy's Sitemap, which yields the texts of each entry's tags."""
    return len([(entry["loc"], entry.get("lastmod")) for entry in importlib.import_module("scrapy.utils.sitemap").Sitemap(body)])


READERS: dict[str, Callable[[bytes, Path], int]] = {
    "bare expat": bare_expat,
    "ours": ours,
    "ours, to disk": ours_to_disk,
    "Scrapy": scrapy,
    "advertools": advertools,
    "ultimate-sitemap-parser": ultimate_sitemap_parser,
}
