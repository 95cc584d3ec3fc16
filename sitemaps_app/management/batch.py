"""Reading and answering `--batch` of the report commands: one JSON object a line in, one object a line out, in the same order.

A request is `{"path" or "body" or "body_base64", "url", "status", "headers", "now"}`. Thousands run in one process; a bad line is
answered with an object that holds `error`, and the lines after it are read all the same. Blank lines are skipped; they count as lines.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import stat
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, BinaryIO

from sitemaps_app.management.terminal import TextSink, plain, write_answer

STANDARD_INPUT = "-"
MAX_FILE_BYTES = 268_435_456
"""A larger file on disk is refused rather than read into memory: it is over five times what any reader would use of it."""
MAX_LINE_BYTES = 2 * MAX_FILE_BYTES
"""Room for such a file in base64."""
SKIPPED_BYTES = 1_048_576
FIRST_YEAR, LAST_YEAR = 1970, 9000
"""The years that the product counts with: intervals are added to a time and taken from it, and the calendar ends in 1 and 9999."""


class BatchError(ValueError):
    """A request that cannot be understood; the message is for the person who wrote it."""


class CalendarError(BatchError):
    """A time that is well written but lies outside the years that the product counts with."""


@dataclass(frozen=True, slots=True)
class ServedFile:
    """A body as if a server had sent it.

    `source` names it in the answer: the path, else the URL, else "". `url` is "" where none was given. `now` is None where the request
    has no clock of its own. `extra` holds the keys that this reader does not know, for the command to use (for instance `allowed`).
    """

    source: str
    body: bytes
    url: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    now: datetime | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


def parse_now(text: str) -> datetime:
    """Read `--now` or the key `now`: ISO 8601, UTC where no offset is given, in the years 1970 to 9000.

    Raises BatchError, and of its kinds CalendarError where only the year is at fault.
    """
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise BatchError(f"not an ISO 8601 time: {plain(text[:80])}") from error
    # The year before the conversion: at the ends of the calendar there is no other zone to convert to.
    if FIRST_YEAR <= moment.year <= LAST_YEAR:
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise CalendarError(f"a time must lie in the years {FIRST_YEAR} to {LAST_YEAR}, not: {plain(text[:80])}")
    return moment


def parse_headers(lines: list[str]) -> dict[str, str]:
    """Read `--header 'Name: value'` options into a mapping with lower-case names. Raises BatchError."""
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or not name.strip():
            raise BatchError(f"a header is written 'Name: value', not: {line[:80]}")
        headers[name.strip().lower()] = value.strip()
    return headers


def read_file(path: str | Path) -> bytes:
    """The bytes of a regular file on disk. Raises BatchError where it cannot be read, is no regular file, or is unreasonably large."""
    with _open_regular(path) as stream:
        try:
            if os.fstat(stream.fileno()).st_size > MAX_FILE_BYTES:
                raise BatchError(f"larger than {MAX_FILE_BYTES} bytes: {path}")
            return stream.read()
        except OSError as error:
            raise BatchError(f"cannot read {path}: {error.strerror}") from error


def _open_regular(path: str | Path) -> BinaryIO:
    """Open a file that ends. A pipe or a device might never answer, so it is refused without being opened. Raises BatchError."""
    try:
        mode = Path(path).stat().st_mode
        if stat.S_ISREG(mode):
            return Path(path).open("rb")
    except (OSError, ValueError) as error:
        raise BatchError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
    raise BatchError(f"cannot read {path}: {'a directory' if stat.S_ISDIR(mode) else 'not a regular file but a pipe, socket or device'}")


def is_folder(path: str | Path) -> bool:
    """Is a path a directory? One that cannot be looked at, or can be no path, is none."""
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def files_of(path: str | Path) -> list[Path]:
    """The files a path argument stands for: itself, or all regular files under a directory in sorted order."""
    if not is_folder(path):
        return [Path(path)]
    return sorted(Path(folder) / name for folder, _, names in os.walk(path) for name in names if _is_regular(Path(folder) / name))


def _is_regular(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def parse_served(request: object) -> ServedFile:
    """One request object of a batch (or the `old`/`new` part of one) as a served file. Raises BatchError."""
    if not isinstance(request, dict):
        raise BatchError("a request is a JSON object")
    # A key without a value is no key: programs that fill a form write null for what they do not know.
    request = {key: value for key, value in request.items() if value is not None}
    known = ("path", "body", "body_base64", "url", "status", "headers", "now")
    path, url = _text(request, "path"), _text(request, "url")
    now = _text(request, "now")
    return ServedFile(
        source=path or url,
        body=_body(request, path),
        url=url,
        status=_status(request),
        headers=_headers(request),
        now=parse_now(now) if now else None,
        extra={key: value for key, value in request.items() if key not in known},
    )


def answer_batch(
    place: str,
    answer: Callable[[dict[str, Any]], Mapping[str, Any]],
    *,
    stdin: IO[bytes] | None = None,
    stdout: TextSink | None = None,
) -> int:
    """Answer each line of a batch with `answer(request)`, flushing each so that a caller may talk line by line.

    `answer` gets the JSON object and may raise BatchError for a request it cannot understand. Returns the number of lines that were
    answered with an error. Raises BatchError only where the batch itself cannot be opened.
    """
    faults = 0
    output: TextSink = stdout or sys.stdout
    with _opened(place, stdin) as lines:
        for number, line in _numbered(lines):
            if not line.strip():
                continue
            reply = _reply(line, answer)
            if isinstance(reply, str):
                faults += 1
                reply = {"line": number, "error": reply}
            write_answer(output, reply)
    return faults


def _reply(line: bytes, answer: Callable[[dict[str, Any]], Mapping[str, Any]]) -> Mapping[str, Any] | str:
    """The answer to one line, or the sentence that says why there is none."""
    try:
        return answer(_parse_line(line))
    except BatchError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - a fault of ours on one line must not cost the caller the thousands after it
        sys.stderr.write(traceback.format_exc())
        return f"this line met a fault of the program ({type(error).__name__}); the log on standard error says where"


def _numbered(lines: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers from 1. Of a line over the cap as much is given as shows that it is."""
    number = 0
    while line := lines.readline(MAX_LINE_BYTES + 1):
        number += 1
        piece = line
        while len(line) > MAX_LINE_BYTES and piece and not piece.endswith(b"\n"):
            piece = lines.readline(SKIPPED_BYTES)
        yield number, line


