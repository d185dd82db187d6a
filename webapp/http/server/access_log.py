"""A line of JSON a request, for whoever runs a server and asks for it.

No cookie, no form and no query is in it, since those may hold a code that somebody still looks for,
or whom they are.
"""

from __future__ import annotations

import json
import threading
from datetime import UTC, datetime
from typing import TextIO

LONGEST_PATH = 200


class AccessLog:
    """What writes the lines. Threads share it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def write(self, path: str, seconds: float, **told: str | int) -> None:
        """Write the line of a request: its path without the query, how long it took, and more."""
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "path": path[:LONGEST_PATH],
            **told,
            "milliseconds": round(1000 * seconds, 2),
        }
        with self._lock:
            self._stream.write(f"{json.dumps(line)}\n")
            self._stream.flush()
