"""Keeps the programs running: reads their output, starts again what dies, and stops all of them together.

One thread, one selector. Signals wake it through a pipe, so that nothing happens inside a signal handler.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from sitemaps_app.server import undertaker
from sitemaps_app.server.output import Lines, Output
from sitemaps_app.server.programs import Child, Program

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Supervisor:
    """Runs children until a stop signal. `children_lock` is what the undertaker keeps locked until the last child is gone."""

    def __init__(self, output: Output, environment: Mapping[str, str], folder: Path, children_lock: int) -> None:
        self._output = output
        self._environment = environment
        self._folder = folder
        self._children_lock = children_lock
        self._children: list[Child] = []
        self._selector = selectors.DefaultSelector()
        self._signals_seen: list[int] = []
        self._undertaker: subprocess.Popen[bytes] | None = None
        self._wakeup = os.pipe()

    def __enter__(self) -> Supervisor:
        for end in self._wakeup:
            os.set_blocking(end, False)
        self._selector.register(self._wakeup[0], selectors.EVENT_READ, self._drain_wakeup)
        signal.set_wakeup_fd(self._wakeup[1], warn_on_full_buffer=False)
        for number in STOP_SIGNALS:
            if number == signal.SIGHUP and signal.getsignal(number) is signal.SIG_IGN:  # as under nohup
                continue
            signal.signal(number, lambda seen, _frame: self._signals_seen.append(seen))
        signal.signal(signal.SIGCHLD, lambda _seen, _frame: None)  # only to wake the selector
        # The folder's name is no argument of it: `python -I` reads nothing from the environment or the current folder.
        self._undertaker = subprocess.Popen(
            [sys.executable, "-I", "-S", undertaker.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,
            pass_fds=(self._children_lock,),
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._stop_all()
        if self._undertaker is not None and self._undertaker.stdin is not None:
            self._undertaker.stdin.close()  # all groups are reported stopped, so it only ends
            self._undertaker.wait()
        signal.set_wakeup_fd(-1)
        for number in (*STOP_SIGNALS, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        self._selector.close()
        for end in self._wakeup:
            os.close(end)

    @property
    def stopping(self) -> bool:
        """Whether a stop signal has come."""
        return bool(self._signals_seen)

    def start(self, program: Program) -> None:
        """Start a program and keep it running."""
        child = Child(program, self._environment, self._folder)
        self._children.append(child)
        self._start(child)

    def run_until(self, done: Callable[[], bool], *, look_every: float = 0.05) -> None:
        """Do the work of the loop until `done` says so, asked at least every `look_every` seconds, or until a stop signal."""
        while not self.stopping and not done():
            self._turn(look_every)

    def run(self) -> None:
        """Do the work of the loop until a stop signal."""
        while not self.stopping:
            self._turn(60.0)

    def when_answered(self, connection: socket.socket, then: Callable[[], None]) -> None:
        """Call `then` once, when something can be read from the connection; it is closed then."""

        def answered(_key: selectors.SelectorKey) -> None:
            self._selector.unregister(connection)
            connection.close()
            then()

        self._selector.register(connection, selectors.EVENT_READ, answered)

    def _turn(self, longest: float) -> None:
        now = time.monotonic()
        pauses = [child.restart_at - now for child in self._children if child.restart_at is not None]
        for key, _events in self._selector.select(max(0.0, min([longest, *pauses]))):
            key.data(key)
        self._look_after_children()

    def _look_after_children(self) -> None:
        now = time.monotonic()
        for child in self._children:
            group, status = child.group, child.ended()
            if status is not None:
                self._report(f"-{group}")
                if not self.stopping:
                    pause = child.plan_restart(now)
                    self._output.say(
                        f"{child.program.name} ended ({_reason(status)}), starts again in {pause:g} s. Its last line: {child.last_line}"
                    )
            if child.restart_at is not None and child.restart_at <= now:
                self._start(child)

    def _start(self, child: Child) -> None:
        try:
            pipe = child.start(time.monotonic())
        except OSError as error:
            pause = child.plan_restart(time.monotonic())
            self._output.say(f"{child.program.name} could not be started: {error}; next try in {pause:g} s.")
            return
        self._report(f"+{child.group}")
        os.set_blocking(pipe, False)
        lines = Lines()

        def readable(key: selectors.SelectorKey) -> None:
            chunk = os.read(key.fd, 65_536)
            for line in lines.feed(chunk):
                child.last_line = self._output.line(child.program.name, line) or child.last_line
            if not chunk:
                self._selector.unregister(key.fd)
                os.close(key.fd)

        self._selector.register(pipe, selectors.EVENT_READ, readable)

    def _stop_all(self) -> None:
        """Stop the last started first; the broker, started first, goes when nobody needs it any more. A second signal kills."""
        signals_before = len(self._signals_seen)
        first, rest = self._children[:1], self._children[1:]
        for group in (rest, first):
            for child in reversed(group):
                child.signal(signal.SIGTERM)
            deadline = time.monotonic() + max((child.program.grace_seconds for child in group), default=0.0)
            while any(child.group for child in group) and time.monotonic() < deadline and len(self._signals_seen) == signals_before:
                self._turn_while_stopping()
            for child in group:
                child.signal(signal.SIGKILL)
            while any(child.group for child in group):
                self._turn_while_stopping()

    def _turn_while_stopping(self) -> None:
        for key, _events in self._selector.select(0.1):
            key.data(key)
        for child in self._children:
            group, status = child.group, child.ended()
            if status is not None:
                self._report(f"-{group}")

    def _report(self, line: str) -> None:
        """Tell the undertaker. If it was killed, the loss is only that nobody watches over our own sudden death."""
        try:
            if self._undertaker is not None and self._undertaker.stdin is not None:
                self._undertaker.stdin.write(f"{line}\n".encode())
        except BrokenPipeError:
            self._output.say("The watcher over the server's own death is gone; restart the server when convenient.")
            self._undertaker = None

    def _drain_wakeup(self, key: selectors.SelectorKey) -> None:
        os.read(key.fd, 4096)


def _reason(status: int) -> str:
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"signal {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"
