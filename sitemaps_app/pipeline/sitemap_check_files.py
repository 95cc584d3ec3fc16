"""The files of sitemap checks in the storage: what was given, until it is read, and all entries and children, for the download."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from django.conf import settings

GIVEN = "given"
ENTRIES = "entries.jsonl.gz"
CHILDREN = "children.jsonl.gz"
BUFFER_BYTES = 65_536


def check_folder(name: str) -> Path:
    """The folder of one sitemap check; deleting the check deletes it."""
    return _checks_folder() / name


def uploads_folder() -> Path:
    """Where uploads are written while they come in; made where it is missing."""
    folder = Path(settings.STORAGE_FOLDER) / "uploads"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def keep_text(name: str, text: bytes) -> None:
    """Keep a pasted text until it is read. Raises OSError."""
    (_made(name) / GIVEN).write_bytes(text)


def keep_upload(name: str, upload: Path) -> None:
    """Move an upload to where it waits to be read. Raises OSError."""
    upload.replace(_made(name) / GIVEN)


def given_path(name: str) -> Path:
    """Where the given text waits."""
    return check_folder(name) / GIVEN


def delete_folder(name: str) -> None:
    """Delete all files of one check; harmless where there are none."""
    shutil.rmtree(check_folder(name), ignore_errors=True)


def delete_leftovers(before: datetime) -> None:
    """Delete what a process that was killed left behind: uploads and folders last written before a time, aware."""
    for path in (*_children_of(uploads_folder()), *_children_of(_checks_folder())):
        try:
            if path.stat().st_mtime < before.timestamp():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        except FileNotFoundError:
            continue  # another worker was quicker


def stored_lines(name: str, file: str) -> Iterator[bytes]:
    """The lines of a packed file, without their ends; none where the file is missing."""
    try:
        with gzip.open(check_folder(name) / file, "rb") as lines:
            for line in lines:
                yield line.rstrip(b"\n")
    except FileNotFoundError:
        return


class PackedLines:
    """A packed file of JSON objects, one a line, written through a small buffer. Use it as a context. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self._file = gzip.open(path, "wb", compresslevel=1)  # noqa: SIM115 - closed by the context
        self._waiting: list[str] = []
        self._size = 0

    def write(self, one: Mapping[str, Any]) -> None:
        """Add one object. ASCII alone, so that no surrogate half of a damaged text can break the file."""
        self.write_text(json.dumps(one, ensure_ascii=True, separators=(",", ":")))

    def write_text(self, text: str) -> None:
        """Add one object that is a line already."""
        self._waiting.append(text)
        self._size += len(text)
        if self._size >= BUFFER_BYTES:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._file.write("".join(f"{line}\n" for line in self._waiting).encode("ascii"))
        self._waiting, self._size = [], 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if error is None:
                self._flush()
        finally:
            self._file.close()


def write_lines(path: Path, objects: Iterable[Mapping[str, Any]]) -> None:
    """Write a packed file of JSON objects. Raises OSError."""
    with PackedLines(path) as lines:
        for one in objects:
            lines.write(one)


def _checks_folder() -> Path:
    return Path(settings.STORAGE_FOLDER) / "sitemap_checks"


def _made(name: str) -> Path:
    folder = check_folder(name)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _children_of(folder: Path) -> tuple[Path, ...]:
    return tuple(folder.iterdir()) if folder.is_dir() else ()
