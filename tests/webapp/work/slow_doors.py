"""A door for long work that stands still."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from webapp.work.door import Handle
from webapp.work.limits import Order


class HeldDoor:
    """A door behind which nothing is done until it is opened."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.begun: list[str] = []
        self.ended: list[str] = []

    def begin(self, order: Order, function: Callable[..., Any], *args: Any) -> Handle[Any]:
        """Note what was handed in."""
        self.begun.append(function.__name__)
        return HeldHandle(self, function, args)


class HeldHandle(Handle[Any]):
    """A piece of work that waits for its door to be opened."""

    def __init__(self, door: HeldDoor, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        super().__init__()
        self._door, self._function, self._args = door, function, args
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        self._door.opened.wait(300)
        if self.set_running_or_notify_cancel():
            self.set_result(self._function(*self._args))

    def cancel(self) -> bool:
        """Note that nobody waits for it any more."""
        self._door.ended.append(self._function.__name__)
        return super().cancel()
