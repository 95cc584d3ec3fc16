"""The settings file as a whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def manage(data_dir: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py as a person would, with these variables and none of the tests'."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LASTMOD_", "DJANGO_"))}
    for name in ("DATABASE_URL", "REDIS_URL", "STORAGE_URL"):
        environment.pop(name, None)
    environment |= {"LASTMOD_DATA_DIR": str(data_dir)} | variables
    command = [sys.executable, "-W", "error", str(ROOT / "manage.py"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT)


def test_show_config_prints_every_setting_with_its_sentence(data_dir: Path) -> None:
    answer = manage(data_dir, "show_config", "--json", LASTMOD_PORT="9123")
    rows = {row["name"]: row for row in map(json.loads, answer.stdout.splitlines())}
    assert answer.returncode == 0
    assert rows["LASTMOD_PORT"] == {
        "name": "LASTMOD_PORT",
        "value": "9123",
        "default": "8000",
        "sentence": rows["LASTMOD_PORT"]["sentence"],
    }
    assert all(row["sentence"].endswith(".") for row in rows.values())
    assert "LASTMOD_USER_AGENT = LastmodTrust/" in manage(data_dir, "show_config").stdout


def test_show_config_keeps_secrets(data_dir: Path) -> None:
    secrets = {"LASTMOD_SECRET_KEY": "k" * 60, "REDIS_URL": "redis://:broker-pw@h:1/0", "DATABASE_URL": "postgresql://u:base-pw@h/n"}
    answer = manage(data_dir, "show_config", **secrets)
    assert answer.returncode == 0, answer.stderr
    for word in ("kkkk", "broker-pw", "base-pw"):
        assert word not in answer.stdout + answer.stderr
    assert "LASTMOD_SECRET_KEY = (set)" in answer.stdout


def test_every_variable_the_settings_read_is_in_the_table(settings: object) -> None:
    names = [row.name for row in settings.SETTINGS]  # type: ignore[attr-defined]
    assert len(names) == len(set(names))
    source = (ROOT / "sitemaps_app" / "settings.py").read_text()
    assert source.count("os.environ") == 1, "read a variable through `env`, so that it stands in the table"


def test_the_deploy_check_is_clean_with_https(data_dir: Path) -> None:
    answer = manage(data_dir, "check", "--deploy", "--fail-level", "WARNING", LASTMOD_HTTPS="1")
    assert answer.returncode == 0, answer.stderr
    assert "no issues" in answer.stdout


def test_secrets_are_made_once_and_only_for_their_owner(data_dir: Path) -> None:
    assert manage(data_dir, "show_config").returncode == 0
    made = [data_dir / "secret_key", data_dir / "broker" / "password"]
    before = [path.read_text() for path in made]
    assert manage(data_dir, "show_config").returncode == 0
    assert [path.read_text() for path in made] == before
    assert len(set(before)) == 2
    assert [path.stat().st_mode & 0o777 for path in made] == [0o600, 0o600]


def test_the_data_folder_is_made_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "var"
    assert manage(folder, "show_config").returncode == 0
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("command", ["show_config", "serve", "check"])
def test_a_data_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path, command: str) -> None:
    file = tmp_path / "file"
    file.touch()
    answer = manage(file, command)
    assert answer.returncode == 1
    assert answer.stderr.startswith(f"The folder {file} cannot be used: ")
    assert answer.stderr.count("\n") == 1


def test_a_setting_that_is_nonsense_is_one_sentence(data_dir: Path) -> None:
    answer = manage(data_dir, "serve", LASTMOD_FETCH_THREADS="many")
    assert answer.returncode == 1
    assert answer.stderr == "LASTMOD_FETCH_THREADS must be a whole number from 1 to 1024, but is 'many'.\n"


def test_what_is_scheduled_is_the_tick_the_recomputation_and_the_pruning_and_each_expires_before_the_next(settings: object) -> None:
    schedule = settings.CELERY_BEAT_SCHEDULE  # type: ignore[attr-defined]
    assert [entry["task"] for entry in schedule.values()] == [f"sitemaps_app.tasks.{name}" for name in ("tick", "recompute", "prune")]
    assert all(entry["options"]["expires"] <= entry["schedule"] for entry in schedule.values())


@pytest.mark.django_db
def test_sqlite_takes_the_write_lock_first_and_writes_ahead() -> None:
    from django.db import connection

    if connection.vendor != "sqlite":
        pytest.skip("the database is not SQLite")
    options = connection.settings_dict["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]


def test_the_content_policy_allows_nothing_from_elsewhere_and_nothing_inline(settings: object) -> None:
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]  # type: ignore[attr-defined]
    assert {source for sources in directives.values() for source in sources} == {"'self'", "'none'"}
    assert directives["default-src"] == directives["frame-ancestors"] == directives["base-uri"] == ["'none'"]
