"""The ground of a board's cells as one SVG path: 900 elements would cost each paint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from solver.hidoku.rules.grid import Adjacency, Grid
from webapp.hidoku.picture.geometry import BoardPlan

#: From a cell's middle to where its outline begins, and the outline from there on.
OUTLINES: Final = {
    Adjacency.EIGHT: (
        (-0.275, -0.475),
        "h.55a.2.2 0 0 1 .2.2v.55a.2.2 0 0 1-.2.2h-.55a.2.2 0 0 1-.2-.2v-.55a.2.2 0 0 1 .2-.2z",
    ),
    Adjacency.FOUR: ((-0.5, -0.5), "h1v1h-1z"),
    Adjacency.HEX: ((0, -0.551), "l.477.276v.551l-.477.275-.477-.275v-.551z"),
}


def tiles_of(grid: Grid, plan: BoardPlan) -> str:
    """Return the outlines of all cells, as the ``d`` of an SVG path.

    Each begins where the one before began, so that rows are alike and compress to next to nothing.

    >>> grid = Grid.of(1, 2, adjacency=Adjacency.FOUR)
    >>> tiles_of(grid, BoardPlan.of(grid))
    'm0 0h1v1h-1zm1 0h1v1h-1z'
    """
    return "".join(_tiles(grid, plan))


def _tiles(grid: Grid, plan: BoardPlan) -> Iterator[str]:
    (across, down), outline = OUTLINES[grid.adjacency]
    last_x, last_y = -across, -down
    for cell in grid.cells:
        x, y = plan.centre(cell)
        yield f"m{round(x - last_x, 3):g} {round(y - last_y, 3):g}{outline}"
        last_x, last_y = x, y
