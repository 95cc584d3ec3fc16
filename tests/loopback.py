"""A real web server on loopback, which can lie and break on purpose. For every test that needs something to fetch.

    with LoopbackSite({"/robots.txt": Answer(body=b"User-agent: *"), "/slow": Answer(mode="drip")}) as site:
        fetcher.fetch(site.url("/robots.txt"))
        assert [request.path for request in site.requests] == ["/robots.txt"]

It also plays a proxy: with `FetchPolicy(proxy=site.proxy)` a request for http://site.example/page is looked up in the routes by its whole
address, then by its path; so a test can use any host name without any look-up. CONNECT is passed on to `tunnel_to`, whatever host is asked.
"""

from __future__ import annotations

import contextlib
import select
import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Literal, Self
from urllib.parse import urlsplit

Mode = Literal["", "content_length_short", "chunked_cut", "chunked_garbage", "drip", "drip_headers", "hang", "hang_in_body", "reset", "raw"]

_REASONS = {200: "OK", 301: "Moved Permanently", 302: "Found", 304: "Not Modified", 404: "Not Found", 429: "Too Many Requests"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server says to one request.

    `chunks` instead of `body` sends with Transfer-Encoding: chunked. Modes: content_length_short announces the whole body and closes after
    `cut_at` bytes; chunked_cut closes within the chunks; chunked_garbage sends a chunk size that is none; drip sends a byte every
    `drip_seconds` until the site closes, drip_headers does so within the headers; hang never answers, hang_in_body stops after `cut_at`
    bytes and keeps the connection open; reset closes before any answer; raw sends the body alone, as the whole answer with its head.
    """

    status: int = 200
    headers: Mapping[str, str] | tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    chunks: tuple[bytes, ...] = ()
    mode: Mode = ""
    cut_at: int = 0
    drip_seconds: float = 0.01
    keep_alive: bool = True


@dataclass(frozen=True, slots=True)
class LoopbackRequest:
    """One request as it arrived. `target` is the raw request target, `headers` have lower-case names."""

    method: str
    target: str
    path: str
    headers: Mapping[str, str]
    connection: int


Route = Answer | Callable[[LoopbackRequest], Answer]


def redirect(location: str, status: int = 302, **headers: str) -> Answer:
    """Answer with a redirect; keywords become headers (set_cookie -> Set-Cookie)."""
    named = tuple((name.replace("_", "-").title(), value) for name, value in headers.items())
    return Answer(status, (("Location", location), *named))


def cookie_wall(answer: Answer, path: str) -> Route:
    """Redirect to the same path with a cookie until the cookie comes back, then answer."""

    def route(request: LoopbackRequest) -> Answer:
        return answer if "wall=open" in request.headers.get("cookie", "") else redirect(path, set_cookie="wall=open; Path=/")

    return route


@dataclass
class LoopbackSite:
    """A web site on 127.0.0.1 (or ::1 with `family`) at a free port, alive within its `with` block.

    `routes` may be changed while it runs. A path without a route answers 404. `tls` is a server context for https.
    """

    routes: dict[str, Route] = field(default_factory=dict)
    family: socket.AddressFamily = socket.AF_INET
    tls: ssl.SSLContext | None = None
    tunnel_to: LoopbackSite | None = None
    requests: list[LoopbackRequest] = field(default_factory=list, init=False)
    connections: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._closing = threading.Event()
        self._threads: list[threading.Thread] = []
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        self._listener = socket.create_server(("::1" if self.family == socket.AF_INET6 else "127.0.0.1", 0), family=self.family)
        self.port: int = self._listener.getsockname()[1]
        self._start(self._accept)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._closing.set()
        with self._lock:
            for sock in self._open:
                with contextlib.suppress(OSError):
                    socket.socket.shutdown(sock, socket.SHUT_RDWR)
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(10)

    @property
    def host(self) -> str:
        """The literal address as it stands in a URL."""
        return "[::1]" if self.family == socket.AF_INET6 else "127.0.0.1"

    @property
    def proxy(self) -> str:
        """The address to give as a proxy."""
        return f"http://{self.host}:{self.port}"

    def url(self, path: str = "/", host: str = "") -> str:
        """The address of a path; `host` for another name of this machine."""
        return f"{'https' if self.tls else 'http'}://{host or self.host}:{self.port}{path}"

    def paths(self) -> list[str]:
        """The paths that were asked for, in order."""
        return [request.path for request in self.requests]

    def _start(self, work: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=work, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            # Head and body are sent apart; without this each answer would wait for the client's delayed acknowledgement.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.connections += 1
            self._start(self._serve, sock, self.connections)

    def _serve(self, sock: socket.socket, number: int) -> None:
        with contextlib.suppress(OSError):
            if self.tls is not None:
                sock = self.tls.wrap_socket(sock, server_side=True)
        with self._lock:
            self._open.add(sock)
        with contextlib.suppress(OSError), sock, sock.makefile("rb") as reader:
            while not self._closing.is_set():
                request = _read_request(reader.readline, number)
                if request is None or not self._answer(sock, request):
                    break
        with self._lock:
            self._open.discard(sock)
        sock.close()

    def _answer(self, sock: socket.socket, request: LoopbackRequest) -> bool:
        """Answer one request; tells whether the connection stays open."""
        with self._lock:
            self.requests.append(request)
        if request.method == "CONNECT" and self.tunnel_to is not None:
            _tunnel(sock, (self.tunnel_to.host.strip("[]"), self.tunnel_to.port), self._closing)
            return False
        route = self.routes.get(request.target) or self.routes.get(request.path) or Answer(404, body=b"not found")
        answer = route if isinstance(route, Answer) else route(request)
        return self._send(sock, answer)

    def _send(self, sock: socket.socket, answer: Answer) -> bool:
        head = _head_of(answer) if answer.mode != "raw" else b""
        if answer.mode == "reset":
            return False
        if answer.mode == "hang":
            self._closing.wait()
            return False
        if answer.mode == "drip_headers":
            self._drip(sock, head[:-2] + b"X-Drip: ", answer.drip_seconds)
            return False
        sock.sendall(head)
        return self._send_body(sock, answer)

    def _send_body(self, sock: socket.socket, answer: Answer) -> bool:
        if answer.mode == "raw":
            sock.sendall(answer.body)
        elif answer.mode == "drip":
            self._drip(sock, answer.body, answer.drip_seconds)
        elif answer.mode in {"content_length_short", "hang_in_body"}:
            sock.sendall(answer.body[: answer.cut_at])
            if answer.mode == "hang_in_body":
                self._closing.wait()
        elif answer.mode == "chunked_cut":
            sock.sendall(b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in answer.chunks) + b"ffff\r\nhalf")
        elif answer.mode == "chunked_garbage":
            sock.sendall(b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in answer.chunks) + b"not a size\r\n")
        elif answer.chunks:
            sock.sendall(b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in (*answer.chunks, b"")))
            return answer.keep_alive
        else:
            sock.sendall(answer.body)
            return answer.keep_alive
        return False

    def _drip(self, sock: socket.socket, start: bytes, seconds: float) -> None:
        sock.sendall(start)
        while not self._closing.wait(seconds):
            sock.sendall(b".")


def _read_request(readline: Callable[[], bytes], number: int) -> LoopbackRequest | None:
    start = readline().decode("latin-1").split()
    if len(start) != 3:
        return None
    headers: dict[str, str] = {}
    while line := readline().decode("latin-1").strip():
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    method, target, _ = start
    parts = urlsplit(target)
    path = target if target.startswith("/") else parts.path + (f"?{parts.query}" if parts.query else "")
    return LoopbackRequest(method, target, path, headers, number)


def _head_of(answer: Answer) -> bytes:
    given = tuple(answer.headers.items()) if isinstance(answer.headers, Mapping) else tuple(answer.headers)
    names = {name.lower() for name, _ in given}
    lines = [f"HTTP/1.1 {answer.status} {_REASONS.get(answer.status, 'Answer')}", *(f"{name}: {value}" for name, value in given)]
    if answer.chunks or answer.mode.startswith("chunked"):
        lines.append("Transfer-Encoding: chunked")
    elif answer.mode in {"drip", "drip_headers"}:
        lines.append("Content-Length: 1000000")
    elif "content-length" not in names and answer.keep_alive:
        lines.append(f"Content-Length: {len(answer.body)}")
    if not answer.keep_alive:
        lines.append("Connection: close")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _tunnel(client: socket.socket, to: tuple[str, int], closing: threading.Event) -> None:
    """Pass bytes both ways until one side ends."""
    with socket.create_connection(to) as server:
        client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        while not closing.is_set():
            ready, _, _ = select.select([client, server], [], [], 0.2)
            for source in ready:
                piece = source.recv(65_536)
                if not piece:
                    return
                (server if source is client else client).sendall(piece)
