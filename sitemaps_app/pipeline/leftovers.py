"""Files in the storage that no row names: what a killed process, a rolled back check or a deleted site left behind."""

from __future__ import annotations

import contextlib
import logging
import shutil
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sitemaps_app.pipeline.prune_policy import NOTHING, Freed
from sitemaps_app.pipeline.storage import SNAPSHOT_SUFFIX, is_unfinished, snapshots_folder, storage_root

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StorageSweep:
    """What was found: leftovers removed, files that could not be, and whether the storage seems to be another database's."""

    freed: Freed = NOTHING
    failed: int = 0
    foreign: bool = False


def sweep_storage(named: Collection[str], *, older_than: datetime, dry_run: bool) -> StorageSweep:
    """Remove what no row names and nobody has touched since `older_than`. `named` are the relative names of snapshots that rows name.

    Where there are snapshots and not one of them is named, nothing is removed: then it is far likelier that the server was started with
    another database than that everything in its storage is rubbish.
    """
    present = [path for path in _children(snapshots_folder(), depth=2) if path.suffix == SNAPSHOT_SUFFIX]
    if present and not any(name_of(path) in named for path in present):
        return StorageSweep(foreign=True)
    leftovers = [path for path in present if name_of(path) not in named]
    leftovers += [path for path in _children(storage_root(), depth=3) if is_unfinished(path)]
    freed, failed = NOTHING, 0
    for path in leftovers:
        size = _size_if_old(path, older_than)
        if size is None:
            continue
        if dry_run or remove(path):
            freed += Freed(1, size)
        else:
            failed += 1
    if not dry_run:
        _drop_empty_folders(older_than)
    return StorageSweep(freed, failed)


def name_of(path: Path) -> str:
    """The relative name under which a row knows a snapshot's file."""
    return path.relative_to(snapshots_folder()).as_posix()


def remove(path: Path) -> bool:
    """Remove a file or a folder. True where it is gone, whoever removed it; False where the system refuses, which is logged."""
    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except FileNotFoundError:
        return True
    except OSError:
        logger.warning("%s could not be removed.", path, exc_info=True)
        return False
    return True


def _children(folder: Path, *, depth: int) -> Iterator[Path]:
    """Everything down to `depth` levels below a folder. Unfinished work is not looked into; symbolic links are not followed."""
    try:
        found = sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return
    for path in found:
        yield path
        if depth > 1 and path.is_dir() and not path.is_symlink() and not is_unfinished(path):
            yield from _children(path, depth=depth - 1)


def _size_if_old(path: Path, older_than: datetime) -> int | None:
    """Bytes of a file, or of all files of a folder; None where any of it is newer, or it is gone meanwhile."""
    total = 0
    try:
        for part in (path, *(path.rglob("*") if path.is_dir() and not path.is_symlink() else ())):
            state = part.lstat()
            if state.st_mtime > older_than.timestamp():
                return None
            total += 0 if part.is_dir() else state.st_size
    except FileNotFoundError:
        return None
    return total


def _drop_empty_folders(older_than: datetime) -> None:
    """Folders of sites that hold nothing any more. A check whose folder goes between two of its steps makes it again."""
    for folder in _children(snapshots_folder(), depth=1):
        # The system refuses a folder that is not empty, so no look before is needed.
        with contextlib.suppress(OSError):
            if folder.is_dir() and folder.lstat().st_mtime <= older_than.timestamp():
                folder.rmdir()
