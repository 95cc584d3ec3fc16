"""The settings of the tests: the product's own, in a folder of the run's own, without what only costs time."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

# Tests in several processes: each reads this file and gets a folder, a broker and a database of its own; the first process only hands out.
_database_of_the_run = os.environ.get("DATABASE_URL") if "PYTEST_XDIST_WORKER" in os.environ else None
# Settings are read before any fixture: a developer's own variables and folder must not reach the tests.
for name in [name for name in os.environ if name.startswith("LASTMOD_") or name in {"DATABASE_URL", "REDIS_URL", "STORAGE_URL"}]:
    if not name.startswith("LASTMOD_TEST_"):
        del os.environ[name]
_folder = tempfile.TemporaryDirectory(prefix="lastmod-tests-")  # removed when the process ends
os.environ["LASTMOD_DATA_DIR"] = _folder.name
# script/test runs the tests marked `postgres` a second time like this.
if os.environ.get("LASTMOD_TEST_DATABASE") == "postgres":
    from tests.real_servers import start_postgres

    # One server for all processes; pytest-django names a database in it after each.
    os.environ["DATABASE_URL"] = _database_of_the_run or start_postgres()

from sitemaps_app.settings import *  # noqa: E402, F403
from sitemaps_app.settings import DATABASES, STORAGES  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A database in memory has table locks that a file in WAL mode does not have: threads would fail in tests alone.
    DATABASES["default"]["TEST"] = {"NAME": str(Path(_folder.name, "tests.sqlite3"))}

Path(_folder.name, "static").mkdir()  # whitenoise warns when it is missing
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}  # the product keeps its own
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1", "[::1]"]
