"""Givens taken away from a solved board, as long as the path stays its only solution.

Givens go group by group (a group is one given, or those that a symmetry binds together) in an order
drawn before. One pass over all groups is enough for a board from which none can go: a group that
could not go when more was given cannot go later, since with fewer givens every solution stays a
solution. For the same reason, and since propagation never places less with more givens, several
groups may be tried at once: the outcome is that of one by one, found sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.proof import can_spare, is_decided
from solver.hidoku.search.propagation import Engine, Path, PropagationLevel
from solver.hidoku.search.staged_search import Budget

Group = tuple[int, ...]  # numbers whose givens go together

FIRST_BLOCK = 4  # one block in so many of all groups is tried first


def blockwise(
    groups: Sequence[Group], size: int, goes: Callable[[Sequence[Group]], bool]
) -> Iterator[Group]:
    """The groups that go, each tried in its turn, in blocks of so many at first.

    Blocks double in size when they can go and halve when they cannot; ``goes`` says so, and takes
    away what can.

    >>> list(blockwise([(1,), (2,), (3,), (4,)], 4, lambda block: (3,) not in block))
    [(1,), (2,), (4,)]
    """
    at = 0
    while at < len(groups):
        block = groups[at : at + size]
        can_go = goes(block)
        if can_go:
            yield from block
        if can_go or len(block) == 1:
            at += len(block)
        size = 2 * size if can_go else max(1, len(block) // 2)


class Thinner:
    """Takes givens away from one path on one shape, on which at first everything is given.

    Each proof may open ``budget.nodes`` nodes; ``budget.deadline`` ends the whole. ``complete``
    says that every group that was tried and stays was proved to be needed.
    """

    def __init__(self, shape: Grid, path: Path, budget: Budget) -> None:
        self.shape, self.path, self.budget = shape, path, budget
        self.complete = True
        self._engine = Engine(BitLayout(shape))
        self._places = np.array([self._engine.place(cell) for cell in path], np.int64)
        self._left = self._places.copy()

    @property
    def grid(self) -> Grid:
        """The board with what is left."""
        return self.grid_without(number for number, place in enumerate(self._left, 1) if not place)

    def grid_without(self, numbers: Iterable[int]) -> Grid:
        """The board with all numbers given but some."""
        gone = set(numbers)
        given = {cell: number for number, cell in enumerate(self.path, 1) if number not in gone}
        return self.shape.with_givens(given)

    def thin(
        self, groups: Sequence[Group], level: PropagationLevel | None = None
    ) -> tuple[Group, ...]:
        """Take away what can go of some groups, each in its turn; those that went.

        With a level, propagation at this level must still solve the board; without one it must have
        one solution, by whatever proof.

        >>> row = Grid.of(1, 4)
        >>> thinner = Thinner(row, row.cells, Budget(nodes=100))
        >>> thinner.thin([(4,), (2,), (1,), (3,)]), thinner.grid.givens
        (((4,), (2,), (1,)), ((Cell(row=0, column=2), 3),))
        """
        first = 1 + len(groups) // FIRST_BLOCK
        return tuple(blockwise(groups, first, lambda block: self._take(block, level)))

    def _take(self, block: Sequence[Group], level: PropagationLevel | None) -> bool:
        """Take a block away if the board without it is fine."""
        if self.budget.is_over:
            self.complete = False
            return False
        before = self._left.copy()
        self._left[[number - 1 for group in block for number in group]] = 0
        if self._is_sole(block[0]) if level is None and len(block) == 1 else self._is_solved(level):
            return True
        self._left = before
        return False

    def _is_solved(self, level: PropagationLevel | None) -> bool:
        """Whether propagation alone solves the board."""
        start = self._engine.start(self._left)
        return is_decided(
            self._engine, start, PropagationLevel.DISTINCT if level is None else level
        )

    def _is_sole(self, group: Group) -> bool:
        """Whether no number of a group just taken away can stand elsewhere."""
        for number in group:
            spare = can_spare(self._engine, self._left, self._places, number, self.budget)
            if not spare:
                self.complete &= spare is not None
                return False
        return True
