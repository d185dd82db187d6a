"""What a piece of long work and whoever waits for it tell each other meanwhile.

The work calls :func:`tell` and :func:`is_ended` wherever it runs: in a child of the fork server, in
a thread, or by itself, where nobody listens and nobody ends it.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol


class Message(NamedTuple):
    """What a piece of work tells before it is done."""

    what: Any


class Done(NamedTuple):
    """What a piece of work returned."""

    result: Any


class Raised(NamedTuple):
    """What a piece of work raised."""

    problem: Exception


class Channel(Protocol):
    """The way from a piece of work to whoever waits for it."""

    def send(self, told: Message) -> None:
        """Send word."""

    def is_ended(self) -> bool:
        """Say whether nobody waits any more."""


#: The line of the work that is being done here, if anybody waits for it.
LINE: ContextVar[Channel | None] = ContextVar("line", default=None)


def tell(what: Any) -> None:
    """Tell whoever waits how far the work is."""
    line = LINE.get()
    if line:
        line.send(Message(what))


def is_ended() -> bool:
    """Say whether nobody waits for the work any more."""
    line = LINE.get()
    return line is not None and line.is_ended()
