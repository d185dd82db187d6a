"""A loop of events in a thread of its own: the first one's may be a browser's."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Done = TypeVar("Done")


def run_apart(coroutine: Coroutine[Any, Any, Done]) -> Done:
    """Run it to its end, as ``asyncio.run`` does, and return what it does."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
