"""The connections of the door: the only place of the product where an outgoing socket is opened.

urllib3 calls `_new_conn` whenever it needs a socket. There the name is looked up once, each address is judged, and the address that was
judged is the one that is dialled: a name server that answers differently a moment later changes nothing. Host header, SNI and certificate
check keep using the name.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from typing import Any

from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

from sitemaps_app.network.addresses import (
    IPAddress,
    IPNetwork,
    Resolver,
    host_addresses,
    is_allowed_explicitly,
    refusal,
)
from sitemaps_app.network.pace import DoorError, Pace
from sitemaps_app.network.targets import port_refusal


@dataclass(slots=True)
class Door:
    """What a connection must know: who may be dialled, how names are looked up, and the pace of the fetch that runs in this thread."""

    allowed_networks: tuple[IPNetwork, ...]
    allowed_ports: tuple[int, ...]
    resolver: Resolver
    _current: threading.local = field(default_factory=threading.local, init=False)

    @property
    def pace(self) -> Pace:
        """The pace of the fetch that runs in the calling thread."""
        pace: Pace = self._current.pace
        return pace

    @pace.setter
    def pace(self, pace: Pace) -> None:
        self._current.pace = pace

    def may_dial(self, address: IPAddress, port: int) -> str:
        """Say why an address and port must not be dialled, or ""."""
        if is_allowed_explicitly(address, self.allowed_networks):
            return ""
        return refusal(address, self.allowed_networks) or port_refusal(port, self.allowed_ports)


class _PacedReads:
    """Mixed into a socket: every wait for bytes asks the pace first, and is cut where the deadline is nearer."""

    door: Door | None = None

    def paced(self, read: Callable[[], int]) -> int:
        if self.door is None:
            return read()
        pace = self.door.pace
        pace.before_read()
        silent_until = time.monotonic() + pace.limits.read_seconds
        while True:
            silence_left = silent_until - time.monotonic()
            if silence_left <= 0:
                raise DoorError("fetch_timeout", f"nothing received for {pace.limits.read_seconds:g} s")
            self.settimeout(pace.slice_of(silence_left))
            try:
                count = read()
            except TimeoutError:
                continue
            pace.after_read(count)
            return count

    def settimeout(self, value: float | None, /) -> None:
        raise NotImplementedError


class PacedSocket(_PacedReads, socket.socket):
    """A plain socket under the pace."""

    def recv_into(self, *args: Any, **kwargs: Any) -> int:
        return self.paced(lambda: socket.socket.recv_into(self, *args, **kwargs))

    def settimeout(self, value: float | None, /) -> None:
        socket.socket.settimeout(self, value)


class PacedTLSSocket(_PacedReads, ssl.SSLSocket):
    """A TLS socket under the pace. Made by the context, hence without a door until the connection gives it one."""

    def recv_into(self, *args: Any, **kwargs: Any) -> int:
        return self.paced(lambda: ssl.SSLSocket.recv_into(self, *args, **kwargs))

    def settimeout(self, value: float | None, /) -> None:
        socket.socket.settimeout(self, value)


def _look_up(door: Door, host: str, port: int) -> tuple[IPAddress, ...]:
    """Look a name up within the time of the fetch. The system's resolver knows no timeout, so it runs beside us and may be left behind."""
    answer: list[tuple[IPAddress, ...] | OSError] = []

    def ask() -> None:
        try:
            answer.append(host_addresses(host, port, door.resolver))
        except (OSError, UnicodeError) as error:
            answer.append(error if isinstance(error, OSError) else OSError(str(error)))

    asking = threading.Thread(target=ask, daemon=True, name="name-lookup")
    asking.start()
    while asking.is_alive():
        asking.join(door.pace.slice_of(door.pace.limits.total_seconds))
    if not answer:
        raise DoorError("host_unknown", f"looking up {host} failed")
    if isinstance(answer[0], OSError):
        raise DoorError("host_unknown", f"{host}: {answer[0].strerror or answer[0]}")
    if not answer[0]:
        raise DoorError("host_unknown", f"{host} has no address")
    return answer[0]


