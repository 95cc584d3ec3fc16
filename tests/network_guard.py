"""The guard that keeps tests on this machine.

It stands where a connection becomes real: `socket.connect`, datagrams and the look-up of names. What it stops it also lists, so that a
test of the product's own address check can assert that the guard was never needed.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

LOCAL_NAMES = frozenset({"", "localhost", "ip6-localhost", "testserver"})


class OutsideConnectionError(AssertionError):
    """A test tried to leave this machine. Not an OSError, so that no code under test takes it for a network failure."""


class NetworkGuard:
    """Refuses every address but loopback and every name but localhost; `reached` lists what was refused."""

    def __init__(self) -> None:
        self.reached: list[str] = []

    @contextmanager
    def installed(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            for name in ("connect", "connect_ex"):
                patch.setattr(socket.socket, name, self._connecting(getattr(socket.socket, name)))
            patch.setattr(socket.socket, "sendto", self._sending(socket.socket.sendto))
            for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
                patch.setattr(socket, name, self._looking_up(getattr(socket, name)))
            yield

    def _connecting(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def connect(sock: socket.socket, address: Any) -> Any:
            self._check(sock, address)
            return real(sock, address)

        return connect

    def _sending(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def sendto(sock: socket.socket, *args: Any) -> Any:
            self._check(sock, args[-1])
            return real(sock, *args)

        return sendto

    def _looking_up(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def look_up(host: Any, *args: Any, **kwargs: Any) -> Any:
            name = host.decode() if isinstance(host, bytes) else host or ""
            if name.lower().rstrip(".") not in LOCAL_NAMES and not _is_address(name):
                self._refuse(f"look-up of {name}")
            return real(host, *args, **kwargs)

        return look_up

    def _check(self, sock: socket.socket, address: Any) -> None:
        if sock.family in {socket.AF_INET, socket.AF_INET6} and not _is_loopback(str(address[0])):
            sock.close()  # as the caller would after an OSError; left open, it would be a second complaint
            self._refuse(f"{address[0]}:{address[1]}")

    def _refuse(self, what: str) -> None:
        self.reached.append(what)
        raise OutsideConnectionError(f"A test tried to reach {what}.")


def _is_address(text: str) -> bool:
    """Whether the resolver takes the text as a number and asks nobody: also as 2130706433, 0x7f.1 or fe80::1%eth0."""
    for family in (socket.AF_INET6, socket.AF_INET):
        try:
            socket.inet_pton(family, text.partition("%")[0])
        except (OSError, ValueError):
            continue
        return True
    try:
        socket.inet_aton(text)
    except (OSError, ValueError):
        return False
    return True


def _is_loopback(host: str) -> bool:
    if host.lower() in LOCAL_NAMES - {""}:
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False
