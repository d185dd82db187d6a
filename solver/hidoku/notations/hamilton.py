"""Game ids of Hamilton, a puzzle for Simon Tatham's collection, whose boards have four neighbours.

The size, and after a colon every cell, row by row, with commas between; nothing for an empty one.

>>> from solver.hidoku.notations.registry import parse_any
>>> print(parse_any("3x2:1,,,,5,"))
1 . .
. 5 .
"""

from __future__ import annotations

import re
from typing import Final

from solver.hidoku.notations.fields import read_cells, write_fields
from solver.hidoku.notations.notation import BoardReading, Notation
from solver.hidoku.notations.notes import settle_layout
from solver.hidoku.rules.grid import Board, Grid, GridError

_ID: Final = re.compile(r"(\d{1,2})x(\d{1,2}):((?:\d{0,4},)+\d{0,4})")


def is_hamilton(text: str) -> bool:
    return _ID.fullmatch(text.strip()) is not None


def parse(text: str, layout: str) -> list[BoardReading]:
    match = _ID.fullmatch(text.strip())
    columns, rows, cells = match.groups() if match else ("1", "1", "")
    settle_layout("4", layout)
    return read_cells(cells.split(","), (int(rows), int(columns)), "Hamilton’s game id", "4")


def format_hamilton(grid: Grid, board: Board) -> str:
    """Write a board's game id; GridError if it has blocked cells.

    >>> format_hamilton(Grid.of(2, 2), {})
    '2x2:,,,'
    """
    if grid.blocked:
        raise GridError("Hamilton has only boards without blocked cells.")
    rows = write_fields(grid, board, join=",", empty_sign="", blocked_sign="")
    return f"{grid.columns}x{grid.rows}:" + rows.replace("\n", ",")


NOTATION = Notation(
    name="hamilton",
    title="Hamilton’s game id",
    ending="hamilton.txt",
    layouts=("4",),
    example="3x3:1,,3,,,,7,,9",
    is_recognised=is_hamilton,
    parse=parse,
    format=format_hamilton,
)
