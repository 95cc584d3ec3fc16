"""The command line as the shell sees it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import manage

ROOT = Path(__file__).parents[2]


def started(*arguments: str, **variables: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT, env={**os.environ, **variables})


def test_an_interrupted_command_leaves_with_130_and_no_traceback(data_dir: Path) -> None:
    with started("robots_report", "--batch", "-", LASTMOD_DATA_DIR=str(data_dir)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"body": ""}\n')
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"{")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert (process.returncode, errors) == (130, b"")


def test_a_terminal_that_knows_only_ascii_breaks_nothing(data_dir: Path, tmp_path: Path) -> None:
    path = tmp_path / "s.txt"
    path.write_text("https://site.example/é\n")
    with started("sitemap_report", str(path), LASTMOD_DATA_DIR=str(data_dir), PYTHONIOENCODING="ascii") as process:
        output, errors = process.communicate()
    assert (process.returncode, errors) == (0, b"")
    assert b"https://site.example/\\xe9" in output


def test_an_interrupt_that_met_a_finaliser_is_repeated() -> None:
    with patch("threading.Timer") as timer, patch("sys.__unraisablehook__") as told:
        manage.interrupt_again(SimpleNamespace(exc_type=ValueError))
        assert (timer.called, told.called) == (False, True)
        manage.interrupt_again(SimpleNamespace(exc_type=KeyboardInterrupt))
        assert timer.call_args.args[1:] == (os.kill, (os.getpid(), signal.SIGINT))
