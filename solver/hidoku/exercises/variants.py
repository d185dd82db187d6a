"""Boards turned, mirrored and counted backwards: the same reasoning with a different look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from solver.exercises import Draws
from solver.hidoku.exercises.positions import steps_by
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.technique import Deduction, Technique, techniques
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.solve import solve


def count_variants(grid: Grid) -> int:
    return 8 if grid.adjacency is Adjacency.HEX else 16


def turn_board(grid: Grid, variant: int) -> Grid:
    """A variant of the board; 0 is the board itself.

    On a hexagonal board, whose rows are shifted, rows and columns can only be reversed together.

    >>> print(turn_board(Grid.of(2, 3, {Cell(0, 0): 1, Cell(0, 2): 2}), 1))
    6 . 5
    . . .
    >>> print(turn_board(Grid.of(2, 3, {Cell(0, 0): 1, Cell(0, 2): 2}), 2))
    1 .
    . .
    2 .
    """
    is_backwards, is_across, is_down, is_sideways = (bool(variant >> bit & 1) for bit in range(4))
    if grid.adjacency is Adjacency.HEX:
        is_sideways = is_down

    def place(cell: Cell) -> Cell:
        row = grid.rows - 1 - cell.row if is_down else cell.row
        column = grid.columns - 1 - cell.column if is_sideways else cell.column
        return Cell(column, row) if is_across else Cell(row, column)

    return Grid.of(
        grid.columns if is_across else grid.rows,
        grid.rows if is_across else grid.columns,
        {place(cell): grid.last + 1 - n if is_backwards else n for cell, n in grid.givens},
        map(place, grid.blocked),
        grid.adjacency,
        joined=[(place(a), place(b)) for a, b in grid.joined],
    )


#: Changes of one cell to try.
TRIES: Final = 10
#: How much harder or easier than the kept position a variant may be.
NEARLY: Final = Fraction(5, 4)


def vary_position(grid: Grid, technique: Technique, draws: Draws) -> Grid:
    """Return a position like this one that the same technique advances, with one solution.

    Givens are removed and other numbers given, one by one, as long as there is one solution, no
    easier technique leads on, and it is about as hard. For contradictions, which take long to
    search, the position is returned unchanged.
    """
    usual = None if technique.assumption else _hardness(grid, technique)
    if usual is None:
        return grid
    numbers = {cell: number for number, cell in enumerate(solve(grid).solutions[0], start=1)}
    current = grid
    for _ in range(TRIES):
        variant = _change_given(current, numbers, draws)
        hard = _hardness(variant, technique)
        is_like = hard and hard <= NEARLY * usual and usual <= NEARLY * hard
        if is_like and solve(variant).unique:
            current = variant
    return current


def _hardness(grid: Grid, technique: Technique) -> Fraction | None:
    """Return how hard a position is; None if this isn't the easiest technique that leads on."""
    position = Position.of(grid)
    easier = (
        easier_technique
        for easier_technique in techniques()
        if easier_technique.rank < technique.rank
    )
    if any(any(steps_by(easier_technique, position)) for easier_technique in easier):
        return None
    steps = tuple(steps_by(technique, position))
    return hardness(grid, steps) if steps else None


def hardness(grid: Grid, steps: Iterable[Deduction]) -> Fraction:
    answers = {answer for step in steps for answer in (step.placed, *step.eliminated) if answer}
    return Fraction(grid.last - len(grid.givens), len(answers))


def _change_given(grid: Grid, numbers: Mapping[Cell, int], draws: Draws) -> Grid:
    cells = sorted(numbers)
    cell = cells[draws.below(len(cells))]
    board = dict(grid.given)
    if cell in board:
        del board[cell]
    else:
        board[cell] = numbers[cell]
    return grid.with_givens(board)
