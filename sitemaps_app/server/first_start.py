"""What a start does before the web may answer: each step does nothing where nothing has changed, so that a second start is quick."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

from sitemaps_app.access import ensure_groups
from sitemaps_app.accounts import has_admin, new_set_up_secret
from sitemaps_app.environment import SettingError


def migrate(say: Callable[[str], None]) -> None:
    """Bring the database up to date. Raises `SettingError` if it cannot be reached."""
    try:
        connection.ensure_connection()
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            say("Bringing the database up to date.")
            call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise SettingError(f"The database cannot be used: {str(error).strip()}. DATABASE_URL names it.") from error


def collect_static(say: Callable[[str], None]) -> None:
    """Copy the static files to where the web serves them from, if any has changed."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    wanted = _static_fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return
    say("Collecting the static files.")
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(wanted, encoding="ascii")


def set_up_path(*, now: datetime) -> str:
    """Where nobody may administer yet, the path under which the first administrator is made, once; "" where somebody may.

    Each call closes the path of the call before. It must not be written to a log: whoever reads it first is the administrator.
    """
    ensure_groups()
    return "" if has_admin() else reverse("set_up", args=[new_set_up_secret(now=now)])


def _static_fingerprint() -> str:
    """A digest of names, sizes and times of all static files, of the storage that prepares them, and of nothing else."""
    digest = hashlib.sha256(str(settings.STORAGES["staticfiles"]).encode())
    for finder in get_finders():
        for name, storage in finder.list(None):
            found = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{found.st_size}\0{found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
