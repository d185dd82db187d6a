"""The making of a board: the work itself, wherever it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from solver.hidoku.generate.generate import PROOF, BoardRequest, generate
from solver.hidoku.search.staged_search import Budget
from webapp.hidoku.board_text import format_made
from webapp.work.door import is_ended, tell


@dataclass(frozen=True)
class Stoppable(Budget):
    """A budget that is also over when nobody waits any more."""

    is_ended: Callable[[], bool] = lambda: False

    @property
    def is_over(self) -> bool:
        return super().is_over or self.is_ended()


Work = Callable[[BoardRequest, int, float], str]


def make(request: BoardRequest, seed: int, seconds: float) -> str:
    """Return the text of a board to store.

    It reports which path is being tried, and of how many at most. Raises GridError if there can't
    be such a board, and TimeoutError if it isn't made in time.
    """
    budget = Stoppable(PROOF.nodes, monotonic() + seconds, is_ended)
    made = generate(request, seed, budget, lambda path, most: tell((path, most)))
    if budget.is_over:
        raise TimeoutError
    return format_made(made)
