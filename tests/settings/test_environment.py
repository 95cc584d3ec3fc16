"""Settings from environment variables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.environment import Environment, SettingError, celery_broker, database, storage_folder, without_password


def test_an_unset_variable_has_its_default_and_stands_in_the_table() -> None:
    env = Environment({})
    assert env.whole("LASTMOD_PORT", 8000, "The port.") == 8000
    row = env.table[0]
    assert (row.name, row.default, row.sentence, row.value, row.shown) == ("LASTMOD_PORT", "8000", "The port.", "8000", "8000")


@pytest.mark.parametrize(
    ("raw", "expected"), [("1", True), ("true", True), ("YES", True), (" on ", True), ("0", False), ("no", False), ("", False)]
)
def test_yes_and_no_are_read_in_the_usual_spellings(raw: str, expected: bool) -> None:
    assert Environment({"X": raw}).yes_no("X", not expected, "A switch.") is expected


@pytest.mark.parametrize(
    ("read", "raw"),
    [
        (lambda env: env.yes_no("X", False, "s"), "maybe"),
        (lambda env: env.whole("X", 1, "s", at_least=1), "0"),
        (lambda env: env.whole("X", 1, "s"), "1.5"),
        (lambda env: env.whole("X", 1, "s", at_most=10), "11"),
        (lambda env: env.number("X", 1.0, "s"), "nan"),
        (lambda env: env.number("X", 1.0, "s"), "inf"),
        (lambda env: env.number("X", 1.0, "s"), "-1"),
        (lambda env: env.networks("X", "s"), "10.0.0.1/8"),
        (lambda env: env.networks("X", "s"), "intranet"),
        (lambda env: env.ports("X", "s"), "80,http"),
        (lambda env: env.ports("X", "s"), "70000"),
        (lambda env: env.folder("X", Path("a"), "s"), ""),
        (lambda env: env.folder("X", Path("a"), "s"), "a\0b"),
    ],
)
def test_nonsense_is_answered_with_one_sentence_that_names_the_variable(read: Callable[[Environment], object], raw: str) -> None:
    with pytest.raises(SettingError) as caught:
        read(Environment({"X": raw}))
    assert str(caught.value).startswith("X must be ")
    assert str(caught.value).endswith(f", but is {raw!r}.")
    assert "\n" not in str(caught.value)


@given(st.text())
def test_any_text_is_either_a_number_or_refused_in_a_sentence(raw: str) -> None:
    try:
        value = int(raw.strip())
    except ValueError:
        value = -1
    env = Environment({"X": raw})
    if 0 <= value <= 10:
        assert env.whole("X", 1, "s", at_most=10) == value
    else:
        with pytest.raises(SettingError, match=r"^X must be a whole number from 0 to 10, but is "):
            env.whole("X", 1, "s", at_most=10)


def test_lists_ignore_blanks_and_empty_parts() -> None:
    env = Environment({"HOSTS": " a.example, ,b.example ", "NETS": "10.0.0.0/8, fd00::/8", "PORTS": "8080, 8443"})
    assert env.words("HOSTS", (), "s") == ("a.example", "b.example")
    assert env.networks("NETS", "s") == ("10.0.0.0/8", "fd00::/8")
    assert env.ports("PORTS", "s") == (8080, 8443)


def test_a_secret_is_read_from_a_file_and_never_shown(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("hidden words\n")
    env = Environment({"KEY_FILE": str(file)})
    assert env.text("KEY", "", "The key.", secret=True) == "hidden words"
    assert env.table[0].shown == "(set)"
    assert Environment({}).text("KEY", "", "The key.", secret=True) == ""


def test_a_secret_that_is_set_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"^KEY and KEY_FILE are both set; set one of them\.$"):
        Environment({"KEY": "a", "KEY_FILE": str(tmp_path / "key")}).text("KEY", "", "s", secret=True)


def test_a_secret_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"KEY_FILE names .*missing, which cannot be read"):
        Environment({"KEY_FILE": str(tmp_path / "missing")}).text("KEY", "", "s", secret=True)


def test_only_secrets_look_at_a_file() -> None:
    assert Environment({"NAME_FILE": "/nowhere"}).text("NAME", "n", "s") == "n"


def test_a_sqlite_database_is_a_path_with_its_options() -> None:
    found = database("sqlite:////srv/lastmod.sqlite3", {"timeout": 20})
    assert found == {"ENGINE": "django.db.backends.sqlite3", "NAME": "/srv/lastmod.sqlite3", "OPTIONS": {"timeout": 20}}


def test_a_postgresql_url_is_taken_apart_and_unquoted() -> None:
    found = database("postgresql://user:p%40ss@db.example:5433/last%20mod?sslmode=require", {"timeout": 20})
    wanted = {
        "NAME": "last mod",
        "USER": "user",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }
    assert {key: found[key] for key in wanted} == wanted


def test_a_postgresql_socket_folder_is_the_host() -> None:
    found = database("postgresql://postgres:@/postgres?host=/run/pg", {})
    assert (found["HOST"], found["OPTIONS"], found["PORT"]) == ("/run/pg", {}, "")


@pytest.mark.parametrize(
    "url", ["", "sqlite://", "sqlite://host/path", "mysql://a/b", "postgresql://host", "postgresql://u:secret@host:port/name", "nonsense"]
)
def test_a_database_url_that_is_none_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(SettingError, match=r"^DATABASE_URL must be ") as caught:
        database(url, {})
    assert "secret" not in str(caught.value)


def test_the_broker_url_is_rewritten_for_kombu() -> None:
    assert celery_broker("unix://:pw@/run/a.sock?db=2") == "redis+socket://:pw@/run/a.sock?virtual_host=2"
    assert celery_broker("redis://h:6379/1") == "redis://h:6379/1"


@pytest.mark.parametrize("url", ["amqp://h", "redis://", "localhost:6379", "unix://"])
def test_a_redis_url_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(SettingError, match=r"^REDIS_URL must be "):
        celery_broker(url)


def test_storage_is_a_folder_and_nothing_else() -> None:
    assert storage_folder("file:///srv/a%20b") == Path("/srv/a b")
    assert storage_folder("/srv/lastmod") == Path("/srv/lastmod")
    for url in ("s3://bucket/key", "file://host/path", ""):
        with pytest.raises(SettingError, match=r"^STORAGE_URL must be a folder"):
            storage_folder(url)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://:pw@h:6379/0", "redis://:***@h:6379/0"),
        ("postgresql://u:p@w@h/n", "postgresql://u:***@h/n"),
        ("postgresql://u@h/n", "postgresql://u@h/n"),
        ("unix://:pw@/run/a.sock", "unix://:***@/run/a.sock"),
        ("plain text", "plain text"),
    ],
)
def test_a_url_is_shown_without_its_password(url: str, shown: str) -> None:
    assert without_password(url) == shown
