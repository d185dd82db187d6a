"""Doors for long work that stand still, are full, or let everything die."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from webapp.work.admission import OF_ALL, Asker, Lane, TooMuchError
from webapp.work.door import Handle, Hear, LostError


class HeldDoor:
    """A door behind which nothing is done until it is opened."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.begun: list[str] = []
        self.ended: list[str] = []

    def begin(
        self, lane: Lane, asker: Asker, seconds: float, function: Callable[..., Any], *args: Any
    ) -> Handle[Any]:
        """Note what was handed in."""
        self.begun.append(function.__name__)
        return HeldHandle(self, function, args)


class HeldHandle:
    """A piece of work that waits for its door to be opened."""

    def __init__(self, door: HeldDoor, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self._door, self._function, self._args = door, function, args

    def result(self, hear: Hear | None = None) -> Any:
        """Do the work when the door is open."""
        self._door.opened.wait(300)
        return self._function(*self._args)

    def end(self) -> None:
        """Note that nobody waits for it any more."""
        self._door.ended.append(self._function.__name__)


class FullDoor:
    """A door behind which there is no room."""

    def begin(
        self, lane: Lane, asker: Asker, seconds: float, function: Callable[..., Any], *args: Any
    ) -> Handle[Any]:
        """Refuse it."""
        raise TooMuchError(OF_ALL)


class BrokenDoor:
    """A door behind which everything dies."""

    def begin(
        self, lane: Lane, asker: Asker, seconds: float, function: Callable[..., Any], *args: Any
    ) -> Handle[Any]:
        """Let nobody do it."""
        raise LostError("It died.")
