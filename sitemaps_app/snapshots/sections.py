"""Which entries are scored together.

A section is a sitemap file, or, where one file holds the whole site, a first folder of the path; a person may choose one of the two, or
name the sections by the beginnings of their paths. A site keeps at most 50 named
sections; the rest is `other`. The cap is applied when a snapshot is finished, so that its entries, its statistics and its comparisons
use the same names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

OTHER_SECTION = "other"
MAX_SECTIONS = 50

# Addresses on which urlsplit has nothing to repair or to refuse; of the others each is asked by itself.
_PLAIN_HOST = r"^https?://[0-9A-Za-z.:_-]*"
_PLAIN_LETTER = r"[^/?#\x00-\x20]"
_IN_A_FOLDER = rf"{_PLAIN_HOST}/+(?P<folder>{_PLAIN_LETTER}+)/+{_PLAIN_LETTER}"
_IN_NO_FOLDER = rf"{_PLAIN_HOST}(?:/+{_PLAIN_LETTER}*/*)?(?:[?#]|\z)"


RULES = ("auto", "files", "folders", "prefixes")


@dataclass(frozen=True, slots=True)
class SectionRule:
    """How a site is parted: by sitemap file or first folder (`auto`: by the number of files), or by `prefixes` of its paths."""

    kind: str = "auto"
    prefixes: tuple[str, ...] = ()

    def by_file(self, files: int) -> bool:
        """Is a section a sitemap file, where so many of them hold entries?"""
        return self.kind == "files" or (self.kind == "auto" and files > 1)


AUTO = SectionRule()


@dataclass(frozen=True, slots=True)
class SectionColumn:
    """The sections of a column of entries: the names, and for each entry which of them is its."""

    names: tuple[str, ...]
    places: NDArray[np.int32]

    @classmethod
    def of_one(cls, name: str, rows: int) -> SectionColumn:
        """All entries in the same section."""
        return cls((name,), np.zeros(rows, dtype=np.int32))


def section_of(loc: str, file_url: str, files: int, rule: SectionRule = AUTO) -> str:
    """The section of an entry.

    By file: path (and query) of the file it stands in. By prefix: the longest that its path begins with, `other` for none. By folder: its
    first one, as `/docs`; a page that lies in no folder belongs to `/`, else each post of a blog with flat addresses would be a section of
    its own. Names begin with `/`, so none can be `other`.
    """
    if rule.by_file(files):
        parts = _split(file_url)
        return "/" + parts[0].lstrip("/") + ("?" + parts[1] if parts[1] else "")
    if rule.kind == "prefixes":
        path = _split(loc)[0] or "/"
        return max((prefix for prefix in rule.prefixes if path.startswith(prefix)), key=len, default=OTHER_SECTION)
    segments = [segment for segment in _split(loc)[0].split("/") if segment]
    return "/" + segments[0] if len(segments) > 1 else "/"


def sections_of(locs: Sequence[str], file_url: str, files: int, rule: SectionRule = AUTO) -> SectionColumn:
    """The sections of all entries of a file: the same names as `section_of` gives, in a fraction of its time."""
    if rule.by_file(files) or not locs:
        return SectionColumn.of_one(section_of("", file_url, files, rule), len(locs))
    if rule.kind == "prefixes":
        return _encoded(pa.array([section_of(loc, file_url, files, rule) for loc in locs], pa.string()))
    return _sections_by_folder(locs, file_url, files, rule)


def _sections_by_folder(locs: Sequence[str], file_url: str, files: int, rule: SectionRule) -> SectionColumn:
    try:
        column = pa.array(locs, pa.string())
    except UnicodeEncodeError:
        return _encoded(pa.array([section_of(loc, file_url, files, rule).encode("utf-8", "surrogatepass") for loc in locs], pa.binary()))
    folders = pc.struct_field(pc.extract_regex(column, _IN_A_FOLDER), "folder")
    named = pc.if_else(pc.is_valid(folders), pc.binary_join_element_wise("/", folders, ""), pa.scalar(None, pa.string()))
    rest = np.flatnonzero(pc.is_null(folders).to_numpy(zero_copy_only=False))
    if len(rest):
        plain = pc.match_substring_regex(column.take(pa.array(rest)), _IN_NO_FOLDER).to_numpy(zero_copy_only=False)
        answers = np.full(len(rest), "/", dtype=object)
        for place in np.flatnonzero(~plain):
            answers[place] = section_of(locs[rest[place]], file_url, files, rule)
        named = pc.replace_with_mask(named, pc.is_null(folders), pa.array(answers, pa.string()))
    return _encoded(named)


def kept_sections(counts: Mapping[str, int], known: Sequence[str], limit: int) -> frozenset[str]:
    """The names that survive the cap: those already `known` first, so that a section keeps its name over time, then the largest."""
    if len(counts) <= limit:
        return frozenset(counts)
    rank = {name: place for place, name in enumerate(known)}
    by_claim = sorted(counts, key=lambda name: (rank.get(name, len(rank)), -counts[name], name))
    return frozenset(by_claim[:limit])


def _encoded(names: pa.Array) -> SectionColumn:
    encoded = names.dictionary_encode()
    words = encoded.dictionary.to_pylist()
    distinct = tuple(word.decode("utf-8", "surrogatepass") if isinstance(word, bytes) else word for word in words)
    return SectionColumn(distinct, encoded.indices.to_numpy())


def _split(url: str) -> tuple[str, str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    return parts.path, parts.query
