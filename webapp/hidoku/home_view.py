"""A small Hidoku for a page on which no game has begun: its cells, and the number to place."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from solver.hidoku.rules.game import named
from solver.hidoku.rules.known_boards import BOARDS
from solver.wording import capitalised
from webapp.hidoku.picture.path import steps_by_hue

NAME: Final = "small"


@cache
def show_small_board() -> dict[str, Any]:
    """Return each cell with its place, number and label, and each piece of the path by its hue."""
    grid = BOARDS[NAME].grid
    given = grid.given
    return {
        "name": NAME,
        "number": next(n for n in range(1, grid.last) if n not in given.values()),
        "last": grid.last,
        "cells": [
            (f"{cell.row},{cell.column}", given.get(cell), capitalised(named(cell)))
            for cell in grid.cells
        ],
        "path": [
            (hue, start.column + 0.5, start.row + 0.5, goal.column + 0.5, goal.row + 0.5)
            for hue, steps in steps_by_hue(grid, given).items()
            for start, goal in steps
        ],
    }
