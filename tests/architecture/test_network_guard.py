"""The guard that keeps tests on this machine."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.network_guard import NetworkGuard, OutsideConnectionError


@pytest.mark.parametrize("address", ["192.0.2.1", "10.0.0.1", "0.0.0.0", "169.254.169.254"])
def test_an_outside_address_is_refused_and_listed(guard: NetworkGuard, address: str) -> None:
    with socket.socket() as sock, pytest.raises(OutsideConnectionError):
        sock.connect((address, 80))
    assert guard.reached == [f"{address}:80"]


def test_an_outside_address_is_refused_in_ipv6_and_by_the_silent_connect(guard: NetworkGuard) -> None:
    with socket.socket(socket.AF_INET6) as sock, pytest.raises(OutsideConnectionError):
        sock.connect_ex(("2001:db8::1", 443, 0, 0))
    assert guard.reached == ["2001:db8::1:443"]


def test_a_datagram_to_the_outside_is_refused(guard: NetworkGuard) -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as sock, pytest.raises(OutsideConnectionError):
        sock.sendto(b"?", ("192.0.2.53", 53))
    assert guard.reached == ["192.0.2.53:53"]


@pytest.mark.parametrize(("function", "arguments"), [("getaddrinfo", ("site.example", 80)), ("gethostbyname", ("site.example",))])
def test_an_outside_name_is_not_even_looked_up(guard: NetworkGuard, function: str, arguments: tuple[object, ...]) -> None:
    with pytest.raises(OutsideConnectionError):
        getattr(socket, function)(*arguments)
    assert guard.reached == ["look-up of site.example"]


def test_a_connection_to_an_outside_name_ends_at_the_look_up(guard: NetworkGuard) -> None:
    with pytest.raises(OutsideConnectionError):
        socket.create_connection(("site.example", 80))
    assert guard.reached == ["look-up of site.example"]


def test_this_machine_is_let_through(guard: NetworkGuard) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        assert client.getpeername() == server.getsockname()
    assert socket.gethostbyname("localhost")
    assert guard.reached == []


def test_a_unix_socket_is_let_through(guard: NetworkGuard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # its path may be too long
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind("s")
        server.listen()
        client.connect("s")
    assert guard.reached == []


def test_a_number_in_an_odd_spelling_is_no_name_but_still_no_way_out(guard: NetworkGuard) -> None:
    with pytest.raises(OutsideConnectionError):
        socket.create_connection(("0x0a000001", 80))
    assert guard.reached == ["10.0.0.1:80"]
