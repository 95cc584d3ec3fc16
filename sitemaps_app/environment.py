"""Settings from environment variables: typed, checked once, each with the sentence that explains it.

Every read also adds a row to the table that `manage.py show_config` prints and the docs are tested against, so that a setting
cannot exist without its default and its sentence.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

T = TypeVar("T")

YES = frozenset({"1", "true", "yes", "on"})
NO = frozenset({"0", "false", "no", "off", ""})


class SettingError(ImproperlyConfigured):
    """A setting is nonsense. The message is one sentence for the person who set it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table: how it is named, what it is if unset, what it does, and what it is now."""

    name: str
    default: str
    sentence: str
    value: str
    secret: bool = False

    @property
    def shown(self) -> str:
        """The value as it may be printed: a secret only says whether it is set, a URL loses its password."""
        if self.secret:
            return "(set)" if self.value else "(not set)"
        return without_password(self.value)


class Environment:
    """Reads settings from `variables` and remembers each one it was asked for."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self._table: list[Setting] = []

    @property
    def table(self) -> tuple[Setting, ...]:
        """The settings read so far, in order."""
        return tuple(self._table)

    def text(self, name: str, default: str, sentence: str, *, shown_default: str = "", secret: bool = False) -> str:
        """A text. Of a secret, `NAME_FILE` may name a file that holds it (as container platforms mount them)."""
        raw = self._raw(name, secret=secret)
        value = default if raw is None else raw
        self._table.append(Setting(name, shown_default or default, sentence, value, secret))
        return value

    def yes_no(self, name: str, default: bool, sentence: str) -> bool:  # noqa: FBT001 - a default is a value here
        return self._read(name, default, sentence, _yes_no, "must be 1 or 0", ("0", "1")[default])

    def whole(self, name: str, default: int, sentence: str, *, at_least: int = 0, at_most: int = 2**31) -> int:
        def parse(raw: str) -> int:
            return _within(int(raw), at_least, at_most)

        return self._read(name, default, sentence, parse, f"must be a whole number from {at_least} to {at_most}")

    def number(self, name: str, default: float, sentence: str, *, at_least: float = 0.0, at_most: float = 1e9) -> float:
        def parse(raw: str) -> float:
            return _within(float(raw), at_least, at_most)

        return self._read(name, default, sentence, parse, f"must be a number from {at_least:g} to {at_most:g}")

    def words(self, name: str, default: tuple[str, ...], sentence: str) -> tuple[str, ...]:
        return self._read(name, default, sentence, _words, "must be a list with commas", ",".join(default))

    def networks(self, name: str, sentence: str) -> tuple[str, ...]:
        return self._read(name, (), sentence, _networks, "must be networks with commas, as 10.0.0.0/8,fd00::/8", "")

    def ports(self, name: str, sentence: str) -> tuple[int, ...]:
        return self._read(name, (), sentence, _ports, "must be ports from 1 to 65535 with commas, as 8080,8443", "")

    def folder(self, name: str, default: Path, sentence: str, *, shown_default: str = "") -> Path:
        return self._read(name, default, sentence, _folder, "must be the path of a folder", shown_default)

    def _read(self, name: str, default: T, sentence: str, parse: Callable[[str], T], wish: str, shown_default: str | None = None) -> T:
        raw = self._variables.get(name)
        if raw is None:
            value = default
        else:
            try:
                value = parse(raw.strip())
            except ValueError as error:
                raise SettingError(f"{name} {wish}, but is {raw!r}.") from error
        self._table.append(Setting(name, _shown(default) if shown_default is None else shown_default, sentence, _shown(value)))
        return value

    def _raw(self, name: str, *, secret: bool) -> str | None:
        raw = self._variables.get(name)
        path = self._variables.get(f"{name}_FILE") if secret else None
        if path is None:
            return raw
        if raw is not None:
            raise SettingError(f"{name} and {name}_FILE are both set; set one of them.")
        try:
            return Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise SettingError(f"{name}_FILE names {path}, which cannot be read: {error}.") from error


def database(url: str, sqlite_options: Mapping[str, Any]) -> dict[str, Any]:
    """Django's `DATABASES` entry for `sqlite:///path` or `postgresql://user:password@host:port/name?sslmode=…`.

    A `host` in the query is taken too: that is how a unix socket's folder is named in a PostgreSQL URL.
    Raises `SettingError` for any other scheme, for a URL without a name and for a port that is none.
    """
    parts = urlsplit(url)
    name = unquote(parts.path[1:])
    if parts.scheme == "sqlite" and name and not parts.netloc:
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": name, "OPTIONS": dict(sqlite_options)}
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in {"postgres", "postgresql"} or not name or port == -1:
        raise SettingError(
            f"DATABASE_URL must be sqlite:///path or postgresql://user:password@host/name, but is {without_password(url)!r}."
        )
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", parts.hostname or ""),
        "PORT": str(port or ""),
        "OPTIONS": options,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def storage_folder(url: str) -> Path:
    """The folder that `STORAGE_URL` names, as a plain path or `file:///path`. Raises `SettingError` for other schemes."""
    parts = urlsplit(url)
    if parts.scheme == "file" and not parts.netloc and parts.path:
        return Path(unquote(parts.path))
    if "://" in url or not url:
        raise SettingError(f"STORAGE_URL must be a folder, as /srv/lastmod or file:///srv/lastmod, but is {without_password(url)!r}.")
    return Path(url).expanduser().absolute()


def celery_broker(redis_url: str) -> str:
    """The same Redis as kombu writes it: `unix://:password@/path?db=1` becomes `redis+socket://:password@/path?virtual_host=1`.

    Raises `SettingError` for a URL that is not of a Redis.
    """
    parts = urlsplit(redis_url)
    if parts.scheme == "unix" and parts.path:
        number = dict(parse_qsl(parts.query)).get("db", "0")
        return f"redis+socket://{parts.netloc}{parts.path}?virtual_host={number}"
    if parts.scheme in {"redis", "rediss"} and parts.hostname:
        return redis_url
    raise SettingError(
        f"REDIS_URL must be redis://, rediss:// or unix://, as redis://localhost:6379/0, but is {without_password(redis_url)!r}."
    )


def without_password(url: str) -> str:
    """The text with the password of a URL starred; any other text as it is."""
    head, separator, rest = url.partition("://")
    authority, at, tail = rest.rpartition("@")
    if not separator or not at or ":" not in authority:
        return url
    return f"{head}://{authority.partition(':')[0]}:***@{tail}"


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(int(value)) if isinstance(value, bool) else str(value)


def _yes_no(raw: str) -> bool:
    if raw.lower() not in YES | NO:
        raise ValueError(raw)
    return raw.lower() in YES


N = TypeVar("N", int, float)


def _within(value: N, low: N, high: N) -> N:
    if not low <= value <= high or not math.isfinite(value):
        raise ValueError(value)
    return value


def _words(raw: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in raw.split(",") if word.strip())


def _networks(raw: str) -> tuple[str, ...]:
    return tuple(str(ipaddress.ip_network(word)) for word in _words(raw))


def _ports(raw: str) -> tuple[int, ...]:
    return tuple(_within(int(word), 1, 65535) for word in _words(raw))


def _folder(raw: str) -> Path:
    if not raw or "\0" in raw:
        raise ValueError(raw)
    return Path(raw).expanduser().absolute()
