"""A kept position with other numbers given, so that practice does not run out of positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from solver.exercises import Draws
from solver.hidoku.exercises.next_technique import steps_by
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.technique import Deduction, Technique, techniques
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.solve import solve

#: Changes of one cell that are tried.
TRIES: Final = 10
#: How much harder or easier than what is kept a position may become.
NEARLY: Final = Fraction(5, 4)


def varied(grid: Grid, technique: Technique, draws: Draws) -> Grid:
    """Return a position like one in which a technique leads on, which must have one solution.

    Givens are taken away and other numbers given, one by one, as long as there is one solution, no
    easier technique leads on, and it is about as hard. For tries, which take long to look through,
    it is the position itself.
    """
    usual = None if technique.assumption else _hardness(grid, technique)
    if usual is None:
        return grid
    numbers = {cell: number for number, cell in enumerate(solve(grid).solutions[0], start=1)}
    kept = grid
    for _ in range(TRIES):
        other = _changed(kept, numbers, draws)
        hard = _hardness(other, technique)
        if hard and _is_about(hard, usual) and solve(other).unique:
            kept = other
    return kept


def _hardness(grid: Grid, technique: Technique) -> Fraction | None:
    """Return how hard a position is; None where this technique is not the easiest that leads on."""
    position = Position.of(grid)
    easier = (each for each in techniques() if each.rank < technique.rank)
    if any(any(steps_by(each, position)) for each in easier):
        return None
    steps = tuple(steps_by(technique, position))
    return hardness(grid, steps) if steps else None


def hardness(grid: Grid, steps: Iterable[Deduction]) -> Fraction:
    """Return how many numbers are missing for each answer that is right."""
    shown = {answer for step in steps for answer in (step.placed, *step.eliminated) if answer}
    return Fraction(grid.last - len(grid.givens), len(shown))


def _is_about(one: Fraction, other: Fraction) -> bool:
    return one <= NEARLY * other and other <= NEARLY * one


def _changed(grid: Grid, numbers: Mapping[Cell, int], draws: Draws) -> Grid:
    cells = sorted(numbers)
    cell = cells[draws.below(len(cells))]
    board = dict(grid.given)
    if cell in board:
        del board[cell]
    else:
        board[cell] = numbers[cell]
    return grid.with_givens(board)
