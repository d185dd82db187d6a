r"""Rows of fields apart by spaces, or by one of ``;``, tab, ``,`` and ``|``.

Between such marks a field can be empty, as spreadsheets save an empty cell. A programming course
has a line before them that says what cells and neighbours they are.

>>> from solver.hidoku.notations.registry import parse_any
>>> parse_any("2 3\n01 .. ##\n.. 4 5") == parse_any('"1",,#\n,4,5') == parse_any("1|?|*\n?|4|5")
True
>>> print(parse_any("Q,C,1,2\n1,?").adjacency, parse_any("Q,CA,1,2\n1,?").adjacency)
Adjacency.FOUR Adjacency.EIGHT
"""

import re
from collections.abc import Iterable, Iterator

from solver.hidoku.notations.fields import SIZE, Row, drop_labels, has_size, read_rows, write_fields
from solver.hidoku.notations.layouts import STAGGERED, add_notes, settle_layout, take_notes
from solver.hidoku.notations.notation import BoardReading, Notation
from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid, GridError

MARKS = ";\t,|"


def parse(text: str, layout: str) -> Iterable[BoardReading]:
    lines, layout, pairs, is_named = take_notes(text, layout)
    rows = split_rows(lines)
    return read_rows(rows, [layout or "8"], pairs, may_have_size=not is_named)


def split_rows(lines: list[tuple[int, str]]) -> list[Row]:
    """Return lines as rows of fields, split at the first mark that leaves no spaces in a field."""
    table = _split_all(lines)
    rows = drop_labels(table)
    size = SIZE.fullmatch(lines[0][1].strip()) if len(rows) == len(table) > 1 else None
    if size:
        return [Row(lines[0][0], [side for side in size.groups() if side]), *_split_all(lines[1:])]
    return rows


def _split_all(lines: list[tuple[int, str]]) -> list[Row]:
    for mark in MARKS:
        rows = [Row(label, _split(line, mark)) for label, line in lines]
        is_there = any(len(row.fields) > 1 for row in rows)
        if is_there and not any(len(field.split()) > 1 for row in rows for field in row.fields):
            return rows
    return [Row(label, line.split()) for label, line in lines if line.strip()]


def _split(line: str, mark: str) -> list[str]:
    if mark not in line and not line.strip():
        return []
    return [field.strip(' "\t\u00a0') for field in line.split(mark)]


def format_plain(grid: Grid, board: Board | None = None) -> str:
    r"""Write a board, or numbers on it, in rows with spaces.

    >>> from solver.hidoku.notations.registry import parse_any
    >>> print(format_plain(parse_any("1,_,##\n_,_,5")))
    1 . #
    . . 5
    """
    return write_fields(
        grid, grid.given if board is None else board, join=" ", empty_sign=".", blocked_sign="#"
    )


def _format(join: str, empty_sign: str, blocked_sign: str, grid: Grid, board: Board) -> str:
    def write(fields: Grid, numbers: Board, layout: str) -> str:
        sign = empty_sign or "." * (fields.columns == 1)  # lest a row be a blank line
        rows = write_fields(fields, numbers, join=join, empty_sign=sign, blocked_sign=blocked_sign)
        first = [numbers.get(Cell(0, column)) for column in range(fields.columns)]
        is_like_size = layout == "8" and len(first) < 3 and all(first)
        return f"{rows}\nadjacency: 8" if is_like_size else rows

    return add_notes(grid, board, write)


def format_text(grid: Grid, board: Board | None = None) -> str:
    """Write a board, or numbers on it, so that everything can be read again.

    >>> from solver.hidoku.rules.grid import Adjacency, Cell
    >>> pair = (Cell(0, 0), Cell(0, 1))
    >>> print(format_text(Grid.of(1, 2, adjacency=Adjacency.HEX, joined=[pair])))
    . .
    adjacency: hex
    links: r1c1-r1c2
    """
    return _format(" ", ".", "#", grid, grid.given if board is None else board)


SPACES = Notation(
    name="text",
    title="Text with spaces",
    ending="plain.txt",
    example="1 . 3\n. # .\n7 . .",
    is_recognised=lambda text: True,
    parse=parse,
    format=format_text,
)
COMMAS = Notation(  # of Rainhard Findling's solver, 2015, with blocked cells added
    name="commas",
    title="Text with commas",
    ending="txt",
    example=" 1,__, 3\n__,##,__\n 7,__,__",
    is_recognised=lambda text: "," in text and "_" in text,
    parse=parse,
    format=lambda grid, board: _format(",", "__", "##", grid, board),
)
CSV = Notation(
    name="csv",
    title="Spreadsheet, CSV",
    ending="csv",
    example="1,,3\n,#,\n7,,",
    is_recognised=lambda text: any(mark in text for mark in MARKS),
    parse=parse,
    format=lambda grid, board: _format(",", "", "#", grid, board),
)


# The format of a programming course: a line with the cells, their neighbours and the size.
#
# The cells are ``Q`` (squares) or ``H`` (hexagons), the neighbours ``C`` (at sides) or ``CA`` (at
# corners, too). Whether rows or columns of hexagons stagger isn't said, so there are four readings.

_HEADER = re.compile(r"\s*([QHT])\s*,\s*(CA?)\s*,\s*(\d+)\s*,\s*(\d+)\s*", re.IGNORECASE)


def parse_course(text: str, layout: str) -> Iterator[BoardReading]:
    lines, layout, pairs, _ = take_notes(text, layout)
    header = _HEADER.fullmatch(lines[0][1])
    kind, neighbours, *size = header.groups() if header else ("", "")
    if kind.upper() not in ("Q", "H"):
        raise GridError("We have no boards of triangles, only of squares (Q) and hexagons (H).", 1)
    layouts = [layout] if layout in STAGGERED else list(STAGGERED)
    if kind.upper() == "Q":  # texts that say C and mean CA are about
        layouts = ["8"] if neighbours.upper() == "CA" else ["4", "8"]
        settle_layout(layouts[0], layout)
    rows = split_rows(lines[1:])
    has_size([Row(lines[0][0], size), *rows], is_certain=True)
    return read_rows(rows, layouts, pairs, may_have_size=False)


def format_course(grid: Grid, board: Board) -> str:
    """Write a board of squares: of hexagons it can't say enough.

    >>> print(format_course(Grid.of(2, 3), {}))
    Q,CA,2,3
    ?,?,?
    ?,?,?
    """
    neighbours = "CA" if grid.adjacency is Adjacency.EIGHT else "C"
    rows = write_fields(grid, board, join=",", empty_sign="?", blocked_sign="#").replace(" ", "")
    return f"Q,{neighbours},{grid.rows},{grid.columns}\n{rows}"


COURSE = Notation(
    name="course",
    title="Course format",
    ending="course.txt",
    layouts=("8", "4"),
    example="Q,CA,3,3\n1,?,3\n?,#,?\n7,?,?",
    is_recognised=lambda text: _HEADER.match(text.removeprefix("\ufeff")) is not None,
    parse=parse_course,
    format=format_course,
)
