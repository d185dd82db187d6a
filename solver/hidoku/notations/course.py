"""The format of a programming course: a line with the cells, their neighbours and the size.

The cells are ``Q`` (squares) or ``H`` (hexagons), the neighbours ``C`` (at sides) or ``CA`` (at
corners, too). Whether rows or columns of hexagons stagger isn't said, so there are four readings.

>>> from solver.hidoku.notations.registry import parse_any
>>> print(parse_any("Q,C,1,2\\n1,?").adjacency, parse_any("Q,CA,1,2\\n1,?").adjacency)
Adjacency.FOUR Adjacency.EIGHT
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solver.hidoku.notations.fields import Row, has_size, read_rows, write_fields
from solver.hidoku.notations.layouts import STAGGERED, settle_layout, take_notes
from solver.hidoku.notations.notation import BoardReading, Notation
from solver.hidoku.notations.plain import split_rows
from solver.hidoku.rules.grid import Adjacency, Board, Grid, GridError

_HEADER = re.compile(r"\s*([QHT])\s*,\s*(CA?)\s*,\s*(\d+)\s*,\s*(\d+)\s*", re.IGNORECASE)


def is_course(text: str) -> bool:
    return _HEADER.match(text.removeprefix("\ufeff")) is not None


def parse(text: str, layout: str) -> Iterator[BoardReading]:
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


NOTATION = Notation(
    name="course",
    title="Course format",
    ending="course.txt",
    layouts=("8", "4"),
    example="Q,CA,3,3\n1,?,3\n?,#,?\n7,?,?",
    is_recognised=is_course,
    parse=parse,
    format=format_course,
)
