"""A board in the making: how it stands, the line to whoever makes it, and the work itself."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from time import monotonic
from typing import Protocol

from solver.hidoku.generate import PROOF, Wish, generate
from solver.hidoku.hunt import Budget
from webapp.boardtexts import format_made


class MakingState(Enum):
    """How the making of a board stands; one that is done is among the boards."""

    RUNNING = "running"
    FAILED = "failed"
    CANCELLED = "cancelled"
    DONE = "done"


@dataclass(frozen=True)
class Making:
    """A board in the making: who asked for it first, and when (a moment of ``time.monotonic``).

    ``sentence`` says why it came to nothing; ``over`` is set when it is over.
    """

    name: str
    player: str
    run: int
    begun: float
    state: MakingState = MakingState.RUNNING
    sentence: str = ""
    over: threading.Event = field(default_factory=threading.Event, compare=False)


@dataclass(frozen=True)
class Stoppable(Budget):
    """A budget that is over as well when nobody waits any more."""

    is_ended: Callable[[], bool] = lambda: False

    @property
    def is_over(self) -> bool:
        """Whether the deadline has passed, or nobody waits."""
        return super().is_over or self.is_ended()


class Line(Protocol):
    """What the work on a board hears and tells."""

    def is_ended(self) -> bool:
        """Say whether nobody waits for the board any more."""

    def tell(self, done: int, most: int) -> None:
        """Tell which path is tried, and of how many at most."""


Work = Callable[[Line, Wish, int, float], str | None]


class Thread:
    """The line to a thread of the server."""

    def __init__(self) -> None:
        self.told = (0, 0)
        self.ended = threading.Event()

    def is_ended(self) -> bool:
        """Say whether nobody waits for the board any more."""
        return self.ended.is_set()

    def tell(self, done: int, most: int) -> None:
        """Tell which path is tried, and of how many at most."""
        self.told = done, most


def make(line: Line, wish: Wish, seed: int, seconds: float) -> str | None:
    """Return the text to keep of a board; None if it was not made in time, or ended.

    Raises GridError where there can be no such board.
    """
    budget = Stoppable(PROOF.nodes, monotonic() + seconds, line.is_ended)
    made = generate(wish, seed, budget, line.tell)
    return None if budget.is_over else format_made(made)
