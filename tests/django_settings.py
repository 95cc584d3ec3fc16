"""The settings of the tests: the product's own, in a folder of the run's own, without what only costs time."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

# Settings are read before any fixture: a developer's own variables and folder must not reach the tests.
for name in [name for name in os.environ if name.startswith("LASTMOD_") or name in {"DATABASE_URL", "REDIS_URL", "STORAGE_URL"}]:
    if name != "LASTMOD_TEST_DATABASE_URL":
        del os.environ[name]
_folder = tempfile.TemporaryDirectory(prefix="lastmod-tests-")  # removed when the process ends
os.environ["LASTMOD_DATA_DIR"] = _folder.name
if "LASTMOD_TEST_DATABASE_URL" in os.environ:
    os.environ["DATABASE_URL"] = os.environ["LASTMOD_TEST_DATABASE_URL"]

from sitemaps_app.settings import *  # noqa: E402, F403
from sitemaps_app.settings import STORAGES  # noqa: E402

Path(_folder.name, "static").mkdir()  # whitenoise warns when it is missing
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1", "[::1]"]