def _dial(door: Door, host: str, port: int, *, is_proxy: bool) -> PacedSocket:
    """Open a socket to the first address of a host that may be dialled and answers.

    A proxy was named by the operator and may be anywhere. The addresses share the time to connect, so that a dead first one (a host with
    a broken IPv6 route) leaves time for the next. Raises DoorError.
    """
    addresses = _look_up(door, host, port)
    refusals = {address: "" if is_proxy else door.may_dial(address, port) for address in addresses}
    open_to_us = [address for address, reason in refusals.items() if not reason]
    if not open_to_us:
        raise DoorError("address_not_allowed", f"{host}: " + "; ".join(refusals.values()))
    failure = DoorError("connect_failed", f"{host}: no address answered")
    limits = door.pace.limits
    until = time.monotonic() + min(limits.connect_seconds, door.pace.remaining())
    for place, address in enumerate(open_to_us):
        share = max(0.05, (until - time.monotonic()) / (len(open_to_us) - place))
        try:
            return _dial_address(door, address, port, min(share, door.pace.remaining()))
        except TimeoutError:
            failure = DoorError("fetch_timeout", f"{address} did not accept a connection within {limits.connect_seconds:g} s")
        except OSError as error:
            failure = DoorError("connect_failed", f"{address}: {error.strerror or error}")
    raise failure


def _dial_address(door: Door, address: IPAddress, port: int, seconds: float) -> PacedSocket:
    sock = PacedSocket(socket.AF_INET if address.version == 4 else socket.AF_INET6, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.settimeout(seconds)
        sock.connect((str(address), port))
        sock.settimeout(min(door.pace.limits.read_seconds, door.pace.remaining()))
    except BaseException:
        sock.close()
        raise
    sock.door = door
    door.pace.dialled = True
    return sock


class _BadFramingError(HTTPException):
    """Where the body ends cannot be told."""


class _StrictResponse(HTTPResponse):
    """An answer with two different lengths is refused here (RFC 9112 §6.3), where http.client still closes what it opened."""

    def begin(self) -> None:
        super().begin()
        lengths = {length.strip() for line in self.headers.get_all("content-length", []) for length in line.split(",")}
        if len(lengths) > 1:
            raise _BadFramingError("several different values of Content-Length")


class _DoorConnection(HTTPConnection):
    door: Door
    response_class = _StrictResponse

    def _new_conn(self) -> socket.socket:
        return _dial(self.door, self._dns_host.strip("[]"), self.port, is_proxy=self.proxy is not None)


class _DoorTLSConnection(HTTPSConnection):
    door: Door
    response_class = _StrictResponse

    def _new_conn(self) -> socket.socket:
        return _dial(self.door, self._dns_host.strip("[]"), self.port or 443, is_proxy=self.proxy is not None)

    def connect(self) -> None:
        super().connect()
        if isinstance(self.sock, PacedTLSSocket):
            self.sock.door = self.door


def pool_classes(door: Door) -> dict[str, type[HTTPConnectionPool]]:
    """Make the pool classes of one door: urllib3 passes no arguments of ours down to a connection, so each door has its own."""
    plain = type("DoorConnection", (_DoorConnection,), {"door": door})
    tls = type("DoorTLSConnection", (_DoorTLSConnection,), {"door": door})
    return {
        "http": type("DoorPool", (HTTPConnectionPool,), {"ConnectionCls": plain}),
        "https": type("DoorTLSPool", (HTTPSConnectionPool,), {"ConnectionCls": tls}),
    }


def tls_context(ca_bundle: str) -> ssl.SSLContext:
    """A verifying client context, TLS 1.2 or later, whose sockets keep the pace. `ca_bundle` is the path of a PEM file."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    context.load_verify_locations(ca_bundle)
    context.sslsocket_class = PacedTLSSocket
    return context
