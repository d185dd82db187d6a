"""Where the server listens, and how a browser on this machine gets there."""

from __future__ import annotations

import errno
import socket
import time
import webbrowser
from ipaddress import ip_address
from typing import Final

#: How long to wait for the first page before opening a browser, and between checks, seconds.
OPEN_SECONDS: Final = 60.0
OPEN_ROUND: Final = 0.2


def can_listen(host: str, port: int = 0) -> bool:
    """Say whether this machine can listen there; granian alone would share a port that is taken.

    >>> can_listen("127.0.0.1"), can_listen("192.0.2.1")
    (True, False)
    """
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        return bool(port) and error.errno != errno.EADDRINUSE
    return True


def shown_host(host: str) -> str:
    """Return the host to open in a browser on this machine, for an address listened on.

    >>> shown_host("0.0.0.0"), shown_host("::1"), shown_host("pegs.example")
    ('127.0.0.1', '[::1]', 'pegs.example')
    """
    target = reachable(host)
    return f"[{target}]" if ":" in target else target


def reachable(host: str) -> str:
    """Return the address at which this machine reaches a server that listens at another.

    >>> reachable("0.0.0.0"), reachable("::1")
    ('127.0.0.1', '::1')
    """
    try:
        return "127.0.0.1" if ip_address(host).is_unspecified else host
    except ValueError:
        return host


def open_browser_when_up(host: str, port: int, address: str) -> None:
    give_up = time.monotonic() + OPEN_SECONDS
    while time.monotonic() < give_up:
        try:
            socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(OPEN_ROUND)
        else:
            webbrowser.open(address)
            return
