"""A crawl's archive as a web of the past: what was where, when. Bodies are read from the files only when asked for."""

from __future__ import annotations

import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from warcio.archiveiterator import ArchiveIterator

from sitemaps_app.formats import urls
from sitemaps_app.formats.problems import Problem, Severity
from sitemaps_app.formats.warc_index import DAMAGE, Capture, WarcFile, WarcLimits, captures_in_order, index_file

__all__ = ["Archive", "ArchivedResponse", "Capture", "Moment", "WarcLimits", "read_archive"]

_HTML = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True, slots=True)
class Moment:
    """A session of the crawl: the time of its first and last answer, and their number."""

    start: datetime
    end: datetime
    responses: int


@dataclass(frozen=True, slots=True)
class ArchivedResponse:
    """An answer as it was archived. Header names are lower case; `body` is decoded of transfer and content encoding."""

    url: str
    at: datetime
    status: int
    headers: Mapping[str, str]
    body: bytes
    truncated: bool = False


def read_archive(paths: Iterable[str | Path], *, limits: WarcLimits | None = None) -> Archive:
    """Index WARC files (plain, gzip by record, or one gzip stream), in any order. Damaged and missing files are told in `problems`."""
    limits = limits or WarcLimits()
    return Archive([index_file(str(path), limits) for path in paths], limits)


