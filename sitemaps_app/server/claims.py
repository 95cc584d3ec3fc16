"""What only one server may hold: a data folder and a port. Each refusal is one sentence."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

from sitemaps_app.environment import SettingError


def claim_folder(folder: Path) -> int:
    """Lock the data folder for this process and return the lock's descriptor; it ends with the process, however that ends.

    Raises `SettingError` if another server holds it.
    """
    descriptor = os.open(folder / "server.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if not _locked(descriptor):
        holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip() or "unknown"
        os.close(descriptor)
        raise SettingError(f"A server is already running on {folder} (process {holder}); stop it, or set LASTMOD_DATA_DIR.")
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    return descriptor


def claim_children(folder: Path, *, seconds: float = 15.0, pause: Callable[[float], None] = time.sleep) -> int:
    """Lock the right to have children on this folder. The undertaker of a server inherits it, and lets it go when the last child is gone.

    So a start right after a crash waits here until the old children are gone, at most the given seconds. Raises `SettingError` then.
    """
    descriptor = os.open(folder / "children.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    deadline = time.monotonic() + seconds
    while not _locked(descriptor):
        if time.monotonic() >= deadline:
            os.close(descriptor)
            raise SettingError(f"Processes of an earlier server on {folder} do not end; see `ps` and stop them.")
        pause(0.05)
    return descriptor


def claim_port(bind: str, port: int) -> socket.socket:
    """A socket that listens on the address. It outlives the web process, so a restart of that refuses nobody.

    Raises `SettingError` if the port is taken or not ours to take, or the address is not of this machine.
    """
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((bind, port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise SettingError(_why_not(error, bind, port)) from error
    return listener


def _why_not(error: OSError, bind: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {bind} is taken by another program; choose another with --port or LASTMOD_PORT."
    if error.errno in {errno.EACCES, errno.EPERM}:
        return f"Port {port} may only be used by root; choose one above 1023 with --port or LASTMOD_PORT."
    return f"The address {bind} cannot be listened on: {error.strerror}. LASTMOD_BIND must be an address of this machine."


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
