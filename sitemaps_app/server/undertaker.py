"""Stops the children of a server that was killed without a chance to do so itself.

Run as a script, alone, with its standard input on a pipe that only the server holds: when the server dies, whatever of, the pipe ends.
Until then the server writes `+group` and `-group` lines for each process group it starts and has stopped. The script imports nothing
but the standard library: it waits beside the server for ever and should stay small.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable

TERM_SECONDS = 3.0


def living_groups(lines: Iterable[str]) -> list[int]:
    """The process groups that were started and not reported stopped, in the order of their start."""
    groups: list[int] = []
    for line in lines:
        sign, number = line[:1], line[1:].strip()
        if not number.isdecimal() or int(number) <= 1:
            continue
        if sign == "+":
            groups.append(int(number))
        elif sign == "-" and int(number) in groups:
            groups.remove(int(number))
    return groups


def send(group: int, number: int) -> bool:
    """Signal a process group. False if no process of it is left."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):  # macOS answers EPERM for a group of zombies
        return False
    return True


def stop(groups: list[int], seconds: float) -> None:
    """Ask all groups to end, and kill what is left after the given seconds. The first started, the broker, is asked last."""
    for group in reversed(groups):
        send(group, signal.SIGTERM)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and any(send(group, 0) for group in groups):
        time.sleep(0.05)
    for group in groups:
        send(group, signal.SIGKILL)


if __name__ == "__main__":
    for wanted in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(wanted, signal.SIG_IGN)
    stop(living_groups(sys.stdin), TERM_SECONDS)
