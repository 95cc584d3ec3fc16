"""Which addresses may be dialled. One explicit list, because `ipaddress` of Python 3.11 calls several internal ranges global."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

IPAddress = IPv4Address | IPv6Address
IPNetwork = IPv4Network | IPv6Network
Resolver = Callable[[str, int], Sequence[str]]
"""Name and port in, address texts out; raises OSError (socket.gaierror) where the name is unknown."""

# Sources: the IANA special-purpose registries of IPv4 and IPv6 (RFC 6890) and the RFC named in each row.
_REFUSED: tuple[tuple[str, str], ...] = (
    ("0.0.0.0/8", "this network (RFC 791); many systems dial themselves"),
    ("10.0.0.0/8", "private (RFC 1918)"),
    ("100.64.0.0/10", "carrier-grade NAT, also cloud metadata (RFC 6598)"),
    ("127.0.0.0/8", "loopback (RFC 1122)"),
    ("169.254.0.0/16", "link-local, also cloud metadata (RFC 3927)"),
    ("172.16.0.0/12", "private (RFC 1918)"),
    ("192.0.0.0/24", "protocol assignments, also cloud metadata (RFC 6890)"),
    ("192.0.2.0/24", "documentation (RFC 5737)"),
    ("192.31.196.0/24", "AS112 (RFC 7535)"),
    ("192.52.193.0/24", "AMT relays (RFC 7450)"),
    ("192.88.99.0/24", "6to4 relays (RFC 7526)"),
    ("192.168.0.0/16", "private (RFC 1918)"),
    ("192.175.48.0/24", "AS112 (RFC 7534)"),
    ("198.18.0.0/15", "benchmarking (RFC 2544)"),
    ("198.51.100.0/24", "documentation (RFC 5737)"),
    ("203.0.113.0/24", "documentation (RFC 5737)"),
    ("224.0.0.0/4", "multicast (RFC 5771)"),
    ("240.0.0.0/4", "reserved and broadcast (RFC 1112, RFC 919)"),
    ("::/128", "unspecified (RFC 4291)"),
    ("::1/128", "loopback (RFC 4291)"),
    ("::/96", "IPv4-compatible (RFC 4291, deprecated)"),
    ("::ffff:0:0:0/96", "IPv4-translated (RFC 2765)"),
    ("64:ff9b:1::/48", "local-use NAT64 (RFC 8215)"),
    ("100::/64", "discard-only (RFC 6666)"),
    ("100:0:0:1::/64", "dummy prefix (RFC 9780)"),
    ("2001::/23", "protocol assignments: Teredo, ORCHID, benchmarking (RFC 2928)"),
    ("2001:db8::/32", "documentation (RFC 3849)"),
    ("2002::/16", "6to4 (RFC 3056, deprecated by RFC 7526)"),
    ("2620:4f:8000::/48", "AS112 (RFC 7534)"),
    ("3fff::/20", "documentation (RFC 9637)"),
    ("5f00::/16", "segment routing identifiers (RFC 9602)"),
    ("fc00::/7", "unique local (RFC 4193)"),
    ("fe80::/10", "link-local (RFC 4291)"),
    ("fec0::/10", "site-local (RFC 3879, deprecated)"),
    ("ff00::/8", "multicast (RFC 4291)"),
)
REFUSED_NETWORKS: tuple[tuple[IPNetwork, str], ...] = tuple((ip_network(cidr), reason) for cidr, reason in _REFUSED)

# Only 2000::/3 is handed out as global unicast (RFC 4291 §2.4, IANA); two prefixes outside of it carry an IPv4 address, which decides.
_GLOBAL_UNICAST = IPv6Network("2000::/3")
_MAPPED = IPv6Network("::ffff:0:0/96")
_NAT64 = IPv6Network("64:ff9b::/96")
_TRANSLATED = IPv6Network("::ffff:0:0:0/96")
_COMPATIBLE = IPv6Network("::/96")
_SIX_TO_FOUR = IPv6Network("2002::/16")
_TEREDO = IPv6Network("2001::/32")


def parse_networks(cidrs: Sequence[str]) -> tuple[IPNetwork, ...]:
    """Read CIDR texts (host bits tolerated); raises ValueError on a text that is none, as that is a wrong setting and no bad input."""
    return tuple(ip_network(cidr, strict=False) for cidr in cidrs)


def embedded_ipv4(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that an IPv6 address stands for, or None.

    Covers mapped and compatible (RFC 4291 §2.5.5), translated (RFC 2765), NAT64 (RFC 6052), 6to4 (RFC 3056) and Teredo (RFC 4380, whose
    client address is stored inverted): a router on the way may unwrap any of them.
    """
    number = int(address)
    if address in _MAPPED or address in _NAT64 or address in _TRANSLATED or (address in _COMPATIBLE and number > 1):
        return IPv4Address(number & 0xFFFFFFFF)
    if address in _SIX_TO_FOUR:
        return IPv4Address((number >> 80) & 0xFFFFFFFF)
    if address in _TEREDO:
        return IPv4Address(~number & 0xFFFFFFFF)
    return None


def is_allowed_explicitly(address: IPAddress, allowed_networks: Sequence[IPNetwork]) -> bool:
    """Tell whether the address, or the IPv4 address that it maps, lies in a network that was allowed by hand."""
    if any(address in network for network in allowed_networks if network.version == address.version):
        return True
    if isinstance(address, IPv6Address) and address in _MAPPED:
        return is_allowed_explicitly(IPv4Address(int(address) & 0xFFFFFFFF), allowed_networks)
    return False


def refusal(address: IPAddress, allowed_networks: Sequence[IPNetwork] = ()) -> str:
    """Say why an address must not be dialled, or "" where it may.

    `allowed_networks` wins over the list. An address that carries another is judged by the inner one too, so that no spelling of
    127.0.0.1 gets through.
    """
    if is_allowed_explicitly(address, allowed_networks):
        return ""
    for network, reason in REFUSED_NETWORKS:
        if network.version == address.version and address in network:
            return f"{address} is {reason}"
    if isinstance(address, IPv4Address):
        return ""
    inner = embedded_ipv4(address)
    if inner is not None:
        inner_reason = refusal(inner, allowed_networks)
        return f"{address} carries {inner_reason}" if inner_reason else ""
    return "" if address in _GLOBAL_UNICAST else f"{address} is outside the global unicast range (RFC 4291)"


def parse_address(text: str) -> IPAddress | None:
    """Read one address in its usual spelling (a zone such as %eth0 is dropped), or None."""
    try:
        return ip_address(text.partition("%")[0])
    except ValueError:
        return None


def system_resolver(host: str, port: int) -> Sequence[str]:
    """Ask the operating system for the addresses of a name, in its order of preference; raises OSError where there are none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(answer[4][0]) for answer in found]


def host_addresses(host: str, port: int, resolver: Resolver = system_resolver) -> tuple[IPAddress, ...]:
    """Return the addresses of a host, each once, in the order of the resolver.

    `host` is a name or a literal address, already in canonical form (see `targets.read_target`). A literal is never sent to the resolver.
    Raises OSError where the name is unknown; an answer that is no address is left out.
    """
    literal = parse_address(host)
    if literal is not None:
        return (literal,)
    answers = (parse_address(text) for text in resolver(host, port))
    return tuple(dict.fromkeys(address for address in answers if address is not None))
