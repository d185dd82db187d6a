"""A small Hidoku for a page on which no game has begun: its cells, and the number to place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from solver.hidoku.rules.grid import Cell
from solver.hidoku.rules.known_boards import BOARDS
from webapp.hidoku.picture.path import steps_by_hue

NAME: Final = "small"


@dataclass(frozen=True)
class SmallCell:
    """A cell: its place as forms name it, its number if given, and its label."""

    place: str
    number: int | None
    label: str


@dataclass(frozen=True)
class SmallPath:
    """A piece of the path between two consecutive givens, in cells."""

    x1: float
    y1: float
    x2: float
    y2: float
    hue: int


@dataclass(frozen=True)
class SmallBoard:
    """The board: rows of cells, the path between givens, and the first missing number."""

    name: str
    rows: tuple[tuple[SmallCell, ...], ...]
    path: tuple[SmallPath, ...]
    number: int
    last: int


@cache
def show_small_board() -> SmallBoard:
    grid = BOARDS[NAME].grid
    given = dict(grid.givens)
    numbers = set(given.values())
    missing = (number for number in range(1, grid.last) if number not in numbers)
    rows = tuple(
        tuple(_cell(given, row, column) for column in range(grid.columns))
        for row in range(grid.rows)
    )
    path = tuple(
        SmallPath(start[1] + 0.5, start[0] + 0.5, goal[1] + 0.5, goal[0] + 0.5, hue)
        for hue, steps in steps_by_hue(grid, given).items()
        for start, goal in steps
    )
    return SmallBoard(NAME, rows, path, next(missing), grid.last)


def _cell(given: Mapping[Cell, int], row: int, column: int) -> SmallCell:
    number = given.get(Cell(row, column))
    return SmallCell(f"{row},{column}", number, f"Row {row + 1}, column {column + 1}")
