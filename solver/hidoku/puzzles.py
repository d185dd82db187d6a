"""What a board with several solutions leaves open, and the given that would settle most."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solver.hidoku.logic.patterns.fewest import fewest
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import Verdict, board_of, solve
from solver.hidoku.search.staged_search import NO_LIMIT, Budget

MOST_WEIGHED = 2_000  # solutions; a board with more is far from done


@dataclass(frozen=True, kw_only=True)
class Ambiguity:
    """Two solutions of a board, and where its solutions differ.

    ``count`` solutions were compared: all there are if ``complete``. ``cells`` hold different
    numbers in some of them. ``given`` is the number in a cell that would leave the fewest of them,
    ``left``; among equals the lowest number.
    """

    first: Path
    second: Path
    cells: tuple[Cell, ...]
    given: Candidate
    left: int
    count: int
    complete: bool


def ambiguity(grid: Grid, budget: Budget = NO_LIMIT, limit: int = MOST_WEIGHED) -> Ambiguity | None:
    """What a board leaves open; None if no two solutions were found within the budget.

    >>> found = ambiguity(Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 4}))
    >>> [tuple(cell) for cell in found.cells], found.given.number, found.left
    ([(0, 1), (1, 0)], 2, 1)
    """
    result = solve(grid, max(2, limit), budget)
    if result.count < 2:
        return None
    boards = [board_of(path) for path in result.solutions]
    times = {cell: Counter(board[cell] for board in boards) for cell in grid.cells}
    cells = tuple(cell for cell in grid.cells if len(times[cell]) > 1)
    remainder, given = min(
        (count, Candidate(number, cell)) for cell in cells for number, count in times[cell].items()
    )
    return Ambiguity(
        first=result.solutions[0],
        second=result.solutions[1],
        cells=cells,
        given=given,
        left=remainder,
        count=result.count,
        complete=result.complete,
    )


# Which givens conflict: a minimal reason why a board has no solution.
#
# Givens are left out piece by piece while the rest still has no solution. What remains is
# irreducible: without any one of its members there is a solution. It needn't be the smallest
# such set.


Given = tuple[Cell, int]


@dataclass(frozen=True)
class ConflictingGivens:
    """Givens that conflict, in the order of their numbers.

    If there are none, the shape (with its joined cells) has no path, whatever is given.
    ``is_minimal`` is False if the budget ended before each of them was shown to be needed.
    """

    cells: tuple[Cell, ...]
    numbers: tuple[int, ...]
    is_minimal: bool = True


def conflicting_givens(grid: Grid, budget: Budget = NO_LIMIT) -> ConflictingGivens | None:
    """A minimal set of conflicting givens; None unless a search shows that there is one.

    The budget's nodes limit each of the searches, its deadline all of them together.

    >>> grid = Grid.of(1, 4, {Cell(0, 0): 1, Cell(0, 1): 3})
    >>> conflicting_givens(grid).numbers
    (1, 3)
    """
    visible = [fault.cells for fault in faults(grid) if fault.numbers]
    if visible:
        cells = min(visible, key=len)
        return _reduced(grid, [(cell, grid.given[cell]) for cell in cells], budget)
    if solve(grid, 1, budget, 0).verdict is not Verdict.NONE:
        return None
    return _reduced(grid, grid.givens, budget)


def _reduced(grid: Grid, givens: Sequence[Given], budget: Budget) -> ConflictingGivens:
    """Leaves out as many givens as possible while the rest still conflict."""
    is_sure = True

    def conflict(subset: Sequence[Given]) -> bool:
        nonlocal is_sure
        if budget.is_over:  # on a large board, even starting a search takes long
            is_sure = False
            return False
        result = solve(grid.with_givens(dict(subset)), 1, budget, 0)
        is_sure &= result.complete or result.count > 0
        return result.verdict is Verdict.NONE

    core = fewest(sorted(givens, key=lambda given: (given[1], given[0])), conflict)
    cells = tuple(cell for cell, _ in core)
    numbers = tuple(number for _, number in core)
    return ConflictingGivens(cells, numbers, is_sure)
