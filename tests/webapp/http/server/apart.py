"""A loop of events in a thread of its own: the first one's may be a browser's."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
from threading import Thread
from typing import Any, TypeVar

Done = TypeVar("Done")


def run_apart(coroutine: Coroutine[Any, Any, Done]) -> Done:
    """Run it to its end, as ``asyncio.run`` does, and return what it does.

    Nobody waits for the thread: of one that hangs only the test has an end.
    """
    future = Future[Done]()

    def run() -> None:
        try:
            future.set_result(asyncio.run(coroutine))
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future.result()
