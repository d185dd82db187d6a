"""Ports for the servers of tests: each process of a run in parallel draws from a share of its own.

Else two of them might find the same port free at the same moment.
"""

import os
import random
import socket
from collections.abc import Iterator
from typing import Final

PORTS: Final = range(20_000, 32_000)  # below those that a system lends to outgoing connections
SHARES: Final = 32


def free_ports() -> Iterator[int]:
    """Yield ports where nobody listens, in any order."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    share = PORTS[int(worker.removeprefix("gw")) % SHARES :: SHARES]
    return filter(is_free, random.sample(share, len(share)))


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0
