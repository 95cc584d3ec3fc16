"""Where the columnar snapshots lie."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from django.conf import settings


def snapshot_folder(site_id: int) -> Path:
    """The folder of one site's snapshots; deleting the site deletes it."""
    return Path(settings.STORAGE_FOLDER) / "snapshots" / str(site_id)


def snapshot_name(site_id: int, taken_at: datetime) -> str:
    """The stored, relative name of a snapshot's file."""
    return f"{site_id}/{taken_at:%Y%m%dT%H%M%S%f}Z.parquet"


def snapshot_path(name: str) -> Path:
    """The absolute path of a stored relative name."""
    return Path(settings.STORAGE_FOLDER) / "snapshots" / name
