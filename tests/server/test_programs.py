"""How the programs of the server are started."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

from sitemaps_app.server.programs import web

ROOT = Path(__file__).parents[2]
ECHO = "def application(environ, start):\n    start('200 OK', [])\n    return [str(len(environ['QUERY_STRING'])).encode()]\n"


def test_the_web_takes_an_address_of_six_hundred_chinese_characters(tmp_path) -> None:
    (tmp_path / "echo.py").write_text(ECHO)
    query = "url=https://site.example/" + "%E4%B8%AD" * 600
    with socket.create_server(("127.0.0.1", 0)) as listener:
        command = ["echo" if part == "sitemaps_app.wsgi" else part for part in web(listener.fileno(), 1, 1).command]
        found = os.environ | {"PYTHONPATH": str(ROOT)}
        running = subprocess.Popen(
            [sys.executable, *command[1:]], pass_fds=(listener.fileno(),), cwd=tmp_path, env=found, stderr=subprocess.DEVNULL
        )
        try:
            with socket.create_connection(listener.getsockname(), timeout=30) as asker:
                asker.sendall(f"POST /?{query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".encode())
                told = b"".join(iter(lambda: asker.recv(65_536), b""))
        finally:
            running.terminate()
            running.wait(30)
    assert told.startswith(b"HTTP/1.1 200")
    assert str(len(query)).encode() in told
