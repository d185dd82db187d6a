"""An independent checker and solver for small boards, and boards for Hypothesis.

Nothing here is taken from the solver but the value types.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from solver.hidoku.rules.grid import Adjacency, Cell, Grid


def unpack(domains: npt.NDArray[np.uint64]) -> list[int]:
    """Rows of words between two guards as masks, the first unused: ``Engine.pack`` undone."""
    rows = domains[:, 1:-1].astype("<u8")
    return [0, *(int.from_bytes(row.tobytes(), "little") for row in rows)]


def touches(a: Cell, b: Cell, adjacency: Adjacency) -> bool:
    down, right = b[0] - a[0], b[1] - a[1]
    if (down, right) == (0, 0) or max(abs(down), abs(right)) > 1:
        return False
    if adjacency is Adjacency.FOUR:
        return down == 0 or right == 0
    return adjacency is Adjacency.EIGHT or down != right


def is_solution(grid: Grid, board: Mapping[Cell, int]) -> bool:
    open_cells = {
        (row, column) for row in range(grid.rows) for column in range(grid.columns)
    } - set(grid.blocked)
    if set(board) != open_cells or sorted(board.values()) != list(range(1, len(open_cells) + 1)):
        return False
    order = sorted(board, key=lambda cell: board[cell])
    steps = pairwise(order)
    return (
        all(touches(a, b, grid.adjacency) for a, b in steps)
        and all(board[cell] == number for cell, number in grid.givens)
        and keeps_joins(grid, board)
    )


def keeps_joins(grid: Grid, board: Mapping[Cell, int]) -> bool:
    return all(abs(board[a] - board[b]) == 1 for a, b in grid.joined)


def slow_solutions(grid: Grid) -> Iterator[dict[Cell, int]]:
    """Walk every path from every cell, turning back only at a given that is not met.

    Joined cells are looked at in whole paths only.
    """
    givens = dict(grid.givens)
    at = {number: cell for cell, number in grid.givens}

    def extend(path: list[Cell]) -> Iterator[dict[Cell, int]]:
        if len(path) == grid.last:
            board = {cell: number for number, cell in enumerate(path, 1)}
            if keeps_joins(grid, board):
                yield board
            return
        number = len(path) + 1
        for cell in grid.cells:
            fits = givens.get(cell, number) == number and at.get(number, cell) == cell
            if fits and cell not in path and (not path or touches(path[-1], cell, grid.adjacency)):
                yield from extend([*path, cell])

    yield from extend([])


@st.composite
def shapes(draw: st.DrawFn, most_cells: int = 9) -> Grid:
    """An empty board, rows and columns drawn apart, with a few blocked cells."""
    rows = draw(st.integers(1, 4))
    columns = draw(st.integers(1, max(1, most_cells // rows)))
    cells = [Cell(row, column) for row in range(rows) for column in range(columns)]
    blocked_cells = draw(st.sets(st.sampled_from(cells), max_size=min(2, len(cells) - 1)))
    return Grid.of(rows, columns, blocked=blocked_cells, adjacency=draw(st.sampled_from(Adjacency)))


def touching_pairs(grid: Grid) -> list[tuple[Cell, Cell]]:
    cells = sorted(grid.cells)
    return [(a, b) for a in cells for b in cells if a < b and touches(a, b, grid.adjacency)]


@st.composite
def puzzles(draw: st.DrawFn, most_cells: int = 9) -> Grid:
    """A board with any givens, in range and each once, and any joins; often without a solution."""
    shape = draw(shapes(most_cells))
    cells = draw(st.lists(st.sampled_from(shape.cells), unique=True, max_size=4))
    numbers = draw(st.permutations(range(1, shape.last + 1)))
    givens = dict(zip(cells, numbers, strict=False))
    pairs = touching_pairs(shape)
    joins = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=4)) if pairs else []
    size = shape.rows, shape.columns
    return Grid.of(*size, givens, shape.blocked, shape.adjacency, joined=joins)


@st.composite
def solvable(draw: st.DrawFn, most_cells: int = 30) -> Grid:
    """A board of any size with a random walk through it; what the walk missed is blocked.

    Some steps of the walk are joined.
    """
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 9))
    adjacency = draw(st.sampled_from(Adjacency))
    whole = Grid.of(rows, columns, adjacency=adjacency)
    path = [draw(st.sampled_from(whole.cells))]
    while len(path) < most_cells:
        near = [cell for cell in whole.neighbours(path[-1]) if cell not in path]
        if not near:
            break
        path.append(draw(st.sampled_from(near)))
    blocked_cells = set(whole.cells) - set(path)
    numbers = draw(st.sets(st.integers(1, len(path))))
    givens = {path[number - 1]: number for number in numbers}
    steps = draw(st.sets(st.integers(1, max(1, len(path) - 1)), max_size=len(path) // 2))
    joins = [(path[step - 1], path[step]) for step in steps if step < len(path)]
    return Grid.of(rows, columns, givens, blocked_cells, adjacency, joined=joins)
