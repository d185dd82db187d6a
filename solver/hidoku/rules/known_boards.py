"""Known boards by name."""

from __future__ import annotations

from dataclasses import dataclass

from solver.hidoku.rules.grid import Cell, Grid


@dataclass(frozen=True)
class KnownBoard:
    title: str
    source: str
    grid: Grid


FINDLING = """\
__,__,93,__,__,__,___,__,__,57
__,__,__,22,__,53, 54,40,__,__
__,__,18,23,52,__,100,__,__,__
__,__,__,__,__,99, 33,__,__,__
__,__,__,__,__,25,___,__,__,__
__,__,__,__,__,__,___,__,__,29
14,__, 7,__,__,__,___,__,__,__
__,__,__,65,__,__, 46,72,77,__
__, 9,__,__,__,__,___,__,80,76
 1,__,__,11,__,68, 82,__,__,__
"""

#: For the home page: small enough to draw beside another game, with something to spot at once.
SMALL = """\
 9, 7,__, 4,__
__,__, 6, 2, 1
__,12,__,__,__
14,__,__,19,20
"""


def _grid(text: str) -> Grid:
    rows = [line.split(",") for line in text.splitlines()]
    fields = {Cell(r, c): field for r, row in enumerate(rows) for c, field in enumerate(row)}
    givens = {cell: int(field) for cell, field in fields.items() if "_" not in field}
    return Grid.of(len(rows), len(rows[0]), givens)


BOARDS: dict[str, KnownBoard] = {
    "findling": KnownBoard(
        "Findling’s board", "Rainhard Findling’s article of 2015", _grid(FINDLING)
    ),
    "small": KnownBoard("A small board", "From the home page", _grid(SMALL)),
}
