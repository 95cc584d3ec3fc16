"""Where files lie, and how one is written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from django.conf import settings

SNAPSHOT_SUFFIX = ".parquet"
_UNFINISHED_SUFFIX = ".tmp"


def storage_root() -> Path:
    """The folder of everything that is kept in files."""
    return Path(settings.STORAGE_FOLDER)


def snapshots_folder() -> Path:
    """The folder of all snapshots."""
    return storage_root() / "snapshots"


def snapshot_folder(site_id: int) -> Path:
    """The folder of one site's snapshots; deleting the site deletes it."""
    return snapshots_folder() / str(site_id)


def is_unfinished(path: Path) -> bool:
    """Is this a file or folder that a writer works in until its result is whole? A killed process leaves it behind."""
    return path.name.startswith(".") and path.suffix == _UNFINISHED_SUFFIX


def snapshot_name(site_id: int, taken_at: datetime) -> str:
    """The stored, relative name of a snapshot's file."""
    return f"{site_id}/{taken_at:%Y%m%dT%H%M%S%f}Z{SNAPSHOT_SUFFIX}"


def snapshot_path(name: str) -> Path:
    """The absolute path of a stored relative name."""
    return snapshots_folder() / name


def write_atomically(path: Path, pieces: Iterable[str]) -> None:
    """Write UTF-8 text beside `path` and move it into place when it is complete; raises OSError."""
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}{_UNFINISHED_SUFFIX}")
    try:
        with partial.open("w", encoding="utf-8", newline="") as stream:
            for piece in pieces:
                stream.write(piece)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
