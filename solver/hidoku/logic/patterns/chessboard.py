"""The colours of a chessboard, which the numbers of a path take in turn with four neighbours."""

from __future__ import annotations

from collections.abc import Sequence

from solver.hidoku.logic.position import Position


def dark_cells(position: Position) -> int:
    """The cells of the colour of the top left corner."""
    grid, bit = position.layout.grid, position.layout.bit
    return sum(bit(cell) for cell in grid.cells if (cell.row + cell.column) % 2 == 0)


def is_dark(position: Position, number: int) -> bool:
    """Whether a number stands on a dark cell; some number must be placed."""
    cell, placed = next(iter(position.board.items()))
    return (number - placed + cell.row + cell.column) % 2 == 0


def surplus(position: Position, run: Sequence[int]) -> int:
    """How many more numbers of a run stand on dark cells than on light; some must be placed."""
    if len(run) % 2 == 0:
        return 0
    return 1 if is_dark(position, run[0]) else -1
