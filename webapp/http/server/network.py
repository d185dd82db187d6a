"""The network a visitor comes from: what limits count by, since a cookie can be thrown away.

Refused: 64 bits of IPv6. Many households have 56, and would count 256 times.
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from flask import request

#: How many bits of an IPv6 address providers give a household (RIPE-690 asks for 56, or fewer).
HOUSEHOLD: Final = 56
UNKNOWN: Final = "unknown"
#: Some proxies write the port beside the address: an IPv4 address, or one of IPv6 in brackets.
WITH_PORT: Final = re.compile(r"(?:([\d.]+)|\[([^\[\]]+)\])(?::\d+)?", re.ASCII)


def without_port(address: str) -> str:
    """Return an address as it is without a port.

    >>> [without_port(text) for text in ("192.0.2.7:4711", "[2001:db8::1]:4711", "2001:db8::1")]
    ['192.0.2.7', '2001:db8::1', '2001:db8::1']
    """
    found = WITH_PORT.fullmatch(address)
    return (found[1] or found[2]) if found else address


def network_of(address: str | None) -> str:
    """Return the network that an address counts for: itself, of IPv6 the first 56 bits.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1:2"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/56', '192.0.2.7')
    >>> network_of(None), network_of("a socket"), network_of("192.0.2.7:4711")
    ('unknown', 'unknown', '192.0.2.7')
    """
    try:
        found = ip_address(without_port(address or "").partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(ip_network((found, HOUSEHOLD), strict=False))
        found = found.ipv4_mapped
    return str(found)


def client_network() -> str:
    """Return the network that the request came from."""
    return network_of(request.remote_addr)
