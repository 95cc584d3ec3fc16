"""A loopback proxy that serves an archive as the web of a date that can be set: for replaying a site's past over real HTTP.

Requests are the absolute form of RFC 9112 §3.2.2, so host names stay what they were. A proxy cannot look into https, so a site that was
https is replayed as http: in robots.txt and sitemaps its own `https://` addresses are written as `http://`, nothing else is altered.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from sitemaps_app.formats.warc import Archive

KEPT_HEADERS = ("content-type", "location", "last-modified", "etag")


class ReplayProxy(ThreadingHTTPServer):
    """Answers what the archive held at `now`; an address that it never held is a 404."""

    daemon_threads = True

    def __init__(self, archive: Archive, host: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.archive = archive
        self.host = host
        self.now: datetime | None = None
        self.fetched = 0

    @property
    def address(self) -> str:
        """What `--proxy` takes."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    @contextmanager
    def running(self) -> Iterator[ReplayProxy]:
        """Serve within the block."""
        thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.shutdown()
            thread.join()
            self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: ReplayProxy
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        archive, now = self.server.archive, self.server.now
        self.server.fetched += 1
        rest = self.path.split("://", 1)[-1]
        captures = [archive.find(f"{scheme}://{rest}", now) for scheme in ("https", "http")] if now else []
        held = [capture for capture in captures if capture is not None]
        answer = archive.read(max(held, key=lambda capture: capture.at), max_bytes=52_428_800) if held else None
        if answer is None:
            self._send(404, {"content-type": "text/plain"}, b"Not in the archive.\n")
            return
        headers = {name: value for name, value in answer.headers.items() if name in KEPT_HEADERS}
        self._send(answer.status, headers, self._as_http(answer.body))

    def _as_http(self, body: bytes) -> bytes:
        path = urlsplit(self.path).path
        if not path.endswith((".txt", ".xml")):
            return body
        host = self.server.host.encode()
        return body.replace(b"https://" + host, b"http://" + host)

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Thousands of requests are normal."""
