"""Does the cheap path give what the full reader gives? `python -m tests.quality.page_readers FOLDER [--pages 20]`.

The full reader is extruct with JSON-LD, microdata, RDFa and OpenGraph over the untouched page, from whose things the date of change is
chosen by the same rule. The cheap path reads scripts and elements, and asks extruct only where it must. For a drawn sample of the pages
of each archive in FOLDER the two dates are compared; a page on which extruct has a date that we have not, or another one, is printed,
and the command ends with status 1.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import extruct

from sitemaps_app.formats.lastmod import LastmodStatus, parse_lastmod
from sitemaps_app.formats.page import PageReading, read_page
from sitemaps_app.formats.page_jsonld import Node, nodes_in
from sitemaps_app.formats.page_nodes import PageAddresses, describing
from sitemaps_app.formats.page_things import microdata_things, rdfa_things
from tests.quality.page_date_drawing import MAX_BYTES, archives

OPEN_GRAPH = ("article:modified_time", "og:updated_time")
SHARED_SOURCES = frozenset({"json-ld", "microdata", "rdfa", *OPEN_GRAPH})
# RDFa rewrites typed values: without a time they get midnight, without seconds they get them.
SAME = timedelta(seconds=1)


def extruct_dates(body: bytes, addresses: tuple[str, ...], now: datetime) -> tuple[datetime, ...]:
    """The date of change of a page by the full reader; none where it finds none, or cannot read the page in a syntax that has one. Of
    things that compete with their like any is right, as RDFa has no order."""
    nodes: list[Node] = []
    for syntax in ("json-ld", "microdata", "rdfa"):
        found = _extracted(body, addresses[0], syntax)
        nodes += nodes_in(found) if syntax == "json-ld" else microdata_things(found) if syntax == "microdata" else rdfa_things(found)
    described = describing(nodes, PageAddresses(addresses), lambda node: node.modified)
    graph = [tuple(pair) for one in _extracted(body, addresses[0], "opengraph") for pair in one.get("properties", [])]
    texts = [raw for node in described.sure for raw in _latest_first(node, now)]
    texts += [raw for name in OPEN_GRAPH for key, raw in graph if key == name]
    sure = tuple(moment for raw in texts if (moment := _usable(raw, now)))
    return sure[:1] or tuple(moment for node in described.rivals for raw in node.modified if (moment := _usable(raw, now)))


def _extracted(body: bytes, base: str, syntax: str) -> list[Any]:
    try:
        return list(extruct.extract(body, base_url=base, syntaxes=[syntax], errors="ignore").get(syntax, []))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return []


def _usable(raw: str, now: datetime) -> datetime | None:
    read = parse_lastmod(raw, now=now)
    return read.instant if read.status is LastmodStatus.OK else None


def _latest_first(node: Node, now: datetime) -> list[str]:
    return sorted(node.modified, key=lambda raw: _usable(raw, now) or datetime.min.replace(tzinfo=now.tzinfo), reverse=True)


def our_date(reading: PageReading, now: datetime) -> datetime | None:
    """The date of change that we take from what extruct can read too."""
    shared = (one for one in reading.candidates if one.source in SHARED_SOURCES and one.value is not None)
    return next((one.value for one in shared if _usable(one.raw, now)), None)


def verdict(ours: datetime | None, theirs: tuple[datetime, ...]) -> str:
    """How the two answers relate: none, same, only ours, only extruct, different."""
    if ours is None:
        return "only extruct" if theirs else "none"
    return "same" if any(abs(ours - one) < SAME for one in theirs) else "different" if theirs else "only ours"


def main() -> int:
    """Compare over the archives of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=20)
    parser.add_argument("--seed", type=int, default=4)
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    for site, archive in archives(options.folder):
        captures = [capture for capture in archive.captures() if archive.is_page(capture)]
        random.Random(f"{options.seed} {site}").shuffle(captures)
        for capture in captures[: options.pages]:
            page = archive.read(capture, max_bytes=MAX_BYTES)
            if page is None:
                continue
            reading = read_page(page.body, url=page.url, status=page.status, headers=page.headers, now=page.at)
            ours = our_date(reading, page.at)
            theirs = extruct_dates(page.body, (page.url, reading.canonical), page.at)
            counts[said := verdict(ours, theirs)] += 1
            if said not in {"none", "same"}:
                sys.stdout.write(f"{said}: {page.url} {page.at:%F}: ours {ours}, extruct {', '.join(map(str, theirs))}\n")
    sys.stdout.write(", ".join(f"{name}: {count}" for name, count in counts.most_common()) + "\n")
    return 1 if counts["only extruct"] or counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
