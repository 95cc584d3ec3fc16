"""The whole product, started and stopped as a person would."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.processes import descendants, is_alive
from tests.server.test_supervisor import Terminal, wait_for_undertaker

ROOT = Path(__file__).parents[2]


def environment(data_dir: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("LASTMOD_", "DJANGO_"))}
    return inherited | {"LASTMOD_DATA_DIR": str(data_dir), "LASTMOD_WEB_PROCESSES": "1", "DATABASE_URL": f"sqlite:///{data_dir}/d.sqlite3"}


def serve_once(data_dir: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "manage.py"), "serve", *arguments]
    return subprocess.run(command, env=environment(data_dir), capture_output=True, text=True, check=False)


@contextmanager
def serving(data_dir: Path) -> Iterator[Terminal]:
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "serve", "--port", "0"],
        env=environment(data_dir),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            yield Terminal(process)
        finally:
            process.terminate()


def answer_of(url: str) -> bytes:
    with urllib.request.urlopen(f"{url}healthz") as response:
        body: bytes = response.read()
    return body


@pytest.mark.slow
def test_one_command_serves_and_a_kill_at_any_moment_leaves_nothing_and_lets_the_next_start(data_dir: Path) -> None:
    with serving(data_dir) as terminal:
        url = terminal.read_until(r"Lastmod Trust is at (http://127\.0\.0\.1:\d+/)")[1]
        secret = terminal.read_until(rf"Make the first administrator at {url}set-up/(\S+)")[1]
        assert answer_of(url)
        with pytest.raises(urllib.error.HTTPError) as refused:
            answer_of(f"{url}{'a' * 9_000}/")
        assert (refused.value.code, "The address is too long" in refused.value.read().decode()) == (414, True)
        second = serve_once(data_dir, "--port", "0")
        assert (second.returncode, second.stderr.count("\n")) == (1, 1)
        assert second.stderr.startswith(f"A server is already running on {data_dir} (process {terminal.process.pid});")
        family = {pid for pid in descendants(terminal.process.pid) if b"undertaker" not in Path(f"/proc/{pid}/cmdline").read_bytes()}
        terminal.process.kill()
        terminal.process.wait()
    wait_for_undertaker(data_dir)
    assert [pid for pid in family if is_alive(pid)] == []
    with serving(data_dir) as terminal:
        line = terminal.read_until(r"Lastmod Trust is at (http://\S+)")
        assert answer_of(line[1])
        terminal.read_until(r"^worker: .* ready\.$")
        family = descendants(terminal.process.pid)
        terminal.process.send_signal(signal.SIGINT)
        terminal.read_until("^Stopped")
        assert terminal.process.wait() == 0
    assert [pid for pid in family if is_alive(pid)] == []
    kept = [path for path in data_dir.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]
    assert kept == [], "the address of the first set-up is kept nowhere"


def test_a_taken_port_is_one_sentence(data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        answer = serve_once(data_dir, "--port", str(port))
    assert answer.returncode == 1
    assert answer.stderr == f"Port {port} on 127.0.0.1 is taken by another program; choose another with --port or LASTMOD_PORT.\n"


@pytest.mark.parametrize("port", ["http", "65536", "-1"])
def test_a_port_that_is_none_is_wrong_use(data_dir: Path, port: str) -> None:
    answer = serve_once(data_dir, f"--port={port}")
    assert answer.returncode == 2
    assert "must be a port from 1 to 65535" in answer.stderr
