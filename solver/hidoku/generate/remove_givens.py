"""Removing givens from a solved board while the path stays its only solution.

Givens are removed in groups (one given, or those bound together by a symmetry), in a fixed random
order. One pass over all groups is enough to make a board minimal: a group that was needed earlier
is still needed, since with fewer givens every solution stays a solution. For the same reason, and
since propagation never places less with more givens, several groups may be tried at once: the
outcome is the same as one by one, found sooner.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.rules.grid import Grid, GridError
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.propagation import Engine, Path, PropagationLevel
from solver.hidoku.search.solve import is_needless
from solver.hidoku.search.staged_search import Budget

# How large a minimal board can be without being too hard.
#
# The fewer givens, the harder a board; minimal boards are hard or for experts, except small ones.
# Measured for version 6 of the generator by 180 boards each: of minimal 4×4 boards 6 are for
# beginners and 10 easy, of 5×5 boards 1 is easy; medium are 22 of the 6×6 boards and 10 of the 7×7
# boards, and of 60 boards of 8×8 with eight neighbours 1.

#: The most cells for which the attempts made find a minimal board of a difficulty.
MOST_CELLS_MINIMAL: Final = {Difficulty.BEGINNER: 16, Difficulty.EASY: 16, Difficulty.MEDIUM: 49}


def is_within_reach(difficulty: Difficulty | None, cells: int) -> bool:
    """Say whether a minimal board of this size and difficulty is likely to be found.

    >>> is_within_reach(Difficulty.EASY, 16), is_within_reach(Difficulty.EASY, 100)
    (True, False)
    """
    return difficulty is None or cells <= MOST_CELLS_MINIMAL.get(difficulty, cells)


def check_minimal(difficulty: Difficulty | None, cells: int) -> None:
    if difficulty is not None and not is_within_reach(difficulty, cells):
        limit = MOST_CELLS_MINIMAL[difficulty]
        raise GridError(
            f"A board of {cells} cells on which no given can go is harder than {difficulty.value}: "
            f"that is found with up to {limit} cells. Choose a smaller board, a harder one, or let "
            "it have givens that could go."
        )


Group = tuple[int, ...]  # numbers whose givens are removed together

FIRST_BLOCK = 4  # the first block has one in this many of all groups


def blockwise(
    groups: Sequence[Group], size: int, goes: Callable[[Sequence[Group]], bool]
) -> Iterator[Group]:
    """The groups that can be removed, each tried in turn, at first in blocks of ``size``.

    Blocks double in size if they can be removed and halve if they can't. ``goes`` says so, and
    removes those that can.
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
    """Removes givens from one path on one shape, starting with everything given.

    Each proof may open ``budget.nodes`` nodes; ``budget.deadline`` ends all of them. ``complete``
    says that every group tried that remains was proved to be needed.
    """

    def __init__(self, shape: Grid, path: Path, budget: Budget) -> None:
        self.shape = shape
        self.path = path
        self.budget = budget
        self.complete = True
        self._engine = Engine(BitLayout(shape))
        self._places = np.array([self._engine.place(cell) for cell in path], np.int64)
        self._left = self._places.copy()

    @property
    def grid(self) -> Grid:
        return self.grid_without(number for number, place in enumerate(self._left, 1) if not place)

    def grid_without(self, numbers: Iterable[int]) -> Grid:
        removals = set(numbers)
        givens = {
            cell: number for number, cell in enumerate(self.path, 1) if number not in removals
        }
        return self.shape.with_givens(givens)

    def thin(
        self, groups: Sequence[Group], level: PropagationLevel | None = None
    ) -> tuple[Group, ...]:
        """Remove every group that can be removed, each in turn; return those removed.

        With a level, propagation at this level must still solve the board; without one, the board
        must have one solution, whatever the proof.

        >>> row = Grid.of(1, 4)
        >>> thinner = Thinner(row, row.cells, Budget(nodes=100))
        >>> thinner.thin([(4,), (2,), (1,), (3,)]), thinner.grid.givens
        (((4,), (2,), (1,)), ((Cell(row=0, column=2), 3),))
        """
        first = 1 + len(groups) // FIRST_BLOCK
        return tuple(blockwise(groups, first, lambda block: self._take(block, level)))

    def _take(self, block: Sequence[Group], level: PropagationLevel | None) -> bool:
        if self.budget.is_over:
            self.complete = False
            return False
        before = self._left.copy()
        self._left[[number - 1 for group in block for number in group]] = 0
        if level is None and len(block) == 1:
            can_go = self._is_sole(block[0])
        else:
            start = self._engine.start(self._left)
            level = PropagationLevel.DISTINCT if level is None else level
            can_go = self._engine.propagate_fully(start, level) and self._engine.is_solved(start)
        self._left = self._left if can_go else before
        return can_go

    def _is_sole(self, group: Group) -> bool:
        """Whether no number of a group just removed can go elsewhere."""
        for number in group:
            spare = is_needless(self._engine, self._left, self._places, number, self.budget)
            if not spare:
                self.complete &= spare is not None
                return False
        return True
