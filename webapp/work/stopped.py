"""Children of this process that are stopped, as by SIGSTOP: they are killed after a moment.

Whoever started them then starts others. The system is asked, and not the children themselves: one
that works hard for long, and keeps Python's lock meanwhile, is never taken for one that hangs.
Refused: a heartbeat of each process, since on a busy machine it stops without a fault.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

#: How long a process may be stopped, seconds: others wait for it meanwhile.
PATIENCE: Final = 2.0


class Stopped:
    """The children that are stopped, and since when. To be asked twice a second or so."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}
        self._looked = time.monotonic()

    def end(self) -> None:
        """Kill those that have been stopped for long."""
        now = time.monotonic()
        if now - self._looked > PATIENCE / 2:  # we were stopped too, and all go on together
            self._since = dict.fromkeys(self._since, now)
        self._looked = now
        for child, is_stopped in changes():
            self._since.pop(child, None)
            if is_stopped:
                self._since[child] = now
        for child, since in list(self._since.items()):
            if now - since > PATIENCE:
                del self._since[child]
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)


def changes() -> Iterator[tuple[int, bool]]:
    """Yield the children that were stopped or went on since the last call, and which it is."""
    if sys.platform != "linux":  # not every other system can say
        return
    wanted = os.WSTOPPED | os.WCONTINUED | os.WNOHANG
    with suppress(ChildProcessError):
        while found := os.waitid(os.P_ALL, 0, wanted):
            yield found.si_pid, found.si_code == os.CLD_STOPPED
