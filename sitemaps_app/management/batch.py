"""Reading and answering `--batch` of the report commands: one JSON object a line in, one object a line out, in the same order.

A request is `{"path" or "body" or "body_base64", "url", "status", "headers", "now"}`. Thousands run in one process; a bad line is
answered with an object that holds `error`, and the lines after it are read all the same.
"""

from __future__ import annotations

import base64
import binascii
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Protocol

STANDARD_INPUT = "-"
MAX_FILE_BYTES = 268_435_456
"""A larger file on disk is refused rather than read into memory: it is over five times what any reader would use of it."""


class TextSink(Protocol):
    """Where answers are printed: a text file, or the output of a Django command."""

    def write(self, text: str, /) -> object:
        """Take a text."""

    def flush(self) -> object:
        """Let the reader at the other end have it."""


class BatchError(ValueError):
    """A request that cannot be understood; the message is for the person who wrote it."""


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
    """Read `--now` or the key `now`: ISO 8601, UTC where no offset is given. Raises BatchError."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise BatchError(f"not an ISO 8601 time: {text[:80]}") from error
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


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
    """The bytes of a file on disk. Raises BatchError where it cannot be read or is unreasonably large."""
    try:
        if Path(path).stat().st_size > MAX_FILE_BYTES:
            raise BatchError(f"larger than {MAX_FILE_BYTES} bytes: {path}")
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, BatchError):
            raise
        raise BatchError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error


def files_of(path: str | Path) -> list[Path]:
    """The files a path argument stands for: itself, or all files under a directory in sorted order."""
    place = Path(path)
    if not place.is_dir():
        return [place]
    return sorted(child for child in place.rglob("*") if child.is_file())


def parse_served(request: object) -> ServedFile:
    """One request object of a batch (or the `old`/`new` part of one) as a served file. Raises BatchError."""
    if not isinstance(request, dict):
        raise BatchError("a request is a JSON object")
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
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                reply = dict(answer(_parse_line(line)))
            except BatchError as error:
                faults += 1
                reply = {"line": number, "error": str(error)}
            write_answer(output, reply)
    return faults


def write_answer(stream: TextSink, reply: Mapping[str, Any]) -> None:
    """Print one object as one line of ASCII JSON, so that no terminal encoding and no control character of a site can break it."""
    stream.write(json.dumps(reply, ensure_ascii=True, separators=(",", ":")) + "\n")
    stream.flush()


def _parse_line(line: bytes) -> dict[str, Any]:
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
    try:
        stream = Path(place).open("rb")  # noqa: SIM115 - closed below; the error of opening is told apart from one of reading
    except OSError as error:
        raise BatchError(f"cannot read {place}: {error.strerror}") from error
    with stream:
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
