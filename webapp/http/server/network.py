"""The network a visitor comes from: what limits count by, since a cookie can be thrown away."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from flask import request

#: Providers hand out so much of IPv6 to a household, and not less.
HOUSEHOLD: Final = 64
UNKNOWN: Final = "unknown"


def network_of(address: str | None) -> str:
    """Return the network that an address counts for: itself, of IPv6 the first 64 bits.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1:2"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    >>> network_of(None), network_of("a socket")
    ('unknown', 'unknown')
    """
    try:
        found = ip_address((address or "").partition("%")[0])
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
