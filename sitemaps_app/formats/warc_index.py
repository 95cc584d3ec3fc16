"""Where each capture of a WARC file stands (https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/).

Only positions and headers are kept; bodies stay in the file, so memory grows with the number of captures and not with their size.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.statusandheaders import StatusAndHeadersParserException

from sitemaps_app.formats import urls
from sitemaps_app.formats.problems import Problem, Severity

_GZIP = b"\x1f\x8b\x08"
_WARC = b"WARC/1."
_STEP = 1 << 20
_MAX_RESUMES = 1_000
# warcio meets records without the headers it counts on (a cut file) with the last two.
DAMAGE = (ArchiveLoadFailed, StatusAndHeadersParserException, OSError, EOFError, ValueError, zlib.error, AttributeError, TypeError)


@dataclass(frozen=True, slots=True)
class Capture:
    """One answer in an archive. `path` and `offset` say where its body is (for a revisit: where the body it repeats is).

    `refers_to` names what a revisit repeats: address key, time and payload digest; None for a capture with a body of its own.
    """

    url: str
    at: datetime
    status: int
    content_type: str
    path: str
    offset: int
    digest: str = ""
    refers_to: tuple[str, datetime | None, str] | None = None


@dataclass(frozen=True, slots=True)
class WarcLimits:
    """Bounds: captures remembered, bytes of one body, bytes that a file packed as a single gzip stream may unpack to."""

    max_captures: int = 2_000_000
    max_body_bytes: int = 52_428_800
    max_unpacked: int = 4_294_967_296


@dataclass(slots=True)
class WarcFile:
    """One file while it is indexed. `path` is where its records are; a temporary file where the original had to be unpacked."""

    path: str
    captures: list[Capture]
    problems: list[Problem]
    unpacked: Any = None


def index_file(path: str, limits: WarcLimits) -> WarcFile:
    """All captures of one file, in file order. Damage costs the damaged records and is told; nothing raises."""
    found = WarcFile(path, [], [])
    try:
        size = Path(path).stat().st_size
        _index_with_resumes(found, size, limits)
    except _SingleStreamError:
        found.captures.clear()
        _unpack(found, limits)
    except OSError as error:
        found.problems.append(Problem("archive_unreadable", Severity.ERROR, f"{path}: {error.strerror or error}"))
    return found


class _SingleStreamError(Exception):
    """The file is one gzip stream over many records, in which no record can be found by its offset."""


def _index_with_resumes(found: WarcFile, size: int, limits: WarcLimits) -> None:
    """Index from the start, and after damage from the next place that looks like a record."""
    position = damaged = 0
    with Path(found.path).open("rb") as stream:
        while position < size and damaged < _MAX_RESUMES and len(found.captures) < limits.max_captures:
            stream.seek(position)
            end, sound = _index_from(stream, found, limits)
            if sound and end >= size - 4:
                break
            following = _next_record(stream, max(end, position + 1))
            # An end that is the next record's start is where warcio stopped between two members, not damage.
            damaged += 1
            if following is None:
                break
            position = following
    if damaged:
        found.problems.append(Problem("archive_damaged", Severity.WARNING, found.path, count=damaged))
    if len(found.captures) >= limits.max_captures:
        detail = f"{found.path}: only the first {limits.max_captures} captures"
        found.problems.append(Problem("archive_too_large", Severity.WARNING, detail))


def _index_from(stream: IO[bytes], found: WarcFile, limits: WarcLimits) -> tuple[int, bool]:
    """Index from the stream's position on; the end of the last record read, and whether the stream ended as it should."""
    end = stream.tell()
    try:
        iterator = ArchiveIterator(stream)
        for record in iterator:
            capture = _capture(record, found.path)
            offset, length = iterator.get_record_offset(), iterator.get_record_length()
            end = offset + length
            if getattr(record.raw_stream, "limit", 0) > 0:
                return end, False
            if capture is not None:
                found.captures.append(replace(capture, offset=offset))
            if len(found.captures) >= limits.max_captures:
                return end, True
    except ArchiveLoadFailed as error:
        if "non-chunked gzip" in str(error):
            raise _SingleStreamError from error
        return end, False
    except DAMAGE:
        return end, False
    return end, True


def _next_record(stream: IO[bytes], position: int) -> int | None:
    """Where the next gzip member or plain record may begin, at or after `position`."""
    stream.seek(0)
    mark = _GZIP if stream.read(3) == _GZIP else _WARC
    stream.seek(position)
    kept = b""
    while chunk := stream.read(_STEP):
        place = (kept + chunk).find(mark)
        if place >= 0:
            return position - len(kept) + place
        position += len(chunk)
        kept = (kept + chunk)[-len(mark) + 1 :]
    return None


