"""The report of a check as one JSON object with the keys of `sitemap_report --json`, streamed from where it is stored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sitemaps_app.models import SitemapCheck
from sitemaps_app.pipeline.sitemap_check_files import CHILDREN, ENTRIES, stored_lines

PIECE_BYTES = 65_536


def json_pieces(check: SitemapCheck, *, source: str, with_entries: bool = True) -> Iterator[bytes]:
    """The object in pieces; all entries and children, not only those that the page shows, or no entries where only counts are wanted.

    `source` is what the report is on.
    """
    yield b"{" + _members({"source": source, "outcome": check.outcome, "kind": check.kind})
    for name, file in (("entries", ENTRIES), ("children", CHILDREN)):
        yield b',"' + name.encode() + b'":['
        if with_entries or file != ENTRIES:
            yield from _joined(stored_lines(check.folder, file))
        yield b"]"
    yield b"," + _members({"problems": check.problems, **_counts(check)}) + b"}\n"


def _counts(check: SitemapCheck) -> dict[str, Any]:
    return {
        "entry_count": check.entry_count,
        "dated_count": check.dated_count,
        "is_news": "news" in check.extensions,
        "extensions": check.extensions,
    }


def _members(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, separators=(",", ":"))[1:-1].encode("ascii")


def _joined(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Lines with commas between them, in pieces of a good size for sending."""
    waiting, size, mark = [], 0, b""
    for line in lines:
        waiting.append(mark + line)
        size, mark = size + len(line) + 1, b","
        if size >= PIECE_BYTES:
            yield b"".join(waiting)
            waiting, size = [], 0
    yield b"".join(waiting)
