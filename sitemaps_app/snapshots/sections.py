"""Which entries are scored together.

A section is a sitemap file, or, where one file holds the whole site, a first folder of the path. A site keeps at most 50 named
sections; the rest is `other`. The cap is applied when a snapshot is finished, so that its entries, its statistics and its comparisons
use the same names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

OTHER_SECTION = "other"
MAX_SECTIONS = 50


def section_of(loc: str, file_url: str, files: int) -> str:
    """The section of an entry.

    With several sitemap files: path (and query) of the file it stands in. With one: its first folder, as `/docs`; a page that lies in
    no folder belongs to `/`, else each post of a blog with flat addresses would be a section of its own. Names begin with `/`, so none
    can be `other`.
    """
    if files > 1:
        parts = _split(file_url)
        return "/" + parts[0].lstrip("/") + ("?" + parts[1] if parts[1] else "")
    segments = [segment for segment in _split(loc)[0].split("/") if segment]
    return "/" + segments[0] if len(segments) > 1 else "/"


def kept_sections(counts: Mapping[str, int], known: Sequence[str], limit: int) -> frozenset[str]:
    """The names that survive the cap: those already `known` first, so that a section keeps its name over time, then the largest."""
    if len(counts) <= limit:
        return frozenset(counts)
    rank = {name: place for place, name in enumerate(known)}
    by_claim = sorted(counts, key=lambda name: (rank.get(name, len(rank)), -counts[name], name))
    return frozenset(by_claim[:limit])


def _split(url: str) -> tuple[str, str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    return parts.path, parts.query
