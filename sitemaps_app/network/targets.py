"""An address as users, sitemaps and servers write it, read once into the one form that is checked, dialled and sent.

Two readers of one URL that disagree on its host are how address checks are tricked. So this reading is strict where the standards leave
doubt (control characters, backslashes, several @), and everything behind it uses its result only.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import quote, urljoin

import idna

from sitemaps_app.network.addresses import IPNetwork, is_allowed_explicitly, parse_address, refusal
from sitemaps_app.network.pace import DoorError

DEFAULT_PORTS = {"http": 80, "https": 443}
_MAX_URL_LENGTH = 16_384
_SHAPE = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.\-]*)://(?P<authority>[^/?#]*)(?P<path>[^?#]*)(?P<query>\?[^#]*)?")
_AUTHORITY = re.compile(r"(?:[^@]*@)?(?P<host>\[[^\]@]*\]|[^:@\[\]]*)(?::(?P<port>[0-9]{0,5}))?")
_UNSENDABLE = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_\-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
# What stays as it is, beside letters and digits: RFC 3986's reserved characters and the percent sign, so that no valid address is altered.
_KEPT = "%/:=&?~+!$,;'@()*[]-._"


@dataclass(frozen=True, slots=True)
class Target:
    """A checked address. `host` is a lower-case ASCII name or a canonical literal without brackets; `url` is what is sent."""

    url: str
    scheme: str
    host: str
    port: int

    @property
    def origin(self) -> tuple[str, str, int]:
        """Scheme, host and port (RFC 6454)."""
        return (self.scheme, self.host, self.port)


def read_target(url: str) -> Target:
    """Read an absolute http or https address.

    Userinfo and fragment are dropped, spaces and non-ASCII characters percent-encoded as UTF-8, the host brought into its canonical form
    (see `canonical_host`), a default port left out. Raises DoorError with code `url_invalid`.
    """
    text = url.strip(string.whitespace)
    if len(text) > _MAX_URL_LENGTH:
        raise DoorError("url_invalid", f"longer than {_MAX_URL_LENGTH} characters")
    if _UNSENDABLE.search(text):
        raise DoorError("url_invalid", "control characters or half characters in the address")
    shape = _SHAPE.fullmatch(text.partition("#")[0])
    if shape is None:
        raise DoorError("url_invalid", "not an absolute address")
    scheme = shape["scheme"].lower()
    if scheme not in DEFAULT_PORTS:
        raise DoorError("url_invalid", f"only http and https are fetched, not {scheme}")
    host, port = _read_authority(shape["authority"], DEFAULT_PORTS[scheme])
    shown_host = f"[{host}]" if ":" in host else host
    shown_port = "" if port == DEFAULT_PORTS[scheme] else f":{port}"
    path = quote(shape["path"] or "/", safe=_KEPT)
    query = quote(shape["query"] or "", safe=_KEPT)
    return Target(f"{scheme}://{shown_host}{shown_port}{path}{query}", scheme, host, port)


def host_of(url: str) -> str:
    """The host of an address in its canonical form; "" for an address that the door refuses."""
    try:
        return read_target(url).host
    except DoorError:
        return ""


def resolve_location(base: Target, location: str) -> str:
    """Resolve a `Location` header (RFC 9110 §10.2.2). It arrives as Latin-1; most servers that send more than ASCII mean UTF-8."""
    try:
        text = location.encode("latin-1").decode("utf-8")
    except UnicodeError:
        text = location
    try:
        return urljoin(base.url, text.strip(string.whitespace))
    except ValueError as error:
        raise DoorError("url_invalid", f"redirect to an unreadable address: {error}") from error


def _read_authority(authority: str, default_port: int) -> tuple[str, int]:
    if "\\" in authority:
        raise DoorError("url_invalid", "a backslash before the path")
    parts = _AUTHORITY.fullmatch(authority)
    if parts is None:
        raise DoorError("url_invalid", "the host cannot be told from user name and port")
    port = int(parts["port"] or default_port)
    if not 0 < port < 65_536:
        raise DoorError("url_invalid", f"no such port: {port}")
    return canonical_host(parts["host"]), port


def canonical_host(text: str) -> str:
    """Bring a host into the one form that is compared and dialled.

    Names become lower-case ASCII (UTS 46, RFC 5891; IDNA 2003 where that refuses, as for emoji). A trailing dot goes. Numbers in any
    spelling that a C library or a browser takes for an IPv4 address (0x7f.1, 2130706433, 0177.0.0.1, full-width digits) become that
    address, as the URL standard demands (WHATWG URL §3.5). Raises DoorError with code `url_invalid`.
    """
    if text.startswith("["):
        literal = parse_address(text[1:-1]) if "%" not in text else None
        if not isinstance(literal, IPv6Address):
            raise DoorError("url_invalid", f"no IPv6 address: {text}")
        return str(literal)
    host = text.lower() if text.isascii() else _ascii_name(text)
    host = host.removesuffix(".")
    labels = host.split(".")
    if _NUMBER.fullmatch(labels[-1]):
        return str(_ipv4_of_numbers(labels))
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise DoorError("url_invalid", f"no host name: {text[:100]!r}")
    return host


def _ascii_name(text: str) -> str:
    try:
        return idna.encode(text, uts46=True).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError):
        pass
    try:
        return text.encode("idna").decode("ascii").lower()
    except UnicodeError as error:
        raise DoorError("url_invalid", f"no host name: {text[:100]!r}") from error


def _ipv4_of_numbers(labels: Sequence[str]) -> IPv4Address:
    """Read one to four numbers, each decimal, octal (0…) or hexadecimal (0x…); the last one fills the remaining bytes."""
    if len(labels) > 4 or not all(len(label) < 40 and _NUMBER.fullmatch(label) for label in labels):
        raise DoorError("url_invalid", "neither a host name nor an IPv4 address")
    try:
        *heads, tail = [_number(label) for label in labels]
    except ValueError as error:
        raise DoorError("url_invalid", "neither a host name nor an IPv4 address") from error
    if any(head > 255 for head in heads) or tail >= 256 ** (4 - len(heads)):
        raise DoorError("url_invalid", "numbers too large for an IPv4 address")
    return IPv4Address(sum(head << (24 - 8 * place) for place, head in enumerate(heads)) + tail)


def _number(label: str) -> int:
    if label.startswith("0x"):
        return int(label[2:] or "0", 16)
    return int(label, 8) if label.startswith("0") and len(label) > 1 else int(label)


def check_literal(target: Target, allowed_networks: Sequence[IPNetwork], allowed_ports: Sequence[int], *, resolved_by_proxy: bool) -> None:
    """Refuse what can be refused before any look-up; raises DoorError with code `address_not_allowed`.

    A literal address is judged here. A name is judged when its address is known, except where a proxy looks it up (`resolved_by_proxy`):
    then its port, and the names of this machine (RFC 6761), are all that can be judged.
    """
    address = parse_address(target.host)
    if address is None and resolved_by_proxy and (target.host == "localhost" or target.host.endswith(".localhost")):
        address = IPv4Address("127.0.0.1")
    if address is not None:
        reason = refusal(address, allowed_networks) or port_refusal(target.port, allowed_ports)
        if reason and not is_allowed_explicitly(address, allowed_networks):
            raise DoorError("address_not_allowed", reason)
    elif resolved_by_proxy and port_refusal(target.port, allowed_ports):
        raise DoorError("address_not_allowed", port_refusal(target.port, allowed_ports))


def port_refusal(port: int, allowed_ports: Sequence[int]) -> str:
    """Say why a port on a public address must not be dialled, or ""."""
    return "" if port in {80, 443, *allowed_ports} else f"port {port} is not among the allowed ports"
