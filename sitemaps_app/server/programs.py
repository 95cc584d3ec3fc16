"""Which programs the server keeps running, and one such program while it runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sitemaps_app.server.undertaker import send

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
STEADY_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Program:
    """What to run: a short name for the logs, the command, descriptors it inherits, and how long it may take to end, in seconds."""

    name: str
    command: tuple[str, ...]
    descriptors: tuple[int, ...] = ()
    grace_seconds: float = 10.0


def web(listener: int, processes: int, threads: int) -> Program:
    """The web process, on a socket that listens already."""
    options = (
        *(
            "--bind",
            f"fd://{listener}",
            "--worker-class",
            "sitemaps_app.server.web_worker.WebWorker",
            "--workers",
            str(processes),
            "--threads",
            str(threads),
        ),
        # An address of 600 Chinese characters in a query is 5,400 bytes long; this is the most that gunicorn can be told.
        *("--limit-request-line", "8190"),
        *("--timeout", "120", "--graceful-timeout", "5", "--log-level", "info", "--no-control-socket"),
        *(("--worker-tmp-dir", "/dev/shm") if os.access("/dev/shm", os.W_OK) else ()),  # noqa: S108 - its heartbeat must not wait for a disk
    )
    return Program("web", (sys.executable, "-m", "gunicorn", "sitemaps_app.wsgi", *options), (listener,))


def worker(threads: int, *, sole: bool) -> Program:
    """The worker. Threads: its work is waiting for hosts. Every fetch carries its own deadline, which this pool could not enforce.

    `sole`: no other worker has its broker; see `sole_worker`.
    """
    alone = ("--sole",) if sole else ()
    options = ("--pool", "threads", "--concurrency", str(threads), "--loglevel", "INFO", "--without-gossip", "--without-mingle")
    return Program("worker", (sys.executable, "-m", "celery", "--app", "sitemaps_app.celery", "worker", *options, *alone))


def scheduler(folder: Path) -> Program:
    """Celery beat, which sends the tick."""
    options = ("--schedule", str(folder / "beat-schedule"), "--pidfile", "", "--loglevel", "INFO")
    return Program("scheduler", (sys.executable, "-m", "celery", "--app", "sitemaps_app.celery", "beat", *options))


class Child:
    """One program in a session of its own: started, watched, restarted with a growing pause, stopped with all it started."""

    def __init__(self, program: Program, environment: Mapping[str, str], folder: Path) -> None:
        self.program = program
        self._environment = dict(environment)
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._pause = FIRST_PAUSE
        self.restart_at: float | None = None
        self.last_line = ""  # what it wrote last: when it dies, most often the reason

    @property
    def group(self) -> int:
        """The process group, which is also the process's number; 0 while nothing runs."""
        return self._process.pid if self._process else 0

    def start(self, now: float) -> int:
        """Run the program and return the descriptor its output is read from. Raises OSError if it cannot be run."""
        self.restart_at = None
        self._started_at = now
        self._process = subprocess.Popen(
            self.program.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            start_new_session=True,
            pass_fds=self.program.descriptors,
            env=self._environment,
            cwd=self._folder,
        )
        if self._process.stdout is None:
            raise OSError("no pipe")
        return os.dup(self._process.stdout.fileno())

    def ended(self) -> int | None:
        """The exit status if the program has ended since the last call, and None if it runs or none was started.

        What the program itself had started is killed: a half of it that lives on would keep a socket or a file.
        """
        if self._process is None or self._process.poll() is None:
            return None
        status, group = self._process.returncode, self._process.pid
        send(group, signal.SIGKILL)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None
        return status

    def plan_restart(self, now: float) -> float:
        """Set when to start again and return the pause: half a second, doubled with each early death, at most half a minute."""
        if now - self._started_at >= STEADY_SECONDS:
            self._pause = FIRST_PAUSE
        pause = self._pause
        self._pause = min(pause * 2, LONGEST_PAUSE)
        self.restart_at = now + pause
        return pause

    def signal(self, number: int) -> None:
        """Signal the program and all it started."""
        self.restart_at = None
        if self._process is not None:
            send(self._process.pid, number)
