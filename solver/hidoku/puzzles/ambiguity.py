"""What a board with several solutions leaves open, and the given that would decide most."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import board_of, solve
from solver.hidoku.search.staged_search import NO_LIMIT, Budget

MOST_WEIGHED = 2_000  # solutions; a board with more is far from done


@dataclass(frozen=True)
class Ambiguity:
    """Two solutions of a board, and where its solutions differ.

    ``count`` solutions were weighed: all there are if ``complete``. ``cells`` hold different
    numbers in some of them. ``given`` is the number in a cell that would leave the fewest of them,
    ``left``; of equals the lowest number.
    """

    first: Path
    second: Path
    cells: tuple[Cell, ...]
    given: Candidate
    left: int
    count: int
    complete: bool


def ambiguity(grid: Grid, budget: Budget = NO_LIMIT, most: int = MOST_WEIGHED) -> Ambiguity | None:
    """What a board leaves open; None if no two solutions were found within the budget.

    >>> found = ambiguity(Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 4}))
    >>> [tuple(cell) for cell in found.cells], found.given.number, found.left
    ([(0, 1), (1, 0)], 2, 1)
    """
    result = solve(grid, max(2, most), budget)
    if result.count < 2:
        return None
    boards = [board_of(path) for path in result.solutions]
    times = {cell: Counter(board[cell] for board in boards) for cell in grid.cells}
    cells = tuple(cell for cell in grid.cells if len(times[cell]) > 1)
    left, given = min(
        (count, Candidate(number, cell)) for cell in cells for number, count in times[cell].items()
    )
    first, second = result.solutions[0], result.solutions[1]
    return Ambiguity(first, second, cells, given, left, result.count, result.complete)
