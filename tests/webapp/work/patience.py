"""Waiting for what another thread or process brings about."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(is_so: Callable[[], bool], seconds: float = 300) -> None:
    """Wait until something is so; fail if it does not come about on the slowest machine."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it has not come about"
        time.sleep(0.02)
