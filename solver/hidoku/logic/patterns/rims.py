"""The edge of a board as a closed line of cells, where the board is drawn without crossings.

On boards with four neighbours and on hexagonal ones the steps of a path cross nowhere, so that two
ways between cells of the edge cross if their ends alternate around it. Holes count as filled. A
cell that the edge comes back to is left out.

Eight neighbours: two steps may cross between four cells, so that nothing follows there.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product

from solver.hidoku.logic.patterns.borders import border
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.bitboard import BitLayout


@lru_cache(maxsize=64)
def rim(grid: Grid) -> tuple[Cell, ...]:
    """The cells around the edge in order; none where ways may cross at it.

    >>> [tuple(cell) for cell in rim(Grid.of(2, 2, adjacency=Adjacency.FOUR))]
    [(0, 1), (1, 1), (1, 0), (0, 0)]
    """
    inside = _filled(grid)
    if grid.adjacency is Adjacency.EIGHT or _is_pinched(grid, inside):
        return ()
    layout = BitLayout(grid)
    walk = [side.cell for side in border(layout, sum(map(layout.bit, inside))) or ()]
    starts = [
        cell for before, cell in zip([*walk[-1:], *walk], walk, strict=False) if before != cell
    ]
    times = Counter(starts)
    return tuple(cell for cell in starts if times[cell] == 1 and grid.has_cell(cell))


def _filled(grid: Grid) -> set[Cell]:
    """The cells of a board and of the holes that it goes around."""
    frame = set(map(Cell._make, product(range(-1, grid.rows + 1), range(-1, grid.columns + 1))))
    outside, front = {Cell(-1, -1)}, [Cell(-1, -1)]
    board = set(grid.cells)
    while front:
        row, column = front.pop()
        for down, right in product((-1, 0, 1), repeat=2):
            cell = Cell(row + down, column + right)
            if cell in frame and cell not in board and cell not in outside:
                outside.add(cell)
                front.append(cell)
    return frame - outside


def _is_pinched(grid: Grid, inside: set[Cell]) -> bool:
    """Whether a slanting step of a hexagonal board leads past the edge on both sides."""
    if grid.adjacency is not Adjacency.HEX:
        return False
    return any(
        Cell(row + 1, column - 1) in inside
        and Cell(row + 1, column) not in inside
        and Cell(row, column - 1) not in inside
        for row, column in inside
    )
