"""Waiting for what other threads and processes bring about."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

Result = TypeVar("Result")


def until(is_so: Callable[[], bool], seconds: float = 300) -> None:
    """Wait until something is so; fail if it does not come about on the slowest machine."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it has not come about"
        time.sleep(0.02)


def do_at_once(*actions: Callable[[], Result]) -> list[Result]:
    """Do things at the same moment, each in a thread of its own; return what they return."""
    together = Barrier(len(actions))

    def act(action: Callable[[], Result]) -> Result:
        together.wait()
        return action()

    with ThreadPoolExecutor(len(actions)) as threads:
        return list(threads.map(act, actions))
