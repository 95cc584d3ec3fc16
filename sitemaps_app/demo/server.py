"""The demo web over HTTP on 127.0.0.1: one port, and so one origin, a site.

Each port also is an HTTP proxy for all sites by name, as `http://accurate.demo.example/`: a check that goes through it sees origins that
stay the same whatever ports are free.

The date is that of the header `X-Demo-Now` (ISO 8601) where a request has one, else the clock set with `DemoWeb.set_now`, else the present.
`python -m sitemaps_app.demo.server` starts it by itself.
"""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import ClassVar, Self
from urllib.parse import unquote, urlsplit

from sitemaps_app.demo.plans import demo_worlds
from sitemaps_app.demo.render import Rendered, render
from sitemaps_app.demo.worlds import World

NOW_HEADER = "X-Demo-Now"
# Names under .example belong to nobody (RFC 2606), so a demo site can never be taken for a real one.
NAMED_SUFFIX = ".demo.example"
DEFAULT_PORT = 8801


def named_origin(name: str) -> str:
    """The origin of a demo site that is reached through the proxy, as `http://accurate.demo.example`."""
    return f"http://{name.replace('_', '-')}{NAMED_SUFFIX}"


class DemoWeb:
    """All demo sites, each on a port of its own: `port`, `port + 1`, … in order of `worlds`, or any free ones with 0.

    Use as a context manager or with `start` and `stop`. Threads: one for each site and one for each connection, all daemons.
    """

    def __init__(self, worlds: Sequence[World], *, port: int = 0, now: datetime | None = None) -> None:
        self._now = now
        self._sites: dict[str, _SiteServer] = {}
        try:
            for place, world in enumerate(worlds):
                self._sites[world.plan.name] = _SiteServer(port + place if port else 0, world, self)
        except OSError:
            self.stop()
            raise

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    @property
    def origins(self) -> dict[str, str]:
        """The origin of each site by its name, as `http://127.0.0.1:8801`."""
        return {name: site.origin for name, site in self._sites.items()}

    @property
    def now(self) -> datetime:
        """The date of requests that name none."""
        return self._now or datetime.now(UTC)

    def origin(self, name: str) -> str:
        """The origin of one site. KeyError for an unknown name."""
        return self._sites[name].origin

    @property
    def proxy(self) -> str:
        """The address that answers for all sites by their names."""
        return next(iter(self._sites.values())).origin

    def named_world(self, host: str) -> World | None:
        """The world behind a host name as `named_origin` gives it; None for any other host."""
        site = self._sites.get(host.removesuffix(NAMED_SUFFIX).replace("-", "_")) if host.endswith(NAMED_SUFFIX) else None
        return site.world if site else None

    def world(self, name: str) -> World:
        """The world behind a site."""
        return self._sites[name].world

    def set_now(self, now: datetime | None) -> None:
        """Set the clock of all sites (aware); None follows the present again."""
        self._now = now

    def start(self) -> None:
        """Begin to answer."""
        for site in self._sites.values():
            site.start()

    def stop(self) -> None:
        """Close all ports and wait for the threads that listened."""
        for site in self._sites.values():
            site.stop()


class _SiteServer(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, port: int, world: World, web: DemoWeb) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.world = world
        self.web = web
        self.origin = f"http://127.0.0.1:{self.server_address[1]}"
        self.serials = itertools.count(1)
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        if self._thread is not None:
            self.shutdown()
            self._thread.join()
            self._thread = None
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: _SiteServer
    protocol_version = "HTTP/1.1"
    # Head and body leave in one piece, and at once: otherwise Nagle's rule and delayed acknowledgements cost 40 ms an answer.
    wbufsize = -1
    disable_nagle_algorithm = True
    timeout = 30
    server_version = "DemoWeb"
    _plain: ClassVar[dict[str, str]] = {"Content-Type": "text/plain; charset=utf-8"}

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def date_time_string(self, timestamp: float | None = None) -> str:
        """The header Date, in the time of the demo as everything else."""
        moment = self._asked_date() or self.server.web.now if timestamp is None else datetime.fromtimestamp(timestamp, UTC)
        return format_datetime(moment.astimezone(UTC), usegmt=True)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the standard library
        """Keep quiet: thousands of requests are normal."""

    def _answer(self, *, with_body: bool) -> None:
        now = self._asked_date()
        if now is None:
            self._send(400, dict(self._plain), f"{NOW_HEADER} is not an ISO 8601 date\n".encode(), with_body=with_body)
            return
        asked = urlsplit(self.path)
        world, origin = self._asked_world(asked.hostname)
        path = unquote(asked.path)
        rendered = render(world, path, origin=origin, at=now, noise=next(self.server.serials)) if world else None
        if world is None or rendered is None:
            self._send(404, dict(self._plain), b"Not found\n", with_body=with_body)
            return
        headers = {"Content-Type": rendered.media_type}
        if rendered.modified is not None:
            headers["Last-Modified"] = format_datetime(rendered.modified.astimezone(UTC), usegmt=True)
        if world.plan.validators:
            headers["ETag"] = rendered.etag
            if self._has_current(rendered, headers):
                self._send(304, headers, b"", with_body=False)
                return
        self._send(200, headers, rendered.body, with_body=with_body)

    def _asked_world(self, host: str | None) -> tuple[World | None, str]:
        """The site of this port, or, where the request is one to a proxy (RFC 9112 §3.2.2), the one with that name."""
        if host is None:
            return self.server.world, self.server.origin
        return self.server.web.named_world(host), f"http://{host}"

    def _has_current(self, rendered: Rendered, headers: dict[str, str]) -> bool:
        """Whether the validators of the request say that the client holds this answer (RFC 9110 §13.2.2: an entity tag goes first)."""
        if "If-None-Match" in self.headers:
            return self.headers["If-None-Match"] == rendered.etag
        return "Last-Modified" in headers and self.headers.get("If-Modified-Since") == headers["Last-Modified"]

    def _asked_date(self) -> datetime | None:
        asked = self.headers.get(NOW_HEADER)
        if asked is None:
            return self.server.web.now
        try:
            moment = datetime.fromisoformat(asked.strip())
        except ValueError:
            return None
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    def _send(self, status: int, headers: dict[str, str], body: bytes, *, with_body: bool) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if with_body:
            self.wfile.write(body)


def main() -> None:
    """Serve the demo web until interrupted; day 0 is sixty days ago, so that every site has shown itself by today."""
    begin = (datetime.now(UTC) - timedelta(days=60)).replace(hour=0, minute=0, second=0, microsecond=0)
    with DemoWeb(demo_worlds(begin), port=DEFAULT_PORT) as web:
        for name, origin in web.origins.items():
            sys.stdout.write(f"{origin}  {name}\n")
        sys.stdout.flush()
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
