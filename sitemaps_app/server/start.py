"""The road of `manage.py serve`, from an empty folder to a printed address and to the last stopped process."""

from __future__ import annotations

import os
import socket
import time

from django.conf import settings
from django.db import connections
from django.utils import timezone

from sitemaps_app.environment import SettingError
from sitemaps_app.server import first_start, programs
from sitemaps_app.server.broker import broker_program, is_up
from sitemaps_app.server.claims import claim_children, claim_folder, claim_port
from sitemaps_app.server.output import Output
from sitemaps_app.server.supervisor import Supervisor
from sitemaps_app.server.translations import compile_translations

BROKER_SECONDS = 60.0


def serve(bind: str, port: int) -> None:
    """Run web, worker, scheduler and broker until a stop signal. Raises `SettingError`, with one sentence, if that cannot be."""
    os.umask(0o077)
    folder = settings.LASTMOD_DATA_DIR
    lock = claim_folder(folder)
    children_lock = claim_children(folder)
    listener = claim_port(bind, port)
    output = Output(folder / "logs")
    environment = {
        **os.environ,
        "PYTHONUNBUFFERED": "1",
        "DJANGO_SETTINGS_MODULE": "sitemaps_app.settings",
        "LASTMOD_PORT": str(listener.getsockname()[1]),
    }
    try:
        with Supervisor(output, environment, settings.BASE_DIR, children_lock) as supervisor:
            _start_all(supervisor, output, listener)
            supervisor.run()
            output.say("Stopping.")
        output.say("Stopped.")
    finally:
        output.close()
        listener.close()
        os.close(children_lock)
        os.close(lock)


def _start_all(supervisor: Supervisor, output: Output, listener: socket.socket) -> None:
    folder = settings.LASTMOD_DATA_DIR
    if not settings.REDIS_URL_GIVEN:
        supervisor.start(broker_program(folder / "broker"))
    first_start.migrate(output.say)
    first_start.collect_static(output.say)
    compile_translations(settings.LOCALE_PATHS)
    set_up = first_start.set_up_path(now=timezone.now())
    connections.close_all()
    _wait_for_broker(supervisor, output)
    if supervisor.stopping:
        return
    supervisor.start(programs.web(listener.fileno(), settings.LASTMOD_WEB_PROCESSES, settings.LASTMOD_WEB_THREADS))

    def answered() -> None:
        # Only now: on a small machine the web would otherwise share its processor with what nobody waits for yet.
        supervisor.start(programs.worker(settings.LASTMOD_FETCH_THREADS, sole=not settings.REDIS_URL_GIVEN))
        supervisor.start(programs.scheduler(folder))
        output.say(f"Lastmod Trust is at {web_address(listener)} - Ctrl-C stops it. Log: {output.path}")
        if set_up:
            output.tell(f"\n    Make the first administrator at {web_address(listener).rstrip('/')}{set_up}")
            output.tell("    The address works once; the next start prints another as long as there is no administrator.\n")

    supervisor.when_answered(_ask(listener), answered)


def web_address(listener: socket.socket) -> str:
    """The address to type into a browser on this machine, for a socket that listens."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104 - compared, not bound
    return f"http://{shown}:{port}/"


def _wait_for_broker(supervisor: Supervisor, output: Output) -> None:
    deadline = time.monotonic() + BROKER_SECONDS
    supervisor.run_until(lambda: is_up(settings.REDIS_URL) or time.monotonic() >= deadline)
    if not supervisor.stopping and time.monotonic() >= deadline:
        if settings.REDIS_URL_GIVEN:
            raise SettingError("The Redis that REDIS_URL names does not answer.")
        raise SettingError(f"The broker does not start; its reasons are in {output.path}.")


def _ask(listener: socket.socket) -> socket.socket:
    """Send the web a first request. It waits in the socket's queue until the web is up, so no polling is needed."""
    connection = socket.socket(listener.family, socket.SOCK_STREAM)
    host, *rest = listener.getsockname()
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared, not bound
    connection.connect((here, *rest))
    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    return connection