def _unpack(found: WarcFile, limits: WarcLimits) -> None:
    """Unpack a single gzip stream to a temporary file and index that one."""
    unpacked = tempfile.NamedTemporaryFile(suffix=".warc")  # noqa: SIM115  lives as long as the archive
    size = 0
    try:
        with gzip.open(found.path) as packed:
            while size < limits.max_unpacked and (chunk := packed.read(_STEP)):
                size += len(chunk)
                unpacked.write(chunk)
    except DAMAGE:
        found.problems.append(Problem("archive_damaged", Severity.WARNING, found.path))
    if size >= limits.max_unpacked:
        found.problems.append(Problem("archive_too_large", Severity.WARNING, f"{found.path}: only the first {size} bytes"))
    unpacked.flush()
    found.path, found.unpacked = unpacked.name, unpacked
    # Plain records cannot be one gzip stream again, but the file may hold another gzip file as a body of rubbish.
    with suppress(_SingleStreamError):
        _index_with_resumes(found, size, limits)


def _capture(record: Any, path: str) -> Capture | None:
    """The capture that a record holds; None for requests, metadata, and answers that are not HTTP."""
    headers = record.rec_headers
    url = (headers.get_header("WARC-Target-URI") or headers.get_header("uri") or "").strip("<> ")
    at = parse_warc_date(headers.get_header("WARC-Date") or headers.get_header("archive-date") or "")
    if record.rec_type not in {"response", "revisit", "resource"} or at is None or not url.startswith(("http://", "https://")):
        return None
    http = record.http_headers
    if record.rec_type == "response" and http is None:
        return None
    refers_to = None
    digest = plain_digest(headers.get_header("WARC-Payload-Digest") or "")
    if record.rec_type == "revisit":
        target = headers.get_header("WARC-Refers-To-Target-URI") or url
        refers_to = (urls.normalise_key(target.strip("<> ")), parse_warc_date(headers.get_header("WARC-Refers-To-Date") or ""), digest)
    content_type = http.get_header("Content-Type") if http is not None else headers.get_header("Content-Type")
    return Capture(url, at, _status(http), (content_type or "").lower()[:100], path, 0, digest, refers_to)


def _status(http: Any) -> int:
    if http is None:
        return 200
    with suppress(ValueError):
        return int(http.get_statuscode())
    return 0


def parse_warc_date(text: str) -> datetime | None:
    """A WARC-Date (ISO 8601 in UTC, fractions allowed) or the 14 digits of older files."""
    text = text.strip()
    try:
        moment = datetime.strptime(text[:14], "%Y%m%d%H%M%S").replace(tzinfo=UTC) if text[:14].isdigit() and len(text) >= 14 else _iso(text)
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _iso(text: str) -> datetime:
    return datetime.fromisoformat(text)


def plain_digest(digest: str) -> str:
    """`sha1:` digests in one spelling: writers use base 32 and hexadecimal for the same digest."""
    text = digest.strip().partition(":")[2] or digest.strip()
    if len(text) == 32:
        with suppress(binascii.Error, ValueError):
            return base64.b32decode(text.upper()).hex()
    return text.lower()


def captures_in_order(files: list[WarcFile]) -> Iterator[Capture]:
    """All captures, oldest first, with every revisit pointed at the body it repeats; those whose body is not there are left out."""
    by_time: dict[tuple[str, datetime], Capture] = {}
    by_digest: dict[str, Capture] = {}
    waiting = sorted((capture for file in files for capture in file.captures), key=lambda one: one.at)
    for capture in waiting:
        if capture.refers_to is None and capture.digest:
            by_digest.setdefault(capture.digest, capture)
    for capture in waiting:
        key = urls.normalise_key(capture.url)
        resolved: Capture | None = capture
        if capture.refers_to is not None:
            target, at, digest = capture.refers_to
            original = (by_time.get((target, at)) if at else None) or by_digest.get(digest)
            resolved = _repeated(capture, original) if original is not None else None
        if resolved is not None:
            by_time[key, capture.at] = resolved
            yield resolved


def _repeated(capture: Capture, original: Capture) -> Capture:
    status = capture.status if capture.status not in {0, 304} else original.status
    kind = capture.content_type if capture.content_type and "msgtype" not in capture.content_type else original.content_type
    return replace(capture, status=status, content_type=kind, path=original.path, offset=original.offset)
