"""How the fields of a text lie on a board, and the lines beside them for what they can't say.

The fields lie as squares, or as hexagons whose rows or columns stagger. A line says which, such as
``adjacency: hex`` (a name of :data:`LAYOUTS`), another which cells are joined, ``links: r1c1-r1c2``
with rows and columns counted from 1. They come below the rows; when read, also above.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid, GridError, Pair
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


LONGEST_TEXT = 50_000
_NOTE = re.compile(r"\s*(adjacency|links)\s*:(.*)", re.IGNORECASE)
_PAIR = re.compile(r"r(\d{1,4})c(\d{1,4})-r(\d{1,4})c(\d{1,4})", re.IGNORECASE)


class NotedLines(NamedTuple):
    """The numbered lines of a text that aren't notes, and what the notes say.

    A text that names its layout doesn't begin with its size.
    """

    lines: list[tuple[int, str]]
    layout: str
    joined: frozenset[Pair]
    is_named: bool


def check_length(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise GridError(f"The text is too long for a board: at most {LONGEST_TEXT} characters.")


def lines_of(text: str) -> list[str]:
    """Return the lines of a text as messages count them, without a byte order mark."""
    return re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))


def take_notes(text: str, layout: str = "") -> NotedLines:
    r"""Split a text into its lines and its notes; GridError if they name another layout.

    >>> take_notes("adjacency: 4\n1 . 3")
    NotedLines(lines=[(2, '1 . 3')], layout='4', joined=frozenset(), is_named=True)
    """
    check_length(text)
    lines = list[tuple[int, str]]()
    pairs = set[Pair]()
    is_named = False
    for label, line in enumerate(lines_of(text), 1):
        note = _NOTE.fullmatch(line)
        if note is None:
            lines.append((label, line))
        elif note[1].lower() == "adjacency":
            layout = settle_layout(note[2], layout)
            is_named = True
        else:
            pairs |= {_parse_pair(word, label) for word in note[2].split()}
    places = [place for place, (_, line) in enumerate(lines) if line.strip(" \f\v")]  # tabs: a row
    rows = lines[places[0] : places[-1] + 1] if places else []
    return NotedLines(rows, layout, frozenset(pairs), is_named)


def settle_layout(text: str, request: str) -> str:
    """Return the layout that a text names; GridError if another one was requested."""
    name = check_layout(text)
    if request and request != name:
        raise GridError(f"The board says adjacency {name}, not {request}.")
    return name


def _parse_pair(word: str, label: int) -> Pair:
    match = _PAIR.fullmatch(word)
    if match is None:
        raise GridError(f"Line {label} is “{quote(word)}”. Write joined cells as r1c1-r1c2.", label)
    a, b, c, d = (int(count) - 1 for count in match.groups())
    return Cell(a, b), Cell(c, d)


def format_pair(pair: Pair) -> str:
    return "-".join(f"r{cell.row + 1}c{cell.column + 1}" for cell in pair)


def add_notes(grid: Grid, board: Board, write: Callable[[Grid, Board, str], str]) -> str:
    """Write a board, given how its fields are written, with notes of what these don't say."""
    layout, fields, pairs = fields_of(grid, board)
    lines = [write(fields, fields.given, layout)]
    if layout != "8":
        lines.append(f"adjacency: {layout}")
    if pairs:
        lines.append("links: " + " ".join(map(format_pair, sorted(pairs))))
    return "\n".join(lines)
