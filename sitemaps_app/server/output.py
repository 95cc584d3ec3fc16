"""Where the programs' lines go: all into one log file, the important ones to the terminal too."""

from __future__ import annotations

import logging
import os
import re
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

IMPORTANT = re.compile(r"\b(?:WARNING|ERROR|CRITICAL)\b|celery\.apps\.worker: \S+ ready\.")
QUIET = frozenset({"broker"})  # it warns at each start about the kernel's settings, which matter for far larger ones
LONGEST_LINE = 65_536


class Output:
    """The log file `logs/server.log` of a data folder, and the terminal."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        self.path = folder / "server.log"
        self._file = RotatingFileHandler(self.path, maxBytes=10_000_000, backupCount=5, encoding="utf-8", errors="replace")

    def say(self, text: str) -> None:
        """Tell the person at the terminal, and the log."""
        self._log(f"server: {text}")
        self.tell(text)

    def tell(self, text: str) -> None:
        """Tell the person at the terminal only: for what must not be kept, as a password."""
        try:
            print(text, flush=True)  # noqa: T201 - this is the terminal's one writer
        except OSError:  # the terminal is gone; the server is not
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - it stays until the process ends

    def line(self, name: str, raw: bytes) -> str:
        """Take one line that a program wrote, and return it as shown: control characters as `?`, for a site's words may stand in it."""
        text = "".join(c if c.isprintable() or c == "\t" else "?" for c in raw.decode("utf-8", "replace").rstrip("\r\n"))
        self._log(f"{name}: {text}")
        if name not in QUIET and IMPORTANT.search(text):
            self.tell(f"{name}: {text}")
        return text

    def close(self) -> None:
        self._file.close()

    def _log(self, text: str) -> None:
        self._file.emit(logging.LogRecord("server", logging.INFO, "", 0, text, None, None))


class Lines:
    """Cuts what a pipe delivers into lines; a line without an end is cut at 64 KiB."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that this chunk completes. An empty chunk is the end of the pipe and completes the last one."""
        *whole, rest = (self._rest + chunk).split(b"\n")
        if rest and (not chunk or len(rest) > LONGEST_LINE):
            whole, rest = [*whole, rest], b""
        self._rest = rest
        return whole
