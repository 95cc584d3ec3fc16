"""Folders, secrets and sockets that nobody else on the machine may read."""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
import tempfile
from pathlib import Path

from sitemaps_app.environment import SettingError

# sockaddr_un.sun_path holds 108 bytes on Linux and 104 on macOS, the closing zero included (unix(7)).
MAX_SOCKET_PATH_BYTES = 100


def private_folder(path: Path) -> Path:
    """The folder, made with mode 0700 if it is not there. One that was there keeps its mode: it may be the user's own.

    Raises `SettingError` if it cannot be made or written.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        raise SettingError(f"The folder {path} cannot be used: {error.strerror}. LASTMOD_DATA_DIR may name another.") from error
    return path


def kept_secret(path: Path) -> str:
    """The secret in the file, which is made with 50 random bytes and mode 0600 at first use.

    Several processes may start at once: each writes a file of its own, and the first to link it under the name wins.
    Raises `SettingError` if the file can be neither read nor made.
    """
    try:
        if not path.exists():
            draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
            draft.touch(mode=0o600, exist_ok=False)
            draft.write_text(secrets.token_hex(50), encoding="ascii")
            try:
                path.hardlink_to(draft)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        text = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"The secret in {path} cannot be read or made: {error}.") from error
    if len(text) < 50:
        raise SettingError(f"The secret in {path} is shorter than 50 characters; delete the file and a new one is made.")
    return text


def socket_path(folder: Path, name: str) -> Path:
    """Where the socket `name` of `folder` lies: there, or in a short folder under /tmp if its path would be too long for the system.

    The short folder's name follows from `folder` alone, so that every process of one installation finds the same socket.
    """
    direct = folder / name
    if len(os.fsencode(direct)) <= MAX_SOCKET_PATH_BYTES:
        return direct
    digest = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:16]
    return Path("/tmp") / f"lastmod-{os.getuid()}-{digest}" / name  # noqa: S108 - own_folder() refuses it if it is anybody else's


def own_folder(path: Path) -> None:
    """Make the folder of a socket with mode 0700, or make sure that the one found is really ours and closed to others.

    /tmp is everybody's: another user could have made the folder first, to read what we put there. Raises `SettingError` then.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = path.lstat()
    except OSError as error:
        raise SettingError(f"The folder {path} cannot be made: {error.strerror}.") from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise SettingError(f"The folder {path} belongs to somebody else; remove it or set LASTMOD_DATA_DIR to a shorter path.")
    if found.st_mode & 0o077:
        path.chmod(0o700)
