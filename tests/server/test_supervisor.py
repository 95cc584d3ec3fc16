"""The supervisor, over real processes."""

from __future__ import annotations

import fcntl
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.processes import descendants, is_alive

ROOT = Path(__file__).parents[2]
# A program says its number as a warning, so that the terminal shows it, and then waits.
WAIT = "import os, signal; print('WARNING pid', os.getpid()); signal.pause()"
STUBBORN = "import os, signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('WARNING pid', os.getpid())\nwhile True: signal.pause()"
PARENT = (
    "import os, signal, subprocess, sys; child = subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()']); "
    "print('WARNING child', child.pid); print('WARNING pid', os.getpid()); signal.pause()"
)


class Terminal:
    """What a running supervisor prints, read line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def read_until(self, pattern: str) -> re.Match[str]:
        """The first line from here on that matches; a supervisor that ends before is a failure."""
        assert self.process.stdout is not None
        seen = []
        for line in self.process.stdout:
            seen.append(line)
            found = re.search(pattern, line)
            if found:
                return found
        raise AssertionError(f"{pattern} was not printed, but:\n{''.join(seen)}")


@contextmanager
def supervised(folder: Path, *programs: dict[str, object]) -> Iterator[Terminal]:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "tests.server.supervised", str(folder), json.dumps(programs)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
    )
    with process:
        try:
            yield Terminal(process)
        finally:
            process.terminate()


def wait_for_undertaker(folder: Path) -> None:
    with (folder / "children.lock").open("r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_child_that_dies_is_started_again(data_dir: Path, number: int) -> None:
    with supervised(data_dir, {"name": "web", "code": WAIT}) as terminal:
        first = int(terminal.read_until(r"web: WARNING pid (\d+)")[1])
        os.kill(first, number)
        terminal.read_until(rf"web ended \(signal {signal.Signals(number).name}\), starts again in 0.5 s")
        second = int(terminal.read_until(r"web: WARNING pid (\d+)")[1])
        assert second != first
        assert not is_alive(first)


def test_a_program_that_keeps_dying_is_tried_less_and_less_often_and_its_reason_is_shown(data_dir: Path) -> None:
    with supervised(data_dir, {"name": "worker", "code": "raise SystemExit('no such thing')"}) as terminal:
        pauses = [
            terminal.read_until(r"worker ended \(exit status 1\), starts again in ([\d.]+) s\. Its last line: no such thing")[1]
            for _ in range(3)
        ]
    assert pauses == ["0.5", "1", "2"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stop_leaves_no_process(data_dir: Path, number: int) -> None:
    with supervised(data_dir, {"name": "broker", "code": WAIT}, {"name": "web", "code": PARENT}) as terminal:
        terminal.read_until("supervisor")
        grandchild = int(terminal.read_until(r"web: WARNING child (\d+)")[1])
        terminal.read_until("web: WARNING pid")
        family = descendants(terminal.process.pid)
        assert grandchild in family
        os.kill(terminal.process.pid, number)
        terminal.read_until("^stopped")
        assert terminal.process.wait() == 0
    assert [pid for pid in family if is_alive(pid)] == []


def test_a_child_that_ignores_the_request_is_killed_after_its_grace(data_dir: Path) -> None:
    with supervised(data_dir, {"name": "worker", "code": STUBBORN, "grace": 0.1}) as terminal:
        pid = int(terminal.read_until(r"worker: WARNING pid (\d+)")[1])
        terminal.process.terminate()
        assert terminal.process.wait() == 0
    assert not is_alive(pid)


def test_a_second_signal_does_not_wait_for_the_grace(data_dir: Path) -> None:
    code = STUBBORN.replace("signal.SIG_IGN", "lambda *_: print('WARNING asked')")
    with supervised(data_dir, {"name": "worker", "code": code, "grace": 3600}) as terminal:
        pid = int(terminal.read_until(r"worker: WARNING pid (\d+)")[1])
        terminal.process.send_signal(signal.SIGINT)
        terminal.read_until("worker: WARNING asked")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.process.wait() == 0
    assert not is_alive(pid)


def test_the_death_of_the_supervisor_itself_leaves_no_process_and_lets_the_next_start(data_dir: Path) -> None:
    programs = {"name": "broker", "code": WAIT}, {"name": "web", "code": PARENT}
    with supervised(data_dir, *programs) as terminal:
        terminal.read_until("supervisor")
        terminal.read_until("web: WARNING pid")
        family = descendants(terminal.process.pid)
        assert len(family) == 4  # two programs, a child of one, and the undertaker, which sees to the others
        family = {pid for pid in family if b"undertaker" not in Path(f"/proc/{pid}/cmdline").read_bytes()}
        terminal.process.kill()
        terminal.process.wait()
    wait_for_undertaker(data_dir)
    assert [pid for pid in family if is_alive(pid)] == []
    with supervised(data_dir, *programs) as terminal:
        terminal.read_until("web: WARNING pid")


def test_all_lines_are_in_the_log_and_only_important_ones_on_the_terminal(data_dir: Path) -> None:
    code = "import signal; print('INFO all is well'); print('ERROR \\x1b[31mred'); signal.pause()"
    with supervised(data_dir, {"name": "web", "code": code}) as terminal:
        assert terminal.read_until("web: ").string == "web: ERROR ?[31mred\n"
    log = (data_dir / "logs" / "server.log").read_text()
    assert "web: INFO all is well\nweb: ERROR ?[31mred\n" in log


def test_a_program_that_is_not_there_is_named_and_tried_again(data_dir: Path) -> None:
    code = (
        "import os\nfrom pathlib import Path\n"
        "from sitemaps_app.server.claims import claim_children\nfrom sitemaps_app.server.output import Output\n"
        "from sitemaps_app.server.programs import Program\nfrom sitemaps_app.server.supervisor import Supervisor\n"
        f"folder = Path({str(data_dir)!r})\n"
        "with Supervisor(Output(folder / 'logs'), os.environ, folder, claim_children(folder)) as supervisor:\n"
        "    supervisor.start(Program('web', ('/nonexistent/program',)))\n"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert answer.returncode == 0, answer.stderr
    assert "web could not be started: " in answer.stdout
    assert "next try in 0.5 s." in answer.stdout