def _parse_line(line: bytes) -> dict[str, Any]:
    if len(line) > MAX_LINE_BYTES:
        raise BatchError(f"a line is at most {MAX_LINE_BYTES} bytes long")
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BatchError(f"not a JSON object: {error}") from error
    if not isinstance(request, dict):
        raise BatchError("a request is a JSON object")
    return request


@contextmanager
def _opened(place: str, stdin: IO[bytes] | None) -> Iterator[IO[bytes]]:
    if place == STANDARD_INPUT:
        yield stdin or sys.stdin.buffer
        return
    with _open_regular(place) as stream:
        yield stream


def _text(request: Mapping[str, Any], key: str) -> str:
    value = request.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BatchError(f"{key} must be a text")
    return value


def _body(request: Mapping[str, Any], path: str) -> bytes:
    if "body_base64" in request:
        try:
            return base64.b64decode(_text(request, "body_base64"), validate=True)
        except (binascii.Error, ValueError) as error:
            raise BatchError("body_base64 is not base64") from error
    if "body" in request:
        return _text(request, "body").encode("utf-8", "surrogatepass")
    if path:
        return read_file(path)
    raise BatchError("a request needs path, body or body_base64")


def _status(request: Mapping[str, Any]) -> int:
    status = request.get("status")
    if status is None:
        return 200
    if isinstance(status, bool) or not isinstance(status, int) or not 100 <= status <= 599:
        raise BatchError("status must be a number from 100 to 599")
    return status


def _headers(request: Mapping[str, Any]) -> dict[str, str]:
    headers = request.get("headers")
    if headers is None:
        return {}
    if not isinstance(headers, dict):
        raise BatchError("headers must be an object of texts")
    return {str(name).lower(): str(value) for name, value in headers.items()}
