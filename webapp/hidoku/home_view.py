"""A small Hidoku for a page on which no game is begun yet: its cells, and the number to place."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS

NAME: Final = "small"


@dataclass(frozen=True)
class SmallCell:
    """A cell: its place as forms name it, its number if one is given, and what it is called."""

    place: str
    number: int | None
    label: str


@dataclass(frozen=True)
class SmallPath:
    """A piece of the path between two given numbers that follow each other, in cells."""

    x1: float
    y1: float
    x2: float
    y2: float
    hue: int


@dataclass(frozen=True)
class SmallBoard:
    """The board: rows of cells, the path as far as it is given, and the first missing number."""

    name: str
    rows: tuple[tuple[SmallCell, ...], ...]
    path: tuple[SmallPath, ...]
    number: int
    last: int


@cache
def show_small_board() -> SmallBoard:
    """Return the board of the first page."""
    grid = BOARDS[NAME].grid
    given = {number for _, number in grid.givens}
    missing = (number for number in range(1, grid.last) if number not in given)
    rows = tuple(
        tuple(_cell(grid, row, column) for column in range(grid.columns))
        for row in range(grid.rows)
    )
    return SmallBoard(NAME, rows, _path(grid), next(missing), grid.last)


def _cell(grid: Grid, row: int, column: int) -> SmallCell:
    number = dict(grid.givens).get(Cell(row, column))
    return SmallCell(f"{row},{column}", number, f"Row {row + 1}, column {column + 1}")


def _path(grid: Grid) -> tuple[SmallPath, ...]:
    where = {number: cell for cell, number in grid.givens}
    pairs = [(number, number + 1) for number in sorted(where) if number + 1 in where]
    return tuple(
        SmallPath(
            where[first][1] + 0.5,
            where[first][0] + 0.5,
            where[second][1] + 0.5,
            where[second][0] + 0.5,
            round(23 * first / grid.last),
        )
        for first, second in pairs
    )
