"""The list of addresses that are not dialled, and what may be allowed by hand."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.network.addresses import REFUSED_NETWORKS, embedded_ipv4, host_addresses, parse_networks, refusal


@pytest.mark.parametrize("text", ["1.1.1.1", "93.184.215.14", "100.63.255.255", "172.32.0.1", "2606:4700::1111", "64:ff9b::5db8:d70e"])
def test_public_addresses_may_be_dialled(text: str) -> None:
    assert refusal(ip_address(text)) == ""


def test_every_listed_network_is_refused_at_both_ends_with_its_reason() -> None:
    for network, reason in REFUSED_NETWORKS:
        assert "RFC" in reason
        assert refusal(network[0])
        assert refusal(network[-1])


@pytest.mark.parametrize("text", ["1::1", "4000::1", "::fffe:7f00:1", "64:ff9a::1", "fe00::1"])
def test_what_is_not_handed_out_as_global_unicast_is_refused(text: str) -> None:
    assert "global unicast" in refusal(ip_address(text))


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("::ffff:192.0.2.33", "192.0.2.33"),
        ("::192.0.2.33", "192.0.2.33"),
        ("::ffff:0:192.0.2.33", "192.0.2.33"),
        ("64:ff9b::192.0.2.33", "192.0.2.33"),
        ("2002:c000:0221::1", "192.0.2.33"),
        ("2001:0:4136:e378:8000:63bf:3fff:fdde", "192.0.2.33"),
        ("2606:4700::1111", None),
        ("::1", None),
    ],
)
def test_the_inner_address_of_a_carrying_one_is_found(text: str, inner: str | None) -> None:
    assert embedded_ipv4(IPv6Address(text)) == (None if inner is None else IPv4Address(inner))


@given(inner=st.ip_addresses(v=4))
def test_a_mapped_or_translated_address_is_judged_like_its_inner_one(inner: IPv4Address) -> None:
    is_refused = bool(refusal(inner))
    for prefix in ("::ffff:0:0", "64:ff9b::"):
        assert bool(refusal(IPv6Address(int(IPv6Address(prefix)) + int(inner)))) == is_refused


@pytest.mark.parametrize(
    ("allowed", "text", "is_allowed"),
    [
        (("127.0.0.0/8",), "127.0.0.1", True),
        (("127.0.0.0/8",), "::ffff:127.0.0.1", True),
        (("127.0.0.0/8",), "::127.0.0.1", False),
        (("127.0.0.0/8",), "::1", False),
        (("10.1.0.0/16", "fd00::/8"), "10.1.2.3", True),
        (("10.1.0.0/16", "fd00::/8"), "10.2.0.1", False),
        (("10.1.0.0/16", "fd00::/8"), "fd12::1", True),
    ],
)
def test_only_a_network_that_was_allowed_is_opened(allowed: tuple[str, ...], text: str, is_allowed: bool) -> None:
    assert (refusal(ip_address(text), parse_networks(allowed)) == "") == is_allowed


def test_host_bits_in_a_network_are_tolerated_and_nonsense_is_an_error() -> None:
    assert str(parse_networks(["10.1.2.3/8"])[0]) == "10.0.0.0/8"
    with pytest.raises(ValueError):
        parse_networks(["intranet"])


def test_answers_of_the_resolver_come_once_and_in_order_without_zone_or_nonsense() -> None:
    answers = ["fe80::1%eth0", "1.1.1.1", "1.1.1.1", "nonsense", "2606:4700::1111"]
    found = host_addresses("site.example", 443, lambda *_: answers)
    assert [str(address) for address in found] == ["fe80::1", "1.1.1.1", "2606:4700::1111"]


def test_a_literal_is_not_looked_up() -> None:
    def resolver(host: str, port: int) -> list[str]:
        raise AssertionError(host, port)

    assert host_addresses("1.1.1.1", 80, resolver) == (IPv4Address("1.1.1.1"),)