class Archive:
    """The captures of one or more files. Safe to use from several threads; never changes after it was made."""

    def __init__(self, files: list[WarcFile], limits: WarcLimits) -> None:
        self._files = files
        self._limits = limits
        self._by_key: dict[str, list[Capture]] = defaultdict(list)
        self._captures: list[Capture] = list(captures_in_order(files))
        for capture in self._captures:
            self._by_key[urls.normalise_key(capture.url)].append(capture)
        lost = sum(len(file.captures) for file in files) - len(self._captures)
        unresolved = (Problem("archive_revisit_unresolved", Severity.WARNING, "", count=lost),) if lost else ()
        self.problems: tuple[Problem, ...] = (*(problem for file in files for problem in file.problems), *unresolved)

    def captures(self) -> tuple[Capture, ...]:
        """All captures, oldest first."""
        return tuple(self._captures)

    def __len__(self) -> int:
        return len(self._captures)

    def moments(self, gap_seconds: float = 1800, again_seconds: float = 120) -> tuple[Moment, ...]:
        """The sessions of the crawl, oldest first.

        A new one begins after a pause of `gap_seconds`; and where a page or sitemap is fetched again after `again_seconds` or more, at the
        longest pause since it was fetched before (a crawl that never pauses, or one that begins again after minutes).
        """
        starts = [0] if self._captures else []
        seen: dict[str, int] = {}
        for place, capture in enumerate(self._captures):
            start = self._start_before(place, seen.get(capture.url), gap_seconds, again_seconds)
            if start is not None:
                starts.append(start)
                seen = {one.url: start + number for number, one in enumerate(self._captures[start:place]) if _is_document(one)}
            if _is_document(capture):
                seen.setdefault(capture.url, place)
        ends = [*starts[1:], len(self._captures)]
        return tuple(
            Moment(self._captures[start].at, self._captures[end - 1].at, end - start) for start, end in zip(starts, ends, strict=False)
        )

    def _start_before(self, place: int, before: int | None, gap_seconds: float, again_seconds: float) -> int | None:
        """Where a new session begins at or shortly before a capture; None where it belongs to the running one."""
        if place == 0:
            return None
        captures = self._captures
        if captures[place].at - captures[place - 1].at > timedelta(seconds=gap_seconds):
            return place
        if before is None or captures[place].at - captures[before].at < timedelta(seconds=again_seconds):
            return None
        return max(range(before + 1, place + 1), key=lambda one: captures[one].at - captures[one - 1].at)

    def origins(self) -> tuple[str, ...]:
        """All origins with an answer, the one with the most pages first."""
        pages: Counter[str] = Counter()
        for capture in self._captures:
            pages[urls.origin_of(capture.url)] += 1 if self.is_page(capture) else 0
        return tuple(origin for origin, _ in sorted(pages.items(), key=lambda one: (-one[1], one[0])) if origin)

    def sites(self) -> tuple[str, ...]:
        """Origins that can be scored: those with an archived robots.txt or sitemap; of http and https of one host the one with robots.txt
        or, failing that, with more pages."""
        roots: dict[str, set[str]] = defaultdict(set)
        for capture in self._captures:
            path = capture.url.lower().split("?")[0]
            if path.endswith("/robots.txt") or ("sitemap" in path and not self.is_page(capture)):
                roots[urls.host_of(capture.url)].add(urls.origin_of(capture.url))
        chosen: dict[str, str] = {}
        for origin in self.origins():
            host = urls.host_of(origin)
            if origin in roots.get(host, ()):
                chosen.setdefault(host, origin)
        return tuple(chosen.values())

    @staticmethod
    def is_page(capture: Capture) -> bool:
        """Whether a capture is an HTML page that was answered with success."""
        return capture.status == 200 and capture.content_type.startswith(_HTML)

    def find(self, url: str, at: datetime) -> Capture | None:
        """The latest capture of an address at or before a time. Where the very address was never archived, the same one with the other
        scheme or without (with) its final slash is looked for: archives hold what a crawler was redirected to."""
        for key in self._spellings(urls.normalise_key(url)):
            captures = self._by_key.get(key)
            if captures:
                place = bisect.bisect_right(captures, at, key=lambda one: one.at)
                if place:
                    return captures[place - 1]
        return None

    @staticmethod
    def _spellings(key: str) -> tuple[str, ...]:
        other = "http://" + key[8:] if key.startswith("https://") else "https://" + key[7:]
        slashed = tuple(one.rstrip("/") if one.endswith("/") else one + "/" for one in (key, other))
        return (key, other, *slashed)

    def pages_between(self, start: datetime, end: datetime) -> frozenset[str]:
        """The addresses of the HTML pages captured from `start` to `end`, both included."""
        first = bisect.bisect_left(self._captures, start, key=lambda one: one.at)
        last = bisect.bisect_right(self._captures, end, key=lambda one: one.at)
        return frozenset(capture.url for capture in self._captures[first:last] if self.is_page(capture))

    def lookup(self, url: str, at: datetime) -> ArchivedResponse | None:
        """What an address answered, latest at or before a time; None where that is not in the archive or cannot be read from it."""
        capture = self.find(url, at)
        return self.read(capture) if capture is not None else None

    def read(self, capture: Capture, *, max_bytes: int | None = None) -> ArchivedResponse | None:
        """The answer of one capture; None where the file no longer yields it. Bodies are cut at `max_bytes` (default: the limits')."""
        cap = min(max_bytes or self._limits.max_body_bytes, self._limits.max_body_bytes)
        try:
            with Path(capture.path).open("rb") as stream:
                stream.seek(capture.offset)
                record = next(iter(ArchiveIterator(stream)))
                headers = _headers(record)
                body, cut = _body(record, cap)
        except (*DAMAGE, StopIteration):
            return None
        truncated = cut or record.rec_headers.get_header("WARC-Truncated") is not None
        return ArchivedResponse(capture.url, capture.at, capture.status, headers, body, truncated)


def _is_document(capture: Capture) -> bool:
    """A page or a sitemap: browsers fetch scripts and images again for every page, and robots.txt is asked for at any time."""
    return "html" in capture.content_type or "xml" in capture.content_type


def _headers(record: Any) -> dict[str, str]:
    if record.http_headers is None:
        return {"content-type": record.rec_headers.get_header("Content-Type") or ""}
    headers: dict[str, str] = {}
    for name, value in record.http_headers.headers:
        lowered = name.lower()
        headers[lowered] = f"{headers[lowered]}, {value}" if lowered in headers else value
    return headers


def _body(record: Any, cap: int) -> tuple[bytes, bool]:
    stream = record.content_stream()
    pieces: list[bytes] = []
    size = 0
    while size <= cap:
        piece = stream.read(min(65_536, cap + 1 - size))
        if not piece:
            break
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)[:cap], size > cap
