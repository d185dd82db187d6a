"""What systemd hears of a service of ``Type=notify`` (sd_notify(3)): it answers, or it ends."""

from __future__ import annotations

import http.client
import os
import socket
import time
from contextlib import suppress
from typing import Final

from webapp.address import reachable

#: Seconds between looks until the server answers, then without a watchdog, and for one answer.
SOON: Final = 0.2
USUAL_PAUSE: Final = 30.0
PATIENCE: Final = 10.0


def notify(state: str) -> None:
    """Send a state to systemd, if it asked for one."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(state.encode(), address.replace("@", "\0", 1))


def keep_notified(host: str, port: int) -> None:
    """Report readiness with the first answer, and each later answer to the watchdog, for ever.

    Any answer counts, also that the database is away: no restart would help then. Only if nothing
    answers, or this process hangs, systemd starts the service again.
    """
    pause = int(os.environ.get("WATCHDOG_USEC") or 3e6 * USUAL_PAUSE) / 3e6
    is_ready = False
    while "NOTIFY_SOCKET" in os.environ:
        if does_answer(host, port):
            notify("WATCHDOG=1" if is_ready else "READY=1")
            is_ready = True
        time.sleep(pause if is_ready else SOON)


def does_answer(host: str, port: int) -> bool:
    connection = http.client.HTTPConnection(reachable(host), port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        return bool(connection.getresponse().status)
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
