"""How the fields of a text lie on a board: squares, or hexagons whose rows or columns stagger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from solver.hidoku.rules.grid import Adjacency, Board, Grid, GridError, Pair
from solver.hidoku.rules.hexagons import hexagonal, in_spots
from solver.wording import join_words, quote

#: What a text, a form or an option says of neighbours, and what it means.
LAYOUTS: Final[Mapping[str, str]] = {
    "8": "eight neighbours",
    "4": "four neighbours",
    "hex": "hexagons, each row half a cell to the right",
    "hex rows": "hexagons, every other row half a cell in",
    "hex rows first": "hexagons, the first row and every other half a cell in",
    "hex columns": "hexagons, every other column half a cell down",
    "hex columns first": "hexagons, the first column and every other half a cell down",
    "hex flat": "hexagons, each column half a cell down",
}
STAGGERED: Final = tuple(name for name in LAYOUTS if " rows" in name or " columns" in name)


def check_layout(text: str) -> str:
    """Return the name of a layout; GridError if there is none.

    >>> check_layout(" Hex  rows")
    'hex rows'
    """
    name = " ".join(text.lower().split())
    if name not in LAYOUTS:
        choices = join_words(["8", "4", "hex", "hex rows", "hex columns"], "or")
        raise GridError(f"The adjacency is “{quote(text.strip())}”. Write {choices}.")
    return name


def lay_out(layout: str, fields: Grid, pairs: frozenset[Pair] = frozenset()) -> Grid:
    """Return the board that rows of fields mean in a layout.

    >>> print(lay_out("hex columns", Grid.of(2, 3)))
    # # .
    . . .
    . . #
    """
    if layout not in STAGGERED:
        adjacency = Adjacency(layout.partition(" ")[0])
        size = fields.rows, fields.columns
        is_flat = layout == "hex flat"
        return Grid.of(
            *size, fields.given, fields.blocked, adjacency, joined=pairs, flat_top=is_flat
        )
    flat_top = "columns" in layout
    return hexagonal(
        fields.columns if flat_top else fields.rows,
        fields.cells,
        fields.given,
        pairs,
        flat_top=flat_top,
        shift=int(layout.endswith("first")),
    )


def fields_of(grid: Grid, board: Board) -> tuple[str, Grid, frozenset[Pair]]:
    """Return the layout in which a board is best written, its fields, and its joined cells in them.

    >>> layout, fields, _ = fields_of(lay_out("hex columns", Grid.of(1, 3)), {})
    >>> layout, str(fields)
    ('hex columns', '. . .')
    """
    grid = grid.with_givens(board)
    if spot_fields := in_spots(grid):
        fields, spots = spot_fields
        name = "hex columns" if grid.flat_top else "hex rows"
        return name, fields, frozenset((spots[a], spots[b]) for a, b in grid.joined)
    return layout_of(grid), grid, grid.joined


def layout_of(grid: Grid) -> str:
    """Return the layout in which the fields of a text are a grid's cells."""
    return "hex flat" if grid.flat_top else grid.adjacency.value
